"""The example of a balancer (deploy/haproxy/haproxy.cfg) in front of the servers, where haproxy is installed."""

import pathlib
import re
import shutil
import signal
import subprocess

import pytest

from cluster import Client, free_port, until

CONFIGURATION = pathlib.Path(__file__).parents[2] / "deploy" / "haproxy" / "haproxy.cfg"
HAPROXY = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")

pytestmark = pytest.mark.skipif(HAPROXY is None, reason="haproxy is not installed")


@pytest.fixture
def balancer(cluster):
    """A client of it. Of the example other ports are taken, and no certificate; its two servers are the first two."""
    port, text = free_port(), CONFIGURATION.read_text()
    for pattern, other in [(r"bind :443 .*", f"bind 127.0.0.1:{port}"), (r"127\.0\.0\.1:8426", f"127.0.0.1:{free_port()}"),
                           (r"127\.0\.0\.1:8427", f"127.0.0.1:{cluster.servers[0].port}"),
                           (r"127\.0\.0\.1:8428", f"127.0.0.1:{cluster.servers[1].port}")]:
        text, count = re.subn(pattern, other, text)
        assert count == 1, pattern
    file = cluster.folder / "haproxy.cfg"
    file.write_text(text)
    with open(cluster.folder / "haproxy.log", "wb") as log:
        process = subprocess.Popen([HAPROXY, "-db", "-f", str(file)], stdout=log, stderr=log)
    try:
        client = Client(port)
        until(60, client.ready, "a balancer that answers")
        yield client
    finally:
        process.kill()
        process.wait()


def number_of(client):
    """What the numbers of a server's requests begin with."""
    answer = client.open("GET", "/v1/models")
    assert answer.status == 200, answer.read()
    answer.read()
    client.close()
    return answer.headers["x-request-id"].split("-")[0]


def first_of(cluster, balancer):
    """The server that this client is sent to."""
    numbers = [number_of(cluster.client(number)) for number in (0, 1)]
    return numbers.index(number_of(balancer))


def test_nobody_behind_a_balancer_notices_that_a_server_drains(cluster, balancer):
    drains = first_of(cluster, balancer)
    others, pieces = Client(balancer.port), []
    for piece in balancer.stream("custom", "say grape 80"):
        pieces.append(piece)
        if len(pieces) == 5:
            cluster.servers[drains].signal(signal.SIGTERM)
        if len(pieces) >= 5 and len(pieces) % 5 == 0:
            answer = others.chat("custom", "say olive 1")
            assert answer["choices"][0]["message"]["content"] == "olive-0 "
    assert "".join(pieces) == "".join(f"grape-{number} " for number in range(80))
    assert cluster.servers[drains].process.wait(60) == 0
    assert first_of_others(cluster, drains) == number_of(others)


def test_after_a_server_was_killed_the_next_request_goes_to_another(cluster, balancer):
    killed = first_of(cluster, balancer)
    cluster.servers[killed].kill()
    for number in range(10):
        answer = balancer.chat("custom", f"say lime{number} 1")
        assert answer["choices"][0]["message"]["content"] == f"lime{number}-0 "
    assert first_of_others(cluster, killed) == number_of(balancer)


def first_of_others(cluster, gone):
    return number_of(cluster.client(1 - gone))
