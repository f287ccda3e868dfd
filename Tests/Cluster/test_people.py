"""Many people at once, each with a library of their own, over all servers.

HEARTH_CLUSTER_PEOPLE (8) of them for HEARTH_CLUSTER_SECONDS (20), with HEARTH_CLUSTER_PAUSE (0.2) seconds between two requests of one."""

import os
import random
import re
import threading
import time

from cluster import Broken, Refused, until

PEOPLE = int(os.environ.get("HEARTH_CLUSTER_PEOPLE", "8"))
SECONDS = float(os.environ.get("HEARTH_CLUSTER_SECONDS", "20"))
PAUSE = float(os.environ.get("HEARTH_CLUSTER_PAUSE", "0.2"))
MARKER = re.compile(r"amber-(\w+?)-\d+")


class Person(threading.Thread):
    """Adds documents and asks about them, and looks whether whatever comes back is its own."""

    def __init__(self, cluster, number, name, id, token, end):
        super().__init__()
        self.name_, self.id, self.end = name, id, end
        self.random = random.Random(number)
        # As a balancer has it: one server for each.
        self.client = cluster.client(number % len(cluster.servers), token)
        self.added, self.read, self.seconds, self.refusals, self.faults = {}, set(), {"ask": [], "add": []}, [], []

    def run(self):
        # Not all at the same moment.
        time.sleep(self.random.random() * 2)
        while time.monotonic() < self.end:
            kind = "add" if not self.read or self.random.random() < 0.4 else "ask"
            began = time.monotonic()
            try:
                self.add() if kind == "add" else self.ask()
                self.seconds[kind].append(time.monotonic() - began)
            except Refused as error:
                self.refusals.append(error.status)
                if error.status not in (429, 503) or not error.headers.get("retry-after"):
                    self.faults.append(f"{kind}: {error}")
                time.sleep(min(5, int(error.headers.get("retry-after") or 1)))
            except Broken as error:
                self.faults.append(f"{kind}: {error}")
            time.sleep(PAUSE * (0.5 + self.random.random()))
        self.client.close()

    def add(self):
        number = len(self.added)
        text = f"The code word of drawer {number} is amber-{self.name_}-{number}. Nobody else may know it."
        # The same names for all people, so that only the owner tells them apart.
        job = self.client.add(f"drawer-{number}.txt", text)
        self.added[number] = job
        deadline = time.monotonic() + 30
        while (state := self.client.job(job)["state"]) != "done":
            if state in ("failed", "cancelled") or time.monotonic() > deadline:
                self.faults.append(f"the job of drawer {number} is {state}")
                return
            time.sleep(0.05)
        self.read.add(number)

    def ask(self):
        number = self.random.choice(sorted(self.read))
        answer = self.client.chat("documents/basic", f"What is the code word of drawer {number}?")
        text = str(answer)
        owners = set(MARKER.findall(text))
        if owners - {self.name_}:
            self.faults.append(f"{self.name_} was told what is {owners}'s: {text[:300]}")
        if f"amber-{self.name_}-{number}" not in text:
            self.faults.append(f"drawer {number} was not answered: {text[:300]}")


def test_what_somebody_sent_to_a_server_that_was_killed_is_read_by_another(cluster):
    ((_, token),) = cluster.add_people(["Ines"]).values()
    here, there = cluster.client(0, token), cluster.client(1, token)
    # Open there as well, and nothing to do in it.
    assert there.documents() == []
    names = [f"uploads/parcel-{number}.txt" for number in range(12)]
    filler = "".join(f"Sentence {number} says nothing at all, and takes its time for it.\n" for number in range(3000))
    for number in range(12):
        here.add(f"parcel-{number}.txt", f"Parcel {number} holds amber-Ines-{number}.\n{filler}")
    cluster.servers[0].kill()
    # Leases lapse after a minute, and a server looks every minute.
    until(180, lambda: sorted(d["path"] for d in there.documents()) == sorted(names), "what Ines sent")
    cluster.remove_people(["Ines"])


def share(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))] * 1000 if values else float("nan")


def test_many_people_lose_nothing_and_see_nothing_of_each_other(cluster, measured):
    names = [f"Person{number}" for number in range(PEOPLE)]
    people = cluster.add_people(names)
    end = time.monotonic() + SECONDS
    threads = [Person(cluster, number, name, *people[name], end) for number, name in enumerate(names)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    faults = [fault for thread in threads for fault in thread.faults]
    assert not faults, f"{len(faults)}: {faults[:5]}"
    for number, person in enumerate(threads):
        # At another server than the one that took it in.
        client = cluster.client((number + 1) % len(cluster.servers), people[person.name_][1])
        expected = sorted(f"uploads/drawer-{n}.txt" for n in person.added)
        until(90, lambda: sorted(d["path"] for d in client.documents()) == expected, f"what {person.name_} added, once")
        for document in client.documents():
            drawer = re.search(r"drawer-(\d+)", document["path"]).group(1)
            assert f"amber-{person.name_}-{drawer}." in client.text(document["documentID"])
        client.close()
    for person in random.Random(0).sample(threads, min(5, len(threads))):
        assert cluster.ledger(person.id) > 0
    asked = [s for t in threads for s in t.seconds["ask"]]
    added = [s for t in threads for s in t.seconds["add"]]
    refused = sum(len(t.refusals) for t in threads)
    measured(f"{PEOPLE} people for {SECONDS:.0f} s: {len(asked)} answers (p50 {share(asked, 0.5):.0f} ms, p99 {share(asked, 0.99):.0f} ms), "
             f"{len(added)} documents sent and read (p50 {share(added, 0.5):.0f} ms, p99 {share(added, 0.99):.0f} ms), {refused} told to wait; "
             f"nothing lost, nothing twice, nothing of another's")
