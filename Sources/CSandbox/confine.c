#if defined(__linux__)
#define _GNU_SOURCE
#include "CSandbox.h"
#include "seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef CSANDBOX_ARCH

// Allows a call whose argument lacks all of `bits`.
#define PERMIT_WITHOUT(name, argument, bits) UNLESS_LEAP(__NR_##name, 4), LOAD(args[argument]), WHEN_ANY(bits), DENY(EPERM), ALLOW

// Stands for the process's own number until that is known; no process has this one.
#define OWN_PROCESS 0x7fffffffu

// An allowed list: what is not on it is refused, also what no kernel knows yet. Refused, not ended for: the libraries ask for
// much that they can do without (the processors in /sys, the time zone).
static struct sock_filter filter[] = {
    CSANDBOX_BEGIN
    CSANDBOX_COMPUTING,
    // The channel to the parent.
    PERMIT(sendto), PERMIT(recvfrom), PERMIT(sendmsg), PERMIT(recvmsg), PERMIT(shutdown),
    // Memory, none of it executable.
    PERMIT_WITHOUT(mmap, 2, PROT_EXEC), PERMIT_WITHOUT(mprotect, 2, PROT_EXEC), PERMIT(mincore),
    // Threads, but no process: that is told by one bit. clone3 keeps its flags where a filter cannot look, and libraries do
    // with clone where it is not known.
    WHEN(__NR_clone3), DENY(ENOSYS),
    UNLESS_LEAP(__NR_clone, 4), LOAD(args[0]), WHEN_NONE(CLONE_THREAD), DENY(EPERM), ALLOW,
    PERMIT(sched_setaffinity),
    UNLESS_LEAP(__NR_prctl, 4), LOAD(args[0]), UNLESS_LEAP(PR_SET_NAME, 1), ALLOW, DENY(EPERM),
    // Signals to itself: an abort is one.
    UNLESS_LEAP(__NR_tgkill, 4), LOAD(args[0]), UNLESS_LEAP(OWN_PROCESS, 1), ALLOW, DENY(EPERM),
    // What the pool of threads counts with; no file.
    PERMIT(timerfd_create), PERMIT(timerfd_settime),
    // Answered below.
    WHEN(__NR_openat), RETURN(SECCOMP_RET_TRAP), WHEN(__NR_newfstatat), RETURN(SECCOMP_RET_TRAP),
    DENY(EPERM),
};

// While there is more work than threads, libdispatch looks each second into /proc at the threads of its pool, by
// /proc/THREAD/stat or /proc/PROCESS/task/THREAD/stat, and ends the process when it cannot. It is shown a file without content,
// from which it learns nothing. Every other attempt to open a file fails.
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
        if (length > 11 && length < 128 && strcmp(path + length - 5, "/stat") == 0)
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
    // Nobody explains a crash in here: Swift's handlers would start another program for that, with every signal held back, also
    // the one above, so that the end would be told as "bad system call", whatever it was.
    static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) (void)signal(crashes[index], SIG_DFL);
    if (nothing < 0 || sigaction(SIGSYS, &action, NULL) != 0) return errno;
    const size_t count = sizeof filter / sizeof *filter;
    for (size_t index = 0; index < count; index++)
        if (filter[index].code == (BPF_JMP | BPF_JEQ | BPF_K) && filter[index].k == OWN_PROCESS)
            filter[index].k = (unsigned)getpid();
    return csandbox_put_on(filter, count, SECCOMP_FILTER_FLAG_TSYNC);
}

#else

int csandbox_confine(void) { return ENOTSUP; }

#endif
#endif
