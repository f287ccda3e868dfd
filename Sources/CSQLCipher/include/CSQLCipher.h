#pragma once
// Declares no sqlite3 type on purpose: GRDB imports the system's <sqlite3.h>, and one C type must have one owner.

/// 1 when the SQLCipher amalgamation was compiled in, 0 when `scripts/setup` has not fetched it.
int csqlcipher_linked(void);
