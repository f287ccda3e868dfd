#if defined(__APPLE__)
#include "CSandbox.h"

#include <TargetConditionals.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#if TARGET_OS_OSX
#include <sandbox.h>

int csandbox_deny_network(void) {
    char *message = NULL;
    // Deprecated since 10.8 without a successor for programs without a bundle; the system's own tools still use it.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    int result = sandbox_init(kSBXProfileNoInternet, SANDBOX_NAMED, &message);
    if (message != NULL) sandbox_free_error(message);
#pragma clang diagnostic pop
    return result == 0 ? 0 : EPERM;
}

int csandbox_confine(void) {
    char *message = NULL;
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    int result = sandbox_init(kSBXProfilePureComputation, SANDBOX_NAMED, &message);
    if (message != NULL) sandbox_free_error(message);
#pragma clang diagnostic pop
    return result == 0 ? 0 : EPERM;
}

#else

int csandbox_deny_network(void) { return ENOTSUP; }
int csandbox_confine(void) { return ENOTSUP; }

#endif

// The sandbox lets a socket be made and denies its use, so the attempt is a connection to the discard port of this machine.
static int can_reach(void) {
    int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
    if (descriptor < 0) return errno != EPERM && errno != EACCES;
    struct sockaddr address = {.sa_len = 16, .sa_family = AF_INET, .sa_data = {0, 9, 127, 0, 0, 1}};
    int result = connect(descriptor, &address, 16);
    int reached = result == 0 || (errno != EPERM && errno != EACCES);
    close(descriptor);
    return reached;
}

int csandbox_internet_is_denied(void) { return !can_reach(); }

int csandbox_open_internet_sockets(void) { return -1; }

#endif
