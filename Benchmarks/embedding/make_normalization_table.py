#!/usr/bin/env python3
"""Writes the table of BERT's text normalisation (uncased) that the tokenizer reads.

The table is asked from the reference implementation, scalar by scalar, instead of being derived from Unicode's files: a
model was trained on what its tokenizer did, including the Unicode version it was built with.

    pip install tokenizers
    make_normalization_table.py > Sources/CEncoderKernels/bert_normalization.c
"""
import sys
import tokenizers
from tokenizers import normalizers, pre_tokenizers

KEEP, REMOVED, SPACE, PUNCTUATION, IDEOGRAPH, HANGUL = range(6)
MAPPED = 16  # values from here on are offsets into the pool
normalizer = normalizers.BertNormalizer(
    clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=True)
splitter = pre_tokenizers.BertPreTokenizer()

pool, offsets = bytearray(), {}


def pooled(kind, text):
    key = bytes([kind, len(text.encode())]) + text.encode()
    if key not in offsets:
        offsets[key] = len(pool)
        pool.extend(key)
    value = MAPPED + offsets[key]
    assert value < 65536
    return value


def classify(scalar):
    if 0xD800 <= scalar < 0xE000:
        return REMOVED
    if 0xAC00 <= scalar <= 0xD7A3:
        return HANGUL
    text = chr(scalar)
    around = normalizer.normalize_str("a" + text + "b")
    assert around[0] == "a" and around[-1] == "b"
    result = around[1:-1]
    if result == "":
        return REMOVED
    if result == " ":
        return SPACE
    if result[0] == " " and result[-1] == " ":
        inner = result[1:-1]
        return IDEOGRAPH if inner == text else pooled(IDEOGRAPH, inner)
    pieces = [piece for piece, _ in splitter.pre_tokenize_str(around)]
    if len(pieces) == 1:
        return KEEP if result == text else pooled(KEEP, result)
    assert len(pieces) == 3 and len(result) == 1, hex(scalar)
    return PUNCTUATION if result == text else pooled(PUNCTUATION, result)


def rows(values):
    for start in range(0, len(values), 24):
        yield "    " + ",".join(map(str, values[start:start + 24])) + ","


pages, index = {}, []
for page in range(0x1100):
    key = tuple(classify(page * 256 + i) for i in range(256))
    index.append(pages.setdefault(key, len(pages)))
out = ["// Written by Benchmarks/embedding/make_normalization_table.py from tokenizers " + tokenizers.__version__ + ".",
       "// Do not edit.", '#include <stdint.h>', "",
       "const uint8_t hearth_bert_page[0x1100] = {", *rows(index), "};", "",
       f"const uint16_t hearth_bert_class[{len(pages)}][256] = {{"]
assert len(pages) < 256
for page in pages:
    out += ["    {", *rows(page), "    },"]
out += ["};", "", f"const uint8_t hearth_bert_pool[{len(pool)}] = {{", *rows(pool), "};"]
print("\n".join(out))
print(len(pages), "pages", len(pool), "bytes of pool", file=sys.stderr)
