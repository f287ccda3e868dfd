#!/usr/bin/env python3
"""That the example app builds and answers: its sources are compiled against the modules that the debug build made, linked with their
objects as the program is, and asked; and its manifest is evaluated and asks for products that the package has.

    example.py FOLDER      FOLDER is where `swift build` put its products: …/debug, beside which its manifest lies
    example.py --self-test FOLDER

It takes seconds, where SwiftPM takes ten minutes for the example, since it compiles all that a package depends on anew
(`scripts/test-example`).
"""
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Examples" / "AskLibrary"
# The product whose objects the app is linked with, and the module with its `main`, which an app has of its own.
PROGRAM, PROGRAMS_MAIN = "hearth", "HearthCLI"
QUESTION, ANSWER = "How much notice must the tenants give to end the lease?", "ten weeks' notice"
# The module that an app imports; what its own compilation needed to find C, an app's needs too.
FACADE = "Hearth"


class Broken(Exception):
    pass


def described(package):
    """A package as its manifest says it."""
    command = ["swift", "package", "--package-path", str(package), "--scratch-path", str(ROOT / ".build/example"), "dump-package"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise Broken(f"the manifest in {package.relative_to(ROOT) or '.'} cannot be evaluated:\n{done.stderr.strip()}")
    return json.loads(done.stdout)


def check_manifest(example, package, folder=EXAMPLE):
    """That the example depends on the package in this folder, and on products that it has."""
    places = [place for dependency in example["dependencies"] for place in dependency.get("fileSystem", [])]
    # A package is called by the name of its folder, or as the dependency says.
    ours = {
        name for place in places if (folder / place["path"]).resolve() == ROOT
        for name in (place["identity"], place.get("nameForTargetDependencyResolutionOnly")) if name
    }
    if not ours:
        raise Broken(f"the example does not depend on this package, but on {[place['path'] for place in places]}")
    libraries = {product["name"] for product in package["products"] if "library" in product["type"]}
    wanted = {
        entry["product"][0] for target in example["targets"] for entry in target["dependencies"]
        if "product" in entry and entry["product"][1] in ours
    }
    if not wanted or wanted - libraries:
        raise Broken(f"the example wants the products {sorted(wanted)} of {sorted(libraries)}")


def flags_of_facade(folder, manifest):
    """Where the compiler finds the modules below the facade, those in C too, as the build found them."""
    wanted = [f'"-module-name","{FACADE}"', str(folder / "Modules" / f"{FACADE}.swiftmodule")]
    for line in manifest.read_text(encoding="utf-8").splitlines():
        if line.lstrip().startswith("args: [") and all(part in line for part in wanted):
            arguments = json.loads(line.split("args:", 1)[1])
            break
    else:
        raise Broken(f"{manifest} does not say how {FACADE} is compiled")
    flags, index = [], 0
    while index < len(arguments):
        if arguments[index] in ("-Xcc", "-target", "-sdk", "-F", "-I"):
            flags += arguments[index:index + 2]
            index += 1
        index += 1
    return flags


def type_check(sources, name, folder, flags):
    compile_sources(sources, name, folder, flags, ["-typecheck"])


def compile_sources(sources, name, folder, flags, mode):
    command = ["swiftc", *mode, "-swift-version", "6", "-module-name", name, "-I", str(folder / "Modules"), *flags]
    if all(source.name != "main.swift" for source in sources):
        command.append("-parse-as-library")
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [*command, "-module-cache-path", cache, *map(str, sources)], capture_output=True, text=True)
    if done.returncode != 0:
        raise Broken(f"{name} does not fit the modules:\n{done.stderr.strip()}")


def link_arguments(folder, manifest):
    """How the build links the program, without its name and its way to its `main`; and the objects without the module that has it."""
    objects = folder / f"{PROGRAM}.product" / "Objects.LinkFileList"
    for line in manifest.read_text(encoding="utf-8").splitlines():
        if line.lstrip().startswith("args: [") and f"@{objects}" in line:
            arguments = json.loads(line.split("args:", 1)[1])
            break
    else:
        raise Broken(f"{manifest} does not say how {PROGRAM} is linked")
    arguments = [argument for argument in arguments if not argument.startswith("@")]
    if "--defsym" in arguments:
        # -Xlinker --defsym -Xlinker main=…
        at = arguments.index("--defsym")
        del arguments[at - 1:at + 3]
    at = arguments.index("-o")
    del arguments[at:at + 2]
    # Names are quoted as for a shell: some of a package's files have spaces in theirs.
    own = [name for name in shlex.split(objects.read_text(encoding="utf-8")) if f"/{PROGRAMS_MAIN}.build/" not in name]
    return arguments, own


def ask(sources, name, folder, flags):
    """That the app links, and answers from the library of examples."""
    arguments, objects = link_arguments(folder, manifest_of(folder))
    with tempfile.TemporaryDirectory() as made:
        made = Path(made)
        compile_sources(sources, name, folder, flags, ["-c", "-wmo", "-o", str(made / "app.o")])
        (made / "objects").write_text("\n".join(map(shlex.quote, [*objects, str(made / "app.o")])), encoding="utf-8")
        # Where the program looks for what it needs beside itself, the app's is.
        app = folder / f"{name}-checked"
        try:
            done = subprocess.run([*arguments, "-o", str(app), f"@{made / 'objects'}"], capture_output=True, text=True)
            if done.returncode != 0:
                raise Broken(f"{name} does not link:\n{done.stderr.strip()[-3000:]}")
            done = subprocess.run([str(app), QUESTION], capture_output=True, text=True, timeout=120)
        finally:
            app.unlink(missing_ok=True)
    if done.returncode != 0 or ANSWER not in done.stdout or "\n[1] " not in done.stdout:
        raise Broken(f"{name} does not answer from the lease:\n{done.stdout}{done.stderr}")


def check(folder):
    example, package = described(EXAMPLE), described(ROOT)
    check_manifest(example, package)
    flags = flags_of_facade(folder, manifest_of(folder))
    for target in example["targets"]:
        sources = sorted((EXAMPLE / (target.get("path") or f"Sources/{target['name']}")).rglob("*.swift"))
        if not sources:
            raise Broken(f"the target {target['name']} of the example has no sources")
        ask(sources, target["name"], folder, flags)


def manifest_of(folder):
    """What SwiftPM wrote for the tool that builds: `.build/debug.yaml` for `.build/PLATFORM/debug`."""
    return folder.parents[1] / f"{folder.name}.yaml"


def self_test(folder):
    """That the checks can fail."""
    example, package = described(EXAMPLE), described(ROOT)
    flags = flags_of_facade(folder, manifest_of(folder))
    without = dict(package, products=[product for product in package["products"] if product["name"] != FACADE])
    elsewhere = dict(example, dependencies=[])
    with tempfile.TemporaryDirectory() as made:
        planted = Path(made) / "Planted.swift"
        cases = [("a product that is gone", lambda: check_manifest(example, without)),
                 ("another package", lambda: check_manifest(elsewhere, package))]
        for what, text in [
            ("a name that is not there", "import Hearth\nfunc planted(_ hearth: Hearth) { hearth.nothingOfThisName() }\n"),
            ("a name of the package's own", "import Hearth\nfunc planted() throws { _ = try NewFile.create(\"a\") }\n"),
        ]:
            def planted_check(text=text):
                planted.write_text(text, encoding="utf-8")
                type_check([planted], "Planted", folder, flags)
            cases.append((what, planted_check))
        for what, case in cases:
            try:
                case()
            except Broken:
                continue
            raise SystemExit(f"example: {what} went unnoticed")


def main(arguments):
    tests = "--self-test" in arguments
    folders = [argument for argument in arguments if argument != "--self-test"]
    if len(folders) != 1:
        sys.exit(__doc__.strip())
    folder = Path(folders[0]).resolve()
    try:
        self_test(folder) if tests else check(folder)
    except Broken as problem:
        sys.exit(f"example: {problem}")


if __name__ == "__main__":
    main(sys.argv[1:])
