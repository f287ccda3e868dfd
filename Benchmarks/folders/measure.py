#!/usr/bin/env python3
"""Measures how long a start takes over a folder of many files that is kept in step; needs Python and a release build.

Exits with 1 when a bound is broken: 15 s for a start with 100,000 unchanged files, none of which may be opened, and what a start after
changes reports has to be what was changed.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

LIMIT = 15.0


def make(root, count):
    for number in range(count):
        folder = root / f"{number // 200:04}"
        if number % 200 == 0:
            folder.mkdir(parents=True)
        if number % 100 == 0:
            (folder / f"{number:06}.md").write_text(f"# Note {number}\n\nThe lease number {number} ends in May.\n")
        else:
            (folder / f"{number:06}.bin").write_bytes(b"\x89PNG\r\n\x1a\n" + number.to_bytes(4, "big"))


def refresh(binary, home, trace=None):
    """One look by a new process: its report of the folder, seconds, peak memory in MB."""
    command = [binary, "folders", "refresh", "--json"]
    if trace:
        command = ["strace", "-f", "-qq", "-e", "trace=openat,openat2", "-o", str(trace), *command]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    start = time.monotonic()
    done = subprocess.run(command, env={**os.environ, "HEARTH_HOME": str(home)}, capture_output=True, text=True)
    seconds = time.monotonic() - start
    if done.returncode not in (0, 5):
        sys.exit(f"hearth ended with {done.returncode}: {done.stderr[-2000:]}")
    reports = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    report = [found for found in reports if "examined" in found][0]
    peak = max(before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    return report, seconds, peak / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--files", type=int, default=100_000)
    options = parser.parse_args()
    broken = []
    with tempfile.TemporaryDirectory() as scratch:
        home, root = pathlib.Path(scratch, "home"), pathlib.Path(scratch, "many")
        make(root, options.files)
        # Old enough not to be waited for.
        time.sleep(2.5)
        subprocess.run([options.binary, "folders", "add", str(root), "--later"], env={**os.environ, "HEARTH_HOME": str(home)},
                       check=True, stdout=subprocess.DEVNULL)
        # What is no document is tried again by a refresh only where it failed; these are skipped.
        report, seconds, peak = refresh(options.binary, home)
        print(f"first look      {seconds:7.1f} s  {peak:6.0f} MB  {report['examined']} files read, {report['added']} added")
        report, seconds, peak = refresh(options.binary, home)
        print(f"start           {seconds:7.1f} s  {peak:6.0f} MB  {report['examined']} files read")
        if seconds > LIMIT * options.files / 100_000 + 1:
            broken.append(f"a start takes {seconds:.1f} s")
        if report["examined"] - report["failed"]:
            broken.append(f"{report['examined']} files that had not changed were read")
        if shutil.which("strace"):
            trace = pathlib.Path(scratch, "trace")
            refresh(options.binary, home, trace)
            opened = len(re.findall(r"\d{6}\.(?:md|bin)\"", trace.read_text(errors="replace")))
            print(f"                {opened} of the files were opened")
            if opened > report["failed"]:
                broken.append(f"{opened} files were opened")
        notes = sorted(root.rglob("*.md"))
        few = min(100, len(notes) // 3)
        for note in notes[:few]:
            note.write_text(note.read_text() + "\nIt was prolonged.\n")
        for note in notes[few:2 * few]:
            note.rename(note.with_name("moved-" + note.name))
        for note in notes[2 * few:3 * few]:
            note.unlink()
        time.sleep(2.5)
        report, seconds, peak = refresh(options.binary, home)
        print(f"after changes   {seconds:7.1f} s  {peak:6.0f} MB  {report['updated']} updated, {report['moved']} moved, {report['removed']} removed")
        for name in ("updated", "moved", "removed"):
            if report[name] != few:
                broken.append(f"{report[name]} {name}, not {few}")
    for line in broken:
        print(f"broken: {line}")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
