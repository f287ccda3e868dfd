#!/usr/bin/env python3
"""Checks what the compiler cannot: who may import what, and a few habits that are easy to lose.

    fences.py               check this repository; prints each breach as FILE:LINE and ends with 1 if there is one
    fences.py --self-test   plant one breach of every rule in a temporary folder and see that each is found

Comments are not searched, except by the rules about comments. Every rule is one entry of RULES.

The benchmarks are packages of their own over links to what they measure. Nobody builds them with the rest, so here is checked that
a target of theirs with the name of one of ours is that one, and depends on what it depends on; and that no link leads nowhere,
but where set-up makes what it leads to.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MAX_LINES = 500
MAX_BYTES = 1 << 20
# Weights that were trained here, each with its hash in the list beside them.
MODELS, MAX_MODEL_BYTES = "Models", 25_000_000


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
         ["Sources/HearthSystem/", "Sources/HearthEngine/Platform/KernelOffline.swift", "Sources/HearthCore/Privacy/Secret.swift",
          "Sources/HearthRunner/"]),
    Rule("password", imports("CPassword"), "import CPassword", ["Sources/HearthEngine/People/"]),
    Rule("signatures", imports("_?CryptoExtras"), "import CryptoExtras", ["Sources/HearthEngine/People/SignIn/"]),
    Rule("zlib", imports("CZlib"), "import CZlib", ["Sources/HearthDocuments/"]),
    Rule("postgres", imports("CPostgres"), "import CPostgres", ["Sources/HearthPostgres/"]),
    Rule("database", imports("GRDB", "GRDBSQLite", "SQLite3", "CSQLCipher"), "internal import GRDB",
         ["Sources/HearthStore/"]),
    # The vocabulary of all modules touches nothing: no file, no process, no setting.
    Rule("core", r"\bFile(?:Manager|Handle)\b|\b(?:Data|String)\(contentsOf|\bProcessInfo\b|"
         + imports("Glibc", "Musl", "Darwin", "Android", "HearthSystem"),
         "let isThere = FileManager.default.fileExists(atPath: path)", inside=("Sources/HearthCore/",)),
    # A store is reached through its protocols (`Library` in HearthCore) by all but what opens it and what maintains it.
    Rule("stores", imports("HearthStore", "HearthPostgres"), "import HearthStore",
         # Of the engine what opens the store, and what needs the file that it is; services work with any library.
         ["Sources/HearthStore/", "Sources/Hearth/", "Sources/HearthTesting/"]
         + ["Sources/HearthEngine/" + place for place in (
             "Hearth.swift", "EnvironmentResources.swift", "Doctor.swift", "DoctorLibrary.swift", "RunningServer.swift", "Local/", "People/", "Platform/",
             "Secrets/", "Settings/", "Services/StoredData.swift", "Services/LibraryMove.swift",
             "Services/LibraryTrailer.swift", "Services/ModelRemoval.swift")]),
    # A row is read by the names of its columns: a number is right until somebody adds a column.
    Rule("rows", r"\brow\[[0-9]+\]|\batIndex: [0-9]", "let title: String = row[11]"),
    Rule("snowball", imports("CSnowball"), "import CSnowball", ["Sources/HearthText/Words/"]),
    Rule("configuration", imports("Configuration"), "import Configuration", ["Sources/HearthEngine/"]),
    Rule("arguments", imports("ArgumentParser"), "import ArgumentParser", ["Sources/HearthCLI/"]),
    # A command without a name of its own has one made from its type's name, by reflection: a tenth of a millisecond for each
    # of a hundred commands, at every start of the program.
    Rule("command-names", r"CommandConfiguration\((?!commandName:)",
         'static let configuration = CommandConfiguration(abstract: "All models.")'),
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
    Rule("page", imports("CPage"), "import CPage", ["Sources/HearthServer/PageRoutes.swift"]),
    # The command and the server use what an app can use, and no store. What they need more is an operation of a service.
    Rule("facade", imports("Hearth(?!(?:HTTP|MCP|Server)?\\b)\\w+") + r"|\.database\(\)|\bhearth\.library\(\)", "import HearthStore",
         inside=("Sources/HearthCLI/", "Sources/HearthServer/")),
    # Apple's frameworks: whole files, in the folder of the seam that they stand behind.
    Rule("apple-models", frameworks("FoundationModels", "Speech", "AVFoundation", "NaturalLanguage", "CoreML"),
         "#if canImport(FoundationModels)", ["Sources/HearthApple/"]),
    Rule("apple-pdf", frameworks("PDFKit", "Vision", "AppKit", "UIKit"), "#if canImport(PDFKit)", ["Sources/HearthDocuments/"]),
    Rule("apple-file-events", frameworks("CoreServices"), "import CoreServices", ["Sources/HearthSystem/Folders/"]),
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
    # The description of the interface is for those who write programs, and says which command prints the same.
    Rule("commands", r"[`:;] ?hearth [a-z]|\bscripts/[a-z]|[ `]--[a-z][a-z0-9-]*(?![a-z0-9-]*:)", 'let message = "`hearth doctor` says more."',
         ["Sources/HearthCLI/", "Sources/HearthHTTP/Wire/", "Sources/HearthServer/Wire/"]),
    Rule("environment", r"ProcessInfo\.processInfo\.environment|(?<![\w.])getenv\(",
         'let home = ProcessInfo.processInfo.environment["HOME"]',
         ["Sources/HearthEngine/", "Sources/HearthCLI/", "Sources/HearthTesting/", "Sources/HearthStore/Keys/",
          "Sources/HearthVoice/Audio/AudioTools.swift",
          # libpq asks for variables by itself; it is seen to that there are none.
          "Sources/HearthPostgres/Connection/PostgresConnection.swift"]),
    Rule("traps", r"\bfatalError\(|\bpreconditionFailure\(|\btry!|\bas!\s", "let file = try! open()", reason_allows=True),
    Rule("unchecked", r"@unchecked\s+Sendable|nonisolated\(unsafe\)|@preconcurrency",
         "final class Box: @unchecked Sendable {}", inside=EVERYWHERE, reason_allows=True),
    Rule("detached", r"\bTask\.detached\b", "Task.detached { await work() }", reason_allows=True),
    Rule("old-tests", imports("XCTest"), "import XCTest", inside=EVERYWHERE),
    Rule("unfinished", r"\b(?:TODO|FIXME|XXX|HACK)\b", "// TO" "DO: later",
         # A word of the format that is read there.
         ["Sources/HearthDocuments/Markup/OrgHeading.swift"], inside=EVERYWHERE, comments=True),
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
        if code.rstrip().endswith("CommandConfiguration("):
            code += lines[index + 1].strip()  # the first argument, which the rule is about
        for rule in rules:
            if not rule.pattern.search(line if rule.comments else code):
                continue
            if rule.reason_allows and has_reason(lines, index):
                continue
            where = "needs a comment that says why it is safe" if rule.reason_allows else \
                "belongs only in " + ", ".join(rule.allowed) if rule.allowed else "has no place here"
            report(f"{path}:{index + 1}: {rule.name}: `{line.strip()}` {where}")


def model_problem(full, size):
    """What is wrong with a file of weights; nothing where it is small enough and the one that the list beside it names."""
    if size > MAX_MODEL_BYTES:
        return "weights are to have 25 MB at most"
    folder, name = os.path.split(full)
    with open(full, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    sums = os.path.join(folder, "SHA256SUMS")
    listed = os.path.isfile(sums) and f"{digest}  {name}" in open(sums, encoding="utf-8").read().splitlines()
    if not listed:
        return f"{MODELS}/SHA256SUMS has another hash for it, or none"
    if not os.path.isfile(full + ".LICENSE.txt"):
        return "its licence is to lie beside it"
    return None


def check_link(root, path, report):
    """Whether a link leads somewhere. What set-up makes is ignored by git, and may be missing."""
    full = os.path.join(root, path)
    if os.path.exists(full):
        return
    target = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(full)))
    # An ignored folder is named with a slash: git cannot see of what is missing that it would be one.
    made = any(
        subprocess.run(["git", "check-ignore", "-q", name], cwd=root, capture_output=True).returncode == 0
        for name in (target, target + "/"))
    if not made:
        report(f"{path}: link: leads to {target}, which is not there; it was moved or removed")


def check(root, files):
    breaches = []
    for path in files:
        full = os.path.join(root, path)
        if os.path.islink(full):
            check_link(root, path, breaches.append)
            continue
        if not os.path.isfile(full):
            continue
        size = os.path.getsize(full)
        if size > MAX_BYTES:
            problem = model_problem(full, size) if path.startswith(MODELS + "/") and path.endswith(".gguf") else \
                "what is larger than 1 MiB does not belong into git"
            if problem:
                breaches.append(f"{path}: size: {size} bytes; {problem}")
        elif path.endswith((".swift", ".c", ".h")):
            with open(full, encoding="utf-8") as file:
                check_source(path, file.read(), breaches.append)
    check_benchmarks(root, [path for path in files if BENCHMARK.match(path)], breaches.append)
    return breaches


BENCHMARK = re.compile(r"^Benchmarks/[^/]+/Package\.swift$")
DECLARED = re.compile(r"\.(?:t|executableT|testT|binaryT)arget\(|\.(?:systemLibrary|macro|plugin)\(")


def closing(text, start):
    """Where the bracket at `start` is closed; brackets in strings do not count."""
    depth, quoted = 0, False
    for index in range(start, len(text)):
        character = text[index]
        if character == '"' and text[index - 1] != "\\":
            quoted = not quoted
        elif not quoted and character in "([":
            depth += 1
        elif not quoted and character in ")]":
            depth -= 1
            if not depth:
                return index
    return len(text)


def targets(manifest):
    """The targets that a Package.swift declares: name, line, path (`None` for the usual one), names of what it depends on."""
    text, end = "\n".join(map(without_comment, manifest.split("\n"))), 0
    for start in DECLARED.finditer(text):
        if start.start() < end:
            continue  # a dependency of the one before
        end = closing(text, start.end() - 1)
        body = text[start.end():end]
        name = re.match(r'\s*name:\s*"([^"]+)"', body)
        if not name:
            continue
        path = re.search(r'\bpath:\s*"([^"]+)"', body)
        names, listed = set(), re.search(r"\bdependencies:\s*\[", body)
        rest = body[listed.end():closing(body, listed.end() - 1)] if listed else ""
        while call := re.search(r"\.\w+\(", rest):  # .product(name: "A", package: "b"), .target(name: "A", condition: …)
            last = closing(rest, call.end() - 1)
            names.update(re.findall(r'^\s*name:\s*"([^"]+)"', rest[call.end():last]))
            rest = rest[:call.start()] + rest[last + 1:]
        names.update(re.findall(r'"([^"]+)"', rest))
        yield name.group(1), text.count("\n", 0, start.start()) + 1, path and path.group(1), names


def check_benchmarks(root, manifests, report):
    """What of our targets the benchmarks' packages have otherwise than Package.swift."""
    ours_file = os.path.join(root, "Package.swift")
    if not manifests or not os.path.isfile(ours_file):
        return
    with open(ours_file, encoding="utf-8") as file:
        manifest = file.read()
    ours = {name: (path, names) for name, _, path, names in targets(manifest)}
    # Made by set-up, and linked where they are there: each package says for itself whether it has them.
    bundles = set(re.findall(r'\blink\(\s*"(\w+)"', manifest))
    for path in manifests:
        folder = os.path.join(root, os.path.dirname(path))
        with open(os.path.join(root, path), encoding="utf-8") as file:
            theirs = list(targets(file.read()))
        for name, line, place, names in theirs:
            if name not in ours or name in bundles:
                continue
            source, wanted = ours[name]
            names, wanted = names - bundles, wanted - bundles
            differences = [f"lacks {missing}" for missing in sorted(wanted - names)]
            differences += [f"has {more} in excess" for more in sorted(names - wanted)]
            if differences:
                report(f"{path}:{line}: benchmark: the target {name} {', '.join(differences)}; compare Package.swift")
            linked = os.path.realpath(os.path.join(folder, place or "Sources/" + name))
            if linked != os.path.realpath(os.path.join(root, source or "Sources/" + name)):
                report(f"{path}:{line}: benchmark: the target {name} is no link to ours; call it otherwise")


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
        planted = ("Sources/HearthCore/" if rule.inside[0] == "Sources/" else rule.inside[0]) + "Planted.swift"
        expect(rule.name, planted, f"let first = 1\n{rule.breach}\n", True)
        for folder in rule.allowed[:1]:
            expect(rule.name + " where it belongs", folder + "Planted.swift", rule.breach + "\n", False)
        if not rule.comments:
            expect(rule.name + " in a comment", planted, f"// {rule.breach}\n", False)
        if rule.reason_allows:
            expect(rule.name + " with a reason", planted,
                   f"// The lock guards it.\n{rule.breach}\n", False)
    expect("length", "Sources/HearthCore/Planted.swift", "let a = 1\n" * (MAX_LINES + 1), True)
    expect("length at the limit", "Sources/HearthCore/Planted.swift", "let a = 1\n" * MAX_LINES, False)
    expect("length of a table", "Sources/CCore/planted.c", "// Written by a script.\n// Do not edit.\n" + "0,\n" * 600, False)
    expect("size", "docs/planted.txt", "x" * (MAX_BYTES + 1), True)
    expect("an address in a string", "Sources/HearthCore/Planted.swift", 'let a = "https://example.org"\n', False)
    return failures + self_test_links() + self_test_benchmarks()


def self_test_links():
    failures = []

    def expect(name, target, wanted):
        with tempfile.TemporaryDirectory() as root:
            subprocess.run(["git", "init", "-q"], cwd=root, check=True)
            for path, content in ((".gitignore", ".made/\n"), ("Sources/Planted/a.swift", "let a = 1\n")):
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(content)
            os.makedirs(os.path.join(root, "Benchmarks/b"))
            os.symlink(target, os.path.join(root, "Benchmarks/b/planted"))
            found = check(root, ["Benchmarks/b/planted"])
            if bool(found) != wanted:
                failures.append(f"link, {name}: {'not found' if wanted else 'found without need: ' + found[0]}")

    expect("to a file", "../../Sources/Planted/a.swift", False)
    expect("to a folder", "../../Sources/Planted", False)
    expect("to what is gone", "../../Sources/Planted/gone.swift", True)
    expect("to what set-up makes", "../../.made/a.bundle", False)
    expect("out of the repository", "../../../gone", True)
    return failures


def self_test_benchmarks():
    failures = []
    ours = """
        .target(name: "A", dependencies: ["C", .product(name: "P", package: "p")], swiftSettings: strict),
        .target(name: "B", dependencies: ["A"], path: "Tests/B"), .target(name: "C"),
        if hasL { link("L", from: bundle, trait: "L", into: ["A"]) }
        """
    a, own = '.target(name: "A", dependencies: ["C", .product(name: "P", package: "p")]),', '.executableTarget(name: "own", dependencies: ["Z"])'

    def expect(name, theirs, wanted):
        with tempfile.TemporaryDirectory() as root:
            for folder in ("Sources/A", "Sources/C", "Tests/B", "Benchmarks/planted/Sources/own"):
                os.makedirs(os.path.join(root, folder))
            for link, target in (("A", "Sources/A"), ("B", "Tests/B"), ("C", "Benchmarks/planted/Sources/own")):
                os.symlink(os.path.join(root, target), os.path.join(root, "Benchmarks/planted/Sources", link))
            for path, content in (("Package.swift", ours), ("Benchmarks/planted/Package.swift", theirs)):
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(content)
            found = check(root, ["Package.swift", "Benchmarks/planted/Package.swift"])
            if [re.sub(r".*: benchmark: the target ", "", breach).split(";")[0] for breach in found] != wanted:
                failures.append(f"benchmark, {name}: {wanted} planted, found {found}")

    expect("the same", a + own, [])
    expect("another order, over lines", a.replace('"C", ', "").replace("])", ',\n"C"\n])') + own, [])
    expect("one that is missing", a.replace('"C", ', "") + own, ["A lacks C"])
    expect("a product that is missing", '.target(name: "A", dependencies: ["C"]),' + own, ["A lacks P"])
    expect("no dependencies", '.target(name: "B"),' + own, ["B lacks A"])
    expect("one too many", a.replace('"C"', '"C", "D"') + own, ["A has D in excess"])
    expect("one in another's place", a.replace('"C"', '.target(name: "D", condition: .when(traits: ["T"]))') + own,
           ["A lacks C, has D in excess"])
    expect("one that is out in a comment", a.replace('"C", ', '// "C",\n') + own, ["A lacks C"])
    expect("a bundle, which may be there or not", a.replace('"C"', '"C", "L"') + '.binaryTarget(name: "L", path: "L.b"),', [])
    expect("a folder elsewhere", '.target(name: "B", dependencies: ["A"]),' + own, [])
    expect("a folder that is another's", '.target(name: "C"),' + own, ["C is no link to ours"])
    return failures


if __name__ == "__main__":
    problems = self_test() if "--self-test" in sys.argv[1:] else check(ROOT, tracked(ROOT))
    for problem in problems:
        print(problem, file=sys.stderr)
    raise SystemExit(1 if problems else 0)
