#!/usr/bin/env python3
"""Compares the encoder with onnxruntime (F32): speed, closeness of vectors, equality of tokens, side by side in one run.

    pip install onnxruntime onnx tokenizers numpy
    swift build -c release --package-path Benchmarks/embedding
    compare.py MODEL.gguf MODEL_FOLDER TEXT_FILE [--rounds 7]

MODEL_FOLDER holds the original model.safetensors, config.json and tokenizer.json; TEXT_FILE some 100 KB of prose, from
which chunks of exactly 128 and 256 tokens are cut. The two sides take turns, and medians are shown, so that a machine that
does other things disturbs both alike. Chunks per second are by the clock, and by the processor time that was used.
"""
import argparse
import json
import os
import subprocess
import time

import numpy as np
from reference import Reference

here = os.path.dirname(os.path.abspath(__file__))


class Ours:
    def __init__(self, model, threads):
        binary = os.path.join(here, ".build/release/embedding-benchmark")
        self.process = subprocess.Popen([binary, model, str(threads)], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def cut(reference, text, length, count):
    """Chunks of exactly `length` tokens, special tokens included."""
    encoding = reference.tokenizer.encode(text, add_special_tokens=False)
    chunks, start = [], 0
    while len(chunks) < count and start + length < len(encoding.ids):
        chunk = text[encoding.offsets[start][0]:encoding.offsets[start + length - 3][1]]
        if len(reference.tokens(chunk, 10 ** 9)) == length:
            chunks.append(chunk)
        start += length - 2
    return chunks


def speed(arguments, text):
    for length in (128, 256):
        for threads in (1, 2):
            reference, ours = Reference(arguments.folder, threads), Ours(arguments.model, threads)
            chunks = cut(reference, text, length, 4096 // length)
            tokens = [reference.tokens(chunk, length) for chunk in chunks]

            def theirs(batch):
                wall, cpu = time.perf_counter(), time.process_time()
                for i in range(0, len(tokens), batch):
                    reference.embed(tokens[i:i + batch])
                return {"seconds": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
            sides = {"ours": lambda: ours.ask(texts=chunks), "onnxruntime, batch 1": lambda: theirs(1),
                     "onnxruntime, batch 8": lambda: theirs(8)}
            found = {name: [] for name in sides}
            for round in range(arguments.rounds + 1):
                for name, side in sides.items():
                    result = side()
                    if round > 0:
                        found[name].append(result)
            print(f"{length} tokens, {threads} thread(s):")
            for name, results in found.items():
                wall = [len(chunks) / r["seconds"] for r in results]
                cpu = np.median([len(chunks) / r["cpu"] for r in results])
                print(f"  {name:22s} {np.median(wall):6.1f} chunks/s (best {max(wall):6.1f}), "
                      f"{cpu:6.1f} for each second of processor time")
            ours.close()


def accuracy(arguments, text):
    reference, ours = Reference(arguments.folder), Ours(arguments.model, 2)
    lines = [line for line in text.split("\n") if line.strip()]
    step = max(1, len(lines) // 300)
    texts = ["", "!", "a"] + lines[::step][:300]
    answer = ours.ask(texts=texts, vectors=True)
    likeness = [float(reference.embed([reference.tokens(t, 256)])[0] @ np.array(v))
                for t, v in zip(texts, answer["vectors"])]
    print(f"cosine with onnxruntime over {len(texts)} texts: least {min(likeness):.6f}, mean {np.mean(likeness):.6f}")
    found = ours.ask(texts=lines, tokens=True)
    different = 0
    for line, tokens, ends in zip(lines, found["tokens"], found["ends"]):
        expected = reference.tokenizer.encode(line, add_special_tokens=False)
        places = [len(line[:end].encode()) for _, end in expected.offsets]
        different += tokens != expected.ids or ends != places
    print(f"tokens and ends of {len(lines)} lines: {different} lines differ; peak memory {answer['peakMemory']:.0f} MB")
    ours.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("folder")
    parser.add_argument("text")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    with open(arguments.text, encoding="utf-8") as file:
        prose = file.read()
    accuracy(arguments, prose)
    speed(arguments, prose[:400_000])
