#if defined(__linux__)
#define _GNU_SOURCE
#include "CSandbox.h"
#include "seccomp.h"
#include "wall.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef CSANDBOX_ARCH

static struct sock_filter filter[] = {
    CSANDBOX_BEGIN
    // A ring makes and connects sockets in the kernel's own threads, past this filter.
    WHEN(__NR_io_uring_setup),
    DENY(EACCES),
    WHEN(__NR_io_uring_enter),
    DENY(EACCES),
    WHEN(__NR_io_uring_register),
    DENY(EACCES),
    // Another process of the same user could be made to act, or to hand over its socket.
    WHEN(__NR_ptrace),
    DENY(EACCES),
    WHEN(__NR_process_vm_writev),
    DENY(EACCES),
    WHEN(__NR_pidfd_getfd),
    DENY(EACCES),
    // A socket's family is an int: the kernel takes the low half of the argument, and so does the filter. An allowed list,
    // not a forbidden one: who knows what family comes next. AF_NETLINK is not on it: nothing here needs it.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socketpair, 1, 0),
    ALLOW,
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1),
    ALLOW,
    DENY(EACCES),
};

int csandbox_deny_network(void) {
    return csandbox_put_on(filter, sizeof filter / sizeof *filter, SECCOMP_FILTER_FLAG_TSYNC);
}

// Beside the filter above, of which the stricter word counts. Pairs of sockets, by which programs talk to their own children, remain.
static struct sock_filter unconnected[] = {
    CSANDBOX_BEGIN
    WHEN(__NR_socket),
    DENY(EACCES),
    ALLOW,
};

int csandbox_deny_sockets(void) {
    int failure = csandbox_deny_network();
    return failure ? failure : csandbox_put_on(unconnected, sizeof unconnected / sizeof *unconnected, 0);
}

#else

int csandbox_deny_network(void) { return ENOTSUP; }
int csandbox_deny_sockets(void) { return ENOTSUP; }

#endif

static int can_make(int family, int type) {
    int descriptor = socket(family, type | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return errno != EACCES;
    close(descriptor);
    return 1;
}

int csandbox_internet_is_denied(void) {
    return !can_make(AF_INET, SOCK_STREAM) && !can_make(AF_INET, SOCK_DGRAM) && !can_make(AF_INET6, SOCK_STREAM);
}

int csandbox_open_internet_sockets(void) {
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) return -1;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        int family = 0;
        socklen_t size = sizeof family;
        char *end = NULL;
        long descriptor = strtol(entry->d_name, &end, 10);
        if (end == entry->d_name || *end != 0) continue;
        if (getsockopt((int)descriptor, SOL_SOCKET, SO_DOMAIN, &family, &size) != 0) continue;
        if (family != AF_UNIX && family != AF_NETLINK) count++;
    }
    closedir(folder);
    return count;
}

#endif
