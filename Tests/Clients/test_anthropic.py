"""The official client of Anthropic's interface, against our server."""

import json

import anthropic
import pytest

from conftest import TOKEN, Script


@pytest.fixture(scope="module")
def client(server):
    return anthropic.Anthropic(base_url=server.url, api_key=TOKEN, max_retries=0)


def ask(client, text, **more):
    return client.messages.create(
        model=more.pop("model", "auto"), max_tokens=100, messages=[{"role": "user", "content": text}], **more)


@pytest.mark.feature("anthropic", "Chat")
def test_message(client):
    raw = client.messages.with_raw_response.create(
        model="auto", max_tokens=50, system="Be brief.", messages=[{"role": "user", "content": "hello"}])
    answer = raw.parse()
    assert answer.content[0].text == "one two three four"
    assert answer.stop_reason == "end_turn" and answer.usage.input_tokens == 7
    assert raw.headers["hearth-engine"] == "custom"


@pytest.mark.feature("anthropic", "Streams")
def test_stream(client):
    with client.messages.stream(
        model="auto", max_tokens=50, messages=[{"role": "user", "content": [{"type": "text", "text": "hello"}]}]
    ) as stream:
        assert "".join(stream.text_stream) == "one two three four"
        final = stream.get_final_message()
    assert final.stop_reason == "end_turn" and final.usage.output_tokens == 4


def test_stop_sequences(client):
    answer = ask(client, "hello", stop_sequences=["three", "never"])
    assert answer.content[0].text == "one two "
    assert answer.stop_reason == "stop_sequence" and answer.stop_sequence == "three"
    with client.messages.stream(
        model="auto", max_tokens=50, stop_sequences=["three"], messages=[{"role": "user", "content": "hello"}]
    ) as events:
        final = events.get_final_message()
    assert final.stop_reason == "stop_sequence" and final.stop_sequence == "three"


@pytest.mark.feature("anthropic", "Tools")
@pytest.mark.parametrize("stream", [False, True])
def test_tools(client, stream):
    tools = [{"name": "weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}]
    if stream:
        with client.messages.stream(
            model="auto", max_tokens=50, tools=tools, messages=[{"role": "user", "content": "tool"}]
        ) as events:
            answer = events.get_final_message()
    else:
        answer = ask(client, "tool", tools=tools)
    use = answer.content[-1]
    assert answer.stop_reason == "tool_use" and use.name == "weather" and use.input == {"city": "Bonn"}
    # The result goes back as a message of the user.
    again = client.messages.create(
        model="auto", max_tokens=50, tools=tools, messages=[
            {"role": "user", "content": "tool"}, {"role": "assistant", "content": [use.to_dict()]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": use.id, "content": "sunny"}, {"type": "text", "text": "hello"}]}])
    assert again.content[0].text == "one two three four"


@pytest.mark.feature("anthropic", "A tool that has to be called")
@pytest.mark.parametrize("choice", [{"type": "any"}, {"type": "tool", "name": "person"}])
def test_a_tool_that_has_to_be_called_is_called(client, choice):
    tool = {"name": "person", "input_schema": {
        "type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
        "required": ["name", "age"]}}
    message = client.messages.create(
        model="custom", max_tokens=100, messages=[{"role": "user", "content": "json"}], tools=[tool], tool_choice=choice)
    assert message.stop_reason == "tool_use"
    assert [(block.type, block.name, block.input) for block in message.content] == [
        ("tool_use", "person", {"name": "Ada", "age": 36})]


def test_errors(client, server):
    with pytest.raises(anthropic.NotFoundError) as error:
        ask(client, "hello", model="claude-99")
    assert error.value.body["error"]["type"] == "not_found_error"
    wrong = anthropic.Anthropic(base_url=server.url, api_key="wrong", max_retries=0)
    with pytest.raises(anthropic.AuthenticationError):
        ask(wrong, "hello")


def test_what_was_read_from_the_cache_is_counted_once(client):
    usage = ask(client, "cached").usage
    assert (usage.input_tokens, usage.cache_read_input_tokens) == (4, 3)


SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
          "required": ["name", "age"], "additionalProperties": False}
LEASE = "When does the lease of the workshop end?"


@pytest.mark.feature("anthropic", "Answers that follow a schema")
def test_an_answer_follows_the_schema(client):
    form = {"output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}}
    assert json.loads(ask(client, "json", extra_body=form).content[0].text) == {"name": "Ada", "age": 36}
    with pytest.raises(anthropic.APIStatusError) as error:
        ask(client, "hello", extra_body=form)
    assert error.value.status_code == 422


@pytest.mark.feature("anthropic", "Counted tokens")
def test_tokens_are_counted(client):
    def count(text, **more):
        return client.messages.count_tokens(
            model="auto", messages=[{"role": "user", "content": text}], **more).input_tokens
    few = count("hello")
    assert 0 < few < count("hello " * 50) and few < count("hello", system="Be brief.")


@pytest.mark.feature("anthropic", "Lists of models")
def test_models_are_listed_in_its_own_shape(client):
    page = client.models.list(limit=2)
    assert len(page.data) == 2 and page.has_more
    names = [model.id for model in client.models.list(limit=2)]
    assert len(names) == len(set(names)) and {"auto", "documents", "custom/scripted"} <= set(names)
    assert client.models.retrieve("custom/scripted").type == "model"
    with pytest.raises(anthropic.NotFoundError):
        client.models.retrieve("nothing")


@pytest.mark.feature("anthropic", "Documents as a model, with citations")
@pytest.mark.parametrize("stream", [False, True])
def test_documents_answer_by_their_name_and_are_cited(client, stream):
    if stream:
        with client.messages.stream(
            model="documents/basic", max_tokens=100, messages=[{"role": "user", "content": LEASE}]
        ) as events:
            answer = events.get_final_message()
    else:
        answer = ask(client, LEASE, model="documents/basic")
    block = answer.content[0]
    assert "31 March 2027" in block.text
    assert block.citations[0].type == "search_result_location"
    assert "31 March 2027" in block.citations[0].cited_text and block.citations[0].search_result_index == 0


@pytest.mark.feature("anthropic", "Texts and results of searches in a message")
def test_documents_of_text_are_read(client):
    before = len(Script.requests)
    client.messages.create(model="custom", max_tokens=50, messages=[{"role": "user", "content": [
        {"type": "document", "title": "Kiln",
         "source": {"type": "text", "media_type": "text/plain", "data": "It is fired on Tuesdays."}},
        {"type": "search_result", "source": "https://a.example", "title": "A",
         "content": [{"type": "text", "text": "Found."}]},
        {"type": "text", "text": "hello"}]}])
    sent = json.dumps(Script.requests[before:])
    assert "fired on Tuesdays" in sent and "Found." in sent
    with pytest.raises(anthropic.BadRequestError):
        client.messages.create(model="custom", max_tokens=50, messages=[{"role": "user", "content": [
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}]}])


def test_files_are_refused_in_its_own_words(client):
    with pytest.raises(anthropic.NotFoundError) as error:
        client.get("/v1/files", cast_to=object)
    assert error.value.body["type"] == "error" and "OpenAI's interface" in error.value.body["error"]["message"]
