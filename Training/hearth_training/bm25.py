"""BM25 (Robertson and Zaragoza 2009) over short texts: it finds the passages that look most like an answer and hold none."""

from __future__ import annotations

import collections
import math
import re

import numpy as np

WORDS = re.compile(r"\w+")
K1, B = 1.2, 0.75  # the usual values of the paper


class BM25:
    def __init__(self, texts: list[str]):
        self.count = len(texts)
        postings: dict[str, list[tuple[int, int]]] = collections.defaultdict(list)
        lengths = np.zeros(max(1, self.count))
        for index, text in enumerate(texts):
            words = collections.Counter(WORDS.findall(text.lower()))
            lengths[index] = sum(words.values())
            for word, frequency in words.items():
                postings[word].append((index, frequency))
        self.saturation = K1 * (1 - B + B * lengths / max(1.0, lengths.mean()))
        self.postings = {
            word: (np.array([i for i, _ in found]), np.array([f for _, f in found], dtype=float))
            for word, found in postings.items()
        }

    def best(self, query: str, limit: int) -> list[int]:
        """The texts that match best, best first. Words of more than three in ten texts are passed over for speed."""
        scores = np.zeros(self.count)
        for word in sorted(set(WORDS.findall(query.lower()))):
            if word not in self.postings:
                continue
            index, frequency = self.postings[word]
            if len(index) > 0.3 * self.count:
                continue
            weight = math.log(1 + (self.count - len(index) + 0.5) / (len(index) + 0.5))
            scores[index] += weight * frequency * (K1 + 1) / (frequency + self.saturation[index])
        limit = min(limit, self.count)
        found = np.argpartition(-scores, limit - 1)[:limit]
        return [int(i) for i in found[np.argsort(-scores[found], kind="stable")] if scores[i] > 0]
