"""Moving to a new machine by commands: two data folders stand for two machines. HEARTH_PROGRAM names the program, and without it this
is skipped. The same by the page is in test_zz_delete.py."""

import os
import shutil
import subprocess

import pytest

import samples

PROGRAM = os.environ.get("HEARTH_PROGRAM")


class Machine:
    """A data folder, and whoever types commands there."""

    def __init__(self, home):
        self.home = home
        home.mkdir()

    def hearth(self, *arguments):
        environment = {**os.environ, "HEARTH_HOME": str(self.home)}
        done = subprocess.run([PROGRAM, *map(str, arguments)], env=environment, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, done.stderr[-600:]
        return done.stdout


@pytest.mark.skipif(not PROGRAM, reason="HEARTH_PROGRAM names no program")
def test_a_library_moves_to_a_new_machine_in_three_steps(tmp_path):
    old, new, stick = Machine(tmp_path / "old"), Machine(tmp_path / "new"), tmp_path / "stick"
    stick.mkdir()
    paper = tmp_path / "lease.txt"
    paper.write_text(samples.DEPOSIT)
    old.hearth("ingest", paper)
    steps = [
        lambda: old.hearth("backup", stick / "hearth.backup", "--key-to", stick / "database-key.key"),
        lambda: shutil.copy(stick / "database-key.key", new.home / "database-key.key"),
        lambda: new.hearth("restore", stick / "hearth.backup", "--yes"),
    ]
    for step in steps:
        step()
    assert "2300 euros" in new.hearth("ask", samples.QUESTION)
    assert len(steps) == 3
