#!/usr/bin/env python3
"""Measures `hearth serve`; see README.md. Only the standard library."""

import argparse
import asyncio
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOKEN = "a-token-for-measuring-0123456789"
CONNECTIONS = 32


class Connection:
    """One HTTP/1.1 connection that stays open."""

    async def open(self, port):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        return self

    async def ask(self, request):
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        length = next(int(l[15:]) for l in head.lower().split(b"\r\n") if l.startswith(b"content-length:"))
        body = await self.reader.readexactly(length)
        return status, body


def request(method, path, port, body=None):
    data = json.dumps(body).encode() if body is not None else b""
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Authorization: Bearer {TOKEN}"]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


async def load(port, texts, rate, seconds):
    """Latencies in milliseconds, counted from when each request was due. The texts are sent in turn."""
    free = asyncio.Queue()
    for _ in range(CONNECTIONS):
        free.put_nowait(await Connection().open(port))
    for _ in range(50):  # warm
        connection = await free.get()
        await connection.ask(texts[0])
        free.put_nowait(connection)
    times, failures, tasks = [], 0, []
    begin = time.perf_counter() + 0.05

    async def one(due, text):
        nonlocal failures
        connection = await free.get()
        try:
            status, _ = await connection.ask(text)
            failures += status != 200
        except (OSError, asyncio.IncompleteReadError):
            failures += 1
            connection = await Connection().open(port)
        free.put_nowait(connection)
        times.append((time.perf_counter() - due) * 1000)

    for number in range(int(rate * seconds)):
        due = begin + number / rate
        wait = due - time.perf_counter()
        if wait > 0.0005:
            await asyncio.sleep(wait)
        tasks.append(asyncio.create_task(one(due, texts[number % len(texts)])))
    await asyncio.gather(*tasks)
    took = time.perf_counter() - begin
    while not free.empty():
        free.get_nowait().writer.close()
    times.sort()
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))]
    return {"rate": len(times) / took, "p50": at(0.5), "p99": at(0.99), "max": times[-1], "failures": failures}


def show(name, result):
    print(f"{name:34} {result['rate']:7.0f} /s   p50 {result['p50']:7.2f} ms   p99 {result['p99']:7.2f} ms   "
          f"max {result['max']:7.2f} ms   failures {result['failures']}", flush=True)


class Script(BaseHTTPRequestHandler):
    """An engine whose answers come slowly, piece by piece."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        asked = self.rfile.read(int(self.headers["content-length"]))
        if b'"go"' not in asked:
            time.sleep(30)  # the analysis that idle streams wait for
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        try:
            for number in range(20):
                self.wfile.write(b'data: {"choices":[{"index":0,"delta":{"content":"word "},"finish_reason":null}]}\n\n')
                self.wfile.flush()
                time.sleep(0.02)
            self.wfile.write(b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
            self.wfile.flush()
        except OSError:
            pass
        self.close_connection = True


class Engine(ThreadingHTTPServer):
    request_queue_size = 256
    daemon_threads = True


class Server:
    def __init__(self, program, home):
        environment = {**os.environ, "HEARTH_HOME": str(home), "HEARTH_TOKEN": TOKEN}
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--json"], env=environment, stdout=subprocess.PIPE)
        ready = json.loads(self.process.stdout.readline())
        self.ready = (time.perf_counter() - began) * 1000
        self.port = ready["port"]

    def memory(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return float("nan")

    def processor(self):
        """Seconds of processor time that it took so far, which other programs on the machine do not lengthen much."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


def hearth(program, home, *arguments):
    environment = {**os.environ, "HEARTH_HOME": str(home), "HEARTH_TOKEN": TOKEN}
    subprocess.run([program, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def documents(folder, count):
    folder.mkdir(parents=True)
    (folder / "talk.vtt").write_text("WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>When do we ship the new kiln?\n\n")
    for number in range(count):
        (folder / f"note{number}.md").write_text(f"# Note {number}\n\nThe kiln {number} was fired on day {number % 365} of the year.\n")


async def answer(port):
    """One streamed answer; whether it came whole."""
    body = {"model": "custom", "stream": True, "messages": [{"role": "user", "content": "go"}]}
    connection = await Connection().open(port)
    connection.writer.write(request("POST", "/v1/chat/completions", port, body))
    text = b""
    while b"[DONE]" not in text:
        piece = await connection.reader.read(65536)
        if not piece:
            return False
        text += piece
    connection.writer.close()
    return b"HTTP/1.1 200" in text and text.count(b"word ") == 20


async def streams(port):
    """64 answers at once, while 200 further streams stand open on a job that does not move."""
    connection = await Connection().open(port)
    _, body = await connection.ask(request("GET", "/api/transcripts", port))
    transcript = json.loads(body)["transcripts"][0]["documentID"]
    wish = {"aspects": ["summary"], "engine": "custom"}
    _, body = await connection.ask(request("POST", f"/api/transcripts/{transcript}/analysis", port, wish))
    job = json.loads(body)["id"]
    idle = [await Connection().open(port) for _ in range(200)]
    for one in idle:
        one.writer.write(request("GET", f"/api/jobs/{job}/events", port))
    for one in idle:
        await one.reader.readuntil(b"event: job")
    began = time.perf_counter()
    done = await asyncio.gather(*[answer(port) for _ in range(64)])
    took = time.perf_counter() - began
    held = sum(not one.reader.at_eof() for one in idle)
    print(f"streams: {sum(done)} of 64 answers whole in {took:.1f} s (8 at a time are let to one engine), "
          f"{held} of 200 idle ones still open")
    for one in idle:
        one.writer.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--program")
    parser.add_argument("--peer")
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--documents", type=int, default=10_000)
    options = parser.parse_args()
    program = os.path.abspath(options.program or options.root / ".build/release/hearth")
    engine = Engine(("127.0.0.1", 0), Script)
    threading.Thread(target=engine.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as temporary:
        home, notes = pathlib.Path(temporary) / "home", pathlib.Path(temporary) / "notes"
        documents(notes, 100)
        hearth(program, home, "ingest", str(notes))
        hearth(program, home, "settings", "set", "custom-url", f"http://127.0.0.1:{engine.server_port}/v1")
        hearth(program, home, "settings", "set", "custom-model", "scripted")
        hearth(program, home, "consent", "grant", "custom")
        server = Server(program, home)
        print(f"ready after {server.ready:.0f} ms over 100 documents; {server.memory():.0f} MB")
        began = server.processor()
        ours = asyncio.run(load(server.port, [request("GET", "/v1/models", server.port)], options.rate, options.seconds))
        show("/v1/models", ours)
        between = server.processor()
        words = [{"model": "basic", "input": f"Who fired the kiln {n}, and when was it opened again?"} for n in range(97)]
        vectors = [request("POST", "/v1/embeddings", server.port, body) for body in words]
        show("/v1/embeddings, basic", asyncio.run(load(server.port, vectors, options.rate, options.seconds)))
        embedded = server.processor()
        # Another question each time: what is kept of one must not answer the next.
        asked = [{"model": "basic", "messages": [{"role": "user", "content": f"When was the kiln {n} fired?"}]} for n in range(97)]
        chats = [request("POST", "/v1/chat/completions", server.port, body) for body in asked]
        print(f"memory before any model is read {server.memory():.0f} MB")
        show("/v1/chat/completions, basic", asyncio.run(load(server.port, chats, options.rate / 5, options.seconds)))
        count = options.rate * options.seconds + 50
        print(f"processor time of the server: {(between - began) / count * 1000:.2f} ms for /v1/models, "
              f"{(embedded - between) / count * 1000:.2f} ms for a vector, "
              f"{(server.processor() - embedded) / (options.rate / 5 * options.seconds + 50) * 1000:.2f} ms for an answer")
        if options.peer:
            peer = subprocess.Popen([options.peer])
            time.sleep(1)
            theirs = asyncio.run(load(8429, [request("GET", "/v1/models", 8429)], options.rate, options.seconds))
            peer.terminate()
            peer.wait()
            show("bare Hummingbird route", theirs)
            print(f"our p50 is {ours['p50'] / theirs['p50']:.2f} of the bare route's")
        asyncio.run(streams(server.port))
        print(f"memory {server.memory():.0f} MB")
        assert server.stop() == 0
        if options.documents:
            many = pathlib.Path(temporary) / "many"
            documents(many, options.documents)
            large = pathlib.Path(temporary) / "large"
            hearth(program, large, "ingest", str(many))
            times = []
            for _ in range(5):
                server = Server(program, large)
                times.append(server.ready)
                memory = server.memory()
                assert server.stop() == 0
            print(f"ready after {sorted(times)[2]:.0f} ms over {options.documents} documents (median of 5); {memory:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
