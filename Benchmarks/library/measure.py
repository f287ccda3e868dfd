#!/usr/bin/env python3
"""Measures the whole program on generated libraries; needs only Python and the release builds that `run` makes. README.md says what
and against what.
"""
import argparse
import json
import os
import pathlib
import random
import re
import sqlite3
import statistics
import subprocess
import tempfile
import time


def words(generator, count, known=None):
    """Prose-like text: words with a Zipf-like distribution, in sentences and paragraphs."""
    known = known or WORDS
    out, sentence = [], 0
    for _ in range(count):
        rank = int(len(known) ** generator.random())
        out.append(known[min(rank, len(known)) - 1])
        sentence += 1
        if sentence > 8 and generator.random() < 0.12:
            out[-1] += ".\n\n" if generator.random() < 0.2 else "."
            sentence = 0
    return " ".join(out).capitalize() + "."


def vocabulary(root):
    """The English words of the example library: invented ones would be cut into far more tokens than text has."""
    texts = [f.read_text(errors="ignore") for f in sorted((root / "Examples/Library").rglob("*")) if f.suffix in (".md", ".txt")]
    return sorted(set(re.findall(r"[a-z]{2,}", " ".join(texts))))


def run(binary, *arguments, home):
    """Wall seconds, peak memory in MB and standard output of one process."""
    before = time.monotonic()
    process = subprocess.Popen([binary, *map(str, arguments)], env=dict(os.environ, HEARTH_HOME=str(home)),
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"`hearth {' '.join(map(str, arguments))}` failed")
    return time.monotonic() - before, usage.ru_maxrss / 1024, output


def embedding_alone(root, texts):
    binary = root / "Benchmarks/embedding/.build/release/embedding-benchmark"
    process = subprocess.run([binary, root / ".deps/models/all-MiniLM-L6-v2.gguf"], text=True, capture_output=True,
                             input=json.dumps({"texts": texts}) + "\n", check=True)
    return json.loads(process.stdout)["seconds"]


def ingestion(hearth, root, folder, generator, files, megabytes):
    """Markdown files taken in, beside the time that embedding the same passages alone takes."""
    notes = folder / "notes"
    notes.mkdir()
    for number in range(files):
        text = f"# Note {number}\n\n" + words(generator, int(megabytes * 1e6 / files / 5.6))
        (notes / f"note{number:05}.md").write_text(text)
    size = sum(f.stat().st_size for f in notes.iterdir())
    seconds, memory, output = run(hearth, "ingest", notes, "--json", home=folder / "home1")
    summary = json.loads(output.splitlines()[-1])["summary"]
    rows = folder / "rows.jsonl"
    rows.write_text("".join(json.dumps({"id": f.name, "text": f.read_text()}) + "\n" for f in sorted(notes.iterdir())))
    _, _, output = run(hearth, "text", "chunks", "--batch", rows, "--json", home=folder / "none")
    texts = [c["text"] for line in output.splitlines() for c in json.loads(line)["chunks"]]
    alone = embedding_alone(root, texts)
    print(f"ingest of {files} Markdown files ({size / 1e6:.1f} MB, {summary['chunks']} chunks): {seconds:.1f} s, "
          f"{summary['chunks'] / seconds:.0f} chunks/s, peak {memory:.0f} MB; embedding {len(texts)} chunks alone "
          f"{alone:.1f} s; ratio {seconds / alone * len(texts) / max(1, summary['chunks']):.3f}", flush=True)


def asking(hearth, folder, generator, documents):
    """Questions to a library of short documents, from process start to the whole answer with its citations."""
    library = folder / "library"
    library.mkdir()
    for number in range(documents):
        (library / f"doc{number:05}.txt").write_text(words(generator, 60) + f"\n\nThe keeper of box {number} is {WORDS[number % len(WORDS)].capitalize()}.\n")
    seconds, memory, _ = run(hearth, "ingest", library, "--json", home=folder / "home2")
    print(f"ingest of {documents} short documents: {seconds:.1f} s, peak {memory:.0f} MB", flush=True)
    times, peak = [], 0
    for number in range(20):
        question = f"Who is the keeper of box {generator.randrange(documents)}?"
        seconds, memory, output = run(hearth, "ask", question, "--engine", "basic", "--json", home=folder / "home2")
        times.append(seconds)
        peak = max(peak, memory)
        if number == 0 and not json.loads(output)["citations"]:
            print("note: the first question got no citation")
    print(f"ask over {documents} documents, process start to answer: median {1000 * statistics.median(times):.0f} ms, "
          f"most {1000 * max(times):.0f} ms, peak {peak:.0f} MB", flush=True)


def invented(generator, count):
    """Words of two to four syllables, for the rare words that text of many passages has. Where no model reads it, invented ones do."""
    syllables = [a + b + c for a in "b d f g k l m n p r s t v st tr".split() for b in "aeiou" for c in ("", "n", "r", "l")]
    made = set()
    while len(made) < count:
        made.add("".join(generator.choices(syllables, k=generator.randint(2, 4))))
    return sorted(made)


class Search:
    """Our search over an encrypted store without vectors, in a process of its own that answers line by line."""

    def __init__(self, root, store, files, chunks):
        self.process = subprocess.Popen([root / "Benchmarks/library/.build/release/search-benchmark", store, files, chunks],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.filled = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("search-benchmark ended")
        return json.loads(line)

    def ask(self, query):
        self.process.stdin.write(json.dumps({"query": query}) + "\n")
        self.process.stdin.flush()
        return self.answer()

    def close(self):
        self.process.stdin.close()
        if self.process.wait():
            raise SystemExit("search-benchmark failed")


class Peer:
    """SQLite's own full-text search over the same passages, with its own ranking and English stems, in a file without encryption."""

    def __init__(self, file, chunks):
        self.file = file
        self.database = sqlite3.connect(file)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("CREATE VIRTUAL TABLE passages USING fts5(text, tokenize = 'porter unicode61')")
        before = time.monotonic()
        with self.database, open(chunks, encoding="utf-8") as lines:
            self.database.executemany("INSERT INTO passages (text) VALUES (?)", (json.loads(line) for line in lines))
        self.seconds = time.monotonic() - before
        self.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def milliseconds(self, query):
        match = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        before = time.monotonic()
        # `rank` is bm25; by that name it is sorted within FTS5, without the texts of all that matches.
        self.database.execute("SELECT rowid, text, rank FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT 10", (match,)).fetchall()
        return 1000 * (time.monotonic() - before)

    def bytes(self):
        return os.path.getsize(self.file)


def search(root, folder, generator, chunks, queries):
    """Queries at many passages, by words alone: with the look at letters, without it, and by the peer, in turns."""
    files = folder / "texts"
    files.mkdir()
    rare = invented(generator, 50_000)
    generator.shuffle(rare)
    known = WORDS + rare
    total = 0
    for number in range(max(1, chunks // 100)):
        text = words(generator, 100 * WORDS_IN_A_PASSAGE, known)
        total += len(text)
        (files / f"text{number:05}.txt").write_text(text)
    passages = folder / "passages.jsonl"
    ours = Search(root, folder / "store", files, passages)
    peer = Peer(folder / "peer.sqlite", passages)
    count, seconds, size = (ours.filled[name] for name in ("chunks", "seconds", "bytes"))
    print(f"{count} passages by words alone ({total / 1e6:.0f} MB of text): {seconds:.1f} s, {count / seconds:.0f} a second; "
          f"FTS5 alone indexes their texts in {peer.seconds:.1f} s; ratio {seconds / peer.seconds:.2f}")
    print(f"on the disk: {size / 1e6:.0f} MB; FTS5 with their texts {peer.bytes() / 1e6:.0f} MB; ratio {size / peer.bytes():.2f}; "
          "the look at letters keeps nothing there", flush=True)
    times = {"letters": [], "stems": [], "peer": []}
    for number in range(queries + 5):
        # Rare words and common ones, as in questions.
        query = " ".join(generator.choices(known, k=2) + words(generator, 3, known).lower().replace(".", "").split())
        theirs = peer.milliseconds(query) if number % 2 else None
        found = ours.ask(query)
        theirs = peer.milliseconds(query) if theirs is None else theirs
        if not found["found"]:
            raise SystemExit(f"nothing was found for {query!r}")
        if number >= 5:  # the first ones warm up
            for name, value in (("letters", found["letters"]), ("stems", found["stems"]), ("peer", theirs)):
                times[name].append(value)
    ours.close()

    def ratio(over, under):
        return statistics.median(a / b for a, b in zip(times[over], times[under]))

    medians = {name: statistics.median(values) for name, values in times.items()}
    print(f"search at {count} passages by words, {queries} queries in turns, medians: with the look at letters "
          f"{medians['letters']:.1f} ms, without {medians['stems']:.1f} ms, FTS5 {medians['peer']:.1f} ms; ratios: letters to none {ratio('letters', 'stems'):.2f}, "
          f"with letters to FTS5 {ratio('letters', 'peer'):.2f}, without {ratio('stems', 'peer'):.2f}", flush=True)


WORDS_IN_A_PASSAGE = 106  # of these texts; what passages share counts once
parser = argparse.ArgumentParser()
parser.add_argument("root", type=pathlib.Path)
parser.add_argument("--documents", type=int, default=10_000, help="that are asked; 0 leaves it out")
parser.add_argument("--files", type=int, default=1_000, help="of Markdown, ingested; 0 leaves it out")
parser.add_argument("--megabytes", type=float, default=10, help="in all these files")
parser.add_argument("--passages", type=int, default=100_000, help="that are searched by words, about; 0 leaves it out")
parser.add_argument("--queries", type=int, default=200)
options = parser.parse_args()
hearth = options.root / ".build/release/hearth"
WORDS = vocabulary(options.root)
random.Random(7).shuffle(WORDS)

with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
    folder = pathlib.Path(folder)
    starts = [run(hearth, "--version", home=folder / "none")[0] for _ in range(20)]
    print(f"hearth --version: median {1000 * statistics.median(starts):.1f} ms", flush=True)

    # Each part has numbers of its own, so that it is the same without the others.
    if options.files:
        ingestion(hearth, options.root, folder, random.Random(8), options.files, options.megabytes)
    if options.documents:
        asking(hearth, folder, random.Random(9), options.documents)
    if options.passages:
        search(options.root, folder, random.Random(10), options.passages, options.queries)
