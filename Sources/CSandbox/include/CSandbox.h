#pragma once
// Takes abilities away from the running process, for good, and starts programs that begin without them.

#include <stdint.h>
#include <sys/types.h>

/// Makes every later attempt to make a socket that could reach a network fail with EACCES, in all threads of the process
/// and in its children. It cannot be undone, and a second call changes nothing for the worse.
///
/// Linux: a seccomp filter; only sockets of the family AF_UNIX can be made. macOS: the profile `no-internet` of its sandbox.
/// Returns 0, or an errno value: ENOTSUP when the platform or this processor is not supported, else what the kernel said.
int csandbox_deny_network(void);

/// Tries to make sockets of the internet families. Returns 1 when every attempt is denied, 0 when one is not.
int csandbox_internet_is_denied(void);

/// How many internet sockets the process holds already; the filter leaves those as they are. -1 when that is not known.
int csandbox_open_internet_sockets(void);

/// Starts `program` with one argument, no environment, and no open file but `channel`, which it finds as descriptor
/// CSANDBOX_CHANNEL; what it would print goes nowhere. It is in a process group of its own, so that a terminal's Ctrl-C
/// reaches only whoever started it.
///
/// Returns 0 and the process in `child`, or an errno value.
int csandbox_start(const char *program, const char *argument, int channel, pid_t *child);
#define CSANDBOX_CHANNEL 3

/// The first step of a program that was started so: closes every other file, ends with the process that started it, writes no
/// core and no file, and lets no process of the same user look into it. Returns 0, or an errno value.
int csandbox_begin_child(void);

/// The second step, before anything hostile is read: from here on every thread may compute, take memory and use the files that
/// are open, and nothing else. No file can be opened or changed, no socket made, no program or process started, no memory be
/// made executable. What is refused fails with EPERM.
///
/// Linux: a seccomp filter with a list of what is allowed. macOS: the profile `pure-computation`. Returns 0, or an errno value:
/// ENOTSUP where this is not to be had.
int csandbox_confine(void);

/// Sets how many bytes a process may map at most, for a process of the same user; 0 for `process` is the caller. Returns 0, or
/// an errno value: ENOTSUP where the platform has no such limit for others.
int csandbox_limit_memory(pid_t process, uint64_t bytes);

/// Sends an open file over a channel to another process, with one byte. Returns 0, or an errno value.
int csandbox_send_file(int channel, int file);

/// Takes a file that was sent so; -1 when something else came, or the end.
int csandbox_receive_file(int channel);

/// What a process of a child finds when it tries what it must not; one bit for each attempt that succeeded, 0 when all were
/// refused. The bits are CSANDBOX_CAN_….
unsigned csandbox_attempt(const char *path);
#define CSANDBOX_CAN_CONNECT 1u
#define CSANDBOX_CAN_READ 2u
#define CSANDBOX_CAN_WRITE 4u
#define CSANDBOX_CAN_EXECUTE 8u
#define CSANDBOX_CAN_FORK 16u
#define CSANDBOX_CAN_TRACE 32u
#define CSANDBOX_CAN_MAP_CODE 64u
#define CSANDBOX_CAN_SIGNAL 128u
