"""What becomes of requests when PostgreSQL ends, is started anew, or another one takes its place."""

import os
import threading
import time

import pytest

from cluster import POSTGRES, Broken, Postgres, Refused, until


class Load:
    """Several who add documents and look for them, at all servers; what was acknowledged, and how the rest was answered."""

    def __init__(self, cluster, name, threads=6):
        self.cluster, self.name = cluster, name
        self.lock, self.over = threading.Lock(), threading.Event()
        self.acknowledged, self.refusals, self.wrong, self.answers = {}, [], [], 0
        self.threads = [threading.Thread(target=self.run, args=(number,)) for number in range(threads)]
        for thread in self.threads:
            thread.start()

    def run(self, number):
        client, count = self.cluster.client(number % len(self.cluster.servers)), 0
        while not self.over.is_set():
            count += 1
            name = f"{self.name}-{number}-{count}"
            try:
                job = client.add(f"{name}.txt", f"The key of {name} is marker-{name}.")
                with self.lock:
                    self.acknowledged[name] = job
                found = client.search(f"key {name}")["results"]
                with self.lock:
                    self.answers += 1
                    # Passages of others are no fault; none may say of one what is another's.
                    self.wrong += [p["text"] for p in found if p["text"].startswith("The key of") and not is_true(p["text"])]
            except Refused as error:
                with self.lock:
                    self.refusals.append((error.status, error.headers.get("retry-after"), error.body[:200]))
                time.sleep(0.2)
            except Broken as error:
                with self.lock:
                    self.wrong.append(str(error))
            time.sleep(0.05)
        client.close()

    def end(self):
        self.over.set()
        for thread in self.threads:
            thread.join()


def is_true(text):
    words = text.split()
    return f"marker-{words[3]}." == words[5]


def check(cluster, load):
    """Nothing acknowledged is lost, nothing is there twice, and whoever was refused was told so rightly."""
    load.end()
    assert not load.wrong, load.wrong[:3]
    client = cluster.client(0)
    names = set(load.acknowledged)

    def stored():
        return [d["path"].removeprefix("uploads/").removesuffix(".txt") for d in client.documents() if f"/{load.name}-" in d["path"]]

    # Somebody may have been at one of them: that lease has to lapse.
    until(120, lambda: names <= set(stored()), "what was acknowledged")
    there = stored()
    # What was not acknowledged may be there or not, but never twice.
    assert len(there) == len(set(there))
    for name in list(names)[-10:]:
        (document,) = [d for d in client.documents() if d["path"] == f"uploads/{name}.txt"]
        assert client.text(document["documentID"]).strip() == f"The key of {name} is marker-{name}."
    # Of what was being stored at that very moment nobody knows, and so nobody is told to send it again.
    others = [r for r in load.refusals if not (r[0] == 503 and r[1] or r[0] == 502 and b"library-uncertain" in r[2])]
    assert not others, others[:3]
    assert cluster.ledger() > 0


def ready(cluster):
    return [cluster.client(number).ready() for number in range(len(cluster.servers))]


@pytest.mark.smoke
def test_postgresql_killed_under_load_is_told_of_and_recovered_from(cluster, measured):
    processes = [p.process.pid for p in [*cluster.servers, *cluster.workers]]
    load = Load(cluster, "crash")
    try:
        time.sleep(2)
        before = load.answers
        assert before > 0
        cluster.postgres.kill()
        until(60, lambda: not any(ready(cluster)), "servers that say that they are not ready")
        count = len(load.refusals)
        until(60, lambda: len(load.refusals) > count, "requests that are refused")
        # They live, and whoever restarts what does not is not misled.
        for number in range(3):
            assert cluster.client(number).ask("GET", "/healthz") == b"ok\n"
        cluster.postgres.start()
        began = time.monotonic()
        until(60, lambda: all(ready(cluster)), "servers that are ready again")
        seconds = time.monotonic() - began
        after = load.answers
        until(60, lambda: load.answers > after + 5, "requests that are answered again")
    finally:
        load.end()
    check(cluster, load)
    assert [p.process.pid for p in [*cluster.servers, *cluster.workers]] == processes
    assert not [p.said[-1000:] for p in [*cluster.servers, *cluster.workers] if not p.isRunning]
    measured(f"PostgreSQL killed: ready again {seconds:.1f} s after it was; {len(load.acknowledged)} acknowledged, none lost; "
             f"{len(load.refusals)} refused meanwhile")


def test_postgresql_restarted_at_once_under_load_loses_nothing(cluster, measured):
    load = Load(cluster, "restart")
    try:
        time.sleep(1)
        for _ in range(3):
            cluster.postgres.restart()
            time.sleep(1)
        until(60, lambda: all(ready(cluster)), "servers that are ready again")
        after = load.answers
        until(60, lambda: load.answers > after + 5, "requests that are answered again")
    finally:
        load.end()
    check(cluster, load)
    measured(f"PostgreSQL restarted three times: {len(load.acknowledged)} acknowledged, none lost; {len(load.refusals)} refused meanwhile")


def test_a_postgresql_that_takes_no_more_connections_is_waited_for(cluster):
    client = cluster.client(0)
    assert client.documents() is not None
    cluster.postgres.query("ALTER ROLE hearth CONNECTION LIMIT 0")
    try:
        cluster.postgres.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'hearth'")
        with pytest.raises(Refused) as refused:
            for _ in range(10):
                client.documents()
        assert refused.value.status == 429 and int(refused.value.headers["retry-after"]) > 0, refused.value
    finally:
        cluster.postgres.query("ALTER ROLE hearth CONNECTION LIMIT -1")
    until(60, lambda: all(ready(cluster)), "servers that are ready again")
    assert client.documents() is not None
    assert not [p.said[-1000:] for p in [*cluster.servers, *cluster.workers] if not p.isRunning]


@pytest.mark.skipif(not (POSTGRES / "pg_basebackup").exists(), reason="this PostgreSQL has no pg_basebackup")
def test_a_replica_that_takes_over_is_written_to_as_soon_as_the_address_leads_there(cluster, measured):
    first = cluster.postgres
    replica = Postgres(cluster.folder / "pg-2")
    replica.own()
    Postgres.run("pg_basebackup", "--host", first.folder, "--username", "postgres", "--pgdata", replica.data, "--write-recovery-conf",
                 "--checkpoint", "fast", "--create-slot", "--slot", "replica")
    replica.start()
    # From now on nothing is acknowledged that the replica has not on its disk.
    first.query("ALTER SYSTEM SET synchronous_standby_names = '*'", "postgres")
    first.query("SELECT pg_reload_conf()", "postgres")
    until(60, lambda: first.query("SELECT sync_state FROM pg_stat_replication", "postgres") == "sync", "a replica that is in step")
    load = Load(cluster, "replica")
    try:
        time.sleep(2)
        assert load.answers > 0
        first.kill()
        began = time.monotonic()
        replica.query("SELECT pg_promote()", "postgres")
        replica.query("ALTER SYSTEM SET synchronous_standby_names = ''", "postgres")
        replica.query("SELECT pg_reload_conf()", "postgres")
        # As a virtual address moves.
        link = cluster.folder / "pg.next"
        link.symlink_to("pg-2")
        os.rename(link, cluster.address)
        cluster.postgres = replica
        until(60, lambda: all(ready(cluster)), "servers that are ready again")
        seconds = time.monotonic() - began
        after = load.answers
        until(60, lambda: load.answers > after + 5, "requests that are answered again")
    finally:
        load.end()
    check(cluster, load)
    measured(f"a replica took over within {seconds:.1f} s: {len(load.acknowledged)} acknowledged, none lost; "
             f"{len(load.refusals)} refused meanwhile")
