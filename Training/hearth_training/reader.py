"""The reader: which span of a passage answers a question, whether any does, and whether the passage is about it at all."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from .base import Shape
from .trained import Trained


class Reader(Trained):
    """The encoder with two linear heads: start and end of the answer for every token, relevance and answerability for the first."""

    prefix = "reader"

    def __init__(self, shape: Shape, dropout: float = 0.0):
        super().__init__(shape, dropout)
        self.span = nn.Linear(shape.width, 2)
        self.passage = nn.Linear(shape.width, 2)
        for head in (self.span, self.passage):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)

    def forward(self, tokens, segments, real) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits: batch × length × (start, end), with what is no passage token out of reach, and batch × (relevant, answerable)."""
        states = self.encoder(tokens, segments, real)
        spans = self.span(states).float().masked_fill(~passage_tokens(segments, real)[..., None], -1e4)
        return spans, self.passage(states[:, 0]).float()


def passage_tokens(segments: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
    """Tokens of the second segment but its closing separator."""
    inside = (segments == 1) & real
    return inside & torch.cat([inside[:, 1:], torch.zeros_like(inside[:, :1])], 1)


def batch(rows: list[tuple[list[int], int]], device: str = "cpu", multiple: int = 8):
    """Rows of (tokens, index of the passage's first token) as tensors (tokens, segments, real), padded to a multiple of tokens."""
    length = -(-max(len(tokens) for tokens, _ in rows) // multiple) * multiple
    tokens = np.zeros((len(rows), length), np.int64)
    segments = np.zeros_like(tokens)
    real = np.zeros((len(rows), length), bool)
    for index, (ids, passage) in enumerate(rows):
        tokens[index, : len(ids)] = ids
        segments[index, passage : len(ids)] = 1
        real[index, : len(ids)] = True
    return tuple(torch.from_numpy(column).to(device) for column in (tokens, segments, real))


def loss(spans, heads, first, last, answerable, relevant, pair) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """Cross-entropy of start and end where there is an answer; binary cross-entropy of both heads (relevance where it is known);
    and, where a question stands in the batch with a passage that answers it and one that does not, the logistic loss of their
    difference in both heads, which is what ranking asks for (RankNet, Burges et al. 2005)."""
    has = answerable > 0
    count = has.sum().clamp(min=1)
    span = (
        F.cross_entropy(spans[..., 0], first, reduction="none") + F.cross_entropy(spans[..., 1], last, reduction="none")
    )[has].sum() / (2 * count)
    known = relevant >= 0
    answer_head = F.binary_cross_entropy_with_logits(heads[:, 1], answerable)
    relevance_head = (
        F.binary_cross_entropy_with_logits(heads[:, 0], relevant.clamp(min=0), reduction="none") * known
    ).sum() / known.sum().clamp(min=1)
    right, wrong = torch.nonzero((pair[:, None] == pair[None]) & has[:, None] & (answerable == 0)[None], as_tuple=True)
    ranking = F.softplus(heads[wrong] - heads[right]).mean() if len(right) else spans.new_zeros(())
    total = span + 0.5 * (answer_head + relevance_head) + 0.5 * ranking
    return total, {"span": span, "answerable": answer_head, "relevant": relevance_head, "ranking": ranking}


# Softer distributions say more of what else might be right (Hinton et al. 2015, arXiv:1503.02531); DistilBERT's answers were distilled at 2.
TEMPERATURE = 2.0


def distilled(spans, heads, taught: list[tuple[torch.Tensor, torch.Tensor]], answerable) -> torch.Tensor:
    """How far what is said lies from the mean of what teachers say: start and end where there is an answer, both heads everywhere.
    `taught`: of each teacher what `Reader.forward` gives."""
    has = answerable > 0
    target = torch.stack([torch.softmax(theirs / TEMPERATURE, 1) for theirs, _ in taught]).mean(0)
    said = torch.log_softmax(spans / TEMPERATURE, 1)
    span = F.kl_div(said[has], target[has], reduction="sum") * TEMPERATURE**2 / (2 * has.sum().clamp(min=1))
    chances = torch.stack([torch.sigmoid(theirs) for _, theirs in taught]).mean(0)
    return span + F.binary_cross_entropy_with_logits(heads, chances)
