"""A real `hearth serve` in a temporary home, with a scripted engine behind it, for the official clients of each interface."""

import json
import os
import pathlib
import subprocess
import sys
import threading
import time

import jsonschema
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Common"))

import scripted_engine
import tiny_model

HEARTH = os.environ.get("HEARTH_PROGRAM", "hearth")
TOKEN = "a-token-for-the-clients-0123456789"
SCHEMAS = pathlib.Path(__file__).parent / "schemas"


def pytest_configure(config):
    config.addinivalue_line("markers", "feature(client, name): what a test shows of a client, for docs/clients.md")
    config.features = set()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Before any are left out: the page is of all tests."""
    config.modules = {item.path.name for item in items}
    config.features = {mark.args for item in items for mark in item.iter_markers("feature")}


class Script(scripted_engine.Engine):
    """Does what the last message of the user says."""

    requests = []
    gone = threading.Event()

    def do_POST(self):
        body = self.body()
        Script.requests.append(body)
        text = [m["content"] for m in body["messages"] if m["role"] == "user"][-1]
        if text == "fail":
            return self.answer({"error": {"message": "broken", "type": "server_error", "code": "x"}}, 400)
        pieces, calls, finish = self.reply(text, body)
        with self.stream(Script.gone):
            for piece in pieces:
                more = {}
                if body.get("logprobs") and text != "silent":
                    more["logprobs"] = {"content": [self.token(piece, body)], "refusal": None}
                self.piece(piece, **more)
                if text == "endless":
                    Script.gone.wait(0.02)
                if text == "slow":
                    time.sleep(0.02)
            if calls:
                self.event({"choices": [{"index": 0, "delta": {"tool_calls": calls}, "finish_reason": None}]})
            # Which stop sequence ended it, as vLLM says it; the answer that has none of its own is `one two three four`.
            stop = next((s for s in body.get("stop") or [] if s in "one two three four"), None)
            self.piece(None, finish, **({"stop_reason": stop} if stop else {}))
            self.event({"choices": [], "usage": {
                "prompt_tokens": 7, "completion_tokens": len(pieces), "total_tokens": 7,
                "prompt_tokens_details": {"cached_tokens": 3 if text == "cached" else 0}}})

    def reply(self, text, body):
        stops = body.get("stop") or []
        if text == "endless":
            return (f"{n} " for n in range(100000)), None, "stop"
        if text == "slow":
            return [f"{n} " for n in range(100)], None, "stop"
        if text == "tool" and body["messages"][-1]["role"] == "tool":
            return ["It says: ", body["messages"][-1]["content"]], None, "stop"
        if text == "tool":
            name = body["tools"][0]["function"]["name"]
            call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": name, "arguments": '{"city":"Bonn"}'}}
            return [], [call], "tool_calls"
        if text == "cut":
            return ['{"name": ', '"Ad'], None, "length"
        if "json" in text:
            return ['{"name":', '"Ada","age"', ":36}"], None, "stop"
        pieces = ["one ", "two ", "three ", "four"]
        if stops:
            whole = "".join(pieces)
            cut = min((whole.find(s) for s in stops if s in whole), default=len(whole))
            pieces = [whole[:cut]]
        return pieces, None, "stop"

    def token(self, piece, body):
        """A piece as one token that is a bit less likely than the first of the alternatives, which grow less likely."""
        def entry(text, logprob):
            return {"token": text, "logprob": logprob, "bytes": list(text.encode())}
        others = [entry(f"other{n}", -0.25 - n) for n in range(body.get("top_logprobs", 0))]
        return {**entry(piece, -0.5), "top_logprobs": others}


def run(home, *arguments, **options):
    environment = {**os.environ, "HEARTH_HOME": str(home), "HEARTH_TOKEN": TOKEN}
    return subprocess.run([HEARTH, *arguments], env=environment, check=True, capture_output=True, **options)


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hearth")
    notes = tmp_path_factory.mktemp("notes")
    (notes / "lease.md").write_text("# Lease\n\nThe lease of the workshop ends on 31 March 2027. The rent is 940 euros.\n")
    (notes / "talk.vtt").write_text(
        "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>When do we ship the new kiln?\n\n"
        "00:05.000 --> 00:09.000\n<v Ben>We ship the kiln on the first of May.\n")
    run(folder, "ingest", str(notes))
    return folder


@pytest.fixture(scope="session")
def engine():
    with scripted_engine.serving(Script) as address:
        yield f"{address}/v1"


class Server:
    def __init__(self, home, arguments=(), before=()):
        environment = {**os.environ, "HEARTH_HOME": str(home), "HEARTH_TOKEN": TOKEN}
        self.process = subprocess.Popen(
            [HEARTH, *before, "serve", "--port", "0", "--json", *arguments], env=environment, stdout=subprocess.PIPE, text=True)
        self.ready = json.loads(self.process.stdout.readline())
        self.url = self.ready["url"]

    def stop(self):
        self.process.terminate()
        return self.process.wait(30)


@pytest.fixture(scope="session")
def server(home, engine):
    run(home, "settings", "set", "custom-url", engine)
    run(home, "settings", "set", "custom-model", "scripted")
    # A journal is private unless its owner says otherwise; here a client is to look back on it.
    run(home, "settings", "set", "mcp-ceiling", "private")
    run(home, "consent", "grant", "custom")
    server = Server(home)
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="session")
def local_server(tmp_path_factory):
    """A server of its own for a model that runs here, where this build can run one."""
    folder = tmp_path_factory.mktemp("local")
    file = folder / "tiny.gguf"
    file.write_bytes(tiny_model.gguf())
    home = folder / "home"
    try:
        run(home, "models", "add", str(file), "--name", "tiny")
    except subprocess.CalledProcessError as error:
        pytest.skip(f"this build runs no model: {error.stderr.decode().strip()[:300]}")
    server = Server(home)
    yield server
    assert server.stop() == 0


def allowing_null(schema):
    """OpenAPI 3.0's `nullable`, as JSON Schema says it."""
    if isinstance(schema, list):
        return [allowing_null(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    fixed = {key: allowing_null(value) for key, value in schema.items()}
    if schema.get("nullable") is True:
        return {"anyOf": [fixed, {"type": "null"}]}
    return fixed


def check(kind, value, file="openai", key="components/schemas"):
    """Validates against the published description."""
    whole = allowing_null(json.loads((SCHEMAS / f"{file}.json").read_text()))
    schema = {**whole, "$ref": f"#/{key}/{kind}"}
    jsonschema.Draft202012Validator(schema).validate(value)
