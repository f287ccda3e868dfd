#!/usr/bin/env python3
"""Checks that every file of this repository that a script, the Makefile or a document names is there, so that a file that was
moved is found without a build.

    paths.py               check this repository; prints each path that leads nowhere as FILE:LINE and ends with 1 if there is one
    paths.py --self-test   name files that are there and files that are not, and see that the latter are found

A path is what begins with Sources/, Tests/, docs/, Examples/ or Benchmarks/ and ends with a file's ending, or with `/`. Braces
(`Keychain{Calls,Store}.swift`) are taken apart; a pattern (`*.swift`) has to match something. What has a placeholder in it
(`<Format>`, `$name`) names no file, and neither does CHANGELOG.md, which tells of files that were.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("Sources", "Tests", "docs", "Examples", "Benchmarks")
# Where paths are looked for: what no compiler reads. In fences.py paths are the beginnings of many, which the file checks itself.
SEARCHED = re.compile(r"^(?:scripts/|\.ci/|Makefile$|.*\.(?:md|sh)$)")
PASSED_OVER = ("CHANGELOG.md", "scripts/check.d/paths.py")

# Not behind a slash or a name: those are the ends of other paths. A brace may hold commas and nothing else.
PATH = re.compile(
    r"(?<![\w/.\-}])((?:%s)/(?:[\w.+*\-/]|\{[\w.+,\-]*\})*(?:[<$%%(\[{])?)" % "|".join(FOLDERS))


def expanded(path):
    """The paths that a shell makes of braces."""
    brace = re.search(r"\{([^{}]*)\}", path)
    if not brace:
        return [path]
    return [
        way for choice in brace.group(1).split(",")
        for way in expanded(path[:brace.start()] + choice + path[brace.end():])
    ]


def named(line):
    """The paths of a line that say which file or folder they mean."""
    for found in PATH.finditer(line):
        path = found.group(1)
        if path[-1] in "<$%([{":
            continue  # goes on in a placeholder
        path = path.rstrip(".,-+")
        is_file = re.search(r"\.[A-Za-z][A-Za-z0-9]*\}?$", path)
        if is_file or path.endswith("/"):
            yield from expanded(path)


def exists(root, path):
    # A folder's end is not asked of the pattern: `Sources/Hearth*/` is whatever begins so.
    return bool(glob.glob(os.path.join(glob.escape(root), path.rstrip("/")), recursive=True))


def is_ignored(root, path):
    asked = subprocess.run(["git", "check-ignore", "-q", path], cwd=root, capture_output=True)
    return asked.returncode == 0


def check(root, files, is_made=is_ignored):
    breaches = []
    for path in files:
        full = os.path.join(root, path)
        if not SEARCHED.match(path) or path in PASSED_OVER or os.path.islink(full) or not os.path.isfile(full):
            continue
        with open(full, encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                for name in named(line):
                    if "planted" not in name.lower() and not exists(root, name) and not is_made(root, name):
                        breaches.append(f"{path}:{number}: {name} is not there; it was moved or removed")
    return breaches


def tracked(root):
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True)
    return sorted(set(listed.stdout.decode("utf-8").split("\0")) - {""})


def self_test():
    failures = []
    with tempfile.TemporaryDirectory() as root:
        for path in ("Sources/A/Keys/Chain.swift", "Sources/A/Keys/ChainStore.swift", "docs/here.md"):
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            open(os.path.join(root, path), "w", encoding="utf-8").close()

        def expect(place, line, wanted):
            full = os.path.join(root, place)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write("# first\n" + line + "\n")
            found = check(root, [place], is_made=lambda _, name: name.startswith("Sources/Made/"))
            os.remove(full)
            if len(found) != wanted:
                failures.append(f"{place}: `{line}`: {len(found)} found, {wanted} planted")
            elif wanted and not found[0].startswith(place + ":2:"):
                failures.append(f"{place}: `{line}`: found at another place: {found[0]}")

        gone = "Sources/A/Gone.swift"
        for place in ("Makefile", "scripts/check.d/apple.sh", "scripts/make-table", ".ci/run", "README.md", "docs/map.md"):
            expect(place, f"use {gone} here", 1)
        expect("README.md", "see [the map](docs/gone.md), and `docs/here.md`.", 1)
        expect("README.md", "all of Sources/A/Keys/ and of Sources/B/", 1)
        expect("scripts/a", "Sources/A/Keys/Chain{,Store}.swift", 0)
        expect("scripts/a", "Sources/A/Keys/Chain{Calls,Store}.swift", 1)
        expect("scripts/a", "$(find Sources/A/Keys/*.swift) Sources/B/*.swift", 1)
        expect("scripts/a", '"Sources/$name/Gone.swift" Sources/<Format>/ "Sources/A/Keys/Chain.swift"', 0)
        expect("README.md", "Ends a sentence: Sources/A/Keys/Chain.swift.", 0)
        expect("README.md", "https://example.org/docs/gone.md /usr/share/docs/gone.md", 0)
        expect("README.md", "Sources or Tests/ are words too: either/or, Sources/A.", 1)  # there is no Tests/
        expect("scripts/setup", "writes Sources/Made/table.c", 0)
        expect("CHANGELOG.md", gone, 0)
        expect("Sources/A/Keys/Chain.swift", "// " + gone, 0)
    return failures


if __name__ == "__main__":
    problems = self_test() if "--self-test" in sys.argv[1:] else check(ROOT, tracked(ROOT))
    for problem in problems:
        print(problem, file=sys.stderr)
    raise SystemExit(1 if problems else 0)
