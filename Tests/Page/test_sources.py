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
        assert not re.search(r"\bstyle:|setAttribute\(\"style", file.read_text()), f"{file.name} sets a style attribute"


def test_nothing_is_loaded_from_elsewhere():
    for file in [*scripts(), *(PAGE / "css").glob("*.css"), PAGE / "index.html"]:
        for url in re.findall(r"(?:src|href|from|import|url)\s*[=(:]?\s*[\"'(](https?:[^\"')]+)", file.read_text()):
            raise AssertionError(f"{file.name} names {url}")


def test_files_are_small():
    for file in scripts():
        assert len(file.read_text().splitlines()) <= 300, f"{file.name} has more than one idea"
