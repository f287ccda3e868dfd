#if defined(__linux__)
#define _GNU_SOURCE
#include "CSandbox.h"

#include <dirent.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define CSANDBOX_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define CSANDBOX_ARCH AUDIT_ARCH_AARCH64
#endif

// Numbers that older headers lack. From Linux 5.1 on, new system calls have the same number on every architecture.
#ifndef __NR_io_uring_setup
#define __NR_io_uring_setup 425
#endif
#ifndef __NR_io_uring_enter
#define __NR_io_uring_enter 426
#endif
#ifndef __NR_io_uring_register
#define __NR_io_uring_register 427
#endif
#ifndef __NR_pidfd_getfd
#define __NR_pidfd_getfd 438
#endif

#ifdef CSANDBOX_ARCH

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define DENY(error) RETURN(SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA))
// If the loaded word is `value`, runs the next instruction, else leaps over it.
#define WHEN(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1)

static struct sock_filter filter[] = {
    // System calls have other numbers in the other modes of a processor: a 32-bit call could pass for a harmless one. A
    // program of another architecture cannot be told apart from an attempt to evade, so it ends.
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CSANDBOX_ARCH, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),

    LOAD(nr),
#if defined(__x86_64__)
    // The x32 mode shares the architecture's mark and numbers its calls from 2^30 on.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    DENY(ENOSYS),
#endif
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
    RETURN(SECCOMP_RET_ALLOW),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1),
    RETURN(SECCOMP_RET_ALLOW),
    DENY(EACCES),
};

int csandbox_deny_network(void) {
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    // Without it only root may set a filter; with it, a program with the setuid bit does not gain rights any more.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // TSYNC puts it on the threads that run already, or on none.
    long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    if (result == 0) return 0;
    // A positive number is a thread that has a filter of its own and so cannot take over this one.
    return result > 0 ? EBUSY : errno;
}

#else

int csandbox_deny_network(void) { return ENOTSUP; }

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
