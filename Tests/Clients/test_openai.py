"""The official client of OpenAI's interface, against our server."""

import base64
import json
import math
import struct

import openai
import pytest

from conftest import TOKEN, Script, check, run


@pytest.fixture(scope="module")
def client(server):
    return openai.OpenAI(base_url=server.url + "/v1", api_key=TOKEN, max_retries=0)


def ask(client, text, **more):
    return client.chat.completions.with_raw_response.create(
        model=more.pop("model", "custom"), messages=[{"role": "user", "content": text}], **more)


@pytest.mark.feature("openai", "Lists of models")
def test_models_name_what_can_be_chosen(client):
    raw = client.models.with_raw_response.list()
    check("ListModelsResponse", json.loads(raw.http_response.text))
    names = {model.id for model in raw.parse().data}
    assert {"auto", "basic", "custom/scripted"} <= names
    # What has no key, no model or no consent could not answer.
    assert not {name for name in names if name.startswith(("openai/", "anthropic/", "local"))}
    check("Model", json.loads(client.models.with_raw_response.retrieve("custom/scripted").http_response.text))
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("nothing")


@pytest.mark.feature("openai", "Chat")
@pytest.mark.parametrize("model", ["auto", "custom", "custom/scripted", "scripted"])
def test_chat_says_who_served(client, model):
    raw = ask(client, "hello", model=model)
    check("CreateChatCompletionResponse", json.loads(raw.http_response.text))
    answer = raw.parse()
    assert answer.choices[0].message.content == "one two three four"
    assert answer.model == "custom/scripted"
    assert raw.headers["hearth-engine"] == "custom"
    assert int(raw.headers["hearth-ledger-record"]) > 0
    assert answer.usage.total_tokens == 11


def test_options_reach_the_engine(client):
    ask(client, "options", temperature=0.7, top_p=0.5, max_completion_tokens=99, seed=42, stop=["three"],
        presence_penalty=0.5, frequency_penalty=-1)
    sent = Script.requests[-1]
    assert sent["presence_penalty"] == 0.5 and sent["frequency_penalty"] == -1
    assert sent["temperature"] == 0.7 and sent["top_p"] == 0.5 and sent["stop"] == ["three"]
    assert sent.get("max_tokens", sent.get("max_completion_tokens")) == 99
    assert sent["seed"] == 42


PERSON = {"type": "function", "function": {
    "name": "person", "description": "Notes a person.", "parameters": {
        "type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
        "required": ["name", "age"], "additionalProperties": False}}}


@pytest.mark.feature("openai", "A tool that has to be called")
@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("choice", ["required", {"type": "function", "function": {"name": "person"}}])
def test_a_tool_that_has_to_be_called_is_called(client, choice, stream):
    if stream:
        chunks = list(client.chat.completions.create(
            model="custom", messages=[{"role": "user", "content": "json"}], tools=[PERSON], tool_choice=choice, stream=True))
        for chunk in chunks:
            check("CreateChatCompletionStreamResponse", json.loads(chunk.model_dump_json(exclude_unset=True)))
        calls = [call for chunk in chunks for call in chunk.choices[0].delta.tool_calls or []]
    else:
        raw = ask(client, "json", tools=[PERSON], tool_choice=choice)
        check("CreateChatCompletionResponse", json.loads(raw.http_response.text))
        calls = raw.parse().choices[0].message.tool_calls
    assert [call.function.name for call in calls] == ["person"]
    assert json.loads(calls[0].function.arguments) == {"name": "Ada", "age": 36}


PIECES = ["one ", "two ", "three ", "four"]


@pytest.mark.feature("openai", "How likely tokens were")
@pytest.mark.parametrize("count", [None, 0, 3])
def test_chat_tells_how_likely_its_tokens_were(client, count):
    more = {} if count is None else {"top_logprobs": count}
    raw = ask(client, "hello", logprobs=True, **more)
    check("CreateChatCompletionResponse", json.loads(raw.http_response.text))
    choice = raw.parse().choices[0]
    assert [token.token for token in choice.logprobs.content] == PIECES
    assert b"".join(bytes(token.bytes) for token in choice.logprobs.content).decode() == choice.message.content
    assert {token.logprob for token in choice.logprobs.content} == {-0.5}
    for token in choice.logprobs.content:
        assert [(other.token, other.logprob) for other in token.top_logprobs] == [
            (f"other{n}", -0.25 - n) for n in range(count or 0)]
    assert ask(client, "hello").parse().choices[0].logprobs is None
    assert "logprobs" not in Script.requests[-1]


def test_a_stream_tells_with_each_piece_how_likely_it_was(client):
    chunks = list(client.chat.completions.create(
        model="auto", messages=[{"role": "user", "content": "hello"}], stream=True, logprobs=True, top_logprobs=1))
    for chunk in chunks:
        check("CreateChatCompletionStreamResponse", json.loads(chunk.to_json()))
    told = [chunk.choices[0] for chunk in chunks if chunk.choices and chunk.choices[0].logprobs]
    assert [choice.delta.content for choice in told] == PIECES
    assert [[token.token for token in choice.logprobs.content] for choice in told] == [[piece] for piece in PIECES]


def test_completions_tell_how_likely_their_tokens_were(client):
    raw = client.completions.with_raw_response.create(model="auto", prompt="hello", logprobs=2)
    check("CreateCompletionResponse", json.loads(raw.http_response.text))
    choice = raw.parse().choices[0]
    assert choice.logprobs.tokens == PIECES and choice.logprobs.token_logprobs == [-0.5] * 4
    assert choice.logprobs.text_offset == [0, 4, 8, 14]
    assert choice.logprobs.top_logprobs[1] == {"other0": -0.25, "other1": -1.25, "two ": -0.5}
    pieces = list(client.completions.create(model="auto", prompt="hello", logprobs=2, stream=True))
    told = [piece.choices[0].logprobs for piece in pieces if piece.choices[0].logprobs]
    assert [offset for logprobs in told for offset in logprobs.text_offset] == [0, 4, 8, 14]


def test_responses_tell_how_likely_their_tokens_were(client):
    asked = dict(model="auto", input="hello", include=["message.output_text.logprobs"], top_logprobs=1)
    raw = client.responses.with_raw_response.create(**asked)
    check("Response", json.loads(raw.http_response.text))
    told = raw.parse().output[0].content[0].logprobs
    assert [token.token for token in told] == PIECES and told[0].top_logprobs[0].token == "other0"
    events = list(client.responses.create(**asked, stream=True))
    for event in events:
        check("ResponseStreamEvent", json.loads(event.to_json()))
    deltas = [event for event in events if event.type == "response.output_text.delta"]
    assert [[token.token for token in delta.logprobs] for delta in deltas] == [[piece] for piece in PIECES]


@pytest.fixture(scope="module")
def local(local_server):
    return openai.OpenAI(base_url=local_server.url + "/v1", api_key=TOKEN, max_retries=0)


@pytest.mark.parametrize("more", [
    {}, {"temperature": 1.5}, {"stop": ["?:", "&"]},
    {"response_format": {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": {
        "type": "object", "properties": {"good": {"type": "boolean"}}, "required": ["good"], "additionalProperties": False}}}}])
def test_the_tokens_of_a_local_model_are_its_text(local, more):
    asked = {"model": "local/tiny", "max_completion_tokens": 60, "seed": 3, "logprobs": True, "top_logprobs": 20, **more}
    raw = ask(local, "hello", **asked)
    check("CreateChatCompletionResponse", json.loads(raw.http_response.text))
    choice = raw.parse().choices[0]
    told = choice.logprobs.content
    assert told and b"".join(bytes(token.bytes) for token in told).decode(errors="replace") == choice.message.content
    for token in told:
        best = [other.logprob for other in token.top_logprobs]
        assert len(best) == 20 and best == sorted(best, reverse=True)
        assert token.logprob <= best[0] <= 0 and sum(math.exp(logprob) for logprob in best) < 1
    chunks = list(local.chat.completions.create(messages=[{"role": "user", "content": "hello"}], stream=True, **asked))
    pieces = []
    for chunk in chunks:
        check("CreateChatCompletionStreamResponse", json.loads(chunk.to_json()))
        tokens = chunk.choices[0].logprobs.content if chunk.choices[0].logprobs else []
        assert b"".join(bytes(token.bytes) for token in tokens).decode(errors="replace") == (chunk.choices[0].delta.content or "")
        pieces += tokens
    assert [token.bytes for token in pieces] == [token.bytes for token in told]
    assert all(abs(one.logprob - other.logprob) < 0.01 for one, other in zip(pieces, told))


def test_a_local_model_tells_in_completions_too(local):
    raw = local.completions.with_raw_response.create(model="local/tiny", prompt="hello", max_tokens=40, seed=3, logprobs=5)
    check("CreateCompletionResponse", json.loads(raw.http_response.text))
    choice = raw.parse().choices[0]
    assert all(len(best) in (5, 6) for best in choice.logprobs.top_logprobs)
    for token, offset in zip(choice.logprobs.tokens, choice.logprobs.text_offset):
        assert token.startswith("bytes:") or choice.text[offset:].startswith(token)


@pytest.mark.parametrize("stream", [False, True])
def test_log_probabilities_that_nobody_has_are_refused_by_name(client, stream):
    for model, text in [("basic", "When does the lease end?"), ("custom", "silent")]:
        with pytest.raises(openai.BadRequestError) as refused:
            ask(client, text, model=model, logprobs=True, stream=stream)
        assert refused.value.param == "logprobs" and "local model" in refused.value.message
        check("ErrorResponse", {"error": {"param": None, **refused.value.body}})


@pytest.mark.parametrize("field", [{"top_logprobs": 2}, {"logit_bias": {"50256": -100}}, {"n": 17}])
def test_what_cannot_be_done_is_refused_by_name(client, field):
    with pytest.raises(openai.BadRequestError) as refused:
        ask(client, "hello", **field)
    assert refused.value.param == next(iter(field))


@pytest.mark.feature("openai", "Several answers at once")
def test_several_answers(client):
    answer = ask(client, "hello", n=3, seed=7).parse()
    assert [choice.index for choice in answer.choices] == [0, 1, 2]
    assert {choice.message.content for choice in answer.choices} == {"one two three four"}
    # Each was a request of its own, and is counted.
    assert answer.usage.completion_tokens == 12
    pieces = {}
    for chunk in client.chat.completions.create(
            model="custom", messages=[{"role": "user", "content": "hello"}], n=2, stream=True):
        for choice in chunk.choices:
            pieces.setdefault(choice.index, []).append(choice)
    assert sorted(pieces) == [0, 1]
    for choices in pieces.values():
        assert "".join(choice.delta.content or "" for choice in choices) == "one two three four"
        assert choices[-1].finish_reason == "stop" and choices[0].delta.role == "assistant"
    whole = client.completions.create(model="custom", prompt=["a", "b"], n=2)
    assert [choice.index for choice in whole.choices] == [0, 1, 2, 3]


def test_what_a_message_has_beyond_is_named_or_done(client):
    reply = client.chat.completions.with_raw_response.create(
        model="custom", messages=[{"role": "user", "content": "hello", "name": "ada"}], extra_body={"repetition_penalty": 1.1})
    assert "messages[0].name" in reply.headers["hearth-notes"] and "repetition" not in reply.headers["hearth-notes"]
    with pytest.raises(openai.BadRequestError) as refused:
        client.chat.completions.create(
            model="custom", messages=[{"role": "user", "content": "hello"}, {"role": "assistant", "content": "a", "prefix": True}])
    assert refused.value.param == "messages[1].prefix"


def test_a_message_of_the_system_alone_is_answered(client):
    reply = client.chat.completions.with_raw_response.create(
        model="custom", messages=[{"role": "developer", "content": "Be brief."}, {"role": "system", "content": "hello"}])
    assert "No message is the user's" in reply.headers["hearth-notes"]
    assert reply.parse().choices[0].message.content == "one two three four"
    assert [message["role"] for message in Script.requests[-1]["messages"]] == ["system", "user"]


@pytest.mark.feature("openai", "Responses that go on from another one")
def test_a_response_goes_on_from_another(client, server):
    first = client.responses.create(model="custom", input="hello", instructions="Be brief.", metadata={"a": "b"})
    assert first.output_text == "one two three four" and first.metadata == {"a": "b"}
    second = client.responses.create(model="custom", input="and then?", previous_response_id=first.id)
    assert second.previous_response_id == first.id
    asked = Script.requests[-1]["messages"]
    assert [message["content"] for message in asked] == ["hello", "one two three four", "and then?"]
    # What was given out may be named in the place of sending it back.
    client.responses.create(model="custom", input=[
        {"role": "user", "content": "hello"}, {"type": "item_reference", "id": first.output[0].id},
        {"role": "user", "content": "and then?"}])
    assert [message["content"] for message in Script.requests[-1]["messages"]] == [
        message["content"] for message in asked]
    assert client.responses.retrieve(first.id).output_text == first.output_text
    with client.responses.stream(model="custom", input="more", previous_response_id=second.id) as stream:
        third = stream.get_final_response()
    assert len(Script.requests[-1]["messages"]) == 5
    assert client.responses.retrieve(third.id).output_text == third.output_text
    # The newest first, and what came before the response it went on from as well; instructions are none of them.
    items = list(client.responses.input_items.list(second.id, limit=2))
    assert [(item.role, item.content[0].text) for item in items] == [
        ("user", "and then?"), ("assistant", "one two three four"), ("user", "hello")]
    assert [item.type for item in client.responses.input_items.list(first.id, order="asc")] == ["message"]
    with pytest.raises(openai.BadRequestError):
        client.responses.cancel(first.id)
    client.responses.delete(first.id)
    with pytest.raises(openai.NotFoundError):
        client.responses.retrieve(first.id)
    with pytest.raises(openai.NotFoundError) as gone:
        client.responses.create(model="custom", input="x", previous_response_id=first.id)
    assert gone.value.param == "previous_response_id"
    kept_not = client.responses.create(model="custom", input="hello", store=False)
    with pytest.raises(openai.NotFoundError):
        client.responses.retrieve(kept_not.id)
    assert client.responses.input_tokens.count(model="custom", input="hello you").input_tokens > 0


def test_stop(client):
    assert ask(client, "hello", stop="three").parse().choices[0].message.content == "one two "


@pytest.mark.feature("openai", "Streams")
def test_stream(client):
    chunks = list(client.chat.completions.create(
        model="auto", messages=[{"role": "user", "content": "hello"}], stream=True,
        stream_options={"include_usage": True}))
    for chunk in chunks:
        check("CreateChatCompletionStreamResponse", json.loads(chunk.to_json()))
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == "one two three four"
    assert len({chunk.system_fingerprint for chunk in chunks}) == 1 and chunks[0].system_fingerprint.startswith("fp_")
    assert chunks[-1].usage.prompt_tokens == 7 and chunks[-1].choices == []
    assert chunks[-2].choices[0].finish_reason == "stop"


@pytest.mark.feature("openai", "Answers that follow a schema")
@pytest.mark.parametrize("stream", [False, True])
def test_json_schema_is_enforced(client, stream):
    schema = {
        "type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
        "required": ["name", "age"], "additionalProperties": False}
    form = {"type": "json_schema", "json_schema": {"name": "person", "strict": True, "schema": schema}}
    if stream:
        chunks = client.chat.completions.create(
            model="auto", messages=[{"role": "user", "content": "json"}], response_format=form, stream=True)
        text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    else:
        text = ask(client, "json", response_format=form).parse().choices[0].message.content
    assert json.loads(text) == {"name": "Ada", "age": 36}
    # An answer that does not fit is an error, never an answer.
    with pytest.raises(openai.APIStatusError):
        ask(client, "hello", response_format=form)


@pytest.mark.parametrize("stream", [False, True])
def test_json_that_is_cut_off_says_so(client, stream):
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
              "required": ["name", "age"], "additionalProperties": False}
    form = {"type": "json_schema", "json_schema": {"name": "person", "strict": True, "schema": schema}}
    asked = {"model": "custom", "messages": [{"role": "user", "content": "cut"}], "response_format": form}
    if stream:
        chunks = list(client.chat.completions.create(stream=True, **asked))
        for chunk in chunks:
            check("CreateChatCompletionStreamResponse", json.loads(chunk.to_json()))
        choice = chunks[-1].choices[0]
        text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    else:
        raw = client.chat.completions.with_raw_response.create(**asked)
        check("CreateChatCompletionResponse", json.loads(raw.http_response.text))
        choice = raw.parse().choices[0]
        text = choice.message.content
    assert choice.finish_reason == "length" and text == '{"name": "Ad'
    made = client.responses.create(model="custom", input="cut", text={"format": {
        "type": "json_schema", "name": "person", "strict": True, "schema": schema}})
    assert made.status == "incomplete" and made.incomplete_details.reason == "max_output_tokens"


def test_what_a_repetition_does_not_cure_is_not_repeated(server):
    patient = openai.OpenAI(base_url=server.url + "/v1", api_key=TOKEN, max_retries=2)
    form = {"type": "json_schema", "json_schema": {"name": "person", "strict": True, "schema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"], "additionalProperties": False}}}
    before = len(Script.requests)
    with pytest.raises(openai.UnprocessableEntityError) as error:
        ask(patient, "hello", response_format=form, model="custom")
    assert error.value.body["code"] == "invalid_structured_output"
    # Asked once, and once more with what was wrong.
    assert len(Script.requests) == before + 2
    with pytest.raises(openai.UnprocessableEntityError) as error:
        ask(patient, "hello", model="openai")
    assert error.value.body["code"] == "no_engine"


def test_json_object(client):
    text = ask(client, "json", response_format={"type": "json_object"}).parse().choices[0].message.content
    assert json.loads(text)["name"] == "Ada"


@pytest.mark.feature("openai", "Tools")
@pytest.mark.parametrize("stream", [False, True])
def test_tools_are_passed_through(client, stream):
    tools = [{"type": "function", "function": {
        "name": "weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}}]
    if stream:
        chunks = list(client.chat.completions.create(
            model="auto", messages=[{"role": "user", "content": "tool"}], tools=tools, stream=True))
        calls = [c.choices[0].delta.tool_calls[0] for c in chunks if c.choices and c.choices[0].delta.tool_calls]
        finish = chunks[-1].choices[0].finish_reason
    else:
        raw = ask(client, "tool", tools=tools)
        check("CreateChatCompletionResponse", json.loads(raw.http_response.text))
        calls, finish = raw.parse().choices[0].message.tool_calls, raw.parse().choices[0].finish_reason
    assert finish == "tool_calls"
    assert calls[0].function.name == "weather" and json.loads(calls[0].function.arguments) == {"city": "Bonn"}


def test_without_a_model_the_documents_answer(client):
    raw = ask(client, "When does the lease of the workshop end?", model="basic")
    check("CreateChatCompletionResponse", json.loads(raw.http_response.text))
    assert "31 March 2027" in raw.parse().choices[0].message.content
    assert raw.headers["hearth-engine"] == "basic"


@pytest.mark.feature("openai", "Completions")
def test_completions(client):
    raw = client.completions.with_raw_response.create(model="auto", prompt="hello", max_tokens=5)
    check("CreateCompletionResponse", json.loads(raw.http_response.text))
    assert raw.parse().choices[0].text == "one two three four"
    pieces = client.completions.create(model="auto", prompt="hello", stream=True)
    assert "".join(piece.choices[0].text for piece in pieces) == "one two three four"


@pytest.mark.feature("openai", "Responses")
def test_responses(client):
    raw = client.responses.with_raw_response.create(model="auto", input="hello", instructions="Be brief.")
    check("Response", json.loads(raw.http_response.text))
    assert raw.parse().output_text == "one two three four"
    events = list(client.responses.create(model="auto", input=[{"role": "user", "content": "hello"}], stream=True))
    assert [event.sequence_number for event in events] == list(range(len(events)))
    assert events[0].type == "response.created" and events[-1].type == "response.completed"
    for event in events:
        check("ResponseStreamEvent", json.loads(event.to_json()))
    assert "".join(e.delta for e in events if e.type == "response.output_text.delta") == "one two three four"


def vectors(client):
    """The models that make vectors, which nobody should be offered for a conversation."""
    return client.models.list(extra_query={"task": "embed"}).data


def test_embeddings(client):
    if not any(model.id.startswith("local/") for model in vectors(client)):
        with pytest.raises(openai.APIStatusError) as error:
            client.embeddings.create(model="auto", input="one")
        assert error.value.status_code == 422
        pytest.skip("there is no embedding model here")
    raw = client.embeddings.with_raw_response.create(model="auto", input=["one", "two"], encoding_format="float")
    check("CreateEmbeddingResponse", json.loads(raw.http_response.text))
    floats = [item.embedding for item in raw.parse().data]
    assert [item.index for item in raw.parse().data] == [0, 1]
    coded = client.embeddings.with_raw_response.create(model="auto", input=["one", "two"], encoding_format="base64")
    bits = base64.b64decode(json.loads(coded.http_response.text)["data"][0]["embedding"])
    unpacked = struct.unpack(f"<{len(bits) // 4}f", bits)
    assert max(abs(a - b) for a, b in zip(floats[0], unpacked)) < 1e-6
    short = client.embeddings.create(model="auto", input="one", dimensions=64, encoding_format="float").data[0].embedding
    assert len(short) == 64 and abs(sum(x * x for x in short) - 1) < 1e-4


@pytest.mark.feature("openai", "Vectors")
def test_embeddings_without_any_model(client):
    assert "basic/lexical-1" in [model.id for model in vectors(client)]
    assert "basic/lexical-1" not in [model.id for model in client.models.list()]
    made = client.embeddings.create(model="basic", input=["The roof leaks.", "repair of a leaking roof", "Potatoes"])
    assert made.model == "basic/lexical-1"
    one, near, far = (item.embedding for item in made.data)
    assert len(one) == 512
    closeness = lambda other: sum(a * b for a, b in zip(one, other))
    assert closeness(one) == pytest.approx(1, abs=1e-5) and closeness(near) > 0.4 > 0.2 > closeness(far)


def test_errors_have_the_shape_that_clients_know(client, server):
    for call, kind, code in [
        (lambda: ask(client, "x", model="gpt-99"), openai.NotFoundError, "model_not_found"),
        (lambda: ask(client, "x", model="basic/lexical-1"), openai.NotFoundError, "model_not_found"),
        (lambda: ask(client, "x", temperature=9), openai.BadRequestError, "invalid_input"),
        (lambda: ask(client, "x", n=17), openai.BadRequestError, "unsupported_value"),
        (lambda: ask(client, "x", extra_headers={"hearth-label": "private"}), openai.PermissionDeniedError, "refused_by_policy"),
        (lambda: ask(client, "x", extra_headers={"hearth-label": "public"}), openai.BadRequestError, "invalid_input"),
    ]:
        with pytest.raises(kind) as error:
            call()
        check("ErrorResponse", {"error": {"param": None, **error.value.body}})
        assert error.value.body["code"] == code
    wrong = openai.OpenAI(base_url=server.url + "/v1", api_key="wrong", max_retries=0)
    with pytest.raises(openai.AuthenticationError):
        wrong.models.list()
    with pytest.raises(openai.APIStatusError):
        ask(client, "fail")


def test_transcription_says_why_it_cannot(client):
    with pytest.raises(openai.APIStatusError) as error:
        client.audio.transcriptions.create(model="whisper-1", file=("a.wav", b"RIFF"))
    assert error.value.status_code == 501 and "Fetch the model whisper-base." in error.value.message
    with pytest.raises(openai.BadRequestError) as error:
        client.audio.transcriptions.create(
            model="whisper-1", file=("a.wav", b"RIFF"), stream=True, response_format="verbose_json")
    assert error.value.body["param"] == "stream"


def test_translation_says_why_it_cannot(client):
    with pytest.raises(openai.APIStatusError) as error:
        client.audio.translations.create(model="whisper-1", file=("a.wav", b"RIFF"))
    assert error.value.status_code == 501 and "Fetch the model whisper-base." in error.value.message
    refused = [
        ({"response_format": "diarized_json"}, "response_format"), ({"temperature": 3}, "temperature"),
        ({"extra_body": {"stream": "true"}}, "stream"),
        ({"response_format": "verbose_json", "extra_body": {"timestamp_granularities[]": "word"}}, "timestamp_granularities")]
    for fields, name in refused:
        with pytest.raises(openai.BadRequestError) as error:
            client.audio.translations.create(model="whisper-1", file=("a.wav", b"RIFF"), **fields)
        assert error.value.body["param"] == name


def test_leaving_a_stream_stops_the_engine(client):
    Script.gone.clear()
    stream = client.chat.completions.create(
        model="auto", messages=[{"role": "user", "content": "endless"}], stream=True)
    for count, _ in enumerate(stream):
        if count == 5:
            break
    stream.close()
    assert Script.gone.wait(20), "the engine was not told that nobody listens any more"


LEASE = "When does the lease of the workshop end?"


@pytest.mark.feature("openai", "Documents as a model, with citations")
@pytest.mark.parametrize("stream", [False, True])
def test_documents_answer_by_their_name_and_are_cited(client, stream):
    asked = {"model": "documents/basic", "messages": [{"role": "user", "content": LEASE}]}
    if stream:
        chunks = list(client.chat.completions.create(stream=True, **asked))
        for chunk in chunks:
            check("CreateChatCompletionStreamResponse", json.loads(chunk.to_json()))
        text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
        marks = [mark for chunk in chunks for mark in chunk.choices[0].delta.model_extra.get("annotations") or []]
        places = [mark["url_citation"] for mark in marks]
    else:
        raw = client.chat.completions.with_raw_response.create(**asked)
        check("CreateChatCompletionResponse", json.loads(raw.http_response.text))
        message = raw.parse().choices[0].message
        text, places = message.content, [mark.url_citation.model_dump() for mark in message.annotations]
    assert "31 March 2027" in text and places
    assert {text[place["start_index"]:place["end_index"]] for place in places} == {"[1]"}


@pytest.mark.feature("openai", "What is cited, as a file")
def test_what_is_cited_is_a_file_that_can_be_read(client):
    raw = client.responses.with_raw_response.create(model="documents/basic", input=LEASE)
    check("Response", json.loads(raw.http_response.text))
    mark = raw.parse().output[0].content[0].annotations[0]
    assert mark.type == "file_citation"
    assert client.files.retrieve(mark.file_id).filename == "lease.md"
    assert "31 March 2027" in client.files.content(mark.file_id).text
    events = list(client.responses.create(model="documents/basic", input=LEASE, stream=True))
    for event in events:
        check("ResponseStreamEvent", json.loads(event.to_json()))
    added = [json.loads(e.to_json()) for e in events if e.type == "response.output_text.annotation.added"]
    assert added[0]["annotation"]["file_id"] == mark.file_id
    with pytest.raises(openai.NotFoundError):
        client.files.retrieve("nothing")


@pytest.mark.feature("openai", "Documents narrowed by `hearth`")
def test_the_documents_that_are_asked_can_be_narrowed(client):
    def narrowed(**scope):
        return ask(client, LEASE, model="documents/basic", extra_body={"hearth": scope}).parse().choices[0].message.content
    assert "31 March 2027" in narrowed(**{"in": ["lease.md"]})
    assert "31 March 2027" not in narrowed(**{"in": ["talk.vtt"]})
    assert "31 March 2027" not in narrowed(formats=["vtt"])
    for wrong, scope in [("documents/basic", {"folder": "x"}), ("custom", {"in": ["lease.md"]})]:
        with pytest.raises(openai.BadRequestError) as error:
            ask(client, "hello", model=wrong, extra_body={"hearth": scope})
        assert error.value.param == "hearth"


@pytest.mark.feature("openai", "The owner's names for models")
def test_a_name_that_the_owner_gave_leads_to_its_model(client, home):
    run(home, "models", "alias", "gpt-4o", "custom/scripted")
    try:
        assert ask(client, "hello", model="gpt-4o").parse().model == "custom/scripted"
        assert "gpt-4o" in {model.id for model in client.models.list().data}
    finally:
        run(home, "models", "alias", "gpt-4o", "--remove")
    with pytest.raises(openai.NotFoundError):
        ask(client, "hello", model="gpt-4o")


@pytest.fixture(scope="module")
def azure(server):
    return openai.AzureOpenAI(azure_endpoint=server.url, api_key=TOKEN, api_version="2024-10-21", max_retries=0)


@pytest.mark.feature("openai (Azure)", "Chat")
def test_azures_client_names_a_deployment(azure):
    answer = azure.chat.completions.create(model="custom", messages=[{"role": "user", "content": "hello"}])
    assert answer.choices[0].message.content == "one two three four" and answer.model == "custom/scripted"
    with pytest.raises(openai.NotFoundError):
        azure.chat.completions.create(model="gpt-99", messages=[{"role": "user", "content": "hello"}])


@pytest.mark.feature("openai (Azure)", "Streams")
def test_azures_client_streams(azure):
    chunks = azure.chat.completions.create(
        model="custom", messages=[{"role": "user", "content": "hello"}], stream=True)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == "one two three four"


@pytest.mark.feature("openai (Azure)", "Vectors")
def test_azures_client_makes_vectors(azure):
    assert len(azure.embeddings.create(model="basic", input="one").data[0].embedding) == 512


@pytest.mark.parametrize("field", [
    {"functions": [{"name": "f"}]}, {"grammar": "root ::= x"}, {"modalities": ["text", "audio"]}, {"best_of": 2}])
def test_what_would_make_another_answer_is_refused_by_name(client, field):
    with pytest.raises(openai.BadRequestError) as refused:
        ask(client, "hello", extra_body=field)
    assert refused.value.param == next(iter(field))


def test_what_has_no_effect_is_named(client):
    raw = ask(client, "hello", reasoning_effort="low", extra_body={"top_k": 5, "zebra": 1})
    notes = raw.headers["hearth-notes"]
    assert "reasoning_effort" in notes and "zebra" in notes and "top_k" not in notes
    assert "hearth-notes" not in ask(client, "hello").headers


@pytest.mark.feature("openai", "Chats that are stored")
@pytest.mark.parametrize("stream", [False, True])
def test_a_chat_that_is_stored_can_be_read_again(client, stream):
    said = {"model": "custom", "store": True, "metadata": {"for": f"tests {stream}"},
            "messages": [{"role": "system", "content": "Be brief."},
                         {"role": "user", "content": [{"type": "text", "text": "hello"}]}]}
    if stream:
        made = [chunk.id for chunk in client.chat.completions.create(**said, stream=True)][0]
    else:
        made = client.chat.completions.create(**said).id
    kept = client.chat.completions.retrieve(made)
    assert kept.id == made and kept.choices[0].message.content == "one two three four" and kept.usage.prompt_tokens == 7
    found = client.chat.completions.list(metadata={"for": f"tests {stream}"}, model="custom")
    assert [one.id for one in found] == [made]
    assert made in [one.id for one in client.chat.completions.list(limit=1, order="desc")]
    messages = list(client.chat.completions.messages.list(made, limit=1))
    assert [(one.role, one.content) for one in messages] == [("system", "Be brief."), ("user", "hello")]
    assert messages[1].content_parts[0].text == "hello" and messages[0].content_parts is None
    assert [one.id for one in client.chat.completions.messages.list(made, order="desc")] == [one.id for one in messages][::-1]
    changed = client.chat.completions.update(made, metadata={"for": "nothing"})
    assert changed.id == made and list(client.chat.completions.list(metadata={"for": f"tests {stream}"})) == []
    gone = client.chat.completions.delete(made)
    assert gone.deleted and gone.object == "chat.completion.deleted"
    for call in (client.chat.completions.retrieve, client.chat.completions.delete, client.chat.completions.messages.list):
        with pytest.raises(openai.NotFoundError) as error:
            call(made)
        assert error.value.param == "completion_id"
