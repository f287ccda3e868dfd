#pragma once
// Snowball's stemmers behind four functions. Nothing here knows Snowball's own types.

/// 1 when the stemmers were compiled in, 0 when `scripts/setup` has not fetched them.
int csnowball_linked(void);

/// The languages that there are stemmers for, as codes of ISO 639-1 in the order of the alphabet, ended by NULL.
const char *const *csnowball_languages(void);

/// A stemmer for a language, or NULL when there is none or no memory. One thread at a time may use it.
void *csnowball_make(const char *language);

void csnowball_free(void *stemmer);

/// Stems one word of `size` bytes of valid UTF-8 in lower case. `*stem` then points to the stem, which is the stemmer's until the
/// next call. Returns its length in bytes, or -1 when there was no memory; the stemmer can be used again then.
int csnowball_stem(void *stemmer, const unsigned char *word, int size, const unsigned char **stem);
