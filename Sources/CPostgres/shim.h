#pragma once
// Debian keeps the header in a folder of its own, and Homebrew outside of every path that a compiler looks in.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#elif __has_include("/opt/homebrew/opt/libpq/include/libpq-fe.h")
#include "/opt/homebrew/opt/libpq/include/libpq-fe.h"
#elif __has_include("/usr/local/opt/libpq/include/libpq-fe.h")
#include "/usr/local/opt/libpq/include/libpq-fe.h"
#else
#error "libpq's header is missing: install libpq-dev (Debian) or libpq (Homebrew)."
#endif
