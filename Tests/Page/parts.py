"""Which files of tests go into which part of a run, by the seconds that each took when all were measured (durations.json)."""

import fcntl
import json
import os
import pathlib

TABLE = pathlib.Path(__file__).resolve().parent / "durations.json"


def known_seconds(table=TABLE):
    """Seconds by the name of a file; none where nothing was measured."""
    return json.loads(table.read_text()) if table.exists() else {}


def weights(tests, seconds):
    """What each file weighs: the seconds it took, or, where it was not measured, its tests times what a test of the others took.

    tests: the number of tests by the name of a file.
    """
    measured = [name for name in tests if name in seconds]
    count = sum(tests[name] for name in measured)
    mean = sum(seconds[name] for name in measured) / count if count else 1
    return {name: seconds.get(name, number * mean) for name, number in tests.items()}


def files_of_part(weights, part, parts):
    """The heaviest file goes to the part that has the least so far: the same parts each time, and each file in one."""
    sizes, own = [0] * parts, set()
    for name in sorted(weights, key=lambda name: (-weights[name], name)):
        least = sizes.index(min(sizes))
        sizes[least] += weights[name]
        if least == part - 1:
            own.add(name)
    return own


class Durations:
    """A plugin that measures the files of a run, and writes what they took into the table. Files that did not run keep what they had."""

    def __init__(self, table=TABLE):
        self.table, self.seconds, self.ran = table, {}, set()

    def pytest_runtest_logreport(self, report):
        name = pathlib.PurePath(report.nodeid.split("::")[0]).name
        self.seconds[name] = self.seconds.get(name, 0) + report.duration
        # What was skipped tells nothing of how long it takes.
        if report.when == "call" and not report.skipped:
            self.ran.add(name)

    def pytest_sessionfinish(self):
        # The parts of one run write to the same table.
        folder = os.open(self.table.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            found = known_seconds(self.table) | {name: round(self.seconds[name], 1) for name in self.ran}
            kept = {name: found[name] for name in sorted(found) if name in self.ran or (TABLE.parent / name).exists()}
            new = self.table.with_suffix(".new")
            new.write_text(json.dumps(kept, indent=1) + "\n")
            new.replace(self.table)
        finally:
            os.close(folder)
