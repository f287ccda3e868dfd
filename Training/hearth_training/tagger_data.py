"""The tagger's training data: sentences as tokens, with what each source says of them.

    python -m hearth_training.tagger_data --data FOLDER --base all-MiniLM-L6-v2.gguf --out FOLDER

FOLDER holds these files, `*.jsonl` or `*.jsonl.xz`, a record a line (which fields mean what for which source: `tagger_labels.py`):

    ner       {src, split, genre, tokens, spans: [[first, end, type, the source's own label?]]}
    mood      {src, split, text, emotions?, polarity?, valence?}
    acts      {src, split, doc?, i?, spk?, text, act, tags, ext?, votes?}
    salience  {src, split?, doc, units: [[speaker, text]], label, …}

Written is `sentences.npz` with all of them, in the order of their documents, each in the part `train`, `dev` (on which one chooses) or
`test`. Sentences of `train` that stand in another part too are left out, where they are not part of a conversation.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import hashlib
import json
import lzma
import os
import re
from collections.abc import Iterator

import numpy as np

from .base import WORD_START, Base
from .tagger import WINDOW, case_of
from .tagger_labels import ACTS, DEMONYM, EMOTIONS, NAME_SOURCES, NAME_TYPES, POLARITIES, UNKNOWN, Choices, acts, emotions, name_source, polarity

PARTS = ("train", "dev", "test")
# Sources with little or no part for training give four fifths of their development part to it.
DEV_TRAINS = ("docred", "crossner", "slurp")
# Of those without a development part, a tenth of the training's documents become it.
TRAIN_GIVES = ("snips", "icsi", "email_intent")
# Of sources without parts, every twentieth text goes to `dev` and every twentieth to `test`, of whole documents every tenth. Where records follow each other as in
# their documents, whose ends are not marked, runs of so many records stand for them.
RUNS = {"earnings21": 200, "litbank": 50, "uner_ewt": 25, "gum": 25, "docred": 10}
# Marks that quote a mail within a mail.
QUOTED = re.compile(r"^[>|\s]+")
# What a source has put in place of names.
MASKED = {"[NAME]": "Sam", "[RELIGION]": "religious"}
# What speech has none of unless someone writes it.
MARKS = ".,?!;:"


@dataclasses.dataclass
class Sentence:
    """A sentence, or a short text that is judged as a whole. `pool`: its source, from which training draws at a rate of its own;
    `document`: sentences of one stand in each other's context, None for one that stands alone; `turn`: changes with the speaker.
    `names`: of every token of the source its characters, its choice and the choice of words that go on with it, as numbers of Choices;
    `worth`: for the summary of its document."""

    pool: str
    part: str
    text: str
    document: str | None = None
    turn: str = ""
    names: list[tuple[int, int, int, int]] = dataclasses.field(default_factory=list)
    valence: float = float("nan")
    polarity: list[int] = dataclasses.field(default_factory=lambda: [UNKNOWN] * len(POLARITIES))
    emotions: list[int] = dataclasses.field(default_factory=lambda: [UNKNOWN] * len(EMOTIONS))
    acts: list[int] = dataclasses.field(default_factory=lambda: [UNKNOWN] * len(ACTS))
    worth: float = float("nan")


def records(folder: str, name: str) -> list[dict]:
    for path, opener in ((f"{name}.jsonl.xz", lzma.open), (f"{name}.jsonl", open)):
        path = os.path.join(folder, path)
        if os.path.exists(path):
            with opener(path, "rt", encoding="utf-8") as lines:
                return [json.loads(line) for line in lines]
    raise SystemExit(f"{folder} has neither {name}.jsonl.xz nor {name}.jsonl.")


def share(key: str, of: int) -> int:
    """A number from 0 to `of` - 1 that hangs on the key alone."""
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:4], "big") % of


def part_of(record: dict, key: str) -> str:
    """The part that a record is in; `key`: what of the source must stay together."""
    split, source = record.get("split") or "-", record["src"]
    if split == "-":
        return {0: "dev", 1: "test"}.get(share(f"{source}/{key}", 10 if "doc" in record else 20), "train")
    if split == "dev" and source in DEV_TRAINS:
        return "train" if share(f"{source}/{key}", 5) else "dev"
    if split == "train" and source in TRAIN_GIVES:
        return "train" if share(f"{source}/{key}", 10) else "dev"
    if split not in PARTS:
        raise SystemExit(f"A record of {source} is in the part '{split}', which is none of {', '.join(PARTS)}.")
    return split


def joined(tokens: list[str]) -> tuple[str, list[tuple[int, int]]]:
    """The text of tokens, one space between each two but where a word was cut ("do n't"), and where each stands in it."""
    text, places = "", []
    for token in tokens:
        if text and not (token.lower() in ("n't", "n’t") and text[-1].isalpha()):
            text += " "
        places.append((len(text), len(text) + len(token)))
        text += token
    return text, places


def named(folder: str, choices: Choices) -> Iterator[Sentence]:
    rows = records(folder, "ner")
    # What CrossNER calls MISC as it calls nationalities, and others places.
    demonyms = {
        " ".join(r["tokens"][first:end]).lower()
        for r in rows if r["src"] == "crossner" and r.get("split") == "train"
        for first, end, kind, label in r["spans"] if label == "misc"
    }
    counts: collections.Counter[str] = collections.Counter()
    passed = collections.Counter()
    for record in rows:
        source = NAME_SOURCES.get(name_source(record))
        if source is None:
            passed[record["src"]] += 1
            continue
        text, places = joined(record["tokens"])
        origin = f"{record['src']}/{record.get('split')}"
        run = f"{origin}/{counts[origin] // RUNS[record['src']]}" if record["src"] in RUNS else None
        counts[origin] += 1
        names = [(*place, choices.outside(source), choices.outside(source)) for place in places]
        for first, end, kind, *label in record["spans"]:
            label = label[0] if label else None
            if record["src"] == "docred" and kind == "LOC" and " ".join(record["tokens"][first:end]).lower() in demonyms:
                label = DEMONYM
            if kind not in NAME_TYPES or not 0 <= first < end <= len(places):
                raise SystemExit(f"A record of {record['src']} has the span {first}–{end} of type {kind}, which cannot be.")
            for token in range(first, end):
                choice, onward = (choices.inside(source, begins, kind, label) for begins in (token == first, False))
                names[token] = (*places[token], choice, onward)
        yield Sentence(f"names/{record['src']}", part_of(record, run or text), text, f"names/{run}" if run else None, names=names)
    for source, count in passed.items():
        print(f"names/{source}: {count} records passed over, as nothing is known of what it annotates")


def felt(folder: str) -> Iterator[Sentence]:
    for record in records(folder, "mood"):
        if "emotions" not in record and "valence" not in record:
            continue
        text = record["text"]
        for mask, word in MASKED.items():
            text = text.replace(mask, word)
        yield Sentence(
            f"mood/{record['src']}", part_of(record, record["text"]), text, valence=record.get("valence", float("nan")),
            polarity=polarity(record), emotions=emotions(record),
        )


def said(folder: str) -> Iterator[Sentence]:
    for record in records(folder, "acts"):
        document = f"acts/{record['src']}/{record['doc']}" if "doc" in record else None
        yield Sentence(
            f"acts/{record['src']}", part_of(record, record.get("doc") or record["text"]), QUOTED.sub("", record["text"]), document,
            turn=record.get("spk") or "", acts=acts(record), worth=float(record.get("ext", "nan")),
        )


def salient(folder: str, parts: dict[str, str]) -> Iterator[Sentence]:
    """`parts`: of meetings, as `acts` has them; those of ami, icsi and bc3 have their sentences there."""
    for record in records(folder, "salience"):
        source = record["src"]
        if source in ("ami", "icsi", "bc3"):
            continue
        part = parts.get(record["doc"]) or part_of(record, record["doc"])
        for (speaker, text), label in zip(record["units"], record["label"], strict=True):
            # GUM counts from 1, the most prominent; all others the more the better.
            worth = -float(label) if source == "gum" else float(label)
            yield Sentence(f"salience/{source}", part, text, f"salience/{source}/{record['doc']}", turn=speaker, worth=worth)


def normal(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


def unseen(sentences: list[Sentence]) -> list[Sentence]:
    """Without those of `train` whose text another part of the same task has. Of meetings and mails, whose parts are whole documents,
    nothing is left out; nor what everyone says (fewer than four words)."""
    key = lambda s: (s.pool.split("/")[0], normal(s.text))
    held = {key(s) for s in sentences if s.part != "train"}

    def stays(s: Sentence) -> bool:
        task, text = key(s)
        return s.part != "train" or (task, text) not in held or text.count(" ") < 3 or (task in ("acts", "salience") and s.document is not None)

    return [s for s in sentences if stays(s)]


class Columns:
    """Sentences as arrays."""

    def __init__(self, base: Base):
        self.tokenizer = base.tokenizer()

    def of(self, sentences: list[Sentence]) -> dict[str, np.ndarray]:
        pools = sorted({s.pool for s in sentences})
        documents: dict[str, int] = {}
        columns: dict[str, list] = collections.defaultdict(list)
        for at in range(0, len(sentences), 4096):
            chunk = sentences[at : at + 4096]
            for s, encoding in zip(chunk, self.tokenizer.encode_batch([s.text for s in chunk], add_special_tokens=False)):
                count = min(len(encoding.ids), WINDOW - 2)
                if count == 0:
                    continue
                cases, names = self.words(s, encoding)
                columns["tokens"].append(np.array(encoding.ids[:count], np.int32))
                columns["cases"].append(np.array(cases[:count], np.int8))
                columns["names"].append(np.array(names[:count], np.int16))
                columns["lengths"].append(count)
                columns["pool"].append(pools.index(s.pool))
                columns["part"].append(PARTS.index(s.part))
                columns["document"].append(documents.setdefault(s.document, len(documents)) if s.document else -1)
                columns["turn"].append(share(s.turn, 1 << 30))
                for name in ("valence", "polarity", "emotions", "acts", "worth"):
                    columns[name].append(getattr(s, name))
        kinds = dict(valence=np.float32, worth=np.float32, polarity=np.int8, emotions=np.int8, acts=np.int8)
        flat = {name: np.concatenate(columns.pop(name)) for name in ("tokens", "cases", "names")}
        return flat | {name: np.array(values, kinds.get(name, np.int32)) for name, values in columns.items()} | {"pools": np.array(pools)}

    @staticmethod
    def words(s: Sentence, encoding) -> tuple[list[int], list[int]]:
        """Of each token the shape of its word; and at a word's first piece the number of its choice, elsewhere -1."""
        words, offsets = encoding.word_ids, encoding.offsets
        ends = {word: offsets[index][1] for index, word in enumerate(words)}
        cases, names = [], []
        place, lettered, before = 0, False, None
        for word, (start, _) in zip(words, offsets):
            if word == before:
                cases.append(cases[-1])
                names.append(-1)
                continue
            before = word
            text = s.text[start : ends[word]]
            cases.append(case_of(text, first=not lettered))
            lettered = lettered or any(map(str.isalpha, text))
            while place < len(s.names) and s.names[place][1] <= start:
                place += 1
            if place == len(s.names):
                names.append(-1)
            else:
                names.append(s.names[place][2 if start <= s.names[place][0] else 3])
        return cases, names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    choices = Choices()
    sentences = list(named(options.data, choices)) + list(felt(options.data))
    acts_sentences = list(said(options.data))
    parts = {s.document.split("/", 2)[2]: s.part for s in acts_sentences if s.document}
    sentences = unseen(sentences + acts_sentences + list(salient(options.data, parts)))
    base = Base(options.base)
    columns = Columns(base).of(sentences)
    columns["choice_shares"] = np.array([choice.shares() for choice in choices.all], np.float32)
    columns["marks"] = np.array([base.pieces.index(WORD_START + mark) for mark in MARKS], np.int32)
    columns["choice_weights"] = np.array([c.weight for c in choices.all], np.float32)
    path = os.path.join(options.out, "sentences.npz")
    np.savez(path + ".part.npz", **columns)
    os.replace(path + ".part.npz", path)
    for number, pool in enumerate(columns["pools"]):
        here = columns["pool"] == number
        print(pool, {part: int((here & (columns["part"] == i)).sum()) for i, part in enumerate(PARTS)}, int(columns["lengths"][here].sum()), "tokens")


if __name__ == "__main__":
    main()
