#!/usr/bin/env python3
"""Checks what the compiler cannot: who may import what, and a few habits that are easy to lose.

    fences.py               check this repository; prints each breach as FILE:LINE and ends with 1 if there is one
    fences.py --self-test   plant one breach of every rule in a temporary folder and see that each is found

Comments are not searched, except by the rules about comments. Every rule is one entry of RULES.
"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MAX_LINES = 500
MAX_BYTES = 1 << 20


def imports(*modules):
    return r"^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+" \
        r"(?:(?:struct|class|enum|func|protocol|typealias|let|var)\s+)?(?:" + "|".join(modules) + r")\b"


def frameworks(*modules):
    return imports(*modules) + r"|canImport\((?:" + "|".join(modules) + r")\)"


class Rule:
    """In the files below `inside`, `pattern` may stand only below `allowed`, or next to a comment that gives a reason."""

    def __init__(self, name, pattern, breach, allowed=(), inside=("Sources/",), reason_allows=False, comments=False):
        self.name, self.pattern, self.breach = name, re.compile(pattern), breach
        self.allowed, self.inside = tuple(allowed), tuple(inside)
        self.reason_allows, self.comments = reason_allows, comments


EVERYWHERE = ("Sources/", "Tests/", "Benchmarks/", "Package.swift")

RULES = [
    # Fences around C and around what we depend on: one module each, so that it can be replaced.
    Rule("llama", imports("CLlama"), "import CLlama", ["Sources/HearthLlama/"]),
    Rule("whisper", imports("CWhisper"), "import CWhisper", ["Sources/HearthVoice/"]),
    Rule("pocketsphinx", imports("CPocketSphinx"), "import CPocketSphinx", ["Sources/HearthVoice/"]),
    Rule("encoder-kernels", imports("CEncoderKernels"), "import CEncoderKernels",
         ["Sources/HearthEmbedding/", "Sources/HearthVoice/Activity/"]),
    Rule("vector-kernels", imports("CVectorKernels"), "import CVectorKernels", ["Sources/HearthStore/"]),
    Rule("sandbox", imports("CSandbox"), "import CSandbox",
         ["Sources/HearthSystem/", "Sources/HearthEngine/Offline/", "Sources/HearthCore/Secrets/", "Sources/HearthRunner/"]),
    Rule("zlib", imports("CZlib"), "import CZlib", ["Sources/HearthDocuments/"]),
    Rule("database", imports("GRDB", "GRDBSQLite", "SQLite3", "CSQLCipher"), "internal import GRDB",
         ["Sources/HearthStore/"]),
    Rule("snowball", imports("CSnowball"), "import CSnowball", ["Sources/HearthBasic/Words/"]),
    Rule("configuration", imports("Configuration"), "import Configuration", ["Sources/HearthEngine/"]),
    Rule("arguments", imports("ArgumentParser"), "import ArgumentParser", ["Sources/HearthCLI/"]),
    # Other programs are run in one place, behind a wall.
    Rule("processes", imports("Subprocess") + r"|\bProcess\(\)|(?<![\w.])(?:posix_spawnp?|fork|execv[pe]*|popen)\(",
         "let child = Process()",
         ["Sources/HearthSystem/"]),
    # What is written is its owner's from the first byte: `createFile` and `Data.write` make a file by the umask first, and a
    # temporary folder is everybody's.
    Rule("plain-files", r"\.createFile\(|\.temporaryDirectory\b|NSTemporaryDirectory|\.write\(to: \S*(?:URL|url|file|folder|place)",
         "try data.write(to: URL(fileURLWithPath: path))", ["Sources/HearthSystem/", "Sources/HearthTesting/"],
         reason_allows=True),
    # What leaves the machine leaves through one place. The server for tests speaks to loopback only, and connects to nothing.
    Rule("network", imports("AsyncHTTPClient", "FoundationNetworking", "Network", "CFNetwork")
         + r"|\bURLSession\b|\bCFSocket|\bNWConnection\b|\bNWListener\b|(?<![\w.])(?:socket|connect|getaddrinfo)\("
         + r"|\bClientBootstrap\b|\bDatagramBootstrap\b",
         "let session = URLSession.shared", ["Sources/HearthTransport/"]),
    Rule("event-loops", imports(r"NIO\w*"), "import NIOCore",
         ["Sources/HearthTransport/", "Sources/HearthTesting/Wire/", "Sources/HearthHTTP/"]),
    # Who may listen: one module, which opens no connection (the rule above).
    Rule("listening", imports("Hummingbird\\w*", "Logging", "HTTPTypes") + r"|\bServerBootstrap\b", "import HummingbirdCore",
         ["Sources/HearthHTTP/", "Sources/HearthTesting/Wire/"]),
    Rule("page", imports("CPage"), "import CPage", ["Sources/HearthServer/Page/"]),
    # Apple's frameworks: whole files, in the folder of the seam that they stand behind.
    Rule("apple-models", frameworks("FoundationModels", "Speech", "AVFoundation", "NaturalLanguage", "CoreML"),
         "#if canImport(FoundationModels)", ["Sources/HearthApple/"]),
    Rule("apple-pdf", frameworks("PDFKit"), "#if canImport(PDFKit)", ["Sources/HearthDocuments/"]),
    Rule("apple-keychain", frameworks("Security", "LocalAuthentication"), "import Security",
         ["Sources/HearthEngine/Platform/", "Sources/HearthStore/Keys/"]),
    # A name that cannot be made must not become the name of another header: a key would be read, or sent, as that one.
    Rule("header-names", r"\bHTTPField\.Name\([^()]*\)\s*\?\?", 'let name = HTTPField.Name("x-key") ?? .origin'),
    # Habits.
    # What is shown goes through one writer, which makes control characters visible. MCP's stream is for a program.
    Rule("print", r"(?<![\w.])(?:print|debugPrint|dump|NSLog|fputs|puts|putchar|printf|vprintf|fwrite)\("
         + r"|FileHandle\.standard(?:Output|Error)|\bSTD(?:OUT|ERR)_FILENO\b|u\{1[Bb]\}\[", 'print("found it")',
         ["Sources/HearthCLI/Output/Terminal.swift", "Sources/HearthServer/MCP/MCPStandardStreams.swift",
          "Sources/HearthTesting/"]),
    # Messages are read on a page and by programs too: what would help is a value (`Failure.Help`), which the terminal words.
    # The doctor's remedies are for the terminal; the page takes the commands out of them.
    Rule("commands", r"[`:;] ?hearth [a-z]|\bscripts/[a-z]|[ `]--[a-z][a-z0-9-]*(?![a-z0-9-]*:)", 'let message = "`hearth doctor` says more."',
         ["Sources/HearthCLI/", "Sources/HearthEngine/Doctor"]),
    Rule("environment", r"ProcessInfo\.processInfo\.environment|(?<![\w.])getenv\(",
         'let home = ProcessInfo.processInfo.environment["HOME"]',
         ["Sources/HearthEngine/", "Sources/HearthCLI/", "Sources/HearthTesting/", "Sources/HearthStore/Keys/",
          "Sources/HearthVoice/Processes/"]),
    Rule("traps", r"\bfatalError\(|\bpreconditionFailure\(|\btry!|\bas!\s", "let file = try! open()", reason_allows=True),
    Rule("unchecked", r"@unchecked\s+Sendable|nonisolated\(unsafe\)|@preconcurrency",
         "final class Box: @unchecked Sendable {}", inside=EVERYWHERE, reason_allows=True),
    Rule("detached", r"\bTask\.detached\b", "Task.detached { await work() }", reason_allows=True),
    Rule("old-tests", imports("XCTest"), "import XCTest", inside=EVERYWHERE),
    Rule("unfinished", r"\b(?:TODO|FIXME|XXX|HACK)\b", "// TO" "DO: later", inside=EVERYWHERE, comments=True),
]


def has_reason(lines, index):
    """A comment on the line, or ending right above it (attributes and declarations may stand between)."""
    if without_comment(lines[index]) != lines[index]:
        return True
    above = index - 1
    while above >= 0 and (lines[above].strip().startswith("@") or lines[above].strip().endswith("(")):
        above -= 1
    return above >= 0 and lines[above].strip().startswith("//")


def without_comment(line):
    """The line up to `//`, unless that stands in a string."""
    quoted = False
    for index, character in enumerate(line):
        if character == '"' and (index == 0 or line[index - 1] != "\\"):
            quoted = not quoted
        elif not quoted and line.startswith("//", index):
            return line[:index]
    return line


def check_source(path, text, report):
    lines = text.split("\n")
    generated = "Do not edit" in "\n".join(lines[:3])  # a table that a named script writes
    if len(lines) - 1 > MAX_LINES and not generated:
        report(f"{path}:{MAX_LINES}: length: {len(lines) - 1} lines; look for the second idea in it")
    if not path.endswith(".swift"):
        return
    rules = [
        rule for rule in RULES
        if path.startswith(rule.inside) and not (rule.allowed and path.startswith(rule.allowed))
    ]
    for index, line in enumerate(lines):
        code = without_comment(line)
        for rule in rules:
            if not rule.pattern.search(line if rule.comments else code):
                continue
            if rule.reason_allows and has_reason(lines, index):
                continue
            where = "needs a comment that says why it is safe" if rule.reason_allows else \
                "belongs only in " + ", ".join(rule.allowed) if rule.allowed else "has no place here"
            report(f"{path}:{index + 1}: {rule.name}: `{line.strip()}` {where}")


def check(root, files):
    breaches = []
    for path in files:
        full = os.path.join(root, path)
        if os.path.islink(full) or not os.path.isfile(full):
            continue
        size = os.path.getsize(full)
        if size > MAX_BYTES:
            breaches.append(f"{path}: size: {size} bytes; what is larger than 1 MiB does not belong into git")
        elif path.endswith((".swift", ".c", ".h")):
            with open(full, encoding="utf-8") as file:
                check_source(path, file.read(), breaches.append)
    return breaches


def tracked(root):
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True)
    return sorted(set(listed.stdout.decode("utf-8").split("\0")) - {""})


def self_test():
    failures = []

    def expect(name, path, content, wanted):
        with tempfile.TemporaryDirectory() as root:
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(content)
            found = check(root, [path])
            if bool(found) != wanted:
                failures.append(f"{name}: {'not found' if wanted else 'found without need: ' + found[0]}")

    for rule in RULES:
        expect(rule.name, "Sources/HearthCore/Planted.swift", f"let first = 1\n{rule.breach}\n", True)
        for folder in rule.allowed[:1]:
            expect(rule.name + " where it belongs", folder + "Planted.swift", rule.breach + "\n", False)
        if not rule.comments:
            expect(rule.name + " in a comment", "Sources/HearthCore/Planted.swift", f"// {rule.breach}\n", False)
        if rule.reason_allows:
            expect(rule.name + " with a reason", "Sources/HearthCore/Planted.swift",
                   f"// The lock guards it.\n{rule.breach}\n", False)
    expect("length", "Sources/HearthCore/Planted.swift", "let a = 1\n" * (MAX_LINES + 1), True)
    expect("length at the limit", "Sources/HearthCore/Planted.swift", "let a = 1\n" * MAX_LINES, False)
    expect("length of a table", "Sources/CCore/table.c", "// Written by a script.\n// Do not edit.\n" + "0,\n" * 600, False)
    expect("size", "docs/planted.txt", "x" * (MAX_BYTES + 1), True)
    expect("an address in a string", "Sources/HearthCore/Planted.swift", 'let a = "https://example.org"\n', False)
    return failures


if __name__ == "__main__":
    problems = self_test() if "--self-test" in sys.argv[1:] else check(ROOT, tracked(ROOT))
    for problem in problems:
        print(problem, file=sys.stderr)
    raise SystemExit(1 if problems else 0)
