#pragma once
// What the three filters of system calls are written with: numbers, macros, and how one is put on. Only for Linux.
//
// The filters are for different ends and stay apart: linux.c forbids a network and allows the rest, wall.c lets another program
// run and read, confine.c lets this process compute. What the last two share is `CSANDBOX_COMPUTING`.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Where this is not defined, no filter was written for the processor.
#if defined(__x86_64__)
#define CSANDBOX_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define CSANDBOX_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef CSANDBOX_ARCH

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
#ifndef __NR_clone3
#define __NR_clone3 435
#endif
#ifndef __NR_pidfd_getfd
#define __NR_pidfd_getfd 438
#endif

// Calls that some processors or headers do not have: a number that no kernel knows.
#define CSANDBOX_NO_CALL 0xffff
#ifndef __NR_poll
#define __NR_poll CSANDBOX_NO_CALL
#endif
#ifndef __NR_epoll_wait
#define __NR_epoll_wait CSANDBOX_NO_CALL
#endif
#ifndef __NR_fadvise64
#define __NR_fadvise64 CSANDBOX_NO_CALL
#endif
#ifndef __NR_getrandom
#define __NR_getrandom CSANDBOX_NO_CALL
#endif
#ifndef __NR_membarrier
#define __NR_membarrier CSANDBOX_NO_CALL
#endif
#ifndef __NR_rseq
#define __NR_rseq CSANDBOX_NO_CALL
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The upper half of an argument.
#define LOAD_HIGH(index) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]) + sizeof(uint32_t))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
#define DENY(error) RETURN(SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA))
// If the loaded word is `value`, runs the next instruction, else leaps over it.
#define WHEN(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1)
#define PERMIT(name) WHEN(__NR_##name), ALLOW
// If the loaded word is not `value`, leaps over the next `count` instructions.
#define UNLESS_LEAP(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
// If the loaded word has one of `bits`, runs the next instruction, else leaps over it; and the other way round.
#define WHEN_ANY(bits) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1)
#define WHEN_NONE(bits) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 1, 0)

#if defined(__x86_64__)
// The x32 mode shares the architecture's mark and numbers its calls from 2^30 on.
#define CSANDBOX_NO_X32 BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), DENY(ENOSYS),
#else
#define CSANDBOX_NO_X32
#endif

// How each filter begins; then the call's number is loaded. System calls have other numbers in the other modes of a processor: a
// 32-bit call could pass for a harmless one. A program of another architecture cannot be told apart from an attempt to evade, so
// it ends.
#define CSANDBOX_BEGIN \
    LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CSANDBOX_ARCH, 1, 0), RETURN(SECCOMP_RET_KILL_PROCESS), LOAD(nr), \
    CSANDBOX_NO_X32

// What reaches nothing but the process itself, the files that are open, and the clock, whatever its arguments are; most frequent
// first. Nothing that takes the name of a file, the number of a process, or rights to memory belongs here.
#define CSANDBOX_COMPUTING \
    PERMIT(read), PERMIT(write), PERMIT(futex), PERMIT(pread64), PERMIT(lseek), PERMIT(munmap), PERMIT(madvise), PERMIT(brk), \
    PERMIT(mremap), PERMIT(mlock), PERMIT(munlock), PERMIT(close), PERMIT(fstat), PERMIT(readv), PERMIT(writev), \
    PERMIT(preadv), PERMIT(fadvise64), PERMIT(dup), PERMIT(ppoll), PERMIT(poll), PERMIT(eventfd2), PERMIT(epoll_create1), \
    PERMIT(epoll_ctl), PERMIT(epoll_pwait), PERMIT(epoll_wait), PERMIT(set_robust_list), PERMIT(rseq), PERMIT(membarrier), \
    PERMIT(set_tid_address), PERMIT(sched_yield), PERMIT(sched_getaffinity), PERMIT(sched_getparam), \
    PERMIT(sched_getscheduler), PERMIT(getpid), PERMIT(gettid), PERMIT(getcpu), PERMIT(exit), PERMIT(exit_group), \
    PERMIT(rt_sigaction), PERMIT(rt_sigprocmask), PERMIT(rt_sigreturn), PERMIT(sigaltstack), PERMIT(restart_syscall), \
    PERMIT(clock_gettime), PERMIT(clock_getres), PERMIT(clock_nanosleep), PERMIT(nanosleep), PERMIT(gettimeofday), \
    PERMIT(getrandom), PERMIT(getrusage), PERMIT(sysinfo), PERMIT(uname)

/// Puts a filter on the calling thread, or with SECCOMP_FILTER_FLAG_TSYNC on all of the process, or on none. Makes system calls
/// only. Returns 0 or an errno value.
static inline int csandbox_put_on(struct sock_filter *filter, size_t count, unsigned flags) {
    struct sock_fprog program = {(unsigned short)count, filter};
    // Without it only root may set a filter; with it, a program with the setuid bit does not gain rights any more.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
    if (result == 0) return 0;
    // A positive number is a thread that has a filter of its own and so cannot take over this one.
    return result > 0 ? EBUSY : errno;
}

#endif
