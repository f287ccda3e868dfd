#!/usr/bin/env python3
"""Checks that the map in ARCHITECTURE.md is the one that Package.swift declares.

    arrows.py               check this repository; prints each difference and ends with 1 if there is one
    arrows.py --self-test   plant each kind of difference and see that it is found

Every module stands in the table of modules, every arrow is a declared dependency and the other way round, and every arrow points
to a module further down in the table, but for those of the support for tests, which stands at its end. HearthCore, which is below
all, is left out of the arrows. Tests and packages from outside are not in the map.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BELOW_ALL = "HearthCore"
SUPPORT = ("HearthTesting",)


def call(text, start):
    """What stands between the parenthesis at `start` and the one that closes it."""
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return text[start + 1:index]
    return ""


def declared(manifest):
    """The modules of Package.swift with the modules that each depends on."""
    manifest = re.sub(r"^\s*//.*$", "", manifest, flags=re.M)
    modules = {}
    for found in re.finditer(r"\.(target|executableTarget|macro|systemLibrary)\(", manifest):
        body = call(manifest, found.end() - 1)
        name = re.match(r'\s*name: "(\w+)"', body)
        if not name or 'path: "Tests/' in body:
            continue
        # A product stands in parentheses of its own; what is left are names of targets.
        dependencies = re.search(r"dependencies: \[(.*?)\]", re.sub(r"\.product\([^()]*\)", "", body), re.S)
        modules[name.group(1)] = set(re.findall(r'"(\w+)"', dependencies.group(1))) if dependencies else set()
    # Libraries that set-up makes are linked into modules afterwards.
    for library, users in re.findall(r'\blink\("(\w+)",[^\[]*\[([^\]]*)\]', manifest):
        modules.setdefault(library, set())
        for user in re.findall(r'"(\w+)"', users):
            if user in modules:
                modules[user].add(library)
    return modules


def block(page, heading):
    """The first block of code after a line that begins so."""
    found = re.search(r"^" + re.escape(heading) + r".*?^```\n(.*?)^```", page, re.S | re.M)
    return found.group(1) if found else ""


def rows(page):
    """The modules of the table, from the top down. A row has its layer, names, each with two spaces behind it, and words."""
    names = []
    for line in block(page, "## Modules").split("\n"):
        found = re.match(r"(?:\w+ +| +)((?:\w+ {2,})+)", line)
        if found and not line.startswith(" " * 20):
            names += found.group(1).split()
    return names


def drawn(page):
    """The arrows of the page, by the module that each begins at; a line that goes on is indented."""
    arrows = {}
    for line in re.sub(r"\n +", " ", block(page, "Arrows")).split("\n"):
        ends = line.split("→")
        if len(ends) == 2:
            for start in re.findall(r"\w+", ends[0]):
                arrows.setdefault(start, set()).update(re.findall(r"\w+", ends[1]))
    return arrows


def check(manifest, page):
    modules, order, arrows = declared(manifest), rows(page), drawn(page)
    breaches = [f"{name} is a target, and no module of the table" for name in modules if name not in order]
    breaches += [f"{name} is a module of the table, and no target" for name in order
                 if name not in modules and not os.path.isdir(os.path.join(ROOT, "Tests", name))]
    for name in sorted(set(modules) | set(arrows)):
        meant = modules.get(name, set()) - {BELOW_ALL}
        there = arrows.get(name, set())
        breaches += [f"{name} → {other} is declared, and not drawn" for other in sorted(meant - there)]
        breaches += [f"{name} → {other} is drawn, and not declared" for other in sorted(there - meant)]
        if name in order and name not in SUPPORT:
            breaches += [f"{name} → {other} points upwards" for other in sorted(modules.get(name, set()))
                         if other in order and order.index(other) < order.index(name)]
    return breaches


def self_test():
    manifest = """
        .target(name: "HearthCore", dependencies: ["CBox", .product(name: "Crypto", package: "swift-crypto")]),
        // .target(name: "Gone", dependencies: ["HearthCore"]),
        .systemLibrary(name: "CBox", providers: [.apt(["box-dev"])]),
        .target(
            name: "HearthText",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"), "HearthCore", "CBox",
            ],
            swiftSettings: strict),
        .executableTarget(name: "Tool", dependencies: ["HearthText"]),
        .target(name: "Helper", path: "Tests/Helper"),
        .testTarget(name: "ToolTests", dependencies: ["Tool", "HearthCore"]),
        if hasLlama { link("CLlama", from: bundle, trait: "Llama", into: ["Tool", "ToolTests"]) }
    """
    table = ("## Modules\n\n```\nTop        Tool  does it, Hearth's way\n           HearthText    text,\n"
             "                         and more  of it\nGround     HearthCore  words\nFences     CBox  CLlama    C\n```\n")
    arrows = "\nArrows:\n\n```\nTool → HearthText,\n    CLlama\nHearthText, HearthCore → CBox\n```\n"
    failures = []

    def expect(name, page, wanted, manifest=manifest):
        found = check(manifest, page)
        if len(found) != len(wanted) or not all(part in line for part, line in zip(wanted, found)):
            failures.append(f"{name}: {found}")

    expect("a true map", table + arrows, [])
    expect("an arrow too many", table + arrows.replace("CLlama", "CLlama, CBox"), ["Tool → CBox is drawn"])
    expect("an arrow too few", table + arrows.replace("Tool → HearthText,", "Tool →"), ["Tool → HearthText is declared"])
    expect("a line too few", table + arrows.replace("HearthText, HearthCore", "HearthCore"), ["HearthText → CBox is decl"])
    expect("an unknown module", table + arrows.replace("Tool →", "Tool, Other →"), ["Other → CLlama", "Other → HearthT"])
    expect("no row", table.replace("CBox  CLlama", "CLlama") + arrows, ["CBox is a target"])
    expect("a row too many", table.replace("CBox  ", "CBox  Other  ") + arrows, ["Other is a module"])
    expect("upwards", table.replace("Tool  ", "HearthCore  ").replace("Ground     HearthCore", "Ground     Tool") + arrows,
           ["HearthText → HearthCore points upwards", "Tool → HearthText points upwards"])
    expect("a new dependency", table + arrows, ["HearthText → CLlama is declared"],
           manifest.replace('"HearthCore", "CBox",', '"HearthCore", "CBox", "CLlama",'))
    return failures


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


if __name__ == "__main__":
    problems = self_test() if "--self-test" in sys.argv[1:] else [
        "ARCHITECTURE.md: " + breach for breach in check(read("Package.swift"), read("ARCHITECTURE.md"))]
    for problem in problems:
        print(problem, file=sys.stderr)
    raise SystemExit(1 if problems else 0)
