#if !defined(__linux__) && !defined(__APPLE__)
#include "CSandbox.h"

#include <errno.h>

int csandbox_deny_network(void) { return ENOTSUP; }
int csandbox_internet_is_denied(void) { return 0; }
int csandbox_open_internet_sockets(void) { return -1; }
int csandbox_start(const char *program, const char *argument, int channel, pid_t *child) { return ENOTSUP; }
int csandbox_begin_child(void) { return ENOTSUP; }
int csandbox_confine(void) { return ENOTSUP; }
int csandbox_limit_memory(pid_t process, uint64_t bytes) { return ENOTSUP; }
int csandbox_send_file(int channel, int file) { return ENOTSUP; }
int csandbox_receive_file(int channel) { return -1; }
unsigned csandbox_attempt(const char *path) { return 0; }

#endif
