"""The official client of Ollama's interface, against our server."""

import json
import urllib.error
import urllib.request

import ollama
import pytest

from conftest import TOKEN, Server

LEASE = "When does the lease of the workshop end?"


@pytest.fixture(scope="module")
def client(server):
    return ollama.Client(host=server.url, headers={"authorization": f"Bearer {TOKEN}"})


def say(text):
    return [{"role": "user", "content": text}]


@pytest.mark.feature("ollama", "Lists of models")
def test_models_are_listed_and_shown(client):
    names = [model.model for model in client.list().models]
    assert {"auto", "documents", "custom/scripted"} <= set(names)
    shown = client.show("custom/scripted")
    assert "completion" in shown.capabilities and shown.details.family == "custom"
    # What is loaded on this machine, which that of another service is not.
    assert "custom/scripted" not in [model.model for model in client.ps().models]
    # The command line shows twelve of their digits.
    digests = [model.digest for model in client.list().models]
    assert all(len(digest) == 64 for digest in digests) and len(set(digests)) == len(digests)
    for fetch in (client.show, client.pull):
        with pytest.raises(ollama.ResponseError) as error:
            fetch("nobody")
        assert error.value.status_code == 404
    assert client.pull("custom/scripted").status == "success"
    assert [step.status for step in client.pull("custom/scripted", stream=True)] == ["success"]


@pytest.mark.feature("ollama", "Chat")
@pytest.mark.parametrize("model", ["auto", "custom/scripted", "custom/scripted:latest"])
def test_chat(client, model):
    answer = client.chat(model=model, messages=say("hello"), options={"temperature": 0.5, "num_predict": 20})
    assert answer.message.content == "one two three four" and answer.done and answer.done_reason == "stop"
    assert answer.prompt_eval_count == 7 and answer.eval_count == 4


@pytest.mark.feature("ollama", "Streams")
def test_a_stream_comes_in_pieces(client):
    pieces = list(client.chat(model="auto", messages=say("hello"), stream=True))
    assert [piece.message.content for piece in pieces[:-1]] == ["one ", "two ", "three ", "four"]
    assert pieces[-1].done and not any(piece.done for piece in pieces[:-1])


@pytest.mark.feature("ollama", "Completions")
@pytest.mark.parametrize("stream", [False, True])
def test_generate(client, stream):
    made = client.generate(model="auto", prompt="hello", system="Be brief.", stream=stream)
    text = "".join(piece.response for piece in made) if stream else made.response
    assert text == "one two three four"


@pytest.mark.feature("ollama", "Answers that follow a schema")
def test_an_answer_follows_the_schema(client):
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
              "required": ["name", "age"]}
    answer = client.chat(model="auto", messages=say("json"), format=schema)
    assert json.loads(answer.message.content) == {"name": "Ada", "age": 36}
    with pytest.raises(ollama.ResponseError):
        client.chat(model="auto", messages=say("hello"), format=schema)


@pytest.mark.feature("ollama", "Tools")
@pytest.mark.parametrize("stream", [False, True])
def test_tools(client, stream):
    def weather(city: str) -> str:
        """Tells the weather of a city."""

    made = client.chat(model="custom", messages=say("tool"), tools=[weather], stream=stream)
    calls = [call for piece in (made if stream else [made]) for call in piece.message.tool_calls or []]
    assert [(call.function.name, call.function.arguments) for call in calls] == [("weather", {"city": "Bonn"})]
    again = client.chat(model="custom", tools=[weather], messages=say("tool") + [
        {"role": "assistant", "tool_calls": [call.model_dump() for call in calls]},
        {"role": "tool", "tool_name": "weather", "content": "sunny"}, *say("hello")])
    assert again.message.content == "one two three four"


@pytest.mark.feature("ollama", "Vectors")
def test_vectors(client):
    made = client.embed(model="basic", input=["one", "two"])
    assert len(made.embeddings) == 2 and len(made.embeddings[0]) == 512
    assert len(client.embeddings(model="basic", prompt="one").embedding) == 512


@pytest.mark.feature("ollama", "Documents as a model, with citations")
def test_documents_answer_by_their_name(client):
    answer = client.chat(model="documents/basic", messages=say(LEASE)).message.content
    assert "31 March 2027" in answer and "\n\nSources:\n[1] " in answer


def test_errors_are_told_in_its_way(client, server):
    with pytest.raises(ollama.ResponseError) as error:
        client.chat(model="nobody", messages=say("hello"))
    assert error.value.status_code == 404 and "nobody" in error.value.error
    with pytest.raises(ollama.ResponseError) as error:
        ollama.Client(host=server.url).list()
    assert error.value.status_code == 401


def test_without_a_token_only_models_of_this_machine_are_used(home, server):
    """A server for clients that cannot send a token: the documents stay with those that can."""
    open_server = Server(home, ["--without-token"])
    try:
        stranger = ollama.Client(host=open_server.url)
        names = {model.model for model in stranger.list().models}
        # `lexical-1` makes vectors of words, and knows no document.
        others = names - {"basic/lexical-1"}
        assert "auto" in names and not {name for name in others if name.startswith(("documents", "basic", "openai"))}
        for model in ["documents", "basic", "documents/basic"]:
            with pytest.raises(ollama.ResponseError) as error:
                stranger.chat(model=model, messages=say(LEASE))
            assert error.value.status_code == 403 and "2027" not in str(error.value)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(open_server.url + "/api/documents")
        assert refused.value.code == 401
        known = ollama.Client(host=open_server.url, headers={"authorization": f"Bearer {TOKEN}"})
        assert "31 March 2027" in known.chat(model="documents/basic", messages=say(LEASE)).message.content
    finally:
        assert open_server.stop() == 0
