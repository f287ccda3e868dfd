"""How the server ends."""

import socket
import threading
import time

import openai

from conftest import TOKEN, Script, Server


def test_sigterm_ends_streams_with_an_error_and_keeps_the_work(home, server):
    other = Server(home)
    client = openai.OpenAI(base_url=other.url + "/v1", api_key=TOKEN, max_retries=0)
    stream = client.chat.completions.create(
        model="auto", messages=[{"role": "user", "content": "endless"}], stream=True)
    problem = None
    try:
        for count, _ in enumerate(stream):
            if count == 3:
                threading.Thread(target=other.process.terminate).start()
    except openai.APIError as error:
        problem = error
    assert problem is not None and "stops" in str(problem)
    assert other.process.wait(30) == 0
    host, port = other.url.removeprefix("http://").split(":")
    try:
        socket.create_connection((host, int(port)), 2).close()
        raise AssertionError("it still listens")
    except ConnectionRefusedError:
        pass


def test_a_server_that_drains_finishes_what_it_answers_and_sends_others_away(home, server):
    other = Server(home, ["--drain", "30"])
    client = openai.OpenAI(base_url=other.url + "/v1", api_key=TOKEN, max_retries=0)
    stream = client.chat.completions.create(model="auto", messages=[{"role": "user", "content": "slow"}], stream=True)
    pieces, refused = [], None
    for chunk in stream:
        if chunk.choices and chunk.choices[0].delta.content:
            pieces.append(chunk.choices[0].delta.content)
        if len(pieces) == 3 and refused is None:
            other.process.terminate()
            deadline = time.monotonic() + 10
            while refused is None and time.monotonic() < deadline:
                try:
                    client.models.list()
                except openai.APIStatusError as error:
                    refused = error
    assert refused is not None and refused.status_code == 503
    assert refused.response.headers["retry-after"] == "5"
    assert len(pieces) == 100
    assert other.process.wait(30) == 0


def test_ready_soon(home, server):
    began = time.monotonic()
    other = Server(home)
    seconds = time.monotonic() - began
    assert other.stop() == 0
    print(f"ready after {seconds * 1000:.0f} ms")
