#if defined(__linux__)
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
#define CSANDBOX_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define CSANDBOX_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef CSANDBOX_ARCH

#ifndef __NR_rseq
#define __NR_rseq 0xffff
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define DENY(error) RETURN(SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA))
// If the loaded word is `value`, runs the next instruction, else leaps over it.
#define WHEN(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1)
#define ALLOW(name) WHEN(__NR_##name), RETURN(SECCOMP_RET_ALLOW)
// Allows a call whose argument lacks all of `bits`.
#define ALLOW_WITHOUT(name, argument, bits)                                                                            \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 4), LOAD(args[argument]),                                      \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1), DENY(EPERM), RETURN(SECCOMP_RET_ALLOW)

// Stands for the process's own number until that is known; no process has this one.
#define OWN_PROCESS 0x7fffffffu

// An allowed list: what is not on it is refused, also what no kernel knows yet. Refused, not ended for: the libraries ask for
// much that they can do without (the processors in /sys, the time zone).
static struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CSANDBOX_ARCH, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
#if defined(__x86_64__)
    // The x32 mode shares the architecture's mark and numbers its calls from 2^30 on.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    DENY(ENOSYS),
#endif
    // The files that are open: the channel and the model.
    ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(pread64), ALLOW(preadv), ALLOW(lseek), ALLOW(close),
    ALLOW(fstat), ALLOW(sendto), ALLOW(recvfrom), ALLOW(sendmsg), ALLOW(recvmsg), ALLOW(shutdown), ALLOW(ppoll),
#ifdef __NR_poll
    ALLOW(poll),
#endif
#ifdef __NR_fadvise64
    ALLOW(fadvise64),
#endif
    // Memory, none of it executable.
    ALLOW_WITHOUT(mmap, 2, PROT_EXEC), ALLOW_WITHOUT(mprotect, 2, PROT_EXEC), ALLOW(munmap), ALLOW(mremap), ALLOW(madvise),
    ALLOW(brk), ALLOW(mlock), ALLOW(munlock), ALLOW(mincore), ALLOW(membarrier),
    // Threads, but no process: that is told by one bit. clone3 keeps its flags where a filter cannot look, and libraries do
    // with clone where it is not known.
    WHEN(__NR_clone3), DENY(ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4), LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), DENY(EPERM), RETURN(SECCOMP_RET_ALLOW),
    ALLOW(futex), ALLOW(set_robust_list), ALLOW(rseq), ALLOW(sched_yield), ALLOW(sched_getaffinity),
    ALLOW(sched_setaffinity), ALLOW(sched_getparam), ALLOW(sched_getscheduler), ALLOW(set_tid_address), ALLOW(gettid), ALLOW(getpid),
    ALLOW(exit), ALLOW(exit_group), ALLOW(restart_syscall), ALLOW(getcpu),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prctl, 0, 4), LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_NAME, 1, 0), DENY(EPERM), RETURN(SECCOMP_RET_ALLOW),
    // Signals to itself: an abort is one.
    ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4), LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_PROCESS, 1, 0), DENY(EPERM), RETURN(SECCOMP_RET_ALLOW),
    // What the pool of threads counts with; no file.
    ALLOW(epoll_create1), ALLOW(epoll_ctl), ALLOW(epoll_pwait), ALLOW(eventfd2), ALLOW(timerfd_create), ALLOW(timerfd_settime),
#ifdef __NR_epoll_wait
    ALLOW(epoll_wait),
#endif
    ALLOW(dup),
    // Answered below.
    WHEN(__NR_openat), RETURN(SECCOMP_RET_TRAP), WHEN(__NR_newfstatat), RETURN(SECCOMP_RET_TRAP),
    // Time and chance.
    ALLOW(clock_gettime), ALLOW(clock_getres), ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(gettimeofday), ALLOW(getrandom),
    ALLOW(sysinfo), ALLOW(uname), ALLOW(getrusage),
    DENY(EPERM),
};

// libdispatch looks each second into /proc at the threads of its pool, and ends the process when it cannot. It is shown a file
// without content, from which it learns nothing. Every other attempt to open a file fails.
static int nothing = -1;

#if defined(__x86_64__)
#define ARGUMENT(state, index)                                                                                         \
    ((state)->uc_mcontext.gregs[(index) == 0 ? REG_RDI : (index) == 1 ? REG_RSI : (index) == 2 ? REG_RDX : REG_R10])
#define RESULT(state) ((state)->uc_mcontext.gregs[REG_RAX])
#else
#define ARGUMENT(state, index) ((state)->uc_mcontext.regs[index])
#define RESULT(state) ((state)->uc_mcontext.regs[0])
#endif

static void answer(int signal, siginfo_t *info, void *context) {
    (void)signal;
    ucontext_t *state = context;
    const char *path = (const char *)ARGUMENT(state, 1);
    int saved = errno;
    long result = -EPERM;
    if (info->si_syscall == __NR_openat && path != NULL && strncmp(path, "/proc/", 6) == 0) {
        size_t length = strnlen(path, 128);
        if (length > 11 && length < 128 && strcmp(path + length - 5, "/stat") == 0 && strstr(path, "/task/") != NULL)
            result = dup(nothing);
    }
    // The C library asks so for what it knows of an open file; of a path nothing is told.
    if (info->si_syscall == __NR_newfstatat && path != NULL && *path == 0 && (ARGUMENT(state, 3) & AT_EMPTY_PATH) != 0) {
        result = syscall(__NR_fstat, ARGUMENT(state, 0), ARGUMENT(state, 2));
        if (result < 0) result = -errno;
    }
    errno = saved;
    RESULT(state) = result;
}

int csandbox_confine(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = answer;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0 || sigaction(SIGSYS, &action, NULL) != 0) return errno;
    const size_t count = sizeof filter / sizeof *filter;
    for (size_t index = 0; index < count; index++)
        if (filter[index].code == (BPF_JMP | BPF_JEQ | BPF_K) && filter[index].k == OWN_PROCESS)
            filter[index].k = (unsigned)getpid();
    struct sock_fprog program = {(unsigned short)count, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // TSYNC puts it on the threads that run already, or on none.
    long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    if (result == 0) return 0;
    return result > 0 ? EBUSY : errno;
}

#else

int csandbox_confine(void) { return ENOTSUP; }

#endif
#endif
