#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSandbox.h"
#include "wall.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#elif defined(__APPLE__)
#include <TargetConditionals.h>
#if TARGET_OS_OSX
#include <sys/ptrace.h>
#endif
#endif

int csandbox_close_to_others(void) {
    int failure = csandbox_no_core();
    if (failure) return failure;
#if defined(__linux__)
    // Also makes /proc/PID/mem, environ and fd root's.
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
#elif defined(__APPLE__) && TARGET_OS_OSX
    if (ptrace(PT_DENY_ATTACH, 0, 0, 0) != 0) return errno;
#endif
    return 0;
}

static size_t whole_pages(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (size + page - 1) / page * page;
}

void *csandbox_secret_pages(size_t size) {
    size_t length = whole_pages(size > 0 ? size : 1);
    void *pages = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (pages == MAP_FAILED) return NULL;
    // The limit for locked memory may be reached; the secret is then as safe as the swap is.
    (void)mlock(pages, length);
#if defined(MADV_DONTDUMP)
    (void)madvise(pages, length, MADV_DONTDUMP);
#endif
#if defined(MADV_WIPEONFORK)
    (void)madvise(pages, length, MADV_WIPEONFORK);
#endif
    return pages;
}

void csandbox_wipe(void *bytes, size_t size) {
    volatile unsigned char *place = bytes;
    while (size-- > 0) *place++ = 0;
}

void csandbox_wipe_secret_pages(void *pages, size_t size) {
    size_t length = whole_pages(size > 0 ? size : 1);
    csandbox_wipe(pages, size);
    (void)munlock(pages, length);
    (void)munmap(pages, length);
}
