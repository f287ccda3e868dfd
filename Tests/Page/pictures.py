#!/usr/bin/env python3
"""Makes the pictures of the page that the README and docs show: the real program, over Examples, with the basic engine, which every
build has, and the model for search that `scripts/setup` brings. What is to be seen is what was answered.

    Tests/Page/pictures.py [FOLDER]        default: docs/pictures
    HEARTH_PROGRAM=.build/release/hearth Tests/Page/pictures.py

HEARTH_PAGE_FILES=1 takes the page's files from this checkout instead of from the program.
Run it by the virtual environment that Tests/Page/run sets up. A data folder of its own is made and removed.
"""

import json
import mimetypes
import os
import pathlib
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright

from conftest import HERE, chromium, free_port, serve_from_disk

ROOT = HERE.parents[1]
FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
PROGRAM = ROOT / os.environ.get("HEARTH_PROGRAM", ".build/debug/hearth")
MODELS = pathlib.Path(os.environ.get("HEARTH_DEPS", ROOT / ".deps")) / "models"
SEARCH = "all-MiniLM-L6-v2.gguf"
# Of the questions of Examples, the one whose answer is shown.
SHOWN = "notice"
TALK = "village/residents-2025-10-02.vtt"
YEAR = "2025"


class Program:
    """A server in a data folder of its own."""

    def __init__(self, home):
        self.token, self.key, port = secrets.token_urlsafe(32), None, free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen([str(PROGRAM), "serve", "--port", str(port)], env={**os.environ, "HEARTH_HOME": home, "HEARTH_TOKEN": self.token}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                urllib.request.urlopen(self.url + "/readyz", timeout=2).close()
                break
            except OSError:
                assert self.process.poll() is None, "the server ended"
                time.sleep(0.1)
        # As its owner's browser: a program may not read what is private.
        self.key = self.sign_in()

    def sign_in(self):
        """The key of a new session."""
        return json.loads(self.call("POST", "/api/session", {"token": self.token}))["key"]

    def call(self, method, path, body=None, kind="application/json"):
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"origin": self.url, "content-type": kind, **({"hearth-session": self.key} if self.key else {})}, method=method)
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.read().decode()

    def get(self, path):
        return json.loads(self.call("GET", path))

    def work(self, path, body, kind="application/json"):
        """Has a job done, and gives it as it ended."""
        job = json.loads(self.call("POST", path, body, kind))
        while job["state"] == "running":
            time.sleep(0.1)
            job = self.get(f"/api/jobs/{job['id']}")
        assert job["state"] == "done", job
        return job

    def upload(self, path, files):
        """Sends files as the page does. @return Their documents' ids by name."""
        edge = secrets.token_hex(12)
        body = b""
        for name, content in files:
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            body += f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: {kind}\r\n\r\n'.encode() + content + b"\r\n"
        job = self.work(path, body + f"--{edge}--\r\n".encode(), f"multipart/form-data; boundary={edge}")
        assert all(file["documentID"] for file in job["files"]), job["files"]
        return {file["path"]: file["documentID"] for file in job["files"]}

    def ask(self, question, **more):
        """Asks in a conversation of its own. @return Its id."""
        talk = json.loads(self.call("POST", "/api/conversations", {}))["conversationID"]
        answer = self.call("POST", f"/api/conversations/{talk}/messages", {"text": question, "engine": "basic", **more})
        assert '"message"' in answer, answer
        return talk

    def close(self):
        self.process.terminate()
        self.process.wait(30)


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        assert (MODELS / SEARCH).is_file(), f"{SEARCH} is not in {MODELS}; scripts/setup brings it"
        (pathlib.Path(home) / "models").mkdir()
        (pathlib.Path(home) / "models" / SEARCH).symlink_to(MODELS.resolve() / SEARCH)
        program = Program(home)
        try:
            talk, first = fill(program)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
                take(browser, program, talk, first)
                browser.close()
        finally:
            program.close()


def fill(program):
    """Puts in what lies in Examples, and asks. @return The id of the transcript and of the conversation to be shown."""
    library = ROOT / "Examples" / "Library"
    files = [(path.relative_to(library).as_posix(), path.read_bytes()) for path in sorted(library.rglob("*")) if path.is_file()]
    documents = program.upload("/api/documents", files)
    program.work(f"/api/transcripts/{documents[TALK]}/analysis", {"aspects": ["summary", "highlights"]})
    program.call("POST", "/api/journal/import", (ROOT / "Examples" / "journal.jsonl").read_bytes(), "application/x-ndjson")
    while program.get(f"/api/journal/wrapped/{YEAR}")["isCurrent"] is not True:
        time.sleep(0.2)
    rows = [json.loads(line) for line in (ROOT / "Examples" / "questions.jsonl").read_text().splitlines() if line.strip()]
    questions = {row["id"]: row["text"] for row in rows}
    for name, question in questions.items():
        if name != SHOWN:
            program.ask(question)
    return documents[TALK], program.ask(questions[SHOWN])


def take(browser, program, talk, first):
    def window(scheme):
        stored = {"cookies": [], "origins": [{"origin": program.url, "localStorage": [{"name": "hearth.session", "value": program.sign_in()}]}]}
        context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme, reduced_motion="reduce", locale="en-GB", service_workers="block", storage_state=stored)
        if "HEARTH_PAGE_FILES" in os.environ:
            context.route(lambda url: url.startswith(program.url + "/") and not url.startswith(program.url + "/api/"), serve_from_disk)
        page = context.new_page()
        page.goto(program.url)
        page.wait_for_selector("main .view > *", state="attached")
        return page

    def picture(page, name):
        page.wait_for_load_state("networkidle")
        page.mouse.move(0, 0)
        page.screenshot(path=FOLDER / f"{name}.png")

    light, dark = window("light"), window("dark")
    light.goto(f"{program.url}/#/chat/{first}")
    light.locator(".cite").first.click()
    light.wait_for_selector(".reader mark")
    picture(light, "chat")

    dark.goto(f"{program.url}/#/transcripts/{talk}/highlights")
    dark.wait_for_selector(".moment")
    dark.locator(".aspect .time").nth(1).click()
    picture(dark, "transcripts")

    light.goto(f"{program.url}/#/journal/wrapped/{YEAR}")
    light.wait_for_selector(".wrapped-page")
    picture(light, "journal")

    light.goto(f"{program.url}/#/journal/people")
    # A street that was taken for a person: its owner says so.
    light.get_by_role("button", name="Actions for Heron Path").click()
    light.get_by_role("menuitem", name="Not a person").click()
    light.get_by_role("dialog").get_by_role("button", name="Not a person").click()
    light.get_by_role("button", name="Dismiss").click()
    light.wait_for_selector(".people section li")
    picture(light, "people")

    dark.goto(program.url + "/#/privacy")
    dark.wait_for_selector(".timeline > li[data-tone]")
    picture(dark, "privacy")


if __name__ == "__main__":
    main()
