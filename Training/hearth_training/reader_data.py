"""The reader's training data: questions with passages, cut into windows of tokens, and passages that do not answer them.

    python -m hearth_training.reader_data --questions FOLDER --base all-MiniLM-L6-v2.gguf --out FOLDER

FOLDER holds `*.jsonl.xz` or `*.jsonl`, one question a line: `{title, context, question, answers: [{text, start}], impossible, src}`,
`start` in characters of `context`. Written are `features.npz` (what `reader_train` reads) and `held.json` (questions whose
passages are in no feature, for `reader_evaluate`).
"""

from __future__ import annotations

import argparse
import collections
import glob
import json
import lzma
import os
import random
import re

import numpy as np
from tokenizers import Tokenizer

from .base import CLS, SEP, Base
from .bm25 import BM25

QUESTION_TOKENS = 48
# Training windows have 64 to 224 tokens: a note is short, and most passages of the sources fit. Reading uses WINDOW.
SHORTEST, LONGEST = 64, 224
WINDOW, STRIDE = 256, 128
# Of each source at most so many questions: single sentences are many and easy.
LIMITS = {"qamr": 10_000}
# Sources over whose passages negatives are searched together.
GROUPS = {"squad": "squad", "squad2": "squad", "shifts": "wiki", "nqopen": "nq", "nq": "nq", "qed": "nq", "clapnq": "nq"}
# Passages held back, of each group.
HELD = {"squad": 250, "wiki": 100, "nq": 80, "fairytale": 30, "tatqa": 20, "covidqa": 8, "qamr": 150}
# Share of the answered questions that get the best wrong passage, or another window of the same one.
HARD, SAME = 0.7, 0.15
# Answerable is known, relevance is not: a window of the same article, or a question made to look answerable.
UNKNOWN = -1.0


def normal(text: str) -> str:
    return re.sub(r"\W+", "", text.lower())


def group_of(source: str) -> str:
    return GROUPS.get(source.split("_")[0], source)


def records(folder: str) -> list[dict]:
    found = []
    for path in sorted(glob.glob(os.path.join(folder, "*.jsonl")) + glob.glob(os.path.join(folder, "*.jsonl.xz"))):
        source = os.path.basename(path).split(".")[0]
        with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="utf-8") as lines:
            rows = [dict(json.loads(line), file=source) for line in lines]
        random.Random(source).shuffle(rows)
        found += rows[: LIMITS.get(source, len(rows))]
    if not found:
        raise SystemExit(f"No questions in {folder}.")
    return found


class Windows:
    """A question and a passage as tokens, in windows of at most `length` tokens, special ones included."""

    def __init__(self, tokenizer: Tokenizer):
        self.tokenizer = tokenizer
        self.passages: dict[str, tuple[list[int], list[tuple[int, int]]]] = {}

    def passage(self, text: str) -> tuple[list[int], list[tuple[int, int]]]:
        if text not in self.passages:
            encoding = self.tokenizer.encode(text, add_special_tokens=False)
            self.passages[text] = (encoding.ids, encoding.offsets)
        return self.passages[text]

    def question(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids[:QUESTION_TOKENS]

    @staticmethod
    def joined(question: list[int], passage: list[int]) -> list[int]:
        return [CLS] + question + [SEP] + passage + [SEP]

    def sliding(self, question: str, passage: str, length: int = WINDOW, stride: int = STRIDE):
        """(tokens, index of the passage's first token, offsets of its tokens) of every window."""
        asked = self.question(question)
        ids, offsets = self.passage(passage)
        room = length - len(asked) - 3
        start = 0
        while True:
            yield self.joined(asked, ids[start : start + room]), len(asked) + 2, offsets[start : start + room]
            if start + room >= len(ids):
                return
            start += min(stride, room)


def answer_tokens(offsets: list[tuple[int, int]], start: int, end: int) -> tuple[int, int] | None:
    inside = [i for i, (a, b) in enumerate(offsets) if b > start and a < end]
    if not inside or offsets[inside[0]][0] > start or offsets[inside[-1]][1] < end:
        return None
    return inside[0], inside[-1]


class Builder:
    def __init__(self, tokenizer: Tokenizer, seed: int):
        self.windows = Windows(tokenizer)
        self.random = random.Random(seed)
        self.rows: list[tuple] = []  # (tokens, passage start, first, last, answerable, relevant, pair, pass)
        self.round = 0

    def cut(self, question: list[int], passage: str, around: tuple[int, int] | None):
        """A window of random length; where `around` is given it holds those tokens. With the first token's index in the passage."""
        ids, _ = self.windows.passage(passage)
        room = self.random.randint(SHORTEST, LONGEST) - len(question) - 3
        if len(ids) <= room:
            return self.windows.joined(question, ids), 0, len(ids)
        if around:
            low, high = max(0, around[1] + 1 - room), min(around[0], len(ids) - room)
            start = self.random.randint(min(low, high), max(low, high))
        else:
            start = self.random.randint(0, len(ids) - room)
        return self.windows.joined(question, ids[start : start + room]), start, start + room

    def add(self, record: dict, wrong: str | None, pair: int) -> bool:
        asked = record["question"].strip()
        # People do not always type the mark.
        if asked.endswith("?") and self.random.random() < 0.2:
            asked = asked[:-1].rstrip()
        question = self.windows.question(asked)
        first = len(question) + 2
        if record["impossible"]:
            tokens, _, _ = self.cut(question, record["context"], None)
            self.rows.append((tokens, first, 0, 0, 0.0, UNKNOWN, pair, self.round))
            return True
        answer = record["answers"][0]
        _, offsets = self.windows.passage(record["context"])
        place = answer_tokens(offsets, answer["start"], answer["start"] + len(answer["text"]))
        if place is None or place[1] - place[0] >= 40:
            return False
        tokens, start, end = self.cut(question, record["context"], place)
        if not (start <= place[0] and place[1] < end):
            return False
        self.rows.append((tokens, first, first + place[0] - start, first + place[1] - start, 1.0, 1.0, pair, self.round))
        if wrong is not None:
            tokens, _, _ = self.cut(question, wrong, None)
            self.rows.append((tokens, first, 0, 0, 0.0, 0.0, pair, self.round))
        elif len(offsets) > 2 * LONGEST and self.random.random() < SAME:
            texts = [normal(a["text"]) for a in record["answers"]]
            tokens, start, end = self.cut(question, record["context"], None)
            text = normal(record["context"][offsets[start][0] : offsets[end - 1][1]])
            if not any(t and t in text for t in texts):
                self.rows.append((tokens, first, 0, 0, 0.0, UNKNOWN, pair, self.round))
        return True


def build(folder: str, tokenizer: Tokenizer, seed: int, passes: int) -> tuple[list[tuple], dict[str, list[dict]]]:
    groups: dict[str, list[dict]] = collections.defaultdict(list)
    seen = set()
    for record in records(folder):
        key = (normal(record["question"]), normal(record["context"])[:80])
        if key not in seen and (record["impossible"] or record["answers"]):
            seen.add(key)
            groups[group_of(record["file"])].append(record)
    builder = Builder(tokenizer, seed)
    held: dict[str, list[dict]] = {}
    pair = 0
    for name, rows in sorted(groups.items()):
        # Near copies of a passage count as one, so that none is both trained on and held back.
        passages: dict[str, str] = {}
        for record in rows:
            passages.setdefault(normal(record["context"])[:80], record["context"])
        keys = list(passages)
        random.Random(f"{seed}/{name}").shuffle(keys)  # of its own, so that what is held back hangs on nothing else
        back = set(keys[: HELD.get(name, 0)])
        texts = [passages[key] for key in keys]
        plain = [normal(text) for text in texts]
        index = BM25(texts)

        def wrong_passages(record: dict, among: set[str] | None) -> list[str]:
            answers = [a for a in (normal(a["text"]) for a in record["answers"]) if a]
            own = normal(record["context"])[:80]
            return [
                texts[i]
                for i in index.best(record["question"], 12)
                if keys[i] != own and (keys[i] in back) == (among is back) and not any(a in plain[i] for a in answers)
            ]

        builder.random.shuffle(rows)
        counts = collections.Counter()
        for record in rows:
            if normal(record["context"])[:80] in back:
                found = wrong_passages(record, back)
                kept = {k: record[k] for k in ("question", "context", "answers", "impossible")}
                held.setdefault(name, []).append(dict(kept, wrong=found[0] if found else None))
                counts["held back"] += 1
                continue
            wrong = [None] if record["impossible"] else wrong_passages(record, None)[:5] or [None]
            for builder.round in range(passes):
                chosen = builder.random.choice(wrong) if builder.random.random() < HARD else None
                pair += 1
                counts["used" if builder.add(record, chosen, pair) else "answer not in one window"] += 1
                counts["impossible"] += record["impossible"]
                counts["with a wrong passage"] += chosen is not None
        print(name, len(rows), dict(counts), flush=True)
    return sorted(builder.rows, key=lambda row: row[7]), held


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--questions", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--passes", type=int, default=1, help="how often each question is used, cut and given a wrong passage anew")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    rows, held = build(options.questions, Base(options.base).tokenizer(), options.seed, options.passes)
    lengths = np.array([len(row[0]) for row in rows], np.int32)
    np.savez(
        os.path.join(options.out, "features.npz"),
        tokens=np.concatenate([np.array(row[0], np.uint16) for row in rows]),
        lengths=lengths,
        passage=np.array([row[1] for row in rows], np.int32),
        first=np.array([row[2] for row in rows], np.int32),
        last=np.array([row[3] for row in rows], np.int32),
        answerable=np.array([row[4] for row in rows], np.float32),
        relevant=np.array([row[5] for row in rows], np.float32),
        pair=np.array([row[6] for row in rows], np.int32),
        **{"pass": np.array([row[7] for row in rows], np.int8)},
    )
    with open(os.path.join(options.out, "held.json"), "w") as out:
        json.dump(held, out)
    print(f"{len(rows)} windows, {lengths.mean():.0f} tokens in the mean, {np.mean([r[4] == 0 for r in rows]):.2f} without an answer")


if __name__ == "__main__":
    main()
