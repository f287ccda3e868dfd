"""What can be said of the page's files without a browser."""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Sources" / "CPage" / "page"


def scripts():
    return sorted((PAGE / "js").rglob("*.js"))


def test_every_file_is_in_the_list_that_goes_into_the_program():
    subprocess.run([sys.executable, ROOT / "scripts" / "page-assets", "--check"], check=True)


def test_the_description_of_the_interface_is_valid():
    from openapi_spec_validator import validate
    validate(json.loads((PAGE / "openapi.json").read_text()))


def test_nothing_becomes_markup():
    """Whatever comes from data is made into text nodes; these are the ways around that."""
    forbidden = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|createContextualFragment|DOMParser|setHTMLUnsafe")
    for file in scripts():
        code = "\n".join(line for line in file.read_text().splitlines() if not line.lstrip().startswith(("//", "*", "/*")))
        assert not forbidden.search(code), f"{file.name} has {forbidden.search(code).group()}"


def test_the_content_security_policy_can_hold():
    html = (PAGE / "index.html").read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)", html), "a script stands in the page"
    assert not re.search(r"\sstyle=|\son\w+=", html), "the page has a style or a handler in an attribute"
    for file in scripts():
        assert not re.search(r"\bstyle:(?! \"percent\")|setAttribute\(\"style", file.read_text()), f"{file.name} sets a style attribute"


def test_nothing_is_loaded_from_elsewhere():
    for file in [*scripts(), *(PAGE / "css").glob("*.css"), PAGE / "index.html"]:
        for url in re.findall(r"(?:src|href|from|import|url)\s*[=(:]?\s*[\"'(](https?:[^\"')]+)", file.read_text()):
            raise AssertionError(f"{file.name} names {url}")


def test_files_are_small():
    for file in scripts():
        assert len(file.read_text().splitlines()) <= 300, f"{file.name} has more than one idea"


def luminance(colour):
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_every_pair_of_colours_can_be_read():
    """Text needs 4.5 to its ground (WCAG 1.4.3), the edge of a control or a mark 3 (1.4.11); light and dark alike."""
    tokens = {name: pair for name, *pair in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", (PAGE / "css" / "tokens.css").read_text())}
    grounds = ["bg", "surface", "sunken"]
    texts = [(text, ground) for text in ("ink", "muted", "accent") for ground in grounds]
    texts += [("ink", ground) for ground in ("accent-soft", "good-soft", "warn-soft", "bad-soft", "mark")] + [("muted", "accent-soft"), ("accent", "accent-soft"), ("accent-ink", "accent"), ("bg", "bad")]
    texts += [(tone, ground) for tone in ("good", "warn", "bad") for ground in (tone + "-soft", "bg", "surface", "sunken")]
    edges = [(edge, ground) for edge in ("line-strong", "focus", "accent", "heat-3", "heat-4") for ground in ("bg", "surface")]
    poor = []
    for least, pairs in ((4.5, texts), (3, edges)):
        for one, other in pairs:
            for scheme, (first, second) in zip(("light", "dark"), zip(tokens[one], tokens[other])):
                if contrast(first, second) < least:
                    poor.append(f"{one} on {other}, {scheme}: {contrast(first, second):.2f} of {least}")
    assert not poor, "\n".join(poor)
