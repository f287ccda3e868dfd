"""Batches of messages, with Anthropic's official client."""

import time

import anthropic
import pytest

from conftest import TOKEN


@pytest.fixture(scope="module")
def client(server):
    return anthropic.Anthropic(base_url=server.url, api_key=TOKEN, max_retries=0)


def asking(name, text, **more):
    return {"custom_id": name, "params": {
        "model": "custom", "max_tokens": 50, "messages": [{"role": "user", "content": text}], **more}}


def ended(client, batch):
    for _ in range(600):
        batch = client.messages.batches.retrieve(batch.id)
        if batch.processing_status == "ended":
            return batch
        time.sleep(0.1)
    raise AssertionError(f"the batch does not end: {batch}")


def counts(batch):
    return {name: number for name, number in batch.request_counts.model_dump().items() if number}


@pytest.mark.feature("anthropic", "Batches")
def test_the_messages_of_a_batch_are_answered_one_by_one(client):
    begun = client.messages.batches.create(
        requests=[asking("r1", "hello"), asking("r2", "tool", tools=[{
            "name": "weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}]),
            asking("wrong", "hello", model="gpt-99")])
    assert begun.type == "message_batch" and begun.expires_at > begun.created_at
    batch = ended(client, begun)
    assert counts(batch) == {"succeeded": 2, "errored": 1} and batch.ended_at >= batch.created_at
    results = {line.custom_id: line.result for line in client.messages.batches.results(batch.id)}
    assert set(results) == {"r1", "r2", "wrong"}
    assert results["r1"].type == "succeeded" and results["r1"].message.content[0].text == "one two three four"
    assert results["r2"].message.content[-1].input == {"city": "Bonn"} and results["r2"].message.stop_reason == "tool_use"
    assert results["wrong"].type == "errored" and results["wrong"].error.error.type == "not_found_error"
    assert batch.id in [one.id for one in client.messages.batches.list(limit=1)]
    with pytest.raises(anthropic.ConflictError):
        client.messages.batches.cancel(batch.id)
    gone = client.messages.batches.delete(batch.id)
    assert gone.id == batch.id and gone.type == "message_batch_deleted"
    for call in (client.messages.batches.retrieve, client.messages.batches.results, client.messages.batches.delete):
        with pytest.raises(anthropic.NotFoundError) as error:
            call(batch.id)
        assert error.value.body["type"] == "error"


def test_what_was_not_answered_when_a_batch_is_cancelled_is_canceled(client):
    begun = client.messages.batches.create(requests=[asking(f"r{n}", "slow") for n in range(50)])
    assert counts(begun) == {"processing": 50}
    with pytest.raises(anthropic.AnthropicError):
        client.messages.batches.results(begun.id)
    with pytest.raises(anthropic.ConflictError):
        client.messages.batches.delete(begun.id)
    batch = ended(client, client.messages.batches.cancel(begun.id))
    assert batch.cancel_initiated_at is not None and batch.request_counts.canceled > 0
    kinds = [line.result.type for line in client.messages.batches.results(batch.id)]
    assert len(kinds) == 50 and kinds.count("canceled") == batch.request_counts.canceled
    client.messages.batches.delete(batch.id)


def test_a_batch_that_cannot_be_begun_is_refused(client):
    for requests in ([], [asking("a", "hello"), asking("a", "hello")], [asking("a b", "hello")],
                     [asking("a", "hello", stream=True)]):
        with pytest.raises(anthropic.BadRequestError) as error:
            client.messages.batches.create(requests=requests)
        assert error.value.body["error"]["type"] == "invalid_request_error"
