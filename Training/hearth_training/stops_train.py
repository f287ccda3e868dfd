"""Trains the restorer of full stops: logistic regression over the features of gaps, by AdaGrad (Duchi et al. 2011).

    python -m hearth_training.stops_train --data … --out stops.npz
"""

from __future__ import annotations

import argparse
import collections

import numpy as np

from .stops_data import UNKNOWN, YES, Document, arrays, read
from .stops_features import KEY_BITS, TEMPLATES, Lexicon, keys

FREQUENT = 600
BATCH = 4096
SEED = 20261126


class Model:
    """Keys that have a weight, ascending; row 0 of the weights is that of all others and stays 0."""

    def __init__(self, frequent: list[bytes], known: np.ndarray, weights: np.ndarray, bias: float):
        self.lexicon = Lexicon(frequent)
        self.frequent, self.known, self.weights, self.bias = frequent, known, weights, bias

    def rows(self, documents: list[Document]) -> np.ndarray:
        """Rows of the weights for each gap: gaps × templates."""
        hashes = [self.lexicon.hashes(document.words) for document in documents]
        out = np.zeros((sum(len(part) - 1 for part in hashes), len(TEMPLATES)), np.int32)
        number = np.zeros(len(TEMPLATES) << KEY_BITS, np.int32)
        number[self.known] = np.arange(1, len(self.known) + 1)
        for template in range(len(TEMPLATES)):
            out[:, template] = number[np.concatenate([keys(part, template) for part in hashes])]
        return out

    def logits(self, rows: np.ndarray) -> np.ndarray:
        """Of a boundary in each gap."""
        out = np.empty(len(rows), np.float64)
        for start in range(0, len(rows), 65536):
            out[start : start + 65536] = self.weights[rows[start : start + 65536]].sum(1, dtype=np.float64) + self.bias
        return out

    def save(self, path: str) -> None:
        np.savez(path, frequent=np.array(self.frequent), known=self.known, weights=self.weights, bias=self.bias)

    @classmethod
    def load(cls, path: str) -> Model:
        data = np.load(path)
        return cls([bytes(word) for word in data["frequent"]], data["known"], data["weights"], float(data["bias"]))


def frequent_words(documents: list[Document]) -> list[bytes]:
    """Those most often said, a tie in the order of their bytes."""
    counts: collections.Counter[bytes] = collections.Counter()
    for document in documents:
        counts.update(document.words)
    return sorted(sorted(counts), key=lambda word: -counts[word])[:FREQUENT]


def seen(documents: list[Document], lexicon: Lexicon, least: int) -> tuple[np.ndarray, np.ndarray]:
    """The keys that occur at least so often, and their rows for each gap, as `Model.rows` gives them.

    What is seen seldom is learned by heart and says nothing of other talk.
    """
    hashes = [lexicon.hashes(document.words) for document in documents]
    rows = np.zeros((sum(len(part) - 1 for part in hashes), len(TEMPLATES)), np.int32)
    found, known = [], 0
    for template in range(len(TEMPLATES)):
        low = np.concatenate([keys(part, template) for part in hashes]) & ((1 << KEY_BITS) - 1)
        often = np.flatnonzero(np.bincount(low, minlength=1 << KEY_BITS) >= least).astype(np.int32)
        number = np.zeros(1 << KEY_BITS, np.int32)
        number[often] = np.arange(known + 1, known + len(often) + 1)
        rows[:, template] = number[low]
        found.append(often | np.int32(template << KEY_BITS))
        known += len(often)
    return np.concatenate(found), rows


def train(model: Model, rows: np.ndarray, labels: np.ndarray, epochs: int, rate: float, decay: float, drop: float, report) -> None:
    """Sets the weights and the bias, averaged over the second half of the steps."""
    known = labels != UNKNOWN
    x, y = rows[known], (labels[known] == YES).astype(np.float32)
    random = np.random.default_rng(SEED)
    size = len(model.known) + 1
    weights, squares, mean = np.zeros(size, np.float32), np.full(size, 1e-3, np.float32), np.zeros(size, np.float64)
    bias = float(np.log(y.mean() / (1 - y.mean())))
    bias_square, bias_mean, averaged, step = 1.0, 0.0, 0, 0
    steps = epochs * (len(x) // BATCH)
    for epoch in range(epochs):
        order = random.permutation(len(x))
        for start in range(0, len(x) - BATCH + 1, BATCH):
            picked = order[start : start + BATCH]
            places = x[picked]
            # A part of the features is left out, so that none is relied on alone.
            kept = (random.random(places.shape, np.float32) >= drop).astype(np.float32) / (1 - drop)
            score = np.einsum("ij,ij->i", weights[places], kept) + bias
            error = (1 / (1 + np.exp(-score)) - y[picked]).astype(np.float32)
            gradient = np.bincount(places.ravel(), weights=(error[:, None] * kept).ravel(), minlength=size).astype(np.float32)
            gradient += decay * BATCH / len(x) * weights
            gradient[0] = 0
            squares += gradient * gradient
            pace = rate * (1 - step / steps)
            weights -= pace * gradient / np.sqrt(squares)
            total = float(error.sum())
            bias_square += total * total
            bias -= pace * total / bias_square**0.5
            step += 1
            if step > steps // 2:
                mean += weights
                bias_mean += bias
                averaged += 1
        model.weights, model.bias = weights, bias
        report(epoch)
    model.weights, model.bias = (mean / averaged).astype(np.float32), bias_mean / averaged


def f1(told: np.ndarray, labels: np.ndarray) -> tuple[float, float, float]:
    """Precision, recall and F1 of boundaries; gaps whose label is not known do not count."""
    told = told[labels != UNKNOWN]
    true = labels[labels != UNKNOWN] == YES
    right = float((told & true).sum())
    precision, recall = right / max(1.0, float(told.sum())), right / max(1.0, float(true.sum()))
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def best_threshold(logits: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    """The logit from which on a gap is a boundary, by F1, and that F1."""
    found = [(f1(logits > threshold, labels)[2], -threshold) for threshold in np.arange(-2, 1.01, 0.1)]
    score, threshold = max(found)
    return -threshold, score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--least", type=int, default=7)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=0.12)
    parser.add_argument("--decay", type=float, default=4.0)
    parser.add_argument("--drop", type=float, default=0.1)
    options = parser.parse_args()
    documents = read(options.data, {"train", "dev"})
    print(f"{len(documents)} documents", flush=True)
    training = [document for document in documents if document.part == "train"]
    development = [document for document in documents if document.part == "dev"]
    frequent = frequent_words(training)
    known, rows = seen(training, Lexicon(frequent), options.least)
    labels = arrays(training)[0]
    print("features are known", flush=True)
    model = Model(frequent, known, np.zeros(len(known) + 1, np.float32), 0.0)
    dev_rows, (dev_labels, _) = model.rows(development), arrays(development)
    del documents, training
    print(f"{len(rows)} gaps, {len(known)} features seen at least {options.least} times", flush=True)

    def report(epoch: int) -> None:
        threshold, score = best_threshold(model.logits(dev_rows), dev_labels)
        print(f"epoch {epoch + 1}: F1 {score:.4f} at {threshold:.1f} on the development part", flush=True)

    train(model, rows, labels, options.epochs, options.rate, options.decay, options.drop, report)
    report(options.epochs)
    model.save(options.out)


if __name__ == "__main__":
    main()
