#!/usr/bin/env python3
"""Holds every command that the documentation shows against what the program takes: its subcommands and the names of its options.

    scripts/check.d/commands.py .build/debug/hearth
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "docs/*.md", "Examples/*.md", "Sources/HearthEngine/HearthEngine.docc/*.md"]
ANYWHERE = {"--offline", "--environment", "--help", "--version"}
# Words that stand in the place of a command, or are none for people: a label of the ledger, what Hearth runs itself.
PLACEHOLDERS = {"COMMAND", "…", "hearth ledger seal 1", "hearth run-model"}


def options(command):
    return {"--" + name["name"] for argument in command.get("arguments", []) for name in argument.get("names") or [] if name["kind"] == "long"}


def takes_value(command):
    """The names of its options behind which the next word is a value."""
    return {"--" + name["name"] for argument in command.get("arguments", []) if argument["kind"] == "option"
            for name in argument.get("names") or [] if name["kind"] == "long"}


def complaints(line, root):
    if line in PLACEHOLDERS:
        return
    try:
        words = shlex.split(line, comments=True)[1:]
    except ValueError:
        yield "its quotes do not match"
        return
    command, known = root, ANYWHERE | options(root)
    words = iter(words)
    for word in words:
        # Behind two dashes stands another program.
        if word in ("|", ">", "<", "&&", "&", "--"):
            return
        children = command.get("subcommands", [])
        usual = next((child for child in children if child["commandName"] == command.get("defaultSubcommand")), {})
        child = next((child for child in children if child["commandName"] == word), None)
        if child:
            command, known = child, known | options(child)
        elif word.startswith("--") and word.split("=")[0] not in known | options(usual):
            yield f"there is no option {word} of {command['commandName']}"
        elif word in takes_value(command) | takes_value(usual):
            next(words, None)
        elif not word.startswith("-") and word not in PLACEHOLDERS and children:
            # A word that is no subcommand has to be an argument of the command itself, or of the one that stands for it.
            if not any(argument["kind"] == "positional" for each in (command, usual) for argument in each.get("arguments", [])):
                yield f"there is no command {word} of {command['commandName']}"
                return


def shown(text):
    """The commands of a page, with their line numbers: on lines of their own, and between backticks."""
    for number, line in enumerate(text.split("\n"), 1):
        alone = re.match(r"\s*(?:\$ )?(?:[A-Z_]+=\S+ )*(hearth [a-z-].*)$", line)
        if alone and (line.startswith(("    ", "$")) or "  #" in line or not line.rstrip().endswith((".", ","))):
            for part in re.sub(r"\s{2,}.*$", "", alone.group(1)).split(";"):
                if part.strip().startswith("hearth "):
                    yield number, part.strip()
        for quoted in re.findall(r"`(hearth [^`]+)`", line):
            # `a|b|c` and `a, b` name several; the first stands for them.
            for part in quoted.split(";"):
                yield number, re.split(r"[|,]", part.strip())[0].strip()


def main():
    described = subprocess.run([sys.argv[1], "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout
    root = json.loads(described)["command"]
    count, wrong = 0, []
    for pattern in PAGES:
        for page in sorted(ROOT.glob(pattern)):
            for number, line in shown(page.read_text(encoding="utf-8")):
                count += 1
                wrong += [f"{page.relative_to(ROOT)}:{number}: `{line}`: {what}" for what in complaints(line, root)]
    for line in wrong:
        print(line, file=sys.stderr)
    if count < 50:
        sys.exit(f"commands: only {count} were found, so the search is wrong")
    if wrong:
        sys.exit(1)
    print(f"commands: the {count} that the documentation shows are there")


main()
