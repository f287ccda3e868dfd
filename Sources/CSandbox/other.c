#if !defined(__linux__) && !defined(__APPLE__)
#include "CSandbox.h"

#include <errno.h>

int csandbox_deny_network(void) { return ENOTSUP; }
int csandbox_internet_is_denied(void) { return 0; }
int csandbox_open_internet_sockets(void) { return -1; }

#endif
