// What makes guessing passwords dear: scrypt (RFC 7914).
//
// On Linux it is libcrypto's, which SQLCipher needs in any case. Apple's systems have no scrypt, so there it is written down here, over
// their HMAC; `HEARTH_OWN_SCRYPT` takes it elsewhere too, for the check against libcrypto's.

#ifndef HEARTH_CPASSWORD_H
#define HEARTH_CPASSWORD_H

#include <stddef.h>
#include <stdint.h>

/// Derives `key_length` bytes. `n` is a power of two above 1; the work takes 128 * n * r bytes of memory, of which `most_memory` is the limit.
/// Returns 1, or 0 where the parameters or the memory do not allow it.
int hearth_scrypt(const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length, uint64_t n, uint32_t r,
                  uint32_t p, uint64_t most_memory, uint8_t *key, size_t key_length);

#endif
