"""The tagger: names, mood, acts and salience of the sentences of a window, in one pass of an encoder.

A window is several sentences in their order (BERTSum's form: Liu and Lapata 2019, arXiv:1908.08345):

    [CLS] first sentence [CLS] second sentence … [SEP]

The mean of the states of a sentence's tokens, its [CLS] among them, says its mood, its acts and its salience, the state of a word's first piece says
its name. So each sentence has its neighbours as context, before and after, and no token is read twice, which one sentence with its predecessor would
cost. The state of the [CLS] alone, as BERTSum takes it, did not learn to tell the sentences of a window apart in 40,000 windows: those tokens
differ by their positions only, and the base was trained with one, whose state it pools with all others. The token type is 0 for the speaker who begins the window and changes with each change of speaker.

The base encoder's vocabulary is lower-cased, and in English capitals are most of the evidence for names. So each token has the
shape of its word added to its embeddings.
"""

from __future__ import annotations

import dataclasses
import functools

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from .base import CLS, SEP, Base, Shape
from .tagger_labels import ACTS, EMOTIONS, NAME_LABELS, POLARITIES
from .trained import Trained

WINDOW = 128  # tokens of a window at most, special ones included
# What a word looks like; rows of `tagger.case.weight`. The first word of a sentence that has a letter is apart, as its capital says little.
CASES = ("none", "lower", "capital", "upper", "letter", "mixed", "digits", "first lower", "first capital")
NONE, LOWER, CAPITAL, UPPER, LETTER, MIXED, DIGITS, FIRST_LOWER, FIRST_CAPITAL = range(len(CASES))
# What a shape becomes when the sentence is written in lower case, in capitals, with a capital for each word.
LOWERED = np.array([NONE, LOWER, LOWER, LOWER, LOWER, LOWER, DIGITS, FIRST_LOWER, FIRST_LOWER], np.int8)
RAISED = np.array([NONE, UPPER, UPPER, UPPER, LETTER, UPPER, DIGITS, UPPER, UPPER], np.int8)
TITLED = np.array([NONE, CAPITAL, CAPITAL, UPPER, LETTER, MIXED, DIGITS, FIRST_CAPITAL, FIRST_CAPITAL], np.int8)


@functools.lru_cache(1 << 17)
def case_of(word: str, first: bool) -> int:
    """The shape of a word, a run of characters that the tokenizer does not part before it looks for pieces; `first`: no word with a
    letter stands before it in its sentence."""
    letters = [c for c in word if c.isalpha()]
    if not letters:
        return DIGITS if any(c.isdigit() for c in word) else NONE
    capitals = sum(c.isupper() for c in letters)
    if capitals == 0:
        return FIRST_LOWER if first else LOWER
    if capitals == 1 and word[0].isupper() and (len(letters) > 1 or len(word) == 1):
        return FIRST_CAPITAL if first else CAPITAL if len(word) > 1 else LETTER
    return UPPER if capitals == len(letters) else MIXED


class Tagger(Trained):
    """The encoder with linear heads: names for words; mood, acts and salience for sentences."""

    prefix = "tagger"
    MOOD = 1 + len(POLARITIES) + len(EMOTIONS)  # valence, polarities, emotions

    def __init__(self, shape: Shape, dropout: float = 0.0):
        super().__init__(shape, dropout)
        self.case = nn.Embedding(len(CASES), shape.width)
        self.names = nn.Linear(shape.width, len(NAME_LABELS))
        self.mood = nn.Linear(shape.width, self.MOOD)
        self.acts = nn.Linear(shape.width, len(ACTS))
        self.salience = nn.Linear(shape.width, 1)
        nn.init.zeros_(self.case.weight)  # training begins with the base as it is
        for head in (self.names, self.mood, self.acts, self.salience):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)

    def forward(self, tokens, segments, real, cases) -> torch.Tensor:
        return self.encoder(tokens, segments, real, self.case(cases))


@dataclasses.dataclass
class Piece:
    """Tokens of a sentence, the shapes of their words, and what is known of their names (choices, -1 for nothing)."""

    tokens: np.ndarray
    cases: np.ndarray
    names: np.ndarray


@dataclasses.dataclass
class Window:
    """Tokens, token types, shapes and choices of a window; its sentences' numbers, and the places of their [CLS]."""

    tokens: list[int]
    segments: list[int]
    cases: list[int]
    names: list[int]
    heads: list[int]
    sentences: list[int]

    @classmethod
    def of(cls, sentences: list[int], pieces: list[Piece], turns: list[int]) -> Window:
        """`turns`: of each sentence a number that changes with the speaker."""
        window = cls([], [], [], [], [], list(sentences))
        segment = 0
        for index, piece in enumerate(pieces):
            if index and turns[index] != turns[index - 1]:
                segment = 1 - segment
            window.heads.append(len(window.tokens))
            window.tokens += [CLS, *piece.tokens.tolist()]
            window.cases += [NONE, *piece.cases.tolist()]
            window.names += [-1, *piece.names.tolist()]
            window.segments += [segment] * (1 + len(piece.tokens))
        window.tokens.append(SEP)
        window.cases.append(NONE)
        window.names.append(-1)
        window.segments.append(segment)
        return window


def sentence_places(windows: list[Window]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Of each sentence, the windows' one after the other, its window, its [CLS], and where it ends: at the next one's [CLS], the last one before [SEP]."""
    rows = [row for row, window in enumerate(windows) for _ in window.heads]
    starts = [head for window in windows for head in window.heads]
    ends = [end for window in windows for end in (*window.heads[1:], len(window.tokens) - 1)]
    return torch.tensor(rows), torch.tensor(starts), torch.tensor(ends)


def sentence_states(states: torch.Tensor, rows: torch.Tensor, starts: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """The mean state of each sentence's tokens, [CLS] included (sentences × width)."""
    sums = F.pad(states.float().cumsum(1), (0, 0, 1, 0))
    return (sums[rows, ends] - sums[rows, starts]) / (ends - starts)[:, None]


def batch(windows: list[Window], device: str = "cpu", multiple: int = 8) -> tuple[torch.Tensor, ...]:
    """Windows as tensors (tokens, segments, real, cases), padded to a multiple of tokens."""
    length = -(-max(len(window.tokens) for window in windows) // multiple) * multiple
    form = (len(windows), length)
    tokens, segments, cases = (np.zeros(form, np.int64) for _ in range(3))
    real = np.zeros(form, bool)
    for index, window in enumerate(windows):
        count = len(window.tokens)
        tokens[index, :count] = window.tokens
        segments[index, :count] = window.segments
        cases[index, :count] = window.cases
        real[index, :count] = True
    return tuple(torch.from_numpy(column).to(device) for column in (tokens, segments, real, cases))


# The mean over a batch is over at least so many, so that one of a kind alone does not weigh as many do.
FEWEST_WORDS, FEWEST_SENTENCES = 200, 8
# EmoBank's texts differ by 0.17 in the mean: a positive one is to have at least this valence, a negative one at most its negative.
FELT_VALENCE = 0.2


def name_loss(logits: torch.Tensor, shares: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """The negative logarithm of all that is possible for each word (words × labels), each label by its share."""
    likely = torch.logsumexp(logits + shares.clamp(min=1e-9).log(), 1)
    return (weight * (torch.logsumexp(logits, 1) - likely)).sum() / weight.sum().clamp(min=FEWEST_WORDS)


def label_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Binary cross-entropy over the labels that are known (not negative), summed over labels: sentences × labels."""
    known = labels >= 0
    losses = F.binary_cross_entropy_with_logits(logits, labels.clamp(min=0).float(), reduction="none")
    return (losses * known).sum() / known.any(1).sum().clamp(min=FEWEST_SENTENCES)


def valence_loss(found: torch.Tensor, valence: torch.Tensor, polarity: torch.Tensor) -> torch.Tensor:
    """Squared error where the valence is measured; where only the polarity is known, how far the valence is on the wrong side of
    FELT_VALENCE, squared. In units of the spread that valences have (0.17)."""
    measured = ~valence.isnan()
    error = torch.where(measured, found - valence.nan_to_num(), torch.zeros_like(found))
    felt = ~measured & (polarity >= 0).all(1) & (polarity.sum(1) == 1)
    sign = torch.where(polarity[:, 0] == 1, 1.0, -1.0)
    error = error + felt * F.relu(FELT_VALENCE - sign * found)
    return (error / 0.17).square().sum() / (measured | felt).sum().clamp(min=FEWEST_SENTENCES)


def salience_loss(scores: torch.Tensor, worth: torch.Tensor, document: torch.Tensor) -> torch.Tensor:
    """The logistic loss of the difference of any two sentences of a document of which one is worth more for its summary (RankNet, Burges et
    al. 2005), each such sentence weighing alike."""
    better = (document[:, None] == document[None]) & (worth[:, None] > worth[None])  # comparisons with NaN are false
    pairs = better.sum(1).clamp(min=1)
    losses = (F.softplus(scores[None] - scores[:, None]) * better).sum(1) / pairs
    return losses.sum() / better.any(1).sum().clamp(min=FEWEST_SENTENCES)
