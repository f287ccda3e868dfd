"""Talk with its full stops, taken apart into words and what stands between them."""

from __future__ import annotations

import functools
import hashlib
import json
import lzma
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from .stops_features import normalized

NO, YES, UNKNOWN = 0, 1, 2
MARKUP = re.compile(r"<[^<>]{0,40}>|\[[^\[\]]{0,40}\]")
ABBREVIATIONS = frozenset(
    "mr. mrs. ms. dr. prof. st. vs. e.g. i.e. etc. inc. corp. ltd. co. no. jr. sr. hon. u.s. u.k. d.c. a.m. p.m. approx. dept. fig.".split()
)


@dataclass
class Document:
    source: str
    name: str
    words: list[bytes] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    """What stands behind each word: NO, YES or UNKNOWN; the last is behind the last word."""
    turns: list[bool] = field(default_factory=list)
    """Whether another speaker goes on behind the word."""

    @property
    def part(self) -> str:
        return part(self.source, self.name)


@functools.cache
def part(source: str, name: str) -> str:
    """Documents are dealt out by their names, so that no talk is in two parts."""
    drawn = int(hashlib.sha256(f"{source}/{name}".encode()).hexdigest(), 16) % 10
    return "test" if drawn == 0 else "dev" if drawn == 1 else "train"


def read(folder: str, parts: set[str] | None = None) -> list[Document]:
    """`punct` (a turn a line) and the committees of `salience`, `.jsonl` or `.jsonl.xz`; only these parts where they are named."""
    found: dict[tuple[str, str], Document] = {}
    speakers: dict[tuple[str, str], str | None] = {}

    def add(source: str, name: str, speaker: str | None, text: str) -> None:
        if parts is not None and part(source, name) not in parts:
            return
        key = (source, name)
        document = found.setdefault(key, Document(source, name))
        another = speaker is None or speakers.get(key) != speaker
        if document.words and another:
            document.turns[-1] = True
            # Who is interrupted ends no sentence, and starts none with the next one's words.
            if document.gaps[-1] == NO:
                document.gaps[-1] = UNKNOWN
        speakers[key] = speaker
        _add(document, text)

    for record in lines(folder, "punct"):
        add(record["src"], record["doc"], record["spk"], record["text"])
    for record in lines(folder, "salience"):
        # The other meetings of QMSum are those of `punct`.
        if record["src"] == "qmsum" and record["doc"].startswith(("covid", "education")):
            for speaker, text in record["units"]:
                add("committees", record["doc"], speaker, text)
    return [document for _, document in sorted(found.items()) if len(document.words) > 1]


def _add(document: Document, text: str) -> None:
    text = MARKUP.sub(" ", text).replace(" - ", "-").replace("\u2013", " ").replace("\u2014", " ")
    for token in text.split():
        word, behind = told(token)
        if not word:
            if document.words and document.gaps[-1] == NO:
                document.gaps[-1] = behind
            continue
        document.words.append(word)
        document.gaps.append(behind)
        document.turns.append(False)


@functools.cache
def told(token: str) -> tuple[bytes, int]:
    """A token's word, and what stands behind it."""
    return normalized(token), mark(token)


def mark(token: str) -> int:
    token = token.rstrip("\"'\u201d\u2019)]")
    if token.endswith(("\u2026", "...")):
        return UNKNOWN
    if token.lower() in ABBREVIATIONS:
        return UNKNOWN
    if re.fullmatch(r"[A-Za-z]\.", token):
        # A letter that is spelled, or a name's.
        return UNKNOWN
    return YES if token.endswith((".", "?", "!")) else NO


def lines(folder: str, name: str) -> Iterator[dict]:
    for ending, opener in ((".jsonl.xz", lzma.open), (".jsonl", open)):
        path = os.path.join(folder, name + ending)
        if os.path.exists(path):
            with opener(path, "rt", encoding="utf-8") as file:
                for line in file:
                    yield json.loads(line)
            return
    raise FileNotFoundError(f"There is no {name}.jsonl or {name}.jsonl.xz in {folder}.")


def arrays(documents: list[Document]) -> tuple[np.ndarray, np.ndarray]:
    """Of all gaps within the documents, what stands there and whether the speaker changes."""
    labels = [np.array(document.gaps[:-1], np.int8) for document in documents]
    turns = [np.array(document.turns[:-1], bool) for document in documents]
    return np.concatenate(labels), np.concatenate(turns)
