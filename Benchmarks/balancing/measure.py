#!/usr/bin/env python3
"""Measures how requests are spread over four servers; see README.md. Only the standard library.

The servers, the client and whoever stands between share the machine's processors, so of two proxies the differences count.
"""

import argparse
import asyncio
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

TOKEN = "a-token-for-measuring-0123456789"
SERVERS = 4
CONNECTIONS = 64
# What a server takes for an answer: a first piece, and two more. Short, so that what is added to it shows.
PACE = 0.004

PIECES = [
    b"data: " + json.dumps({"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "tiny", "choices": [
        {"index": 0, "delta": delta, "finish_reason": finish}]}).encode() + b"\n\n"
    for delta, finish in [({"role": "assistant", "content": "The"}, None), ({"content": " gate"}, None), ({}, "stop")]
] + [b"data: [DONE]\n\n"]
WHOLE = json.dumps({
    "id": "x", "object": "chat.completion", "created": 1, "model": "tiny",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "The gate"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}}).encode()
MODELS = json.dumps({"object": "list", "data": [{"id": "tiny", "object": "model", "max_model_len": 8192}]}).encode()


# -- The servers of the model ---------------------------------------------------------------------------------------------------

class Backend:
    """A server of a model that counts what it was asked."""

    def __init__(self):
        self.count, self.tasks = 0, set()

    async def start(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0, backlog=512)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def serve(self, reader, writer):
        task = asyncio.current_task()
        self.tasks.add(task)
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = next((int(l[15:]) for l in head.split(b"\r\n") if l.startswith(b"content-length:")), 0)
                body = await reader.readexactly(length)
                if head.startswith(b"post") and b"chat/completions" in head.split(b"\r\n")[0]:
                    self.count += 1
                    if json.loads(body).get("stream"):
                        await self.stream(writer)
                    else:
                        await asyncio.sleep(PACE * 3)
                        self.answer(writer, 200, WHOLE)
                elif b"/models" in head.split(b"\r\n")[0]:
                    self.answer(writer, 200, MODELS)
                else:
                    self.answer(writer, 404, b"{}")
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self.tasks.discard(task)
            writer.close()

    async def stream(self, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        for number, piece in enumerate(PIECES):
            if number < 3:
                await asyncio.sleep(PACE)
            writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            await writer.drain()
        writer.write(b"0\r\n\r\n")

    @staticmethod
    def answer(writer, status, body):
        head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)

    def kill(self):
        """As a process that ends: nobody listens, and connections break off."""
        self.server.close()
        for task in list(self.tasks):
            task.cancel()


# -- The client -----------------------------------------------------------------------------------------------------------------


def request(port, number, path, model):
    body = json.dumps({"model": model, "stream": True, "messages": [
        {"role": "user", "content": f"What colour is gate number {number}?"}]}).encode()
    lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Authorization: Bearer {TOKEN}",
             "Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def ask(connections, port, text):
    """One request: whether it succeeded, whether its answer had begun, and seconds to its first piece and to its end."""
    begin, began, first, writer = time.perf_counter(), False, None, None
    try:
        reader, writer = connections.pop() if connections else await asyncio.open_connection("127.0.0.1", port)
        writer.write(text)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = int(head[9:12])
        answer = b""
        if b"chunked" in head:
            while True:
                size = int(await reader.readuntil(b"\r\n"), 16)
                piece = await reader.readexactly(size + 2)
                if not size:
                    break
                answer += piece[:-2]
                if status == 200 and not began and b'"content"' in answer:
                    began, first = True, time.perf_counter() - begin
        else:
            length = next(int(l[15:]) for l in head.split(b"\r\n") if l.startswith(b"content-length:"))
            answer = await reader.readexactly(length)
        is_whole = status == 200 and b"[DONE]" in answer and b'"error"' not in answer
        if b"connection: close" in head:
            writer.close()
        else:
            connections.append((reader, writer))
        return is_whole, began, first, time.perf_counter() - begin
    except (OSError, asyncio.IncompleteReadError):
        if writer:
            writer.close()
        return False, began, first, time.perf_counter() - begin


async def load(port, path, model, rate, seconds, at_half=None):
    connections, tasks, gate = [], [], asyncio.Semaphore(CONNECTIONS * 4)

    async def one(number):
        async with gate:
            return await ask(connections, port, request(port, number, path, model))

    for number in range(100):  # warm
        await one(-number)
    begin = time.perf_counter() + 0.05
    total = int(rate * seconds)
    for number in range(total):
        wait = begin + number / rate - time.perf_counter()
        if wait > 0.0005:
            await asyncio.sleep(wait)
        if at_half and number == total // 2:
            at_half()
        tasks.append(asyncio.create_task(one(number)))
    results = await asyncio.gather(*tasks)
    for _, writer in connections:
        writer.close()
    return results, total / (time.perf_counter() - begin)


def middle(values, share=0.5):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] * 1000 if values else float("nan")


# -- Whoever stands between -----------------------------------------------------------------------------------------------------

def free_port():
    import socket
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


async def wait_until(port, path, process, seconds=60):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SystemExit(f"the process ended with {process.returncode} before it was ready")
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
            if b" 200 " in await reader.readline():
                writer.close()
                return
            writer.close()
        except OSError:
            pass
        await asyncio.sleep(0.2)
    # Nobody else knows of it yet.
    process.kill()
    raise SystemExit("it was not ready in time")


async def hearth(program, home, backends, port):
    environment = dict(os.environ, HEARTH_HOME=str(home), HEARTH_TOKEN=TOKEN + "-owner", HEARTH_PROGRAM_TOKEN=TOKEN,
                       DBUS_SESSION_BUS_ADDRESS="", XDG_RUNTIME_DIR="")

    def run(*words):
        done = subprocess.run([program, *words], env=environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"hearth {' '.join(words)}: {done.stderr}")

    names = [f"lab{n + 1}" for n in range(len(backends))]
    for name, backend in zip(names, backends):
        run("endpoints", "add", name, "--url", f"http://127.0.0.1:{backend.port}/v1", "--model", "tiny")
        run("consent", "grant", f"custom:{name}")
    run("endpoints", "group", "set", "pool", *names, "--parallel", "64", "--queue", "1000")
    process = subprocess.Popen([program, "serve", "--port", str(port)], env=environment, stdout=subprocess.DEVNULL)
    await wait_until(port, "/readyz", process)
    return process, "/v1/chat/completions", "custom:pool"


async def litellm(program, home, backends, port):
    entries = "".join(
        f"  - model_name: tiny\n    litellm_params:\n      model: openai/tiny\n      api_key: none\n"
        f"      api_base: http://127.0.0.1:{b.port}/v1\n" for b in backends)
    config = home / "litellm.yaml"
    config.write_text(
        f"model_list:\n{entries}router_settings:\n  routing_strategy: least-busy\n  num_retries: 3\n"
        f"general_settings:\n  master_key: {TOKEN}\n")
    process = subprocess.Popen(
        [program, "--config", str(config), "--port", str(port), "--host", "127.0.0.1"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, LITELLM_TELEMETRY="False"))
    await wait_until(port, "/health/liveliness", process, 90)
    return process, "/v1/chat/completions", "tiny"


async def measure(name, start, program, options):
    with tempfile.TemporaryDirectory() as folder:
        backends = [await Backend().start() for _ in range(SERVERS)]
        # The same without anybody between, in this run.
        path, model = "/v1/chat/completions", "tiny"
        plain, _ = await load(backends[0].port, path, model, options.rate / SERVERS, 2)
        base = middle([r[2] for r in plain if r[2]])
        for backend in backends:
            backend.count = 0
        process, port = None, free_port()
        try:
            process, path, model = await start(program, pathlib.Path(folder), backends, port)
            results, rate = await load(port, path, model, options.rate, options.seconds)
            counts = [b.count for b in backends]
            even = sum(counts) / SERVERS
            firsts = [r[2] for r in results if r[2]]
            print(f"{name}: {rate:.0f} requests a second, {sum(not r[0] for r in results)} failed of {len(results)}")
            print(f"  to the first piece, beyond a server alone ({base:.1f} ms): p50 {middle(firsts) - base:.2f} ms, "
                  f"p99 {middle(firsts, 0.99) - base:.2f} ms")
            if even:
                print(f"  spread: {counts}, at most {max(abs(c - even) for c in counts) / even:.1%} from even")
            results, _ = await load(port, path, model, options.rate / 2, options.seconds, backends[0].kill)
            lost = [r for r in results if not r[0]]
            print(f"  one of {SERVERS} killed at the half: {len(lost)} of {len(results)} failed, of which "
                  f"{sum(not r[1] for r in lost)} had not begun to stream")
        finally:
            if process:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
            for backend in backends:
                backend.kill()


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", help="hearth")
    parser.add_argument("--litellm", help="the command of LiteLLM's proxy")
    parser.add_argument("--without-litellm", action="store_true")
    parser.add_argument("--rate", type=float, default=1000, help="requests a second")
    parser.add_argument("--seconds", type=float, default=8)
    options = parser.parse_args()
    if options.program:
        await measure("hearth serve", hearth, options.program, options)
    if options.litellm and not options.without_litellm:
        await measure("LiteLLM's proxy", litellm, options.litellm, options)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
