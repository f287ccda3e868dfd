#!/usr/bin/env python3
"""Measures the analysis of transcripts and the rollups of a journal on the basic engine; needs Python and a release build.

- A transcript of three hours (1,800 cues, 27,000 words): `hearth transcript analyze`, all results at once.
- Transcripts of one hour, imported by one process: 1, 5 and 20 of them. Memory must not follow their number.
- A journal of ten years (3,400 entries): import, rollup of years, and the same after one entry was edited.

Exits with 1 when a bound is broken: 20 s and 300 MB for the three hours, 64 MB more for 20 transcripts than for 5, 100 s for
the ten years, 1 s for the edit.
"""
import argparse
import datetime
import json
import os
import pathlib
import random
import subprocess
import tempfile
import time

TOPICS = {
    "budget": "invoice payment quarter supplier margin forecast spending approval reserve account",
    "harbour": "crane container tide pier dredging vessel pilot cargo mooring quay",
    "garden": "seedling compost orchard pruning trellis harvest greenhouse raspberry watering soil",
    "software": "release interface database failure testing deployment memory protocol review feature",
    "school": "teacher classroom curriculum pupil exam homework library reading lesson parents",
    "weather": "storm rainfall pressure forecast temperature frost drought flooding thunder cloud",
}
OPENINGS = ["I think", "We should remember that", "Last week", "As far as I can tell,", "Honestly,", "The report says that",
            "My impression is that", "Everybody agrees that", "What worries me is that", "For the next month"]
VERBS = ["changes", "delays", "improves", "needs", "explains", "threatens", "supports", "replaces"]
PEOPLE = ["Anna Keller", "Ben Okafor", "Cara Lopez", "Dmitri Volkov", "Emily Tan"]


def sentence(generator, topic):
    nouns = TOPICS[topic].split()
    a, b, c = generator.sample(nouns, 3)
    if generator.random() < 0.08:
        return f"What does the {a} mean for the {b}?"
    if generator.random() < 0.05:
        return f"{generator.choice(PEOPLE).split()[0]} will send the {a} to the {b} team by Friday."
    return f"{generator.choice(OPENINGS)} the {a} {generator.choice(VERBS)} the {b} because of the {c} in {topic}."


def stamp(seconds):
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.000"


def transcript(hours, seed):
    generator, cues, topic = random.Random(seed), ["WEBVTT", ""], "budget"
    for number in range(hours * 600):
        if number % 90 == 0:
            topic = generator.choice(sorted(TOPICS))
        words = sentence(generator, topic)
        start = number * 6
        cues += [f"{stamp(start)} --> {stamp(start + 6)}", f"<v {PEOPLE[number // 3 % len(PEOPLE)]}>{words}", ""]
    return "\n".join(cues)


def run(binary, *arguments, home):
    """Wall seconds, peak memory in MB and standard output of one process."""
    before = time.monotonic()
    process = subprocess.Popen([binary, *map(str, arguments)], env=dict(os.environ, HEARTH_HOME=str(home)),
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"`hearth {' '.join(map(str, arguments[:3]))}` failed")
    return time.monotonic() - before, usage.ru_maxrss / 1024, output


parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("hearth")
options = parser.parse_args()
hearth = os.path.abspath(options.hearth)
broken = []


def report(what, seconds, megabytes, within=True):
    print(f"{what}: {seconds:.2f} s, {megabytes:.0f} MB{'' if within else '  BOUND BROKEN'}", flush=True)
    if not within:
        broken.append(what)


with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
    folder = pathlib.Path(folder)
    path = folder / "three-hours.vtt"
    path.write_text(transcript(3, 1))
    seconds, megabytes, output = run(hearth, "transcript", "analyze", path, "--json", home=folder / "one")
    assert json.loads(output.splitlines()[-1])
    report("a transcript of three hours", seconds, megabytes, seconds < 20 and megabytes < 300)

    peaks = {}
    for count in (1, 5, 20):
        place = folder / f"many{count}"
        place.mkdir()
        for number in range(count):
            (place / f"{number}.vtt").write_text(transcript(1, 100 + number))
        seconds, peaks[count], _ = run(hearth, "transcript", "import", *sorted(place.glob("*.vtt")),
                                       home=folder / f"home{count}")
        report(f"{count} transcripts of an hour imported", seconds, peaks[count],
               count < 20 or peaks[count] - peaks[5] < 64)

    generator, rows, day = random.Random(2), [], datetime.date(2010, 1, 1)
    while len(rows) < 3400:
        if generator.random() < 0.93:
            topic = sorted(TOPICS)[day.month % len(TOPICS)]
            text = " ".join(sentence(generator, topic) for _ in range(generator.randrange(4, 16)))
            rows.append({"id": f"e{len(rows)}", "date": day.isoformat(), "text": text, "languages": ["en"]})
        day += datetime.timedelta(days=1)
    diary = folder / "diary.jsonl"
    diary.write_text("".join(json.dumps(row) + "\n" for row in rows))
    home = folder / "journal"
    first, megabytes, _ = run(hearth, "journal", "import", diary, "--json", home=home)
    second, peak, output = run(hearth, "journal", "rollup", "--level", "year", "--json", home=home)
    assert sum(json.loads(line)["entries"] for line in output.splitlines()) == len(rows)
    report("ten years imported and rolled up", first + second, max(megabytes, peak), first + second < 100)
    run(hearth, "journal", "edit", "e1700", "An edited day in the harbour.", home=home)
    edited = json.loads(run(hearth, "journal", "show", "e1700", "--json", home=home)[2])
    seconds, megabytes, output = run(hearth, "journal", "year", edited["start"], "--json", home=home)
    assert json.loads(output)["recomputed"]
    report("one edited day up to its year", seconds, megabytes, seconds < 1)

raise SystemExit(1 if broken else 0)
