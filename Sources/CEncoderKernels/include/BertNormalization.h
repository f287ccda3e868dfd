#pragma once
#include <stdint.h>

/// What BERT's uncased normalisation does to a Unicode scalar: one of the values below, or, from `HEARTH_BERT_MAPPED` on,
/// a replacement. Static data: nothing is built or read when the program starts.
enum {
    /// Part of a word, as it is.
    HEARTH_BERT_KEEP = 0,
    /// Left out: control characters, and accents after decomposition. Does not end a word.
    HEARTH_BERT_REMOVED = 1,
    /// Ends a word.
    HEARTH_BERT_SPACE = 2,
    /// A token of its own.
    HEARTH_BERT_PUNCTUATION = 3,
    /// A token of its own.
    HEARTH_BERT_IDEOGRAPH = 4,
    /// A hangul syllable: part of a word, replaced by its letters (by arithmetic).
    HEARTH_BERT_HANGUL = 5,
    HEARTH_BERT_MAPPED = 16,
};

/// The class of a scalar. Values that are no scalars are `HEARTH_BERT_REMOVED`.
static inline uint32_t hearth_bert_classify(uint32_t scalar) {
    extern const uint8_t hearth_bert_page[0x1100];
    extern const uint16_t hearth_bert_class[][256];
    if (scalar > 0x10FFFF) return HEARTH_BERT_REMOVED;
    return hearth_bert_class[hearth_bert_page[scalar >> 8]][scalar & 255];
}

/// The replacement for a class from `HEARTH_BERT_MAPPED` on: a byte with its own class (`KEEP`, `PUNCTUATION` or
/// `IDEOGRAPH`), a byte with its length, and that many bytes of UTF-8.
static inline const uint8_t *hearth_bert_replacement(uint32_t mapped) {
    extern const uint8_t hearth_bert_pool[];
    return hearth_bert_pool + (mapped - HEARTH_BERT_MAPPED);
}
