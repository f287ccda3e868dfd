"""Our MCP server on standard streams and over HTTP: the official client, and every message against the published schemas."""

import asyncio
import json
import os
import subprocess

import pytest
import requests

from conftest import HEARTH, TOKEN, check

TOOLS = {
    "search", "ask", "read_document", "list_documents", "summarize", "transcript_ask", "journal_rollup", "add_note"}
PROMPTS = {"ask_documents", "sum_up_transcript", "look_back"}
HANDSHAKES = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]


class Pipe:
    """`hearth mcp`, line by line."""

    def __init__(self, home):
        self.process = subprocess.Popen(
            [HEARTH, "mcp"], env={**os.environ, "HEARTH_HOME": str(home)}, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.notes = []

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, number, method, params=None):
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        while True:
            message = json.loads(self.process.stdout.readline())
            if message.get("id") == number:
                return message
            self.notes.append(message)

    def close(self):
        self.process.stdin.close()
        return self.process.wait(30)


class Web:
    """The same over HTTP."""

    def __init__(self, server):
        self.url = server.url + "/mcp"
        self.headers = {
            "authorization": f"Bearer {TOKEN}", "accept": "application/json, text/event-stream"}
        self.notes = []

    def send(self, message):
        answer = requests.post(self.url, json=message, headers=self.headers, timeout=60)
        if "mcp-session-id" in answer.headers:
            self.headers["mcp-session-id"] = answer.headers["mcp-session-id"]
        return answer

    def ask(self, number, method, params=None):
        answer = self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        if answer.headers["content-type"].startswith("text/event-stream"):
            messages = [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: ")]
            self.notes += messages[:-1]
            return messages[-1]
        return answer.json()

    def close(self):
        requests.delete(self.url, headers=self.headers, timeout=60)
        return 0


def result(version, kind, message):
    key = "$defs" if version >= "2025-11-25" else "definitions"
    check("JSONRPCResponse", message, f"mcp-{version}", key)
    check(kind, message["result"], f"mcp-{version}", key)
    return message["result"]


def use(peer, version, meta=None):
    """Goes through everything, and validates all of it."""
    def params(**values):
        return {**values, **({"_meta": meta} if meta else {})}

    tools = result(version, "ListToolsResult", peer.ask(1, "tools/list", params()))["tools"]
    assert {tool["name"] for tool in tools} == TOOLS
    documents = result(version, "ListResourcesResult", peer.ask(2, "resources/list", params()))["resources"]
    assert len(documents) >= 2
    read = result(version, "ReadResourceResult", peer.ask(3, "resources/read", params(uri=documents[0]["uri"])))
    assert read["contents"][0]["text"]
    result(version, "ListResourceTemplatesResult", peer.ask(4, "resources/templates/list", params()))
    prompts = result(version, "Result", peer.ask(5, "prompts/list", params()))["prompts"]
    assert {prompt["name"] for prompt in prompts} == PROMPTS
    assert all(("title" in prompt) == (version >= "2025-06-18") for prompt in prompts)
    got = result(version, "Result", peer.ask(6, "prompts/get", params(
        name="ask_documents", arguments={"question": "When does the lease end?", "document": "lease"})))
    assert got["messages"][0]["role"] == "user" and "`ask`" in got["messages"][0]["content"]["text"]
    for number, (reference, argument, expected) in enumerate([
            ({"type": "ref/prompt", "name": "ask_documents"}, {"name": "document", "value": "lea"}, "Lease"),
            ({"type": "ref/prompt", "name": "sum_up_transcript"}, {"name": "transcript", "value": ""}, "talk"),
            ({"type": "ref/resource", "uri": "hearth://documents/named/{name}"}, {"name": "name", "value": "talk"}, "talk"),
    ], 7):
        found = result(version, "Result", peer.ask(number, "completion/complete", params(ref=reference, argument=argument)))
        assert expected in found["completion"]["values"] and not found["completion"]["hasMore"]
    calls = [
        ("search", {"query": "lease"}, "31 March"),
        ("ask", {"question": "When does the lease of the workshop end?", "engine": "basic"}, "31 March 2027"),
        ("list_documents", {}, "Lease"),
        ("read_document", {"document": "lease.md", "length": 20}, "Lease"),
        ("summarize", {"document": "lease.md", "words": 20}, "one two three four"),
        ("transcript_ask", {"transcript": "talk.vtt", "question": "When do we ship the kiln?", "engine": "basic"}, "May"),
        ("add_note", {"text": "Fired the kiln for the first time.", "date": "2026-03-01"}, "2026-03-01"),
        # Over HTTP the ceiling of programs holds as well, and a journal is above that.
        ("journal_rollup", {"level": "month"}, "more private" if isinstance(peer, Web) else "2026-03"),
    ]
    for number, (name, arguments, expected) in enumerate(calls, 10):
        found = result(
            version, "CallToolResult", peer.ask(number, "tools/call", params(name=name, arguments=arguments)))
        assert not found.get("isError"), found
        assert expected in found["content"][0]["text"], found
        schema = next(tool for tool in tools if tool["name"] == name).get("outputSchema")
        if schema:
            import jsonschema
            jsonschema.validate(found["structuredContent"], schema)
    wrong = result(version, "CallToolResult", peer.ask(30, "tools/call", params(name="search", arguments={})))
    assert wrong["isError"]
    for number, method, values in [
            (31, "tools/call", {"name": "x"}), (32, "resources/read", {"uri": "x"}), (33, "x", {}),
            (34, "prompts/get", {"name": "x"}), (35, "prompts/get", {"name": "look_back", "arguments": {"period": "May"}})]:
        assert peer.ask(number, method, params(**values))["error"]["code"] < 0


def initialize(peer, version):
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    answer = result(version, "InitializeResult", peer.ask(0, "initialize", hello))
    assert answer["protocolVersion"] == version
    peer.send({"jsonrpc": "2.0", "method": "notifications/initialized"})


@pytest.mark.parametrize("version", HANDSHAKES)
@pytest.mark.parametrize("way", ["streams", "http"])
def test_every_version_with_a_handshake(home, server, way, version):
    peer = Pipe(home) if way == "streams" else Web(server)
    initialize(peer, version)
    use(peer, version)
    assert peer.close() == 0


@pytest.mark.parametrize("way", ["streams", "http"])
def test_the_version_without_one(home, server, way):
    version = "2026-07-28"
    meta = {
        "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"}}
    peer = Pipe(home) if way == "streams" else Web(server)
    found = result(version, "DiscoverResult", peer.ask(0, "server/discover", {"_meta": meta}))
    assert version in found["supportedVersions"]
    use(peer, version, meta)
    peer.close()


@pytest.mark.parametrize("way", ["streams", "http"])
def test_progress(home, server, way):
    peer = Pipe(home) if way == "streams" else Web(server)
    initialize(peer, "2025-06-18")
    question = {"question": "When does the lease of the workshop end?", "engine": "basic"}
    peer.ask(1, "tools/call", {"name": "ask", "arguments": question, "_meta": {"progressToken": 7}})
    steps = [note for note in peer.notes if note["method"] == "notifications/progress"]
    assert steps and all(step["params"]["progressToken"] == 7 for step in steps)
    for step in steps:
        check("ProgressNotification", step, "mcp-2025-06-18", "definitions")
    peer.close()


@pytest.mark.parametrize("way", ["streams", "http"])
def test_log(home, server, way):
    peer = Pipe(home) if way == "streams" else Web(server)
    initialize(peer, "2025-06-18")
    peer.ask(1, "tools/list")
    assert peer.notes == []
    assert peer.ask(2, "logging/setLevel", {"level": "info"})["result"] == {}
    peer.ask(3, "tools/call", {"name": "search", "arguments": {"query": "a secret word"}})
    assert peer.notes and all(note["method"] == "notifications/message" for note in peer.notes)
    assert peer.notes[-1]["params"]["level"] == "info" and "secret" not in json.dumps(peer.notes)
    peer.close()


def test_http_sessions(server):
    peer = Web(server)
    assert peer.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).status_code == 400
    initialize(peer, "2025-06-18")
    assert peer.send({"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code == 202
    peer.close()
    assert peer.send({"jsonrpc": "2.0", "id": 1, "method": "ping"}).status_code == 404
    bare = {key: value for key, value in peer.headers.items() if key != "authorization"}
    assert requests.post(peer.url, json={}, headers=bare, timeout=60).status_code == 401
    assert requests.get(peer.url, headers=peer.headers, timeout=60).status_code == 405


@pytest.mark.feature("mcp", "The documents as tools")
@pytest.mark.feature("mcp", "Prompts, with suggestions")
def test_the_official_client(home):
    mcp = pytest.importorskip("mcp")
    from mcp.client.stdio import stdio_client

    async def talk():
        start = mcp.StdioServerParameters(command=HEARTH, args=["mcp"], env={**os.environ, "HEARTH_HOME": str(home)})
        async with stdio_client(start) as (read, write):
            async with mcp.ClientSession(read, write) as session:
                await session.initialize()
                tools = (await session.list_tools()).tools
                found = await session.call_tool("search", {"query": "lease"})
                prompts = (await session.list_prompts()).prompts
                prompt = await session.get_prompt("look_back", {"period": "2026-03"})
                reference = mcp.types.PromptReference(type="ref/prompt", name="ask_documents")
                completed = await session.complete(reference, {"name": "document", "value": "lea"})
                return (
                    {tool.name for tool in tools}, found.content[0].text, {each.name for each in prompts},
                    prompt.messages[0].content.text, completed.completion.values)

    names, text, prompts, words, values = asyncio.run(asyncio.wait_for(talk(), 60))
    assert names == TOOLS and "31 March" in text
    assert prompts == PROMPTS and "2026-03-31" in words and "Lease" in values
