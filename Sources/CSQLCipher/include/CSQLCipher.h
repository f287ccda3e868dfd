#pragma once
#include <stddef.h>
// Declares no sqlite3 type on purpose: GRDB imports the system's <sqlite3.h>, and one C type must have one owner.

/// 1 when the SQLCipher amalgamation was compiled in, 0 when `scripts/setup` has not fetched it.
int csqlcipher_linked(void);

/// Adds the tokenizer `words` and the functions `hearth_bm25` and `hearth_within` to a connection (an `sqlite3 *`).
/// Returns an SQLite result code; 0 is success.
int csqlcipher_register_search(void *connection);

/// Gives a connection (an `sqlite3 *`) its raw key of up to 64 bytes, and leaves no copy of it but SQLCipher's own, which is
/// in locked memory. Returns an SQLite result code; 0 is success. Without SQLCipher it fails.
int csqlcipher_set_key(void *connection, const void *key, size_t size);

/// 1 when the bytes of `needle` occur in `text`. (`memmem` is not visible to Swift everywhere.)
int csqlcipher_contains(const void *text, size_t size, const void *needle, size_t length);
