#pragma once
// Takes the network away from the running process, for good, and from every program that it starts.

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
