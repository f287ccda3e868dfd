"""What becomes of tasks when whoever works on them ends, or sleeps through its lease."""

import signal
import time

from cluster import lines, until

#: Large enough that reading one takes a moment.
FILLER = "".join(f"Sentence {number} of the filler says nothing about anything at all, and says it at some length.\n" for number in range(1500))


def tasks(cluster):
    return lines(cluster.run(cluster.homes[0], "work", "list", "--all", "--json"))


def held_by(cluster, worker):
    """The task that a worker is doing; it is stopped meanwhile, and goes on where it has none."""
    worker.signal(signal.SIGSTOP)
    suffix = f" {worker.process.pid}"
    for task in tasks(cluster):
        if task["state"] == "running" and task["worker"].endswith(suffix):
            return task
    worker.signal(signal.SIGCONT)
    return None


def test_what_a_worker_was_at_is_done_once_when_it_is_killed_or_sleeps(cluster):
    sent, killed, asleep = {}, None, None
    for other in cluster.servers[1:]:
        # They would take everything before a worker can.
        other.signal(signal.SIGSTOP)
    try:
        for round in range(20):
            # A server takes four at a time.
            for number in range(7):
                name = f"worker-{round}-{number}"
                sent[name] = cluster.client(0).add(f"{name}.txt", f"The lamp of {name} is tansy-{name}.\n" + FILLER)
            if not killed and (killed := held_by(cluster, cluster.workers[0])):
                cluster.workers[0].kill()
            if not asleep:
                asleep = held_by(cluster, cluster.workers[1])
            if killed and asleep:
                break
            # A worker that had nothing and was stopped has to come to its senses.
            time.sleep(1)
    finally:
        for other in cluster.servers[1:]:
            other.signal(signal.SIGCONT)
    assert killed and asleep, "no worker got a task"
    # Others take both over when their leases have lapsed: after a minute.
    client = cluster.client(0)

    def all_done():
        states = {task["id"]: task for task in tasks(cluster) if task["id"] in sent.values()}
        assert not [t for t in states.values() if t["state"] in ("failed", "cancelled")], states
        return all(states[id]["state"] == "done" for id in sent.values())

    until(300, all_done, "what the workers were at")
    done = {task["id"]: task for task in tasks(cluster) if task["id"] in sent.values()}
    assert done[killed["id"]]["attempts"] > killed["attempts"]
    assert done[asleep["id"]]["attempts"] > asleep["attempts"]
    # It wakes, finds that the task is another's, and neither ends it again nor reads the document again.
    cluster.workers[1].signal(signal.SIGCONT)
    time.sleep(5)
    assert {task["id"]: (task["state"], task["attempts"]) for task in tasks(cluster) if task["id"] in done} == {
        id: (task["state"], task["attempts"]) for id, task in done.items()}
    assert cluster.workers[1].isRunning
    paths = sorted(d["path"] for d in client.documents() if "/worker-" in d["path"])
    assert paths == sorted(f"uploads/{name}.txt" for name in sent)
    for name in (killed["title"].removesuffix(".txt"), asleep["title"].removesuffix(".txt")):
        found = [p for p in client.search(f"lamp tansy {name}")["results"] if f"tansy-{name}." in p["text"]]
        assert len(found) == 1, found
