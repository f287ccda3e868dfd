"""Windows of sentences, for the tagger's training and for reading with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .tagger import LOWERED, RAISED, TITLED, WINDOW, Piece, Window
from .tagger_data import PARTS
from .tagger_labels import NAME_LABELS


# How a sentence is written: without capitals, say.
Writing = Callable[[Piece], Piece]


class Sentences:
    """What `tagger_data` wrote."""

    def __init__(self, path: str):
        with np.load(path) as file:
            self.data = {name: file[name] for name in file.files}
        self.pools = [str(name) for name in self.data["pools"]]
        self.offsets = np.concatenate([[0], np.cumsum(self.data["lengths"])])
        # Of each choice "B", "I" or "O" and the types that it may be; what may be no name counts as none.
        self.choice_kinds = [self.kind(np.flatnonzero(shares).tolist()) for shares in self.data["choice_shares"]]

    @staticmethod
    def kind(labels: list[int]) -> tuple[str, frozenset[str]]:
        if 0 in labels:
            return "O", frozenset()
        return NAME_LABELS[labels[0]][0], frozenset(NAME_LABELS[label][2:] for label in labels)

    def part(self, name: str, pool: str) -> np.ndarray:
        """The numbers of a pool's sentences in a part."""
        return np.flatnonzero((self.data["part"] == PARTS.index(name)) & (self.data["pool"] == self.pools.index(pool)))

    def column(self, name: str, sentence: int) -> np.ndarray:
        """Values of a sentence's tokens."""
        return self.data[name][self.offsets[sentence] : self.offsets[sentence + 1]]

    def window(self, sentences: list[int], write: Writing = lambda piece: piece) -> Window:
        pieces = [write(Piece(*(self.column(name, i) for name in ("tokens", "cases", "names")))) for i in sentences]
        return Window.of(sentences, pieces, [self.data["turn"][i] if self.data["document"][i] >= 0 else 0 for i in sentences])

    def reading(self, sentences: np.ndarray, alone: bool = False) -> Iterator[list[int]]:
        """Sentences as they are read: as many of a document as a window holds, in their order; those of no document alone."""
        current: list[int] = []
        room = 0
        for i in sentences.tolist():
            count, document = int(self.data["lengths"][i]) + 1, self.data["document"][i]
            together = current and not alone and document >= 0 and document == self.data["document"][current[-1]]
            if current and not (together and count <= room):
                yield current
                current, room = [], 0
            if not current:
                room = WINDOW - 1
            current.append(i)
            room -= count
        if current:
            yield current


# Of each task its share of the windows; within a task a pool is drawn at the root of its tokens (sampling with temperature 2), so that
# small sources count and large ones are not wasted.
SHARES = {"names": 0.4, "mood": 0.25, "acts": 0.25, "salience": 0.1}
TEMPERATURE = 2.0
# Silver and commands come less often than their size says.
LESS = {"names/earnings21": 0.5, "names/sgd": 0.5, "names/snips": 0.5, "names/nlu_eval": 0.5}
# How often a window has one sentence alone, as short texts are read; and of how many tokens it is filled up to otherwise.
ALONE = {"names": 0.4, "mood": 0.7, "acts": 0.1, "salience": 0.0}
SHORTEST = 32
# Writing without capitals, in capitals, in title case, and without punctuation: how often a window is changed to it. Speech recognizers and
# messages write so.
LOWER, UPPER, TITLE, BARE = 0.15, 0.02, 0.03, 0.1
# Of the windows of acts so many begin near a rare one, each act as often as the others.
RARE = 0.4
CHUNK = 40  # batches whose windows are sorted by length together


class Drawing:
    """Draws windows of the part `train`, by a random generator."""

    def __init__(self, sentences: Sentences, alone: bool = False):
        self.sentences, self.alone = sentences, alone
        data = sentences.data
        self.numbers = {pool: sentences.part("train", pool) for pool in sentences.pools}
        self.pools = [pool for pool in sentences.pools if len(self.numbers[pool])]
        weights = np.array([data["lengths"][self.numbers[pool]].sum() ** (1 / TEMPERATURE) * LESS.get(pool, 1) for pool in self.pools])
        tasks = np.array([pool.split("/")[0] for pool in self.pools])
        for task, share in SHARES.items():
            weights[tasks == task] *= share / max(1e-9, weights[tasks == task].sum())
        self.chances = weights / weights.sum()
        self.rare = {pool: self.rare_acts(self.numbers[pool]) for pool in self.pools if pool.startswith("acts/")}
        # Where documents begin, and where the last one ends.
        self.starts = np.flatnonzero(np.diff(data["document"], prepend=-2, append=-2))

    def rare_acts(self, numbers: np.ndarray) -> list[np.ndarray]:
        """Of each act that less than one sentence in twenty is, those that are."""
        found = [numbers[self.sentences.data["acts"][numbers, act] == 1] for act in range(self.sentences.data["acts"].shape[1])]
        return [positive for positive in found if 0 < len(positive) < 0.05 * len(numbers)]

    def filled(self, first: int, random: np.random.Generator, pool: str) -> list[int]:
        """A window from a sentence on: those after it in its document, or, where it has none, any others of its pool."""
        data = self.sentences.data
        task = pool.split("/")[0]
        found, used = [first], int(data["lengths"][first]) + 2
        if self.alone or random.random() < ALONE[task]:
            return found
        wanted = random.integers(SHORTEST, WINDOW + 1)
        ordered = data["document"][first] >= 0
        following = first + 1
        while True:
            if ordered:
                if following >= len(data["document"]) or data["document"][following] != data["document"][first]:
                    return found
            else:
                following = int(random.choice(self.numbers[pool]))
            used += int(data["lengths"][following]) + 1
            if used > wanted:
                return found
            found.append(following)
            following += 1

    def draw(self, random: np.random.Generator) -> list[list[int]]:
        """A window; where sentences are compared within their document, two of the same one."""
        pool = self.pools[random.choice(len(self.pools), p=self.chances)]
        numbers = self.numbers[pool]
        rare = self.rare.get(pool)
        if rare and random.random() < RARE:
            first = int(random.choice(rare[random.integers(len(rare))]))
            data = self.sentences.data
            for _ in range(0 if self.alone else random.integers(0, 6)):  # the rare one stands anywhere in its window
                if data["document"][first] >= 0 and first and data["document"][first - 1] == data["document"][first]:
                    first -= 1
        else:
            first = int(random.choice(numbers))
        windows = [self.filled(first, random, pool)]
        if not np.isnan(self.sentences.data["worth"][first]) and self.sentences.data["document"][first] >= 0:
            document = np.searchsorted(self.starts, first, "right") - 1
            windows.append(self.filled(int(random.integers(self.starts[document], self.starts[document + 1])), random, pool))
        return windows

    def batches(self, seed: int, tokens: int, skip: int) -> Iterator[list[Window]]:
        """Batches without end of windows of like length, each of at most `tokens` tokens with its padding; `skip` are passed over."""
        chunk = given = 0
        while True:
            random = np.random.default_rng([seed, chunk])
            units: list[list[list[int]]] = []
            total = 0
            while total < CHUNK * tokens:
                units.append(self.draw(random))
                total += sum(self.length(window) for window in units[-1])
            units.sort(key=lambda unit: max(map(self.length, unit)))
            made: list[list[list[int]]] = [[]]
            for unit in units:
                longest = max(map(self.length, unit))
                if made[-1] and (len(made[-1]) + len(unit)) * longest > tokens:
                    made.append([])
                made[-1] += unit
            for index in random.permutation(len(made)):
                given += 1
                # Drawn whether or not the batch is used, so that a resumed run sees what the first one would have.
                ways = [self.written(*random.random(2)) for _ in made[index]]
                if given > skip:
                    yield [self.sentences.window(window, way) for window, way in zip(made[index], ways)]
            chunk += 1

    def length(self, window: list[int]) -> int:
        return int(self.sentences.data["lengths"][window].sum()) + len(window) + 1

    def written(self, case: float, marks: float) -> Writing:
        """A way of writing, by two random numbers."""
        table = None
        for other, share in ((LOWERED, LOWER), (RAISED, UPPER), (TITLED, TITLE)):
            if 0 <= case < share:
                table = other
            case -= share

        def write(piece: Piece) -> Piece:
            cases = piece.cases if table is None else table[piece.cases]
            said = ~np.isin(piece.tokens, self.sentences.data["marks"]) if marks < BARE else np.full(len(cases), True)
            return Piece(piece.tokens[said], cases[said], piece.names[said]) if said.any() else Piece(piece.tokens, cases, piece.names)

        return write
