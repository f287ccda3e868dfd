"""Three servers and two workers over one PostgreSQL, with a scripted engine behind them, and people with accounts."""

import os
import pathlib
import re
import shutil
import signal
import sys
import tempfile
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Common"))

import scripted_engine
from cluster import PROGRAM, Client, Postgres, Server, Worker, hearth, lines, until

#: What was measured, for the end of the run.
MEASURED = []


@pytest.fixture
def measured():
    return MEASURED.append


def pytest_configure(config):
    config.addinivalue_line("markers", "smoke: takes a few seconds")


def pytest_terminal_summary(terminalreporter):
    for line in MEASURED:
        terminalreporter.write_line(line)


class Engine(scripted_engine.Engine):
    """Counts slowly what it is told: `say WORD 40` is WORD-0 WORD-1 … WORD-39."""

    pace = 0.05

    def do_GET(self):
        self.models()

    def do_POST(self):
        body = self.body()
        word, count = re.search(r"say (\S+) (\d+)", body["messages"][-1]["content"]).groups()
        pieces = [f"{word}-{number} " for number in range(int(count))]
        if not body.get("stream"):
            time.sleep(self.pace)
            return self.complete("".join(pieces))
        with self.stream():
            for piece in pieces:
                self.piece(piece)
                time.sleep(self.pace)
            self.piece(None, "stop")


@pytest.fixture(scope="session")
def engine():
    with scripted_engine.serving(Engine) as address:
        yield f"{address}/v1"


class Cluster:
    servers_count, workers_count = 3, 2

    def __init__(self, folder, engine):
        self.folder = folder
        self.postgres = Postgres(folder / "pg-1").create()
        # The address names this link, so that it can be led to another server as a virtual address of a network is.
        self.address = folder / "pg"
        self.address.symlink_to("pg-1")
        self.library = f"postgres://hearth@localhost/hearth?host={self.address}"
        self.homes = [folder / f"server-{number + 1}" for number in range(self.servers_count)]
        for home in self.homes:
            home.mkdir(mode=0o700)
            self.run(home, "settings", "set", "custom-url", engine)
            self.run(home, "settings", "set", "custom-model", "scripted")
        # Consents are of the library, and so of all.
        self.run(self.homes[0], "consent", "grant", "custom")
        self.servers = [Server(home, self.library, options=["--drain", "20"]) for home in self.homes]
        self.workers = [Worker(folder / f"worker-{number + 1}", self.library) for number in range(self.workers_count)]
        for number in range(self.servers_count):
            until(60, lambda: self.client(number).ready(), "a server that is ready")

    def run(self, home, *arguments, **options):
        return hearth(home, self.library, *arguments, **options)

    def client(self, server, token=PROGRAM):
        return Client(self.servers[server].port, token)

    def add_people(self, names):
        """Accounts with a token for a program each, which all servers know: their ids and tokens by their names."""
        home, people = self.homes[0], {}
        for name in names:
            account = lines(self.run(home, "people", "add", name, "--json", input="a long password for a test\n"))[0]
            token = lines(self.run(home, "people", "token", name, "cluster", "--scope", "write", "--json"))[0]["token"]
            people[name] = (account["id"], token)
        self.share_people()
        return people

    def remove_people(self, names):
        for name in names:
            self.run(self.homes[0], "people", "remove", name)
        self.share_people()

    def share_people(self):
        # Accounts are in a data folder; servers that are to know the same are given the same file.
        file = self.homes[0] / "people.json"
        for other in self.homes[1:]:
            if file.exists():
                shutil.copy2(file, other / file.name)

    def ledger(self, owner=None):
        """Whether a ledger is whole; how many records it has."""
        library = self.library + (f"&owner=person-{owner}" if owner else "")
        check = lines(hearth(self.homes[0], library, "ledger", "verify", "--json"))[-1]
        assert check["valid"], check
        return check["records"]

    def restored(self):
        """Everything that ended, or was about to, runs again, for the next test."""
        for process in [*self.servers, *self.workers]:
            # One that was told to stop is of no use to the next test, also where it still drains since a test failed meanwhile.
            if process.isRunning and process.isEnding:
                process.kill()
            if not process.isRunning:
                process.start()
            # One that a test that failed left stopped.
            process.signal(signal.SIGCONT)
        for number in range(self.servers_count):
            until(60, lambda: self.client(number).ready(), "a server that is ready")

    def stop(self):
        for process in [*self.workers, *self.servers]:
            if process.isRunning:
                process.kill()
        self.postgres.stop()


@pytest.fixture(scope="session")
def whole_cluster(engine):
    # Short, because the name of a socket has a hundred bytes; and open to PostgreSQL's account, which is none of root's.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-cluster.", dir="/tmp"))
    folder.chmod(0o755)
    cluster = None
    try:
        cluster = Cluster(folder, engine)
        yield cluster
    finally:
        if cluster:
            cluster.stop()
        if not os.environ.get("HEARTH_CLUSTER_KEEP"):
            shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def cluster(whole_cluster):
    yield whole_cluster
    whole_cluster.restored()
