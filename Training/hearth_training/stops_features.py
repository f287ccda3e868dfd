"""The words of talk, and the features of the gaps between them. `Sources/HearthEmbedding/StopFeatures.swift` does the same, byte by byte."""

from __future__ import annotations

import numpy as np

KEY_BITS = 22
"""Bits of a feature's hash that are kept; with the number of its template they are its key."""
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
"""2^64 divided by the golden ratio, as Fibonacci hashing has it (Knuth, volume 3, 6.4)."""
OUTSIDE = 1
"""The hash of a place before the first word and after the last."""
COLUMN = {"w": 0, "s": 1, "k": 2}
LONGEST = 48
"""Bytes of a word that are looked at."""

TEMPLATES: tuple[tuple[str, ...], ...] = (
    # Words by their place: `0` stands before the gap, `1` behind it.
    ("w-2",), ("w-1",), ("w0",), ("w1",), ("w2",), ("w3",),
    ("w-1", "w0"), ("w0", "w1"), ("w1", "w2"), ("w2", "w3"), ("w-2", "w-1"), ("w0", "w2"), ("w-1", "w1"),
    ("w-1", "w0", "w1"), ("w0", "w1", "w2"), ("w-2", "w-1", "w0"), ("w1", "w2", "w3"),
    # Endings.
    ("s0",), ("s1",), ("s0", "w1"), ("w0", "s1"),
    # Kinds of words: frequent ones are themselves, the others their last two bytes.
    ("k-1", "k0", "k1"), ("k0", "k1", "k2"), ("k-1", "k0", "k1", "k2"), ("k-2", "k-1", "k0", "k1"),
    ("k0", "k1", "k2", "k3"),
)
"""Each makes one feature of every gap: w a word, s its last three bytes, k its kind."""


def normalized(word: str) -> bytes:
    """A word as it is hashed: ASCII in lower case, a curly apostrophe made straight, no marks at its ends; empty where it has no letter or digit.

    Only ASCII is told apart: every byte from 0x80 counts as a letter.
    """
    raw = bytes(b + 32 if 0x41 <= b <= 0x5A else b for b in word.replace("\u2019", "'").encode())
    start, end = 0, len(raw)
    while start < end and not is_letter(raw[start]):
        start += 1
    while end > start and not is_letter(raw[end - 1]):
        end -= 1
    return raw[start:end][:LONGEST]


def is_letter(byte: int) -> bool:
    return 0x61 <= byte <= 0x7A or 0x30 <= byte <= 0x39 or byte >= 0x80


def fnv(data: bytes) -> int:
    """FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


class Lexicon:
    """Hashes of words, endings and kinds, each word worked out once."""

    def __init__(self, frequent: list[bytes]):
        self.frequent = set(frequent)
        self.known: dict[bytes, int] = {}
        self.rows: list[tuple[int, int, int]] = []
        self.table = np.zeros((0, 3), np.uint64)

    def number(self, word: bytes) -> int:
        found = self.known.get(word)
        if found is None:
            found = self.known[word] = len(self.rows)
            kind = fnv(word) if word in self.frequent else fnv(b"-" + word[-2:])
            self.rows.append((fnv(word), fnv(b"~" + word[-3:]), kind))
        return found

    def hashes(self, words: list[bytes]) -> np.ndarray:
        """Words × (word, ending, kind), unsigned."""
        numbers = np.fromiter((self.number(word) for word in words), np.int64, len(words))
        if len(self.table) < len(self.rows):
            new = np.array(self.rows[len(self.table) :], dtype=np.uint64)
            self.table = np.concatenate([self.table, new])
        return self.table[numbers]


def keys(hashes: np.ndarray, template: int) -> np.ndarray:
    """The keys of one template's features, one for each gap between words, below (templates << KEY_BITS)."""
    count = len(hashes)
    padded = np.full((count + 5, 3), OUTSIDE, np.uint64)
    padded[2 : count + 2] = hashes
    value = np.full(count - 1, (template + 1) * int(MULTIPLIER) & 0xFFFFFFFFFFFFFFFF, np.uint64)
    for part in TEMPLATES[template]:
        start = 2 + int(part[1:])
        value = (value ^ padded[start : start + count - 1, COLUMN[part[0]]]) * MULTIPLIER
        value ^= value >> np.uint64(29)
    value *= MULTIPLIER
    return (value >> np.uint64(64 - KEY_BITS)).astype(np.int32) | np.int32(template << KEY_BITS)
