#pragma once
#include "CSandbox.h"

#include <errno.h>
#include <sys/resource.h>

/// No core dump of this process, nor of what it becomes. Where Linux hands dumps to a program (`|` in kernel.core_pattern), a limit of
/// 0 does not keep it from that; a limit of 1 does, and is too short for a file (core(5)). Returns 0 or an errno value.
static inline int csandbox_no_core(void) {
#if defined(__linux__)
    struct rlimit one = {1, 1};
    if (setrlimit(RLIMIT_CORE, &one) == 0) return 0;
    // Somebody above allowed none; who may not have a file may not raise that.
#endif
    struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none) == 0 ? 0 : errno;
}

/// Puts the wall of `launch` around the calling process, which is about to become the program. Makes system calls only.
/// Returns 0 or an errno value.
int csandbox_wall_up(const struct csandbox_launch *launch);

/// As `csandbox_deny_network`, for the calling process and without sockets of any family. Linux only.
int csandbox_deny_sockets(void);
