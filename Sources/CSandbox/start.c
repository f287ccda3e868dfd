#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSandbox.h"
#include "wall.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#ifndef __NR_close_range
#define __NR_close_range 436
#endif
#elif defined(__APPLE__)
#include <TargetConditionals.h>
#endif

#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)

// The child tells its parent by this descriptor why it could not go on; exec closes it.
#define REPORT (CSANDBOX_FILE + 1)

static int limit(int resource, uint64_t value) {
    struct rlimit both = {(rlim_t)value, (rlim_t)value};
    struct rlimit now;
    // A limit that is lower already cannot be raised, and need not be.
    if (getrlimit(resource, &now) == 0 && now.rlim_max < both.rlim_max) both.rlim_cur = both.rlim_max = now.rlim_max;
    return setrlimit(resource, &both) == 0 ? 0 : errno;
}

static void close_from(int first) {
#if defined(__linux__)
    if (syscall(__NR_close_range, (unsigned)first, ~0U, 0) == 0) return;
#endif
    struct rlimit open_files;
    int last = getrlimit(RLIMIT_NOFILE, &open_files) == 0 && open_files.rlim_cur < 1 << 20
        ? (int)open_files.rlim_cur : 1 << 20;
    for (int descriptor = first; descriptor < last; descriptor++) close(descriptor);
}

/// Everything between fork and exec. Another thread may have held any lock when the process was copied, so only system calls
/// are made here. Returns an errno value; does not return when all is well.
static int become(const struct csandbox_launch *launch, int report, pid_t parent) {
    // Above what they become, so that none is overwritten before it is used.
    int from[4] = {launch->input, launch->output, launch->errors, launch->file};
    for (int index = 0; index < 4; index++) {
        if (from[index] < 0) continue;
        from[index] = fcntl(from[index], F_DUPFD, REPORT + 1);
        if (from[index] < 0) return errno;
    }
    report = fcntl(report, F_DUPFD, REPORT + 1);
    if (report < 0) return errno;
    for (int index = 0; index < 4; index++) {
        if (from[index] < 0) close(index);
        else if (dup2(from[index], index) < 0) return errno;
    }
    if (dup2(report, REPORT) < 0) return errno;
    fcntl(REPORT, F_SETFD, FD_CLOEXEC);
    close_from(REPORT + 1);

    // A session of its own: it has no terminal, and can be killed with all that it starts.
    if (setsid() < 0) return errno;
    // Threads of a pool block signals, and a child would keep that.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);

    int failure = csandbox_no_core();
    if (!failure && launch->wall == CSANDBOX_WALL_CLOSED) {
        failure = limit(RLIMIT_FSIZE, 0);
        if (!failure) failure = limit(RLIMIT_NOFILE, 256);
        if (!failure && chdir("/") != 0) failure = errno;
    }
#if !defined(__APPLE__)
    if (!failure && launch->memory > 0) failure = limit(RLIMIT_AS, launch->memory);
#endif
    if (!failure && launch->processor > 0) failure = limit(RLIMIT_CPU, launch->processor);
    if (failure) return failure;

#if defined(__linux__)
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
    // It may have ended in between.
    if (getppid() != parent) return ESRCH;
#else
    (void)parent;
#endif
    failure = csandbox_wall_up(launch);
    if (failure) return failure;
    execve(launch->path, launch->arguments, launch->environment);
    return errno;
}

int csandbox_start_behind_wall(const struct csandbox_launch *launch, pid_t *child) {
    int report[2];
#if defined(__linux__)
    // In one step: another thread may start a program meanwhile, which would hold the writing end, and be waited for here.
    if (pipe2(report, O_CLOEXEC) != 0) return errno;
#else
    if (pipe(report) != 0) return errno;
    fcntl(report[0], F_SETFD, FD_CLOEXEC);
    fcntl(report[1], F_SETFD, FD_CLOEXEC);
#endif
    pid_t parent = getpid();
    pid_t forked = fork();
    if (forked == 0) {
        int failure = become(launch, report[1], parent);
        // Where it went wrong early, the report is still where it was.
        if (write(REPORT, &failure, sizeof failure) < 0) (void)!write(report[1], &failure, sizeof failure);
        _exit(127);
    }
    int failure = forked < 0 ? errno : 0;
    close(report[1]);
    if (forked > 0) {
        ssize_t count;
        do count = read(report[0], &failure, sizeof failure);
        while (count < 0 && errno == EINTR);
        if (count == 0) failure = 0;
        else if (count < (ssize_t)sizeof failure) failure = EIO;
        if (failure != 0) {
            kill(forked, SIGKILL);
            while (waitpid(forked, NULL, 0) < 0 && errno == EINTR) {}
        }
    }
    close(report[0]);
    if (failure == 0) *child = forked;
    return failure;
}

int csandbox_has_ended(pid_t child, int *status) {
    siginfo_t information;
    memset(&information, 0, sizeof information);
    if (waitid(P_PID, (id_t)child, &information, WEXITED | WNOHANG | WNOWAIT) != 0) return errno == EINTR ? 0 : -1;
    if (information.si_signo != SIGCHLD) return 0;
    *status = information.si_code == CLD_EXITED ? information.si_status : -information.si_status;
    return 1;
}

#else

int csandbox_has_ended(pid_t child, int *status) {
    (void)child;
    (void)status;
    return -1;
}

int csandbox_start_behind_wall(const struct csandbox_launch *launch, pid_t *child) {
    (void)launch;
    (void)child;
    return ENOTSUP;
}

#endif
