"""Measures a trained reader, and fits the scales that turn its logits into probabilities.

    python -m hearth_training.reader_evaluate --base … --checkpoint final.pt --held held.json [--squad FILE…] [--calibrate OUT.json]

Exact match and F1 as SQuAD's own script counts them (Rajpurkar et al. 2016, arXiv:1606.05250), each question with its passage
given; and how well the heads tell that passage from the one BM25 likes best among those without the answer.
"""

from __future__ import annotations

import argparse
import collections
import json
import re
import string

import numpy as np
import torch

from .base import Base
from .bm25 import BM25
from .measures import area, platt
from .reader import Reader, batch
from .reader_data import Windows, normal

SPAN_TOKENS = 30


def squad_normal(text: str) -> str:
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def f1(found: str, gold: str) -> float:
    a, b = squad_normal(found).split(), squad_normal(gold).split()
    if not a or not b:
        return float(a == b)
    shared = sum((collections.Counter(a) & collections.Counter(b)).values())
    return 2 * shared / (len(a) + len(b))


class Reading:
    """Answers of a reader to (question, passage) pairs: windows joined, the best by span score plus answerable logit."""

    def __init__(self, model: Reader, windows: Windows, device: str):
        self.model, self.windows, self.device = model.eval(), windows, device

    @torch.no_grad()
    def read(self, pairs: list[tuple[str, str]], size: int = 32) -> list[dict]:
        rows = [(i, *window) for i, (q, p) in enumerate(pairs) for window in self.windows.sliding(q, p)]
        rows.sort(key=lambda row: len(row[1]))
        best: list[dict | None] = [None] * len(pairs)
        for at in range(0, len(rows), size):
            chunk = rows[at : at + size]
            with torch.autocast(self.device, torch.bfloat16):
                spans, heads = self.model(*batch([(row[1], row[2]) for row in chunk], self.device))
            spans, heads = torch.log_softmax(spans, 1).cpu(), heads.cpu()
            for index, (pair, _, passage, offsets) in enumerate(chunk):
                count = len(offsets)
                if count == 0:
                    found = dict(text="", span=-1e4)
                else:
                    start, end = spans[index, passage : passage + count].unbind(1)
                    scores = start[:, None] + end[None]
                    allowed = torch.ones(count, count).triu().tril(SPAN_TOKENS - 1).bool()
                    value, place = scores.masked_fill(~allowed, -1e9).flatten().max(0)
                    first, last = divmod(place.item(), count)
                    found = dict(text=pairs[pair][1][offsets[first][0] : offsets[last][1]], span=value.item())
                found |= dict(relevant=heads[index, 0].item(), answerable=heads[index, 1].item())
                if best[pair] is None or found["span"] + found["answerable"] > best[pair]["span"] + best[pair]["answerable"]:
                    best[pair] = found
        return best


def measure(reading: Reading, questions: list[dict]) -> dict:
    answered = [q for q in questions if not q["impossible"]]
    result = dict(questions=len(answered))
    right = reading.read([(q["question"], q["context"]) for q in answered])
    best = lambda score, read, q: max(score(read["text"], a["text"]) for a in q["answers"])
    result["EM"] = 100 * np.mean([best(lambda a, b: squad_normal(a) == squad_normal(b), r, q) for r, q in zip(right, answered)])
    result["F1"] = 100 * np.mean([best(f1, r, q) for r, q in zip(right, answered)])
    wrong = reading.read([(q["question"], q["wrong"]) for q in answered if q.get("wrong")])
    if wrong:
        for head in ("answerable", "relevant"):
            result[f"AUC {head}"] = area(np.array([r[head] for r in right]), np.array([r[head] for r in wrong]))
    impossible = [q for q in questions if q["impossible"]]
    if impossible:
        none = reading.read([(q["question"], q["context"]) for q in impossible])
        result["AUC impossible"] = area(np.array([r["answerable"] for r in right]), np.array([r["answerable"] for r in none]))
    return {name: round(float(value), 3) for name, value in result.items()}


def squad_file(path: str) -> list[dict]:
    """Questions of a file in SQuAD's format, each with the passage BM25 likes best among those without its answer."""
    with open(path, encoding="utf-8") as file:
        questions = [
            dict(question=q["question"], context=p["context"], answers=q["answers"], impossible=q.get("is_impossible", False))
            for article in json.load(file)["data"] for p in article["paragraphs"] for q in p["qas"]
        ]
    texts = sorted({q["context"] for q in questions})
    index = BM25(texts)
    for q in questions:
        answers = [normal(a["text"]) for a in q["answers"]]
        wrong = [texts[i] for i in index.best(q["question"], 15) if texts[i] != q["context"] and not any(a in normal(texts[i]) for a in answers)]
        q["wrong"] = wrong[0] if wrong else None
    return questions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--base", required=True)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--held", required=True)
    parser.add_argument("--squad", nargs="*", default=[])
    parser.add_argument("--limit", type=int, default=400, help="questions of each set")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--calibrate", help="where the calibration goes, as JSON")
    options = parser.parse_args()
    base = Base(options.base)
    model = Reader.read(base, options.checkpoint).to(options.device)
    reading = Reading(model, Windows(base.tokenizer()), options.device)
    with open(options.held) as file:
        sets = json.load(file)
    for path in options.squad:
        sets[path.split("/")[-1]] = squad_file(path)
    for name, questions in sets.items():
        chosen = [questions[i] for i in np.random.default_rng(0).permutation(len(questions))[: options.limit]]
        print(json.dumps({"set": name} | measure(reading, chosen)), flush=True)
    if options.calibrate:
        held = [q for name, questions in sets.items() if not name.endswith(".json") for q in questions]
        chosen = [held[i] for i in np.random.default_rng(1).permutation(len(held))[: 4 * options.limit]]
        chosen = [q for q in chosen if not q["impossible"] and q.get("wrong")]
        right = reading.read([(q["question"], q["context"]) for q in chosen])
        wrong = reading.read([(q["question"], q["wrong"]) for q in chosen])
        labels = np.array([1.0] * len(right) + [0.0] * len(wrong))
        fitted = {}
        for head, name in (("answerable", "answerable"), ("relevant", "relevance")):
            fitted[f"{name}.scale"], fitted[f"{name}.shift"] = platt(np.array([r[head] for r in right + wrong]), labels)
        with open(options.calibrate, "w") as file:
            json.dump(fitted, file, indent=1)
        print(json.dumps(fitted))


if __name__ == "__main__":
    main()
