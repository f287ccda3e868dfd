#!/usr/bin/env python3
"""Measures the whole program on generated libraries; needs only Python and the release builds that `run` makes.

- `hearth --version`: the median of 20 starts.
- Ingestion of Markdown files (1,000, 10 MB in all), beside the time that embedding the same chunks alone takes.
- A library of 10,000 documents: `hearth ask` from process start to the whole answer with its citations, and peak memory.
"""
import argparse
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import tempfile
import time


def words(generator, count):
    """Prose-like text: words with a Zipf-like distribution, in sentences and paragraphs."""
    out, sentence = [], 0
    for _ in range(count):
        rank = int(len(WORDS) ** generator.random())
        out.append(WORDS[min(rank, len(WORDS)) - 1])
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


parser = argparse.ArgumentParser()
parser.add_argument("root", type=pathlib.Path)
parser.add_argument("--documents", type=int, default=10_000)
parser.add_argument("--files", type=int, default=1_000)
parser.add_argument("--megabytes", type=float, default=10)
options = parser.parse_args()
hearth = options.root / ".build/release/hearth"
generator = random.Random(7)
WORDS = vocabulary(options.root)
generator.shuffle(WORDS)

with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
    folder = pathlib.Path(folder)
    starts = [run(hearth, "--version", home=folder / "none")[0] for _ in range(20)]
    print(f"hearth --version: median {1000 * statistics.median(starts):.1f} ms", flush=True)

    notes = folder / "notes"
    notes.mkdir()
    for number in range(options.files):
        text = f"# Note {number}\n\n" + words(generator, int(options.megabytes * 1e6 / options.files / 5.6))
        (notes / f"note{number:05}.md").write_text(text)
    size = sum(f.stat().st_size for f in notes.iterdir())
    seconds, memory, output = run(hearth, "ingest", notes, "--json", home=folder / "home1")
    summary = json.loads(output.splitlines()[-1])["summary"]
    rows = folder / "rows.jsonl"
    rows.write_text("".join(json.dumps({"id": f.name, "text": f.read_text()}) + "\n" for f in sorted(notes.iterdir())))
    _, _, output = run(hearth, "text", "chunks", "--batch", rows, "--json", home=folder / "none")
    texts = [c["text"] for line in output.splitlines() for c in json.loads(line)["chunks"]]
    alone = embedding_alone(options.root, texts)
    print(f"ingest of {options.files} Markdown files ({size / 1e6:.1f} MB, {summary['chunks']} chunks): {seconds:.1f} s, "
          f"{summary['chunks'] / seconds:.0f} chunks/s, peak {memory:.0f} MB; embedding {len(texts)} chunks alone "
          f"{alone:.1f} s; ratio {seconds / alone * len(texts) / max(1, summary['chunks']):.3f}", flush=True)

    library = folder / "library"
    library.mkdir()
    for number in range(options.documents):
        (library / f"doc{number:05}.txt").write_text(words(generator, 60) + f"\n\nThe keeper of box {number} is {WORDS[number % len(WORDS)].capitalize()}.\n")
    seconds, memory, _ = run(hearth, "ingest", library, "--json", home=folder / "home2")
    print(f"ingest of {options.documents} short documents: {seconds:.1f} s, peak {memory:.0f} MB", flush=True)
    times, peak = [], 0
    for number in range(20):
        question = f"Who is the keeper of box {generator.randrange(options.documents)}?"
        seconds, memory, output = run(hearth, "ask", question, "--engine", "basic", "--json", home=folder / "home2")
        times.append(seconds)
        peak = max(peak, memory)
        if number == 0 and not json.loads(output)["citations"]:
            print("note: the first question got no citation")
    print(f"ask over {options.documents} documents, process start to answer: median {1000 * statistics.median(times):.0f} ms, "
          f"most {1000 * max(times):.0f} ms, peak {peak:.0f} MB", flush=True)
