"""Measures a trained tagger beside trivial baselines, and fits its probabilities and thresholds.

    python -m hearth_training.tagger_evaluate --base … --checkpoint final.pt --features FOLDER [--part dev] [--calibrate OUT.json]

A line of JSON for each source, each figure beside its baseline's:

    names     F1 of spans, exact and typed, over the types that the source annotates ("partial": its unlabelled words are no sure
              negatives, so that recall says more); `lower`: the same sentences without capitals. Baseline: the names of the training
              part, the longest that fits, with their most frequent type (CoNLL-2003's baseline).
    mood      macro F1 of negative, neutral and positive, against the most frequent of them; F1 of each emotion, against always saying
              it; correlation of the valence (the mean for all has none).
    acts      area under the curve, average precision and F1 at the calibrated threshold; baseline: saying it of every sentence.
    salience  within documents of at least five sentences: area under the curve, precision among as many as are salient, and the
              reciprocal rank of the best one; baselines: the earlier the better, the longer the better.

Calibration is fitted on `dev`; figures of `test` are those to report.
"""

from __future__ import annotations

import argparse
import collections
import json
import os

import numpy as np
import torch

from .base import Base
from .measures import area, average_precision, best_threshold, f1, pearson, platt
from .tagger import LOWERED, Piece, Tagger, batch, sentence_places, sentence_states
from .tagger_labels import ACTS, EMOTIONS, NAME_LABELS, NAME_SOURCES, NAME_TYPES, POLARITIES
from .tagger_windows import Sentences, Writing

SENTENCE_LABELS = {"polarity": POLARITIES, "emotions": EMOTIONS, "acts": ACTS}
Span = tuple[int, int, str]  # first token, end, type

# From which label to which one may go: inside only after begin or inside of the same type. A sentence begins as after O.
ALLOWED = np.array([
    [not label.startswith("I-") or before[2:] == label[2:] for label in NAME_LABELS] for before in NAME_LABELS
])


def decode(scores: np.ndarray) -> np.ndarray:
    """The best allowed sequence of labels (Viterbi): words × labels of log-probabilities to a label for each word."""
    best = np.where(ALLOWED[0], scores[0], -np.inf)
    back = []
    for row in scores[1:]:
        paths = np.where(ALLOWED, best[:, None], -np.inf)
        back.append(paths.argmax(0))
        best = paths.max(0) + row
    labels = [int(best.argmax())]
    for step in reversed(back):
        labels.append(int(step[labels[-1]]))
    return np.array(labels[::-1])


def spans(labels: np.ndarray, places: np.ndarray) -> set[Span]:
    """Spans of a decoded sequence; `places`: the tokens where its words begin. Ends are the place of the last word."""
    found: list[list] = []
    for label, place in zip(labels, places.tolist()):
        name = NAME_LABELS[label]
        if name.startswith("B-"):
            found.append([place, place, name[2:]])
        elif name.startswith("I-"):
            found[-1][1] = place
    return {tuple(span) for span in found}


def as_it_is(piece: Piece) -> Piece:
    return piece


def in_lower_case(piece: Piece) -> Piece:
    return Piece(piece.tokens, LOWERED[piece.cases], piece.names)


class Reading:
    """What a tagger says of sentences: logits of names for each word's first token, logits of everything else for each sentence."""

    def __init__(self, model: Tagger, sentences: Sentences, device: str, alone: bool = False):
        self.model, self.sentences, self.device, self.alone = model.eval(), sentences, device, alone

    @torch.no_grad()
    def read(self, numbers: np.ndarray, write: Writing = as_it_is, tokens: int = 4096) -> tuple[list[np.ndarray], dict[str, np.ndarray]]:
        windows = [self.sentences.window(window, write) for window in self.sentences.reading(numbers, self.alone)]
        windows.sort(key=lambda window: len(window.tokens))
        place = {int(number): index for index, number in enumerate(numbers)}
        names: list[np.ndarray] = [np.zeros((0, len(NAME_LABELS)))] * len(numbers)
        sizes = dict(mood=Tagger.MOOD, acts=len(ACTS), salience=1)
        said = {head: np.zeros((len(numbers), size), np.float32) for head, size in sizes.items()}
        at = 0
        while at < len(windows):
            count = 1
            while at + count < len(windows) and (count + 1) * len(windows[at + count].tokens) <= tokens:
                count += 1
            chunk = windows[at : at + count]
            at += count
            with torch.autocast(self.device, torch.bfloat16):
                states = self.model(*batch(chunk, self.device)).float()
            labels = torch.log_softmax(self.model.names(states), 2).cpu().numpy()
            whole = sentence_states(states, *(place.to(self.device) for place in sentence_places(chunk)))
            index = [place[number] for window in chunk for number in window.sentences]
            for head in said:
                said[head][index] = getattr(self.model, head)(whole).cpu().numpy()
            for row, window in enumerate(chunk):
                for number, head in zip(window.sentences, window.heads):
                    length = int(self.sentences.data["lengths"][number])
                    names[place[number]] = labels[row, head + 1 : head + 1 + length]
        mood = said.pop("mood")
        said |= dict(valence=mood[:, :1], polarity=mood[:, 1 : 1 + len(POLARITIES)], emotions=mood[:, 1 + len(POLARITIES) :])
        return names, said


# --- names

class NameCounts:
    """Spans found, spans there are, and those that agree; a gold span may leave its type open between several."""

    def __init__(self, sentences: Sentences, types: set[str]):
        self.sentences, self.types = sentences, types
        self.right = self.found = self.gold = 0

    def add(self, number: int, found: set[Span]) -> None:
        gold = self.gold_spans(number)
        found = {span for span in found if span[2] in self.types and (span[0], span[1]) not in {g[:2] for g in gold if not g[2] & self.types}}
        gold = [span for span in gold if span[2] & self.types]
        self.found += len(found)
        self.gold += len(gold)
        self.right += sum(any(g[:2] == span[:2] and span[2] in g[2] for g in gold) for span in found)

    def gold_spans(self, number: int) -> list[tuple[int, int, frozenset[str]]]:
        kinds = self.sentences.choice_kinds
        result: list[list] = []
        names = self.sentences.column("names", number)
        for place in np.flatnonzero(names >= 0).tolist():
            part, types = kinds[names[place]]
            if part == "B":
                result.append([place, place, types])
            elif part == "I" and result:
                result[-1][1] = place
        return [tuple(span) for span in result]

    def figures(self) -> dict[str, float]:
        return dict(
            F1=f1(self.right, self.found, self.gold), precision=self.right / max(1, self.found), recall=self.right / max(1, self.gold), spans=self.gold,
        )


class Dictionary:
    """The names of the training part with their most frequent type."""

    LONGEST = 8

    def __init__(self, sentences: Sentences, pools: list[str]):
        seen: dict[tuple, collections.Counter] = collections.defaultdict(collections.Counter)
        counts = NameCounts(sentences, set(NAME_TYPES))
        self.sentences = sentences
        for pool in pools:
            for number in sentences.part("train", pool).tolist():
                for first, last, types in counts.gold_spans(number):
                    seen[self.words(number, first, last)][min(types)] += 1
        self.names = {words: kinds.most_common(1)[0][0] for words, kinds in seen.items()}

    def words(self, number: int, first: int, last: int) -> tuple[int, ...]:
        """Tokens from the first one to those of the last word, both given by their first token."""
        names, tokens = self.sentences.column("names", number), self.sentences.column("tokens", number)
        end = last + 1
        while end < len(names) and names[end] < 0:
            end += 1
        return tuple(tokens[first:end].tolist())

    def find(self, number: int) -> set[Span]:
        places = np.flatnonzero(self.sentences.column("names", number) >= 0).tolist()
        found, at = set(), 0
        while at < len(places):
            for count in range(min(self.LONGEST, len(places) - at), 0, -1):
                kind = self.names.get(self.words(number, places[at], places[at + count - 1]))
                if kind:
                    found.add((places[at], places[at + count - 1], kind))
                    at += count - 1
                    break
            at += 1
        return found


def names_of(source: str) -> set[str]:
    """Types that are counted in a source: those whose absence it tells."""
    return {kind for name, about in NAME_SOURCES.items() if name.split("/")[0] == source for kind in about.closed}


def names(reading: Reading, pool: str, numbers: np.ndarray, dictionary: Dictionary) -> dict:
    sentences, types = reading.sentences, names_of(pool.split("/")[1])
    result = {}
    for label, write in (("", as_it_is), ("lower ", in_lower_case)):
        counts = NameCounts(sentences, types)
        for number, scores in zip(numbers.tolist(), reading.read(numbers, write)[0]):
            places = np.flatnonzero(sentences.column("names", number) >= 0)
            counts.add(number, spans(decode(scores[places]), places) if len(places) else set())
        result |= {label + name: value for name, value in counts.figures().items() if not label or name == "F1"}
    counts = NameCounts(sentences, types)
    for number in numbers.tolist():
        counts.add(number, dictionary.find(number))
    return result | dict(baseline=counts.figures()["F1"])


# --- mood, acts, salience

class Calibration:
    """Of each label scale, shift and threshold: it holds where sigmoid(scale · logit + shift) ≥ threshold."""

    def __init__(self, values: dict[str, list[float]] | None = None):
        self.values = values or {}

    def fit(self, name: str, logits: np.ndarray, labels: np.ndarray) -> None:
        if 5 <= (labels > 0).sum() < len(labels):
            scale, shift = platt(logits, labels, balanced=False)
            # What can be told only so badly that its scale turns over says nothing: it gets its frequency.
            if scale <= 0:
                scale, shift = 0.0, float(np.log(labels.mean() / (1 - labels.mean())))
            self.values[name] = [scale, shift, best_threshold(1 / (1 + np.exp(-(scale * logits + shift))), labels)[0]]

    def probabilities(self, name: str, logits: np.ndarray) -> tuple[np.ndarray, float]:
        scale, shift, threshold = self.values.get(name, (1.0, 0.0, 0.5))
        return 1 / (1 + np.exp(-(scale * logits + shift))), threshold


def label_figures(probability: np.ndarray, threshold: float, labels: np.ndarray) -> dict[str, float]:
    positive = labels > 0
    found = probability >= threshold
    return dict(
        F1=f1((found & positive).sum(), found.sum(), positive.sum()), AUC=area(probability[positive], probability[~positive]),
        AP=average_precision(probability, labels), baseline=f1(positive.sum(), len(labels), positive.sum()), positive=int(positive.sum()),
    )


def labels(reading: Reading, said: dict[str, np.ndarray], numbers: np.ndarray, column: str, calibration: Calibration) -> dict:
    result = {}
    for index, name in enumerate(SENTENCE_LABELS[column]):
        gold = reading.sentences.data[column][numbers, index]
        known = gold >= 0
        if known.any() and 5 <= (gold > 0).sum() < known.sum():
            probability, threshold = calibration.probabilities(f"{column}.{name}", said[column][known, index])
            result[name] = label_figures(probability, threshold, gold[known])
    return result


def mood(reading: Reading, said: dict[str, np.ndarray], numbers: np.ndarray, calibration: Calibration) -> dict:
    data, result = reading.sentences.data, {}
    valence = data["valence"][numbers]
    if (~np.isnan(valence)).any():
        known = ~np.isnan(valence)
        result["valence r"] = pearson(said["valence"][known, 0], valence[known])
    gold = data["polarity"][numbers]
    known = (gold >= 0).all(1) & (gold.sum(1) < 2)  # mixed ones are left out of the three classes
    if known.any():
        chances = [calibration.probabilities(f"polarity.{name}", said["polarity"][known, i]) for i, name in enumerate(POLARITIES)]
        over = np.stack([chance / threshold for chance, threshold in chances], 1)
        found = np.where(over.max(1) >= 1, np.where(over[:, 0] >= over[:, 1], 1, -1), 0)
        there = gold[known, 0].astype(int) - gold[known, 1]
        macro = lambda guess: float(np.mean([f1(((guess == c) & (there == c)).sum(), (guess == c).sum(), (there == c).sum()) for c in (-1, 0, 1)]))
        values, counts = np.unique(there, return_counts=True)
        result |= {"polarity macro F1": macro(found), "baseline": macro(np.full(len(there), values[counts.argmax()])), "sentences": len(there)}
    by_emotion = labels(reading, said, numbers, "emotions", calibration)
    if by_emotion:
        result["emotions macro F1"] = float(np.mean([v["F1"] for v in by_emotion.values()]))
        result["emotions baseline"] = float(np.mean([v["baseline"] for v in by_emotion.values()]))
        result["emotions"] = {name: v["F1"] for name, v in by_emotion.items()}
    return result


def salience(reading: Reading, said: dict[str, np.ndarray], numbers: np.ndarray) -> dict:
    data = reading.sentences.data
    scores = dict(model=said["salience"][:, 0], position=-np.arange(len(numbers), dtype=float), length=data["lengths"][numbers].astype(float))
    found: dict[str, list[list[float]]] = collections.defaultdict(list)
    for document in np.unique(data["document"][numbers]):
        here = np.flatnonzero(data["document"][numbers] == document)
        worth = data["worth"][numbers[here]]
        if len(here) < 5 or np.isnan(worth).any() or worth.min() == worth.max():
            continue
        # The most salient: those of more than the least worth, in graded sources the upper ones.
        good = worth > worth.min() if (worth > worth.min()).mean() <= 0.5 else worth >= max(np.quantile(worth, 0.8), worth.min() + 1)
        if not good.any():
            continue
        for name, score in scores.items():
            order = np.argsort(-score[here], kind="stable")
            found[name].append([
                area(score[here][good], score[here][~good]), good[order[: good.sum()]].mean(), 1 / (1 + int(np.argmax(good[order]))),
            ])
    return {name: dict(zip(("AUC", "precision", "MRR"), np.mean(rows, 0).tolist()), documents=len(rows)) for name, rows in found.items()}


def rounded(value):
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    return round(float(value), 3) if isinstance(value, (float, np.floating)) else int(value) if isinstance(value, np.integer) else value


def chosen(sentences: Sentences, part: str, pool: str, limit: int) -> np.ndarray:
    """Sentences of a pool, whole documents, until there are `limit`."""
    numbers = sentences.part(part, pool)
    if len(numbers) <= limit:
        return numbers
    documents = sentences.data["document"][numbers]
    keys = np.where(documents >= 0, documents, -1 - np.arange(len(numbers)))
    order = np.random.default_rng(0).permutation(np.unique(keys))
    size = dict(zip(*np.unique(keys, return_counts=True)))
    taken = order[: 1 + int(np.searchsorted(np.cumsum([size[key] for key in order]), limit))]
    return numbers[np.isin(keys, taken)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--base", required=True)
    parser.add_argument("--checkpoint", required=True, help="a checkpoint, or an exported file (*.gguf), to measure what is shipped")
    parser.add_argument("--features", required=True)
    parser.add_argument("--part", choices=("dev", "test"), default="dev")
    parser.add_argument("--limit", type=int, default=4000, help="sentences of each source")
    parser.add_argument("--alone", action="store_true", help="windows of one sentence, for comparison")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--calibration", help="what --calibrate wrote, to measure with it")
    parser.add_argument("--calibrate", help="fit on this part, and write it here as JSON")
    options = parser.parse_args()
    base = Base(options.base)
    model = Tagger.read(base, options.checkpoint).to(options.device)
    sentences = Sentences(os.path.join(options.features, "sentences.npz"))
    reading = Reading(model, sentences, options.device, options.alone)
    calibration = Calibration()
    if options.calibration:
        with open(options.calibration) as file:
            calibration = Calibration(json.load(file))
    dictionary = Dictionary(sentences, [pool for pool in sentences.pools if pool.startswith("names/")])
    parts = {pool: chosen(sentences, options.part, pool, options.limit) for pool in sentences.pools}
    parts = {pool: numbers for pool, numbers in parts.items() if len(numbers)}
    said = {pool: reading.read(numbers)[1] for pool, numbers in parts.items() if not pool.startswith("names/")}
    if options.calibrate:
        for column, names_ in SENTENCE_LABELS.items():
            for index, name in enumerate(names_):
                gold = {pool: sentences.data[column][parts[pool], index] for pool in said}
                logits = np.concatenate([said[pool][column][gold[pool] >= 0, index] for pool in said])
                calibration.fit(f"{column}.{name}", logits, np.concatenate([gold[pool][gold[pool] >= 0] for pool in said]))
        with open(options.calibrate, "w") as file:
            json.dump(calibration.values, file, indent=1)
    for pool, numbers in parts.items():
        task = pool.split("/")[0]
        result = {}
        if task == "names":
            result = names(reading, pool, numbers, dictionary)
        if task == "mood":
            result = mood(reading, said[pool], numbers, calibration)
        if task == "acts":
            result = labels(reading, said[pool], numbers, "acts", calibration)
        if task in ("acts", "salience"):
            result |= {"salience": salience(reading, said[pool], numbers)}
        print(json.dumps({"source": pool, "part": options.part} | rounded(result)), flush=True)


if __name__ == "__main__":
    main()
