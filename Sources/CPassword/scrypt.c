#include "CPassword.h"

#include <stdlib.h>
#include <string.h>

#if defined(__APPLE__)
#include <CommonCrypto/CommonKeyDerivation.h>
#define HEARTH_OWN_SCRYPT 1
static int pbkdf2(const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length, uint8_t *out, size_t length) {
    return CCKeyDerivationPBKDF(kCCPBKDF2, (const char *)password, password_length, salt, salt_length, kCCPRFHmacAlgSHA256, 1, out,
                                length) == kCCSuccess;
}
#else
// Declared here, as libcrypto's headers are those of its development package, and these two have been what they are since 1.1.
typedef struct evp_md_st EVP_MD;
extern const EVP_MD *EVP_sha256(void);
extern int EVP_PBE_scrypt(const char *pass, size_t passlen, const unsigned char *salt, size_t saltlen, uint64_t N, uint64_t r, uint64_t p,
                          uint64_t maxmem, unsigned char *key, size_t keylen);
extern int PKCS5_PBKDF2_HMAC(const char *pass, int passlen, const unsigned char *salt, int saltlen, int iter, const EVP_MD *digest,
                             int keylen, unsigned char *out);
#if defined(HEARTH_OWN_SCRYPT)
static int pbkdf2(const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length, uint8_t *out, size_t length) {
    return PKCS5_PBKDF2_HMAC((const char *)password, (int)password_length, salt, (int)salt_length, 1, EVP_sha256(), (int)length, out) == 1;
}
#endif
#endif

#if defined(HEARTH_OWN_SCRYPT)

static uint32_t rotated(uint32_t value, int bits) { return value << bits | value >> (32 - bits); }

// RFC 7914, 3.
static void salsa20_8(uint32_t block[16]) {
    uint32_t x[16];
    memcpy(x, block, sizeof x);
    for (int round = 0; round < 8; round += 2) {
        for (int i = 0; i < 4; i++) {
            uint32_t *a = &x[i * 5], *b = &x[(i * 5 + 4) & 15], *c = &x[(i * 5 + 8) & 15], *d = &x[(i * 5 + 12) & 15];
            *b ^= rotated(*a + *d, 7);
            *c ^= rotated(*b + *a, 9);
            *d ^= rotated(*c + *b, 13);
            *a ^= rotated(*d + *c, 18);
        }
        for (int i = 0; i < 4; i++) {
            uint32_t *row = &x[i * 4];
            uint32_t *a = &row[i], *b = &row[(i + 1) & 3], *c = &row[(i + 2) & 3], *d = &row[(i + 3) & 3];
            *b ^= rotated(*a + *d, 7);
            *c ^= rotated(*b + *a, 9);
            *d ^= rotated(*c + *b, 13);
            *a ^= rotated(*d + *c, 18);
        }
    }
    for (int i = 0; i < 16; i++) block[i] += x[i];
}

// RFC 7914, 4.
static void block_mix(const uint32_t *in, uint32_t *out, uint32_t r) {
    uint32_t x[16];
    memcpy(x, in + (2 * (size_t)r - 1) * 16, sizeof x);
    for (uint32_t i = 0; i < 2 * r; i++) {
        for (int j = 0; j < 16; j++) x[j] ^= in[(size_t)i * 16 + j];
        salsa20_8(x);
        memcpy(out + ((size_t)(i / 2) + (i & 1 ? r : 0)) * 16, x, sizeof x);
    }
}

// RFC 7914, 5.
static void ro_mix(uint8_t *block, uint64_t n, uint32_t r, uint32_t *table, uint32_t *scratch) {
    size_t words = 32 * (size_t)r;
    uint32_t *x = scratch, *y = scratch + words;
    for (size_t i = 0; i < words; i++)
        x[i] = (uint32_t)block[4 * i] | (uint32_t)block[4 * i + 1] << 8 | (uint32_t)block[4 * i + 2] << 16 | (uint32_t)block[4 * i + 3] << 24;
    for (uint64_t i = 0; i < n; i++) {
        memcpy(table + i * words, x, words * 4);
        block_mix(x, y, r);
        memcpy(x, y, words * 4);
    }
    for (uint64_t i = 0; i < n; i++) {
        size_t last = (2 * (size_t)r - 1) * 16;
        uint64_t j = ((uint64_t)x[last + 1] << 32 | x[last]) & (n - 1);
        for (size_t k = 0; k < words; k++) x[k] ^= table[j * words + k];
        block_mix(x, y, r);
        memcpy(x, y, words * 4);
    }
    for (size_t i = 0; i < words; i++)
        for (int byte = 0; byte < 4; byte++) block[4 * i + byte] = (uint8_t)(x[i] >> (8 * byte));
}

static void overwrite(void *place, size_t length) {
    volatile uint8_t *bytes = place;
    while (length--) *bytes++ = 0;
}

// RFC 7914, 6.
static int derive(const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length, uint64_t n, uint32_t r,
                  uint32_t p, uint8_t *key, size_t key_length) {
    size_t block = 128 * (size_t)r;
    uint8_t *blocks = malloc(block * p);
    uint32_t *table = malloc(block * n), *scratch = malloc(2 * block);
    int done = 0;
    if (blocks && table && scratch && pbkdf2(password, password_length, salt, salt_length, blocks, block * p)) {
        for (uint32_t i = 0; i < p; i++) ro_mix(blocks + i * block, n, r, table, scratch);
        done = pbkdf2(password, password_length, blocks, block * p, key, key_length);
    }
    if (blocks) overwrite(blocks, block * p);
    if (table) overwrite(table, block * n);
    if (scratch) overwrite(scratch, 2 * block);
    free(blocks);
    free(table);
    free(scratch);
    return done;
}

#endif

int hearth_scrypt(const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length, uint64_t n, uint32_t r,
                  uint32_t p, uint64_t most_memory, uint8_t *key, size_t key_length) {
    // Some implementations take no pointer that leads nowhere, also where nothing is read from it.
    if (password_length == 0) password = (const uint8_t *)"";
    if (n < 2 || (n & (n - 1)) != 0 || n > 1u << 24 || r < 1 || r > 64 || p < 1 || p > 64) return 0;
    if (128 * n * r + 128 * (uint64_t)r * p > most_memory || password_length > 1 << 16 || salt_length > 1 << 16 || key_length < 1 ||
        key_length > 1 << 16)
        return 0;
#if defined(HEARTH_OWN_SCRYPT)
    return derive(password, password_length, salt, salt_length, n, r, p, key, key_length);
#else
    // libcrypto counts some more of what it allocates.
    return EVP_PBE_scrypt((const char *)password, password_length, salt, salt_length, n, r, p, most_memory + (1 << 20), key, key_length) == 1;
#endif
}
