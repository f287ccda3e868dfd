#!/usr/bin/env python3
"""Compares Hearth's vector search with FAISS IndexFlatIP and sqlite-vec on the same vectors and queries, in one run."""
import argparse
import json
import pathlib
import subprocess
import tempfile
import time

import faiss
import numpy as np
import sqlite_vec
from pysqlite3 import dbapi2 as sqlite3  # the standard module is often built without extensions


def vectors(count, dimension, clusters, generator):
    """Around `clusters` random centres, since embeddings of text lie in clusters; of length 1."""
    centres = generator.standard_normal((clusters, dimension), dtype=np.float32)
    out = np.empty((count, dimension), dtype=np.float32)
    for start in range(0, count, 50_000):
        end = min(count, start + 50_000)
        part = centres[generator.integers(0, clusters, end - start)]
        part = part + 0.6 * generator.standard_normal(part.shape, dtype=np.float32)
        out[start:end] = part / np.linalg.norm(part, axis=1, keepdims=True)
    return out


def line(name, times, found, truth, more=""):
    recall = np.mean([len(set(map(int, f)) & set(map(int, t))) / len(t) for f, t in zip(found, truth)])
    print(f"{name:28} min {min(times):8.3f} ms  median {np.median(times):8.3f} ms  recall@10 {recall:.4f}  {more}", flush=True)
    return min(times), float(np.median(times))


def timed(search, queries):
    times, found = [], []
    for query in queries:
        start = time.perf_counter()
        found.append(search(query))
        times.append((time.perf_counter() - start) * 1000)
    return times, found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--dimension", type=int, default=384)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--skip-sqlite-vec", action="store_true")
    parser.add_argument("--binary", default=str(pathlib.Path(__file__).parent / ".build/release/VectorBenchmark"))
    parser.add_argument("--folder", help="keeps vectors and store here for another run")
    options = parser.parse_args()
    faiss.omp_set_num_threads(options.threads)

    generator = np.random.default_rng(1)
    made = vectors(options.count + options.queries, options.dimension, 2_000, generator)
    base, queries = made[: options.count], made[options.count :]
    exact = [np.argsort(-(base @ q), kind="stable")[:10] for q in queries.astype(np.float32)]

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.folder or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        base.tofile(folder / "base.f32")
        queries.tofile(folder / "queries.f32")
        command = [options.binary, folder / "base.f32", folder / "queries.f32", options.dimension, folder / "store", options.threads]
        report = json.loads(subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout)
    own = line(
        "hearth", report["times_ms"], report["results"], exact,
        f"load {report['load_s']:.2f} s (processor {report['load_cpu_s']:.2f} s)  open {report['open_ms']:.1f} ms  RSS {report['rss_after_mb']:.0f} MB"
        + (f"  store {report['store_s']:.0f} s" if "store_s" in report else ""))

    stream = report["stream_ms"]
    print(f"{'read as many bytes':28} min {min(stream):8.3f} ms  median {np.median(stream):8.3f} ms  "
          f"hearth takes {own[0] / min(stream):.2f} times that (least), {own[1] / np.median(stream):.2f} (median)", flush=True)

    index = faiss.IndexFlatIP(options.dimension)
    index.add(base)
    times, found = timed(lambda q: index.search(q[None], 10)[1][0], queries)
    other = line("faiss IndexFlatIP", times, found, exact)
    print(f"{'':28} {other[0] / own[0]:.1f} times (least), {other[1] / own[1]:.1f} times (median) hearth's time")

    if not options.skip_sqlite_vec:
        database = sqlite3.connect(":memory:")
        database.enable_load_extension(True)
        sqlite_vec.load(database)
        database.execute(f"create virtual table v using vec0(e float[{options.dimension}] distance_metric=cosine)")
        database.executemany("insert into v(rowid, e) values (?, ?)", ((i, row.tobytes()) for i, row in enumerate(base)))
        search = lambda q: [r[0] for r in database.execute(
            "select rowid from v where e match ? and k = 10 order by distance", (q.tobytes(),))]
        times, found = timed(search, queries[:30])
        other = line("sqlite-vec f32", times, found, exact)
        print(f"{'':28} {other[0] / own[0]:.1f} times (least), {other[1] / own[1]:.1f} times (median) hearth's time")


if __name__ == "__main__":
    main()
