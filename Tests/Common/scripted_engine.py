"""An engine that speaks chat completions and says what a script says; for all tests with a real program that ask one."""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

#: The only model that it has.
MODEL = "scripted"


class Host(BaseHTTPRequestHandler):
    """Somebody on this machine who is asked over HTTP, and says nothing of it."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def body(self):
        return json.loads(self.rfile.read(int(self.headers["content-length"])))

    def answer(self, value, status=200):
        """A whole answer."""
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Engine(Host):
    """Its parts; what is answered to which words, a class of its own says in `do_POST`."""

    def models(self):
        """The list of models, for an engine that is asked for it."""
        self.answer({"object": "list", "data": [{"id": MODEL, "object": "model"}]})

    def complete(self, text):
        """An answer in one piece."""
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        self.answer({"id": "x", "object": "chat.completion", "created": 0, "model": MODEL, "choices": [choice]})

    @contextlib.contextmanager
    def stream(self, gone=None):
        """A stream of events, which ends with the block; `gone` is set where whoever asked has left before."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        try:
            yield
            self.chunk(b"data: [DONE]\n\n")
            self.chunk(b"")
        except OSError:
            if gone:
                gone.set()
            self.close_connection = True

    def event(self, value):
        value = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": MODEL, **value}
        self.chunk(b"data: " + json.dumps(value).encode() + b"\n\n")

    def piece(self, content, finish=None, **more):
        """A piece of an answer, as an event; without content only the end is told."""
        delta = {} if content is None else {"content": content}
        self.event({"choices": [{"index": 0, "delta": delta, "finish_reason": finish, **more}]})

    def chunk(self, data):
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()


@contextlib.contextmanager
def serving(handler):
    """A host on a free port of this machine: its address, without a path."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
