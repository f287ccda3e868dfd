// What Linux and macOS share of starting a confined program; see CSandbox.h.
#if defined(__linux__) || defined(__APPLE__)
#define _GNU_SOURCE
#include "CSandbox.h"
#include "wall.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#ifndef __NR_close_range
#define __NR_close_range 436
#endif
#endif

#if defined(__APPLE__) && !TARGET_OS_OSX

int csandbox_start(const char *program, const char *argument, int channel, pid_t *child) { return ENOTSUP; }

#else

int csandbox_start(const char *program, const char *argument, int channel, pid_t *child) {
    // A place that no file action below overwrites; and `dup2` onto itself would leave it to be closed on exec.
    int source = fcntl(channel, F_DUPFD_CLOEXEC, 16);
    if (source < 0) return errno;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int result = posix_spawn_file_actions_init(&files);
    if (result != 0) {
        close(source);
        return result;
    }
    posix_spawnattr_init(&attributes);
    for (int descriptor = 0; descriptor < 3 && result == 0; descriptor++)
        result = posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0);
    if (result == 0) result = posix_spawn_file_actions_adddup2(&files, source, CSANDBOX_CHANNEL);
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#if defined(__APPLE__)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(&files, CSANDBOX_CHANNEL + 1);
#endif
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, flags);
    char *const arguments[] = {(char *)program, (char *)argument, NULL};
    char *const environment[] = {NULL};
    if (result == 0) result = posix_spawn(child, program, &files, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    close(source);
    return result;
}

#endif

static int limit(int resource, rlim_t value) {
    struct rlimit both = {value, value};
    return setrlimit(resource, &both) == 0 ? 0 : errno;
}

int csandbox_begin_child(void) {
#if defined(__linux__)
    // Where the system's posix_spawn cannot.
    syscall(__NR_close_range, CSANDBOX_CHANNEL + 1, ~0U, 0);
    // The end of the channel says the same, but not to a thread that computes.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
    // Whoever made the channel is who started it. It may have ended in between, and whoever took its place tells nothing.
    struct ucred maker;
    socklen_t length = sizeof maker;
    if (getsockopt(CSANDBOX_CHANNEL, SOL_SOCKET, SO_PEERCRED, &maker, &length) != 0) return errno;
    if (maker.pid != getppid()) return ESRCH;
    // Another process of the same user could read its memory, and so the conversation.
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
#endif
    int result = csandbox_no_core();
    return result != 0 ? result : limit(RLIMIT_FSIZE, 0);
}

int csandbox_send_file(int channel, int file) {
    char byte = 'F';
    struct iovec part = {&byte, 1};
    union {
        char space[CMSG_SPACE(sizeof(int))];
        struct cmsghdr alignment;
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &file, sizeof file);
    ssize_t sent;
    do sent = sendmsg(channel, &message, 0);
    while (sent < 0 && errno == EINTR);
    return sent == 1 ? 0 : sent < 0 ? errno : EIO;
}

int csandbox_receive_file(int channel) {
    char byte = 0;
    struct iovec part = {&byte, 1};
    union {
        char space[CMSG_SPACE(sizeof(int))];
        struct cmsghdr alignment;
    } control;
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    ssize_t received;
    do received = recvmsg(channel, &message, 0);
    while (received < 0 && errno == EINTR);
    if (received != 1 || byte != 'F') return -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return -1;
    if (header->cmsg_len != CMSG_LEN(sizeof(int))) return -1;
    int file = -1;
    memcpy(&file, CMSG_DATA(header), sizeof file);
    return file;
}

unsigned csandbox_attempt(const char *path) {
    unsigned found = 0;
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor >= 0) found |= CSANDBOX_CAN_CONNECT;
    int local = socket(AF_UNIX, SOCK_STREAM, 0);
    if (local >= 0) found |= CSANDBOX_CAN_CONNECT;
    if (open(path, O_RDONLY) >= 0) found |= CSANDBOX_CAN_READ;
    if (open(path, O_WRONLY | O_APPEND) >= 0 || open("/tmp/hearth-attempt", O_WRONLY | O_CREAT, 0600) >= 0)
        found |= CSANDBOX_CAN_WRITE;
    // With an empty list of arguments a success would end the caller; so it is tried on what is no program.
    char *const none[] = {NULL};
    if (execve("/", none, none) != 0 && errno != EPERM) found |= CSANDBOX_CAN_EXECUTE;
#if defined(__linux__)
    pid_t child = (pid_t)syscall(__NR_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    if (child > 0) {
        found |= CSANDBOX_CAN_FORK;
        waitpid(child, NULL, 0);
    }
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) found |= CSANDBOX_CAN_TRACE;
    // The two names that versions of libdispatch have for it.
    int process = getpid(), thread = (int)syscall(__NR_gettid);
    char names[2][64];
    snprintf(names[0], sizeof names[0], "/proc/%d/stat", thread);
    snprintf(names[1], sizeof names[1], "/proc/%d/task/%d/stat", process, thread);
    for (int index = 0; index < 2; index++) {
        char byte;
        int file = open(names[index], O_RDONLY | O_NONBLOCK);
        if (file < 0 || read(file, &byte, 1) != 0) found |= CSANDBOX_LACKS_THREADS;
        if (file >= 0) close(file);
    }
#endif
    void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (code != MAP_FAILED) found |= CSANDBOX_CAN_MAP_CODE;
    if (kill(getppid(), 0) == 0) found |= CSANDBOX_CAN_SIGNAL;
    return found;
}

#if defined(__linux__)

int csandbox_limit_memory(pid_t process, uint64_t bytes) {
    struct rlimit both = {bytes, RLIM_INFINITY};
    return prlimit(process, RLIMIT_AS, &both, NULL) == 0 ? 0 : errno;
}

#else

int csandbox_limit_memory(pid_t process, uint64_t bytes) { return ENOTSUP; }

#endif
#endif
