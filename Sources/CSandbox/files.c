#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/mman.h>
#include <sys/syscall.h>
#ifndef __NR_openat2
#define __NR_openat2 437
#endif
// <linux/openat2.h> is younger than some systems.
struct csandbox_open_how {
    uint64_t flags, mode, resolve;
};
#define CSANDBOX_RESOLVE_NO_MAGICLINKS 0x02
#define CSANDBOX_RESOLVE_NO_SYMLINKS 0x04
#define CSANDBOX_RESOLVE_BENEATH 0x08
#endif

int csandbox_memory_file(const void *bytes, size_t size) {
#if defined(__linux__) && defined(MFD_ALLOW_SEALING)
    int file = memfd_create("hearth", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    const char *rest = bytes;
    while (size > 0) {
        ssize_t written = write(file, rest, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            int failure = written < 0 ? errno : ENOSPC;
            close(file);
            errno = failure;
            return -1;
        }
        rest += written;
        size -= (size_t)written;
    }
    if (fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) != 0 ||
        lseek(file, 0, SEEK_SET) != 0) {
        int failure = errno;
        close(file);
        errno = failure;
        return -1;
    }
    return file;
#else
    (void)bytes;
    (void)size;
    errno = ENOSYS;
    return -1;
#endif
}

// A folder may be passed through that may not be listed.
#if defined(O_PATH)
#define CSANDBOX_PASS O_PATH
#else
#define CSANDBOX_PASS O_RDONLY
#endif

/// Folder by folder: what openat2 does in one step, where there is none.
static int open_step_by_step(int folder, const char *path, int flags) {
    int here = dup(folder);
    if (here < 0) return -1;
    fcntl(here, F_SETFD, FD_CLOEXEC);
    while (1) {
        while (*path == '/') path++;
        const char *end = strchr(path, '/');
        size_t length = end ? (size_t)(end - path) : strlen(path);
        const char *rest = path + length;
        while (*rest == '/') rest++;
        char name[NAME_MAX + 1];
        int failure = length > NAME_MAX ? ENAMETOOLONG : 0;
        if (!failure) {
            memcpy(name, path, length);
            name[length] = 0;
            if (strcmp(name, "..") == 0) failure = EXDEV;
        }
        int next = -1;
        if (!failure) {
            int is_last = *rest == 0;
            next = openat(here, length > 0 ? name : ".",
                          is_last ? flags : CSANDBOX_PASS | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (next < 0) {
                failure = errno;
                // A link in the place of a folder is told as "not a folder".
                char target[1];
                if (failure == ENOTDIR && readlinkat(here, name, target, sizeof target) >= 0) failure = ELOOP;
            }
        }
        close(here);
        if (next < 0) {
            errno = failure;
            return -1;
        }
        if (*rest == 0) return next;
        here = next;
        path = rest;
    }
}

int csandbox_open_beneath(int folder, const char *path, int is_folder) {
    int flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | (is_folder ? O_DIRECTORY : 0);
    if (*path == '/') {
        errno = EXDEV;
        return -1;
    }
#if defined(__linux__)
    struct csandbox_open_how how = {
        .flags = (uint64_t)flags,
        .resolve = CSANDBOX_RESOLVE_BENEATH | CSANDBOX_RESOLVE_NO_SYMLINKS | CSANDBOX_RESOLVE_NO_MAGICLINKS,
    };
    for (int attempt = 0; attempt < 8; attempt++) {
        long result = syscall(__NR_openat2, folder, *path ? path : ".", &how, sizeof how);
        if (result >= 0) return (int)result;
        // EAGAIN: something was renamed meanwhile, and the kernel could not be sure.
        if (errno != EAGAIN && errno != EINTR) break;
    }
    // ENOSYS: older than Linux 5.6. EPERM: a container that does not know the call.
    if (errno != ENOSYS && errno != EPERM && errno != EAGAIN) return -1;
#endif
    return open_step_by_step(folder, path, flags);
}
