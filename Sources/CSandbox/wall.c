#if defined(__linux__)
#define _GNU_SOURCE
#include "seccomp.h"
#include "wall.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- Landlock: which files a program may open, by what the kernel finds behind their names.

// Numbers that older headers lack; the same on every architecture.
#define LANDLOCK_CREATE 444
#define LANDLOCK_ADD 445
#define LANDLOCK_RESTRICT 446
#define LANDLOCK_VERSION_FLAG 1
#define LANDLOCK_PATH_BENEATH 1
#define LANDLOCK_EXECUTE (1u << 0)
#define LANDLOCK_READ_FILE (1u << 2)
#define LANDLOCK_READ_FOLDER (1u << 3)
#define LANDLOCK_WRITE_FILE (1u << 1)

struct ruleset {
    uint64_t files, network, scopes;
};
struct path_rule {
    uint64_t allowed;
    int32_t place;
} __attribute__((packed));

static long landlock_version(void) { return syscall(LANDLOCK_CREATE, NULL, 0, LANDLOCK_VERSION_FLAG); }

static void allow(int rules, int place, uint64_t allowed) {
    struct stat status;
    if (place < 0) return;
    if (fstat(place, &status) == 0 && !S_ISDIR(status.st_mode)) allowed &= ~(uint64_t)LANDLOCK_READ_FOLDER;
    struct path_rule rule = {allowed, place};
    syscall(LANDLOCK_ADD, rules, LANDLOCK_PATH_BENEATH, &rule, 0);
}

/// Programs and their libraries, fonts and settings of the system; no folder of any user.
static const char *const readable[] = {
    "/usr", "/bin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store", "/run/current-system", "/etc/fonts",
    "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/ld-musl-x86_64.path", "/etc/ld-musl-aarch64.path", "/etc/alternatives",
    "/etc/localtime", "/etc/poppler", "/etc/papersize", "/var/cache/fontconfig", "/dev/null", "/dev/zero", "/dev/urandom",
    "/dev/random",
};

/// A kernel without Landlock is no failure: the filter below holds without it.
static int restrict_files(const struct csandbox_launch *launch) {
    long version = landlock_version();
    if (version < 1) return 0;
    struct ruleset ruleset = {
        .files = (1u << 13) - 1, .network = version >= 4 ? 3 : 0, .scopes = version >= 6 ? 3 : 0};
    if (version >= 2) ruleset.files |= 1u << 13;
    if (version >= 3) ruleset.files |= 1u << 14;
    if (version >= 5) ruleset.files |= 1u << 15;
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int rules = (int)syscall(LANDLOCK_CREATE, &ruleset, size, 0);
    // The kernel has it, so what is missing is something else, such as descriptors: no reason to do without.
    if (rules < 0) return errno;
    const uint64_t look = LANDLOCK_EXECUTE | LANDLOCK_READ_FILE | LANDLOCK_READ_FOLDER;
    for (size_t index = 0; index < sizeof readable / sizeof *readable; index++) {
        int place = open(readable[index], O_PATH | O_CLOEXEC);
        allow(rules, place, look);
        if (place >= 0) close(place);
    }
    // The program itself, should it lie elsewhere, and the one file that it is handed.
    int program = open(launch->path, O_PATH | O_CLOEXEC);
    allow(rules, program, LANDLOCK_EXECUTE | LANDLOCK_READ_FILE);
    if (program >= 0) close(program);
    if (launch->file >= 0) allow(rules, CSANDBOX_FILE, LANDLOCK_READ_FILE);
    long result = syscall(LANDLOCK_RESTRICT, rules, 0);
    int failure = result == 0 ? 0 : errno;
    close(rules);
    return failure;
}

// ---- seccomp: which system calls a program may make.

#ifdef CSANDBOX_ARCH

#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | (__O_TMPFILE & ~O_DIRECTORY))
#ifndef __O_TMPFILE
#define __O_TMPFILE 020000000
#endif

static int filter_calls(const struct csandbox_launch *launch) {
    const uint64_t path = (uint64_t)(uintptr_t)launch->path;
    const uint32_t self = (uint32_t)getpid();
    // An allowed list. What is not on it is answered as an older kernel would, and libraries then do without.
    struct sock_filter filter[] = {
        CSANDBOX_BEGIN
        CSANDBOX_COMPUTING,
        PERMIT(mmap), PERMIT(mprotect), PERMIT(newfstatat), PERMIT(readlinkat), PERMIT(faccessat), PERMIT(getdents64),
        PERMIT(getcwd), PERMIT(dup3), PERMIT(pipe2), PERMIT(ioctl), PERMIT(pselect6),
        PERMIT(get_robust_list), PERMIT(rt_sigtimedwait), PERMIT(getppid), PERMIT(getuid), PERMIT(geteuid), PERMIT(getgid),
        PERMIT(getegid), PERMIT(getpgid), PERMIT(getsid), PERMIT(sched_get_priority_max), PERMIT(sched_get_priority_min),
        PERMIT(times), PERMIT(umask),
#ifdef __NR_statx
        PERMIT(statx),
#endif
#ifdef __NR_faccessat2
        PERMIT(faccessat2),
#endif
#ifdef __NR_statfs
        PERMIT(statfs), PERMIT(fstatfs),
#endif
#if defined(__x86_64__)
        PERMIT(stat), PERMIT(lstat), PERMIT(access), PERMIT(readlink), PERMIT(select), PERMIT(pipe), PERMIT(dup2),
        PERMIT(arch_prctl), PERMIT(getrlimit), PERMIT(time), PERMIT(getpgrp),
        // open(path, flags)
        UNLESS_LEAP(__NR_open, 4),
        LOAD(args[1]),
        WHEN_ANY((uint32_t)WRITING),
        DENY(EACCES),
        ALLOW,
#endif
        // openat(folder, path, flags): never to write, create or empty a file.
        UNLESS_LEAP(__NR_openat, 4),
        LOAD(args[2]),
        WHEN_ANY((uint32_t)WRITING),
        DENY(EACCES),
        ALLOW,
        // clone(flags): threads, not processes. clone3 hides its flags behind a pointer, and is refused below.
        UNLESS_LEAP(__NR_clone, 4),
        LOAD(args[0]),
        WHEN_ANY(CLONE_THREAD),
        ALLOW,
        DENY(EPERM),
        // fcntl(file, command): not who gets the signals of a file, nor which. That way a signal would reach any process of the
        // same user.
        UNLESS_LEAP(__NR_fcntl, 8),
        LOAD(args[1]),
        WHEN(F_SETOWN), DENY(EPERM), WHEN(F_SETOWN_EX), DENY(EPERM), WHEN(F_SETSIG), DENY(EPERM),
        ALLOW,
        // tgkill(process, …): itself, which is how a program aborts.
        UNLESS_LEAP(__NR_tgkill, 4),
        LOAD(args[0]),
        UNLESS_LEAP(self, 1),
        ALLOW,
        DENY(EPERM),
        // prlimit64(process, resource, new, old): to look only.
        UNLESS_LEAP(__NR_prlimit64, 6),
        LOAD(args[2]),
        UNLESS_LEAP(0, 3),
        LOAD_HIGH(2),
        UNLESS_LEAP(0, 1),
        ALLOW,
        DENY(EPERM),
        // prctl: names of threads. Not the death with the parent.
        UNLESS_LEAP(__NR_prctl, 4),
        LOAD(args[0]),
        UNLESS_LEAP(PR_SET_NAME, 1),
        ALLOW,
        DENY(EINVAL),
        // execve: once, by the very words that this process is about to use. Afterwards they are nowhere.
        UNLESS_LEAP(__NR_execve, 6),
        LOAD(args[0]),
        UNLESS_LEAP((uint32_t)path, 3),
        LOAD_HIGH(0),
        UNLESS_LEAP((uint32_t)(path >> 32), 1),
        ALLOW,
        DENY(EACCES),
        WHEN(__NR_socket), DENY(EACCES),
        WHEN(__NR_connect), DENY(EACCES),
        WHEN(__NR_kill), DENY(EPERM),
        DENY(ENOSYS),
    };
    return csandbox_put_on(filter, sizeof filter / sizeof *filter, 0);
}

#else

// No filter for this processor was written; the limits and Landlock hold.
static int filter_calls(const struct csandbox_launch *launch) {
    (void)launch;
    return 0;
}

#endif

int csandbox_wall_up(const struct csandbox_launch *launch) {
    // A program with the setuid bit does not gain rights any more.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    if (launch->wall != CSANDBOX_WALL_CLOSED) {
        int failure = launch->wall == CSANDBOX_WALL_TOOL ? csandbox_deny_sockets() : csandbox_deny_network();
        return failure == ENOTSUP ? 0 : failure;
    }
    int failure = restrict_files(launch);
    return failure ? failure : filter_calls(launch);
}

int csandbox_walls(void) {
    int walls = landlock_version() >= 1 ? CSANDBOX_HAS_LANDLOCK : 0;
#ifdef CSANDBOX_ARCH
    walls |= CSANDBOX_HAS_FILTER;
#endif
    return walls;
}

#else

#include "wall.h"

#include <errno.h>

// macOS: what a child inherits of `csandbox_deny_network`, and limits. A profile for programs without a bundle cannot be
// written against a documented interface.
int csandbox_wall_up(const struct csandbox_launch *launch) {
    (void)launch;
    int failure = csandbox_deny_network();
    return failure == ENOTSUP ? 0 : failure;
}

int csandbox_walls(void) { return 0; }

#endif
