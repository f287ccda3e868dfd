"""A browser, a server, and a page that is watched.

Without anything in the environment the tests run against the mock (mock.py). The same tests run against the real program:

    HEARTH_PAGE_URL=http://127.0.0.1:8080 HEARTH_PAGE_TOKEN=$(cat "$HEARTH_HOME/server-token") pytest Tests/Page

The real server's library may be empty: the samples are put in before the first test. HEARTH_CHROMIUM names the browser; without one all tests
of this folder that need it are skipped, and say so.
"""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

import contract
import parts
import samples
from scripted import ScriptedHost

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; "
          "font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
CONTENT = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml", ".md": "text/markdown", ".vtt": "text/vtt", ".webmanifest": "application/manifest+json"}
HERE = pathlib.Path(__file__).resolve().parent


def chromium():
    """The path of a browser; None when there is none."""
    named = os.environ.get("HEARTH_CHROMIUM")
    if named:
        return named
    # The wrapper of Debian reads settings of a desktop; the program behind it does without.
    candidates = ["/usr/lib/chromium/chromium-headless-shell", "/usr/lib/chromium/chromium", shutil.which("chromium"), shutil.which("chromium-browser"), shutil.which("google-chrome"),
                  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"]
    return next((path for path in candidates if path and os.path.exists(path)), None)


def pytest_addoption(parser):
    parser.addoption("--part", metavar="N/OF", help="run one of so many parts, which are about equally long; the parts are whole files")
    parser.addoption("--write-durations", action="store_true", help="write the seconds that each file took into durations.json, by which the parts are made")


def pytest_configure(config):
    if not config.getoption("--write-durations"):
        return
    if config.getoption("keyword") or config.getoption("markexpr") or any("::" in argument for argument in config.args):
        raise pytest.UsageError("--write-durations measures whole files: name files, or none")
    config.pluginmanager.register(parts.Durations())


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--part"):
        return
    part, of = map(int, config.getoption("--part").split("/"))
    if not 1 <= part <= of:
        raise pytest.UsageError("--part is 1/2, 2/2 or the like")
    tests = {}
    for item in items:
        tests[item.path.name] = tests.get(item.path.name, 0) + 1
    own = parts.files_of_part(parts.weights(tests, parts.known_seconds()), part, of)
    config.hook.pytest_deselected(items=[item for item in items if item.path.name not in own])
    items[:] = [item for item in items if item.path.name in own]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """The server under test."""

    def __init__(self, url, token, is_mock):
        self.url, self.token, self.is_mock = url, token, is_mock


@pytest.fixture(scope="session")
def server():
    if "HEARTH_PAGE_URL" in os.environ:
        yield Server(os.environ["HEARTH_PAGE_URL"].rstrip("/"), os.environ["HEARTH_PAGE_TOKEN"], False)
        return
    port = free_port()
    child = subprocess.Popen([sys.executable, str(HERE / "mock.py"), "--port", str(port), "--speed", "2"], stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(url + "/api/session", timeout=5).close()
                break
            except OSError:
                assert child.poll() is None, "the mock ended"
                time.sleep(0.05)
        yield Server(url, "mock-token", True)
    finally:
        child.terminate()
        child.wait(10)


# How long something may take that should be there at once: on a machine that is busy with other things, that is a while.
PATIENCE = 60_000


@pytest.fixture(scope="session")
def browser():
    path = chromium()
    if not path:
        pytest.skip("no Chromium is here; install one or name it by HEARTH_CHROMIUM")
    api = pytest.importorskip("playwright.sync_api")
    api.expect.set_options(timeout=PATIENCE)
    playwright = api.sync_playwright().start()
    try:
        child = playwright.chromium.launch(executable_path=path, args=["--use-fake-device-for-media-stream", *(["--no-sandbox"] if os.geteuid() == 0 else [])])
        yield child
        child.close()
    finally:
        playwright.stop()


@pytest.fixture(scope="session")
def scripted(server):
    """A host on this machine with a slow model and a slow download; the real server is told of it."""
    with ScriptedHost() as host:
        yield host


def serve_from_disk(route):
    """With HEARTH_PAGE_FILES the page's files are those of this checkout, not those inside the program."""
    name = route.request.url.split("/", 3)[3].split("?")[0].split("#")[0] or "index.html"
    file = HERE.parents[1] / "Sources" / "CPage" / "page" / name
    route.fulfill(path=file, headers={"content-security-policy": POLICY, "content-type": CONTENT[file.suffix]}) if file.is_file() else route.continue_()


class Api:
    """Requests beside the page, as a page of this server would send them, with the key of a session where there is one."""

    def __init__(self, context, server, key=None):
        self.request, self.headers = context.request, {"origin": server.url}
        if key:
            self.headers["hearth-session"] = key

    def __getattr__(self, method):
        send = getattr(self.request, method)
        return lambda url, headers=None, **more: send(url, headers={**self.headers, **(headers or {})}, **more)


# Hostile texts of the samples set this name. The page that was it may be left again before somebody looks, so it says it at once.
TELL_TALE = """(() => {
    let value;
    Object.defineProperty(window, "pwned", { get: () => value, set: (next) => { value = next; console.error("a script in the data ran"); } });
})()"""


def api_error():
    return pytest.importorskip("playwright.sync_api").Error


class Watched:
    """A browser's page that must not say an error, call another host or run what stands in the data."""

    def __init__(self, context, server, key=None):
        self.context, self.server, self.problems, self.expected = context, server, [], []
        self.key = key
        self.api = Api(context, server, key)
        self.page = None

    def open(self, address="#/chat"):
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.problems.append(f"an error in the page: {error}"))
        page.on("console", self.console)
        # Each event costs as much as the answer that it tells of, so that nothing is told twice: what was asked was answered or failed.
        page.on("requestfailed", self.asked)
        page.on("response", self.response)
        page.goto(f"{self.server.url}/{address}")
        page.wait_for_selector("main .view > *", state="attached")
        self.page = self.page or page
        return page

    def console(self, message):
        # A status of 400 and more is told by the browser itself; the tests of errors ask for some.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.problems.append(f"the console says: {message.text}")

    def asked(self, request):
        if not request.url.startswith((self.server.url + "/", "blob:", "data:")):
            self.problems.append(f"the page asked another host: {request.url}")

    def response(self, response):
        self.asked(response)
        self.problems += contract.complaints(response, self.server.url)

    def check(self):
        # An answer that a test changes on its way may be on it still.
        for routed in [self.context, *self.context.pages]:
            routed.unroute_all(behavior="ignoreErrors")
        for page in self.context.pages:
            # What a page said comes before what it answers. One that is just leaving for another address has said it too.
            with contextlib.suppress(api_error()):
                page.evaluate("0")
        assert not self.problems, "\n".join(self.problems)


def sign_in(server):
    """The key of a new session."""
    body = json.dumps({"token": server.token}).encode()
    wanted = urllib.request.Request(server.url + "/api/session", body, {"content-type": "application/json", "origin": server.url})
    with urllib.request.urlopen(wanted, timeout=PATIENCE / 1000) as answer:
        return json.load(answer)["key"]


@pytest.fixture(scope="session")
def stocked(browser, server):
    """The ids of what the tests stand on, put in once, before the first test: a lease as PDF, notes, a transcript. An empty library
    shows the first run to whoever comes, so a test would depend on what ran before it."""
    context = browser.new_context()
    try:
        return samples.library(Api(context, server, sign_in(server)), server)
    finally:
        context.close()


@pytest.fixture
def make_watched(browser, server, stocked):
    """Makes signed-in browser windows, and looks at the end that nothing went wrong in them."""
    made = []

    def make(width=1280, height=900, scheme="light", signed_in=True, **more):
        key = sign_in(server) if signed_in else None
        if key:
            more["storage_state"] = {"cookies": [], "origins": [{"origin": server.url, "localStorage": [{"name": "hearth.session", "value": key}]}]}
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce", locale=more.pop("locale", "en-GB"), service_workers=more.pop("service_workers", "block"), **more)
        context.add_init_script(TELL_TALE)
        if "HEARTH_PAGE_FILES" in os.environ:
            context.route(lambda url: url.startswith(server.url + "/") and not url.startswith(server.url + "/api/"), serve_from_disk)
        watched = Watched(context, server, key)
        made.append(watched)
        return watched

    yield make
    try:
        for watched in made:
            watched.check()
    finally:
        for watched in made:
            watched.context.close()


@pytest.fixture
def watched(make_watched):
    return make_watched()


@pytest.fixture
def library(stocked):
    """The ids of the lease, the notes and the transcript."""
    return stocked
