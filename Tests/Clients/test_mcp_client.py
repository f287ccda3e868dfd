"""Servers of tools that the owner adds: `hearth mcp add` and the like, and what a model calls of them in a chat."""

import json
import os
import pathlib
import pty
import select
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import openai
import pytest

from conftest import HEARTH, TOKEN, Script, Server

#: A server of the protocol's own package, over standard input and output.
OFFICIAL = """
import os, socket
try:
    from mcp.server.mcpserver import MCPServer
except ImportError:
    from mcp.server.fastmcp import FastMCP as MCPServer
server = MCPServer("probe")

@server.tool()
def weather(city: str) -> str:
    "What the weather is like."
    return f"{city}: rain"

@server.tool()
def network(port: int) -> str:
    "Tries to reach this machine."
    try:
        socket.create_connection(("127.0.0.1", port), 2)
        return "reached"
    except OSError:
        return "not reached"

@server.tool()
def variables() -> str:
    "The names of its variables."
    return ",".join(sorted(os.environ))

@server.tool()
def broken() -> str:
    "Fails."
    raise ValueError("no such place")

server.run("stdio")
"""

#: One that does what its argument says, to see what becomes of it.
HOSTILE = """
import json, sys, time
kind = sys.argv[1]
tools = [{"name": "weather", "description": "What the weather is like.", "inputSchema": {"type": "object"}}]
if kind == "changed":
    tools[0]["description"] = "Now something else."
if kind == "odd":
    tools += [{"name": "a b", "inputSchema": {}}, {"name": "weather", "inputSchema": {}}, {"name": "x"}, 5,
              {"name": "far/too.long-_", "inputSchema": {"type": "object", "properties": {"a": {"description": "d" * 40000}}}}]
def say(value):
    sys.stdout.write(json.dumps(value) + "\\n")
    sys.stdout.flush()
if kind == "ends":
    sys.stderr.write("there is no database\\n")
    sys.exit(3)
if kind == "garbage":
    sys.stdout.write("garbage\\n" * 5000)
    sys.stdout.flush()
if kind == "huge":
    sys.stdout.write("x" * (6 << 20) + "\\n")
    sys.stdout.flush()
for line in sys.stdin:
    message = json.loads(line)
    if "method" not in message:
        # The answer to its ping.
        assert message["result"] == {}
        continue
    if message["method"] == "initialize":
        version = "1999-01-01" if kind == "old" else message["params"]["protocolVersion"]
        if kind == "ping":
            print("a line that is no message")
            say({"jsonrpc": "2.0", "id": "p", "method": "ping"})
        say({"jsonrpc": "2.0", "id": message["id"], "result": {
            "protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}})
    elif message["method"] == "tools/list":
        say({"jsonrpc": "2.0", "id": 99, "result": {}})
        say({"jsonrpc": "2.0", "id": message["id"], "result": {"tools": tools}})
    elif message["method"] == "tools/call":
        if kind == "refuses":
            say({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32602, "message": "not today"}})
        else:
            text = "x" * 400000 if kind == "long" else "rain"
            say({"jsonrpc": "2.0", "id": message["id"], "result": {"content": [
                {"type": "text", "text": text}, {"type": "image", "data": "AA=="}]}})
"""


class Home:
    def __init__(self, folder, engine):
        self.folder = folder / "home"
        self.environment = {**os.environ, "HEARTH_HOME": str(self.folder), "HEARTH_TOKEN": TOKEN, "SOME_KEY": "secret"}
        for name, text in [("official.py", OFFICIAL), ("hostile.py", HOSTILE)]:
            (folder / name).write_text(text)
        self.programs = folder
        for key, value in [("custom-url", engine), ("custom-model", "scripted")]:
            self.run("settings", "set", key, value)
        self.run("consent", "grant", "custom")

    def run(self, *arguments, **options):
        done = subprocess.run([HEARTH, *arguments], env=self.environment, capture_output=True, text=True, timeout=120, **options)
        self.status, self.errors = done.returncode, done.stderr
        return done.stdout

    def add(self, name, *more, script="official.py", label=None):
        options = ["--label", label] if label else []
        self.run("mcp", "add", name, *options, "--", sys.executable, str(self.programs / script), *more)
        assert self.status == 0, self.errors

    def call(self, name, tool, arguments=None, *options):
        return self.run("mcp", "call", name, tool, "--arguments", json.dumps(arguments or {}), *options).strip()

    def ledger(self, purpose="tool"):
        records = [json.loads(line) for line in self.run("ledger", "list", "--json").splitlines()]
        return [record for record in records if (record.get("purpose") or "").startswith(purpose)]

    def chat(self, *answers, say="tool"):
        """Talks in a terminal; each answer is typed where it is asked whether a tool may be called."""
        process, terminal = pty.fork()
        if process == 0:
            os.execve(HEARTH, [HEARTH, "chat", "--no-documents", "--tools", "--engine", "custom"], self.environment)
        shown, answers, end = "", list(answers), time.monotonic() + 60
        waits, seen = ["> "], 0
        while time.monotonic() < end:
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    piece = os.read(terminal, 65536)
                except OSError:
                    break
                if not piece:
                    break
                shown += piece.decode(errors="replace")
            rest = shown[seen:]
            if say and "> " in rest:
                os.write(terminal, say.encode() + b"\n")
                seen, say = len(shown), None
            elif "Call it?" in rest:
                os.write(terminal, (answers.pop(0) if answers else "n").encode() + b"\n")
                seen = len(shown)
            elif not say and "answered by" in rest:
                os.write(terminal, b"/quit\n")
                seen = len(shown)
        os.close(terminal)
        os.waitpid(process, 0)
        return shown


@pytest.fixture
def home(tmp_path, engine):
    return Home(tmp_path, engine)


@pytest.mark.feature("mcp", "Servers of tools, as their client")
def test_the_tools_of_a_program_are_listed_and_called(home):
    home.add("files")
    tools = [json.loads(line) for line in home.run("mcp", "test", "files", "--json").splitlines()]
    assert [tool["name"] for tool in tools] == ["weather", "network", "variables", "broken"]
    assert tools[0]["description"] == "What the weather is like." and tools[0]["permission"] == "ask"
    assert home.call("files", "weather", {"city": "Bonn"}) == "Bonn: rain"
    assert home.status == 0
    assert "no such place" in home.call("files", "broken") or "broken" in home.errors
    assert home.status == 1
    home.call("files", "nothing")
    assert home.status == 1 and "no tool nothing" in home.errors
    called = [record for record in home.ledger("tool files/weather")]
    assert [record["kind"] for record in called] == ["decision", "outcome"]
    # What was sent is a hash there, and not the words.
    assert called[0]["bodyHash"] and "Bonn" not in json.dumps(called)


def test_a_program_has_no_network_and_none_of_the_owners_variables(home, engine):
    home.add("files")
    port = int(engine.split(":")[2].split("/")[0])
    assert home.call("files", "network", {"port": port}) == "not reached"
    names = home.call("files", "variables").split(",")
    assert "SOME_KEY" not in names and "HEARTH_TOKEN" not in names and "HEARTH_HOME" not in names and "PATH" in names


def test_what_is_more_private_than_a_server_may_be_given_is_not_called(home):
    home.add("files")
    text = home.call("files", "weather", {"city": "Bonn"}, "--label", "private")
    assert home.status == 1 and "Bonn" not in text and "personal at most" in home.errors
    assert [record["kind"] for record in home.ledger("tool files/weather")] == ["refusal"]
    home.add("safe", label="private")
    assert home.call("safe", "weather", {"city": "Bonn"}, "--label", "private") == "Bonn: rain"
    home.run("mcp", "add", "web", "--url", "https://tools.example/mcp", "--label", "private")
    assert home.status == 2


def test_what_was_decided_of_a_tool_holds_until_it_is_another(home):
    home.add("files", "plain", script="hostile.py")
    home.run("mcp", "allow", "files", "weather", "always")
    assert home.status == 0, home.errors

    def permission():
        return json.loads(home.run("mcp", "test", "files", "--json").splitlines()[0])["permission"]

    assert permission() == "always"
    kept = json.loads((home.folder / "mcp-servers.json").read_text())
    # The same server that describes its tool otherwise is not allowed what the former tool was.
    kept["mcpServers"]["files"]["args"][1] = "changed"
    (home.folder / "mcp-servers.json").write_text(json.dumps(kept))
    assert permission() == "ask"
    # Another program of the same name begins anew.
    home.run("mcp", "allow", "files", "weather", "never")
    home.add("files", "other", script="hostile.py")
    assert permission() == "ask"


@pytest.mark.parametrize("kind,told", [
    ("ends", "there is no database"), ("garbage", "no messages"), ("huge", "longer than"), ("old", "version"),
])
def test_what_is_no_server_is_told_of(home, kind, told):
    home.add("bad", kind, script="hostile.py")
    home.run("mcp", "test", "bad")
    assert home.status == 1 and told in home.errors, home.errors
    # Nothing is left running, and the record says how it ended.
    assert home.ledger("tool bad")[-1]["kind"] == "outcome" and home.ledger("tool bad")[-1]["errorCode"]


def test_what_a_server_says_beside_is_passed_over(home):
    home.add("talks", "ping", script="hostile.py")
    assert home.call("talks", "weather").splitlines() == ["rain", "[An image, which is not read.]"]
    home.add("odd", "odd", script="hostile.py")
    shown = home.run("mcp", "test", "odd")
    assert shown.splitlines()[0].startswith("weather") and len(shown.splitlines()) == 1
    assert home.errors.count("left out") == 5
    home.add("no", "refuses", script="hostile.py")
    home.call("no", "weather")
    assert home.status == 1 and "not today" in home.errors
    home.add("long", "long", script="hostile.py")
    assert len(home.call("long", "weather")) < 300000


def test_a_chat_asks_before_it_calls(home):
    home.add("files")
    shown = home.chat("o")
    assert "The model wants to call files/weather" in shown and '{"city":"Bonn"}' in shown, shown
    assert "It says: Bonn: rain" in shown and "files/weather was called." in shown
    refused = home.chat("n")
    assert "was not called" in refused and "It says: Bonn: rain" not in refused
    always = home.chat("a")
    assert "It says: Bonn: rain" in always
    again = home.chat()
    assert "Call it?" not in again and "It says: Bonn: rain" in again
    # What models are offered has names that every service takes.
    offered = [tool["function"]["name"] for tool in Script.requests[-1]["tools"]]
    assert offered[0] == "files__weather"
    kinds = [record["kind"] for record in home.ledger("tool files/weather")]
    assert kinds == ["decision", "outcome", "refusal", "decision", "outcome", "decision", "outcome"]


def test_without_a_terminal_only_what_is_always_allowed_is_called(home):
    home.add("files")

    def ask():
        return home.run("chat", "--no-documents", "--tools", "--engine", "custom", input="tool\n")

    assert "It says: Bonn: rain" not in ask()
    home.run("mcp", "allow", "files", "weather", "always")
    assert "It says: Bonn: rain" in ask()
    home.run("mcp", "allow", "files", "weather", "never")
    assert "It says: Bonn: rain" not in ask()
    assert "files__weather" not in [tool["function"]["name"] for tool in Script.requests[-1].get("tools", [])]


class Remote(BaseHTTPRequestHandler):
    """A server at an address; answers as a stream of events, or in one piece."""

    protocol_version = "HTTP/1.1"
    seen = []
    streams = True

    def log_message(self, *arguments):
        pass

    def do_DELETE(self):
        Remote.seen.append(("DELETE", dict(self.headers), None))
        self.answer(200, b"")

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        Remote.seen.append(("POST", dict(self.headers), message))
        if self.headers.get("authorization") != "Bearer a-key-for-tools":
            return self.answer(401, b"")
        if "id" not in message:
            return self.answer(202, b"")
        results = {
            "initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "r", "version": "1"}},
            "tools/list": {"tools": [{"name": "weather", "inputSchema": {"type": "object"}}]},
            "tools/call": {"content": [{"type": "text", "text": "sun"}]},
        }
        data = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": results[message["method"]]}).encode()
        if Remote.streams:
            note = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {}}).encode()
            return self.answer(200, b"data: " + note + b"\n\nevent: message\ndata: " + data + b"\n\n", "text/event-stream")
        self.answer(200, data, "application/json")

    def answer(self, status, data, kind=None):
        self.send_response(status)
        if kind:
            self.send_header("content-type", kind)
            self.send_header("mcp-session-id", "session-1")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.mark.parametrize("streams", [True, False])
def test_a_server_at_an_address_gets_what_its_owner_allowed(home, streams):
    remote = ThreadingHTTPServer(("127.0.0.1", 0), Remote)
    remote.daemon_threads = True
    threading.Thread(target=remote.serve_forever, daemon=True).start()
    Remote.streams, Remote.seen = streams, []
    home.run("mcp", "add", "web", "--url", f"http://127.0.0.1:{remote.server_port}/mcp")
    home.run("mcp", "test", "web")
    assert home.status == 1 and "does not accept the key" in home.errors
    home.run("keys", "set", "mcp:web", input="a-key-for-tools\n")
    assert home.status == 0, home.errors
    assert home.run("mcp", "test", "web").startswith("weather"), home.errors
    Remote.seen = []
    # What a person writes is personal, and leaves for nobody without a word of theirs.
    home.call("web", "weather", {"city": "Bonn"})
    assert home.status == 1 and "Bonn" not in json.dumps([message for _, _, message in Remote.seen])
    home.run("mcp", "add", "web", "--url", f"http://127.0.0.1:{remote.server_port}/mcp", "--label", "personal")
    assert home.call("web", "weather", {"city": "Bonn"}) == "sun", home.errors
    method, headers, message = [entry for entry in Remote.seen if (entry[2] or {}).get("method") == "tools/call"][-1]
    headers = {name.lower(): value for name, value in headers.items()}
    assert message["params"] == {"name": "weather", "arguments": {"city": "Bonn"}}
    assert headers["mcp-session-id"] == "session-1" and headers["mcp-protocol-version"] == "2025-06-18"
    assert Remote.seen[-1][0] == "DELETE"
    records = home.ledger("tool")
    assert all(record["kind"] != "connection" or "errorCode" not in record or not record["errorCode"] for record in records[-6:])
    assert {record["host"] for record in records} == {f"127.0.0.1:{remote.server_port}"}
    # A key is for the address that it was set for.
    home.run("mcp", "add", "web", "--url", "https://elsewhere.example/mcp")
    home.run("mcp", "test", "web")
    assert home.status == 1 and "was set for" in home.errors
    home.run("--offline", "mcp", "test", "web")
    assert home.status in (1, 3)
    assert home.run("mcp", "remove", "web").strip() == "Removed."
    assert "mcp:web" not in home.run("keys", "list")
    remote.shutdown()


@pytest.mark.feature("openai", "Tools of the owner's servers, in responses")
def test_a_program_has_tools_called_that_the_owner_lets_programs_use(home):
    home.add("files")
    home.run("mcp", "allow", "files", "weather", "always")
    server = Server(home.folder)
    try:
        client = openai.OpenAI(base_url=server.url + "/v1", api_key=TOKEN, max_retries=0)

        def ask(stream=False, **more):
            tool = {"type": "mcp", "server_label": "files", "require_approval": "never", **more}
            return client.responses.create(model="custom", input="tool", tools=[tool], stream=stream)

        # Which there are is the owner's to know.
        with pytest.raises(openai.NotFoundError):
            ask()
        home.run("mcp", "programs", "files", "on")
        assert home.status == 0, home.errors
        answer = ask()
        assert [item.type for item in answer.output] == ["mcp_list_tools", "mcp_call", "message"]
        # Only what is always allowed is offered.
        assert [tool.name for tool in answer.output[0].tools] == ["weather"]
        assert answer.output[1].name == "weather" and answer.output[1].output == "Bonn: rain"
        assert answer.output_text == "It says: Bonn: rain"
        kinds = [event.type for event in ask(stream=True)]
        assert kinds[0] == "response.created" and kinds[-1] == "response.completed"
        assert "response.mcp_list_tools.completed" in kinds and "response.mcp_call.completed" in kinds
        for wrong in ({"require_approval": "always"}, {"server_url": "https://tools.example/mcp"}):
            with pytest.raises(openai.BadRequestError) as error:
                ask(**wrong)
            assert next(iter(wrong)) in error.value.param
        home.run("mcp", "programs", "files", "off")
        with pytest.raises(openai.NotFoundError):
            ask()
    finally:
        assert server.stop() == 0
    called = home.ledger("tool files/weather")
    assert [record["kind"] for record in called] == ["decision", "outcome"] * 2
    given = [record for record in home.ledger("api POST /v1/responses") if record["kind"] == "read"]
    assert [record["text"] for record in given] == ["tool files/weather"] * 2
