#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What only the kernel can promise: a process without a network, programs behind a wall, files that other names do not lead
// to, memory that is not written to a disk. Everything here is a system call or two; nothing allocates.

// ---- The network of this process

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

// ---- This process

/// No core dumps, and no other process of the same user may look into this one (Linux) or attach to it. Returns 0 or errno.
int csandbox_close_to_others(void);

/// Pages for a secret: not swapped where the limit for locked memory allows it, not in a core dump, empty in a child process.
/// `NULL` when there is no memory. `size` is rounded up to whole pages.
void *csandbox_secret_pages(size_t size);

/// Overwrites and returns them.
void csandbox_wipe_secret_pages(void *pages, size_t size);

/// Overwrites bytes, also where the compiler thinks that nobody reads them again.
void csandbox_wipe(void *bytes, size_t size);

// ---- Files

/// A new file without a name, in memory, holding `bytes`, that nobody can change any more. -1 with errno (ENOSYS where the
/// system has no such files).
int csandbox_memory_file(const void *bytes, size_t size);

/// Opens what `path` names for reading, starting at the folder `folder` (a descriptor) and never leaving it: no link is
/// followed in any part, and neither `..` nor a leading `/` is taken. Pipes and devices are not waited for. With
/// `is_folder`, only a folder is opened. -1 with errno: ELOOP for a link, EXDEV for a path that leads out.
int csandbox_open_beneath(int folder, const char *path, int is_folder);

// ---- Other programs

/// Around a program that reads what comes from outside: no network, no other program, no file of the user's but the one it
/// is handed, no file to write. Linux: an allowed list of system calls, and Landlock where the kernel has it.
#define CSANDBOX_WALL_CLOSED 1
/// Around a program that talks to the desktop or to a sound server: no internet.
#define CSANDBOX_WALL_DEVICE 2
/// Around a program that the owner added: no internet, and on Linux no socket of another program, by which one that is not behind a
/// wall (the session's bus, a container's daemon) could be made to send for it.
#define CSANDBOX_WALL_TOOL 3

/// Where a program finds the file that it is handed.
#define CSANDBOX_FILE 3

struct csandbox_launch {
    const char *path;
    char *const *arguments;
    char *const *environment;
    /// What become its standard input, output and error.
    int input, output, errors;
    /// What becomes CSANDBOX_FILE; -1 for none.
    int file;
    int wall;
    /// Bytes of address space; 0 for no limit.
    uint64_t memory;
    /// Seconds of processor time; 0 for no limit.
    uint64_t processor;
};

/// Starts a program in a session of its own. It is killed when the thread that calls this ends, however that comes about;
/// so the caller stays until it has waited for it. Returns 0, or an errno value when it could not be started as asked for.
int csandbox_start_behind_wall(const struct csandbox_launch *launch, pid_t *child);

/// Whether a child has ended, without taking it away. Returns 1 when it has, with its exit status, or the negative number of
/// the signal that ended it; 0 while it runs; -1 when there is no such child.
int csandbox_has_ended(pid_t child, int *status);

/// What of the wall around other programs this system has: the sum of these.
#define CSANDBOX_HAS_FILTER 1
#define CSANDBOX_HAS_LANDLOCK 2
int csandbox_walls(void);

// ---- A copy of this program, for a model

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
// Not an attempt: what libdispatch reads of its threads is missing, or tells something.
#define CSANDBOX_LACKS_THREADS 256u
