"""The official client of Anthropic's interface, against our server."""

import anthropic
import pytest

from conftest import TOKEN


@pytest.fixture(scope="module")
def client(server):
    return anthropic.Anthropic(base_url=server.url, api_key=TOKEN, max_retries=0)


def ask(client, text, **more):
    return client.messages.create(
        model=more.pop("model", "auto"), max_tokens=100, messages=[{"role": "user", "content": text}], **more)


def test_message(client):
    raw = client.messages.with_raw_response.create(
        model="auto", max_tokens=50, system="Be brief.", messages=[{"role": "user", "content": "hello"}])
    answer = raw.parse()
    assert answer.content[0].text == "one two three four"
    assert answer.stop_reason == "end_turn" and answer.usage.input_tokens == 7
    assert raw.headers["hearth-engine"] == "custom"


def test_stream(client):
    with client.messages.stream(
        model="auto", max_tokens=50, messages=[{"role": "user", "content": [{"type": "text", "text": "hello"}]}]
    ) as stream:
        assert "".join(stream.text_stream) == "one two three four"
        final = stream.get_final_message()
    assert final.stop_reason == "end_turn" and final.usage.output_tokens == 4


def test_stop_sequences(client):
    assert ask(client, "hello", stop_sequences=["three"]).content[0].text == "one two "


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
