"""A host on this machine that plays a service: a model that speaks OpenAI's protocol and takes its time, and a file that comes
slowly, with ranges. Only the real server talks to it; the mock plays both itself."""

import http.server
import json
import threading
import time

import samples

MODEL = "scripted"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    file = samples.gguf()

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        if self.path.endswith("/models"):
            return self.answer(json.dumps({"object": "list", "data": [{"id": MODEL, "object": "model"}]}).encode())
        if not self.path.endswith(".gguf"):
            return self.answer(b"{}", 404)
        start, end, status = 0, len(self.file) - 1, 200
        wanted = self.headers.get("Range", "")
        if wanted.startswith("bytes="):
            first, _, last = wanted[6:].partition("-")
            start, end, status = int(first or 0), min(int(last or end), end), 206
        body = self.file[start:end + 1]
        self.send_response(status)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", '"one"')
        if status == 206:
            self.send_header("Content-Range", f"bytes {start}-{end}/{len(self.file)}")
        self.end_headers()
        if self.command == "HEAD":
            return None
        # About half a megabyte a second: slow enough to be watched and paused.
        try:
            for at in range(0, len(body), 32_768):
                self.wfile.write(body[at:at + 32_768])
                if len(body) > 1_000_000:
                    time.sleep(0.06)
        except OSError:
            pass
        return None

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        asked = next((message["content"] for message in reversed(body.get("messages", [])) if message["role"] == "user"), "")
        asked = asked if isinstance(asked, str) else json.dumps(asked)
        words = "Here is what I can tell you about it, one word after the other and without any haste. ".split(" ") * (30 if "slow" in asked.lower() else 1)
        if not body.get("stream"):
            return self.answer(json.dumps({"id": "1", "object": "chat.completion", "model": MODEL, "choices": [{"index": 0, "message": {"role": "assistant", "content": " ".join(words)}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 9, "completion_tokens": len(words), "total_tokens": 9 + len(words)}}).encode())
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        event = lambda delta, reason=None: f"data: {json.dumps({'id': '1', 'object': 'chat.completion.chunk', 'model': MODEL, 'choices': [{'index': 0, 'delta': delta, 'finish_reason': reason}]})}\n\n".encode()
        try:
            for word in words:
                self.wfile.write(event({"content": word + " "}))
                self.wfile.flush()
                time.sleep(0.05)
            self.wfile.write(event({}, "stop") + b"data: [DONE]\n\n")
        except OSError:
            pass
        return None

    def answer(self, body, status=200):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class ScriptedHost:
    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def configure(self, request, base):
        """Makes it the custom endpoint of the server under test, with consent for what is personal."""
        for name, value in (("custom-url", self.url + "/v1"), ("custom-model", MODEL)):
            answer = request.put(f"{base}/api/settings/{name}", data={"value": value})
            assert answer.ok, f"setting {name} was answered with {answer.status}: {answer.text()[:300]}"
        request.post(f"{base}/api/consents", data={"engine": "custom"})
