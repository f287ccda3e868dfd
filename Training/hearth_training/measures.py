"""Measures and calibration that the models have in common."""

from __future__ import annotations

import numpy as np


def area(positive: np.ndarray, negative: np.ndarray) -> float:
    """How often a positive scores above a negative, ties by half: the area under the ROC curve."""
    ordered = np.sort(negative)
    below, upto = np.searchsorted(ordered, positive, "left"), np.searchsorted(ordered, positive, "right")
    return float((below + upto).mean() / (2 * max(1, len(negative))))


def platt(logits: np.ndarray, labels: np.ndarray, balanced: bool = True) -> tuple[float, float]:
    """Scale and shift of logistic calibration (Platt 1999), by Newton's method. `balanced`: both classes weigh alike, so that the
    probability is that of an even choice; otherwise it is that of the data, however rare the positives."""
    positive, negative = (labels > 0).sum(), (labels <= 0).sum()
    even = np.where(labels > 0, 0.5 / max(1, positive), 0.5 / max(1, negative))
    weights = even if balanced else np.full(len(labels), 1 / max(1, len(labels)))
    x = np.stack([logits, np.ones_like(logits)], 1)
    beta = np.array([1.0, 0.0])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ beta))
        gradient = x.T @ (weights * (p - labels)) + 1e-4 * beta
        hessian = (x * (weights * p * (1 - p))[:, None]).T @ x + 1e-4 * np.eye(2)
        beta -= np.linalg.solve(hessian, gradient)
    return float(beta[0]), float(beta[1])


def f1(right: float, found: float, gold: float) -> float:
    """F1 of counts: right ones, those found, those there are."""
    return 2 * right / (found + gold) if found + gold else 0.0


def best_threshold(scores: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    """The threshold that gives the highest F1 (score ≥ threshold is positive), and that F1."""
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(labels[order] > 0)
    values = 2 * right / (np.arange(1, len(order) + 1) + max(1, (labels > 0).sum()))
    values[:-1][np.diff(scores[order]) == 0] = -1  # a threshold parts no ties
    best = int(np.argmax(values))
    beside = scores[order[best + 1]] if best + 1 < len(order) else scores[order[best]]
    return float((scores[order[best]] + beside) / 2), float(values[best])


def average_precision(scores: np.ndarray, labels: np.ndarray) -> float:
    """The mean, over the positives, of the precision among all that score at least as high."""
    order = np.argsort(-scores, kind="stable")
    right = labels[order] > 0
    ties = np.searchsorted(-scores[order], -scores[order], "right") - 1  # the last of those that score alike
    return float((np.cumsum(right) / np.arange(1, len(order) + 1))[ties][right].mean()) if right.any() else 0.0


def pearson(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.corrcoef(a, b)[0, 1]) if len(a) > 2 and np.std(a) > 0 and np.std(b) > 0 else 0.0
