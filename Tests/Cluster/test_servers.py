"""What becomes of answers when a server ends."""

import signal
import threading
import time

import pytest

from cluster import Broken, Refused, until


@pytest.mark.smoke
def test_a_killed_server_gives_no_wrong_answer_and_the_others_serve(cluster):
    pieces, client = [], cluster.client(0)
    with pytest.raises(Broken):
        for piece in client.stream("custom", "say quince 200"):
            pieces.append(piece)
            if len(pieces) == 5:
                cluster.servers[0].kill()
    # What had come is the beginning of the answer, and nothing else.
    assert 5 <= len(pieces) < 200
    assert "".join(pieces) == "".join(f"quince-{number} " for number in range(len(pieces)))
    for number in (1, 2):
        assert "".join(cluster.client(number).stream("custom", "say medlar 5")) == "medlar-0 medlar-1 medlar-2 medlar-3 medlar-4 "
    # The record that was written before anything was sent has no outcome, and the chain is whole.
    assert cluster.ledger() > 0


def test_a_killed_server_loses_nothing_that_it_acknowledged(cluster):
    jobs = [cluster.client(0).add(f"killed-{number}.txt", f"The bell of tower {number} is called sorrel{number}.") for number in range(8)]
    cluster.servers[0].kill()
    other = cluster.client(1)
    # What it was at is taken over when its lease has lapsed, a minute later.
    until(120, lambda: all(is_done(other, job) for job in jobs), "what was sent to a server that was killed")
    documents = [d["path"] for d in other.documents() if "killed-" in d["path"]]
    assert sorted(documents) == sorted(f"uploads/killed-{number}.txt" for number in range(8))
    for number in range(8):
        found = [p for p in other.search(f"sorrel{number}")["results"] if f"sorrel{number}." in p["text"]]
        assert len(found) == 1, found


def is_done(client, job):
    """Whichever server was sent it."""
    state = client.job(job)["state"]
    assert state not in ("failed", "cancelled"), client.job(job)
    return state == "done"


@pytest.mark.smoke
def test_a_server_that_drains_ends_answers_well_and_sends_others_away(cluster):
    server, pieces, refused = cluster.servers[1], [], []
    client, other = cluster.client(1), cluster.client(1)

    def ask_meanwhile():
        try:
            other.chat("custom", "say late 1")
        except (Refused, Broken) as error:
            refused.append(error)

    for piece in client.stream("custom", "say plum 60"):
        pieces.append(piece)
        if len(pieces) == 5:
            assert other.ready()
            server.signal(signal.SIGTERM)
            until(60, lambda: not other.ready(), "a server that says that it drains")
            thread = threading.Thread(target=ask_meanwhile)
            thread.start()
    thread.join()
    assert "".join(pieces) == "".join(f"plum-{number} " for number in range(60))
    assert server.process.wait(60) == 0
    (error,) = refused
    assert isinstance(error, Refused) and error.status == 503 and int(error.headers["retry-after"]) > 0
    # Meanwhile, and afterwards, the others serve.
    assert cluster.client(2).chat("custom", "say cherry 2")["choices"][0]["message"]["content"] == "cherry-0 cherry-1 "
    assert cluster.ledger() > 0


def test_a_new_server_takes_the_place_of_one_that_ended(cluster):
    began = time.monotonic()
    cluster.servers[2].kill()
    cluster.servers[2].start()
    until(60, lambda: cluster.client(2).ready(), "a server that is ready again")
    print(f"ready again after {time.monotonic() - began:.1f} s")
    assert cluster.client(2).chat("custom", "say pear 1")["choices"][0]["message"]["content"] == "pear-0 "


def test_files_of_one_name_that_come_to_several_servers_at_once_are_all_kept(cluster):
    clients = [cluster.client(number) for number in range(3)]
    for round in range(8):
        start, jobs, faults = threading.Barrier(3), {}, []

        def send(number):
            start.wait()
            try:
                jobs[number] = clients[number].add(f"twin-{round}.txt", f"The colour of twin {round} is teal{round}x{number}.")
            except (Refused, Broken) as error:
                faults.append(error)

        threads = [threading.Thread(target=send, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not faults, faults
        until(60, lambda: all(is_done(clients[number], jobs[number]) for number in range(3)), "what was sent at once")
        texts = sorted(clients[0].text(d["documentID"]).strip() for d in clients[0].documents() if f"twin-{round}" in d["path"])
        assert texts == [f"The colour of twin {round} is teal{round}x{number}." for number in range(3)]
