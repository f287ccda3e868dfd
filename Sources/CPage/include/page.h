#pragma once
// The files of the web page, inside the program: no folder to find at run time, and nothing that could be swapped on disk.

#include <stddef.h>

/// One file of the page.
struct hearth_page_asset {
    /// Where it is served, such as "/js/main.js"; the page itself is "/".
    const char *path;
    /// The content type, with its character set.
    const char *type;
    /// The file's bytes; not ended by a zero.
    const unsigned char *bytes;
    size_t length;
};

/// How many files there are.
size_t hearth_page_asset_count(void);

/// The file at a place from 0 on, in the order of their paths; NULL past the last one.
const struct hearth_page_asset *hearth_page_asset_at(size_t index);
