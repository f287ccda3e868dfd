"""How the tests of the page are parted for a run on two cores."""

import json
from types import SimpleNamespace

import parts


def test_parts_are_about_equally_long_and_hold_each_file_once():
    weighed = {"long": 100, "many": 40, "some": 40, "few": 30, "one": 5}
    first, second = (parts.files_of_part(weighed, part, 2) for part in (1, 2))
    assert first | second == set(weighed) and not first & second
    assert abs(sum(weighed[name] for name in first) - sum(weighed[name] for name in second)) <= 15
    assert first == parts.files_of_part(dict(reversed(weighed.items())), 1, 2)


def test_a_file_that_was_not_measured_weighs_what_its_tests_would_take():
    assert parts.weights({"slow": 2, "quick": 8, "new": 3}, {"slow": 40, "quick": 10, "gone": 999}) == {"slow": 40, "quick": 10, "new": 15}
    assert parts.weights({"one": 3, "other": 1}, {}) == {"one": 3, "other": 1}


def test_what_files_took_is_written_and_what_did_not_run_is_kept(tmp_path):
    table = tmp_path / "durations.json"
    table.write_text(json.dumps({"test_chat.py": 70, "test_gone.py": 5, "test_news.py": 9}))
    measured = parts.Durations(table)
    for file, when, seconds, skipped in [("test_chat.py", "setup", 1.5, False), ("test_chat.py", "call", 2.04, False), ("test_chat.py", "teardown", 0.5, False), ("test_models.py", "call", 3, False), ("test_news.py", "setup", 0.1, True)]:
        measured.pytest_runtest_logreport(SimpleNamespace(nodeid=f"Tests/Page/{file}::test_a[x]", when=when, duration=seconds, skipped=skipped))
    measured.pytest_sessionfinish()
    assert json.loads(table.read_text()) == {"test_chat.py": 4.0, "test_models.py": 3, "test_news.py": 9}


def test_every_file_that_was_measured_is_there():
    assert not [name for name in parts.known_seconds() if not (parts.TABLE.parent / name).exists()]
