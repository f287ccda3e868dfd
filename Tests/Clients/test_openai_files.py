"""Files, sets of them and batches over OpenAI's interface, with its official client."""

import io
import json
import time

import openai
import pytest

from conftest import TOKEN, Script


@pytest.fixture(scope="module")
def client(server):
    return openai.OpenAI(base_url=server.url + "/v1", api_key=TOKEN, max_retries=0)


@pytest.fixture
def send(client):
    """Sends files, which are gone afterwards: the library is that of all tests."""
    sent = []

    def send(name, text, purpose="assistants", **more):
        file = client.files.create(file=(name, io.BytesIO(text.encode())), purpose=purpose, **more)
        sent.append(file.id)
        return file

    yield send
    for id in sent:
        try:
            client.files.delete(id)
        except openai.NotFoundError:
            pass


ORCHARD = "# Orchard\n\nThe quinces of the orchard are picked in October.\n"
BEES = "# Bees\n\nThe hive beside the orchard has a queen named Marguerite.\n"


@pytest.mark.feature("openai", "Files: sent, listed, read and removed")
@pytest.mark.parametrize("purpose", ["assistants", "user_data"])
def test_a_file_that_is_sent_is_in_the_library(client, send, purpose):
    file = send("orchard.md", ORCHARD, purpose)
    assert file.object == "file" and file.filename == "orchard.md" and file.bytes == len(ORCHARD)
    assert file.status == "processed" and file.purpose == "assistants"
    assert client.files.retrieve(file.id).model_dump() == file.model_dump()
    assert "October" in client.files.content(file.id).text
    assert file.id in [one.id for one in client.files.list()]
    # The pages of a list, one after the other.
    assert [one.id for one in client.files.list(limit=1)] == [one.id for one in client.files.list()]
    assert [one.id for one in client.files.list(order="asc")] == [one.id for one in client.files.list()][::-1]
    answer = client.chat.completions.create(
        model="documents/basic", messages=[{"role": "user", "content": "When are the quinces picked?"}])
    assert "October" in answer.choices[0].message.content
    assert client.files.delete(file.id).deleted is True
    for call in (client.files.retrieve, client.files.content, client.files.delete):
        with pytest.raises(openai.NotFoundError) as error:
            call(file.id)
        assert error.value.param == "file_id"


def test_what_cannot_be_done_with_a_file_is_refused_by_name(client, send):
    for purpose, more, param in [
        ("fine-tune", {}, "purpose"), ("vision", {}, "purpose"),
        ("assistants", {"expires_after": {"anchor": "created_at", "seconds": 3600}}, "expires_after"),
    ]:
        with pytest.raises(openai.BadRequestError) as error:
            send("orchard.md", ORCHARD, purpose, **more)
        assert error.value.param == param
    assert "orchard.md" not in [file.filename for file in client.files.list()]


@pytest.mark.feature("openai", "Vector stores, with searches")
def test_the_library_is_a_vector_store(client, send):
    file = send("bees.md", BEES)
    store = client.vector_stores.retrieve("vs_library")
    assert store.status == "completed" and store.file_counts.total >= 2
    assert "vs_library" in [one.id for one in client.vector_stores.list()]
    found = client.vector_stores.search("vs_library", query="What is the queen's name?", max_num_results=3).data
    assert 0 < len(found) <= 3 and found[0].file_id == file.id and found[0].filename == "bees.md"
    assert "Marguerite" in found[0].content[0].text and 0 <= found[0].score <= 1
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for wrong in (
        lambda: client.vector_stores.delete("vs_library"),
        lambda: client.vector_stores.files.delete(file.id, vector_store_id="vs_library"),
        lambda: client.vector_stores.search(
            "vs_library", query="queen", filters={"type": "eq", "key": "year", "value": 2026}),
        lambda: client.vector_stores.search("vs_library", query="queen", max_num_results=99),
    ):
        with pytest.raises(openai.BadRequestError):
            wrong()


@pytest.mark.feature("openai", "Vector stores, with searches")
def test_a_vector_store_is_a_set_of_files(client, send):
    orchard, bees = send("orchard.md", ORCHARD), send("bees.md", BEES)
    store = client.vector_stores.create(name="Garden", file_ids=[orchard.id], metadata={"for": "tests"})
    try:
        assert store.name == "Garden" and store.metadata == {"for": "tests"} and store.file_counts.completed == 1
        attached = client.vector_stores.files.create_and_poll(
            bees.id, vector_store_id=store.id, attributes={"year": 2026, "place": "hedge"})
        assert attached.status == "completed" and attached.attributes == {"year": 2026, "place": "hedge"}
        assert {file.id for file in client.vector_stores.files.list(store.id)} == {orchard.id, bees.id}
        assert [file.id for file in client.vector_stores.files.list(store.id, order="asc", limit=1)] == [orchard.id, bees.id]

        def search(**more):
            return {one.file_id for one in client.vector_stores.search(store.id, query="orchard", **more).data}

        assert search() == {orchard.id, bees.id}
        assert search(filters={"type": "gte", "key": "year", "value": 2026}) == {bees.id}
        assert search(filters={"type": "or", "filters": [
            {"type": "eq", "key": "place", "value": "hill"}, {"type": "ne", "key": "year", "value": 2026}]}) == {orchard.id}
        changed = client.vector_stores.files.update(bees.id, vector_store_id=store.id, attributes={"year": 2025})
        assert changed.attributes == {"year": 2025}
        assert search(filters={"type": "gte", "key": "year", "value": 2026}) == set()
        with pytest.raises(openai.BadRequestError) as error:
            search(filters={"type": "like", "key": "place", "value": "h"})
        assert error.value.param == "filters.type"
        assert "Marguerite" in list(client.vector_stores.files.content(bees.id, vector_store_id=store.id))[0].text
        assert client.vector_stores.files.delete(orchard.id, vector_store_id=store.id).deleted is True
        with pytest.raises(openai.NotFoundError):
            client.vector_stores.files.retrieve(orchard.id, vector_store_id=store.id)
        assert client.vector_stores.update(store.id, name="Hedge").name == "Hedge"
        both = client.vector_stores.file_batches.create_and_poll(store.id, file_ids=[orchard.id, bees.id])
        assert both.status == "completed" and both.file_counts.total == 2
        sent = client.vector_stores.files.upload_and_poll(
            vector_store_id=store.id, file=("pears.md", io.BytesIO(b"The pears of the orchard ripen in August.")))
        assert sent.status == "completed" and client.files.delete(sent.id).deleted
        assert client.vector_stores.retrieve(store.id).file_counts.total == 2
    finally:
        assert client.vector_stores.delete(store.id).deleted is True
    # Its files stay.
    assert client.files.retrieve(orchard.id).filename == "orchard.md"
    with pytest.raises(openai.NotFoundError):
        client.vector_stores.retrieve(store.id)


def lines(requests, url="/v1/chat/completions"):
    return "".join(
        json.dumps({"custom_id": name, "method": "POST", "url": url, "body": body}) + "\n" for name, body in requests)


def ended(client, batch):
    for _ in range(600):
        batch = client.batches.retrieve(batch.id)
        if batch.status in ("completed", "failed", "expired", "cancelled"):
            return batch
        time.sleep(0.1)
    raise AssertionError(f"the batch does not end: {batch}")


def answers(client, file_id):
    return {line["custom_id"]: line for line in map(json.loads, client.files.content(file_id).text.splitlines())}


@pytest.mark.feature("openai", "Batches")
@pytest.mark.parametrize("endpoint", ["/v1/chat/completions", "/v1/responses", "/v1/embeddings"])
def test_the_requests_of_a_batch_are_answered_one_by_one(client, send, endpoint):
    def body(text):
        if endpoint == "/v1/embeddings":
            return {"model": "basic", "input": text}
        if endpoint == "/v1/responses":
            return {"model": "custom", "input": text}
        return {"model": "custom", "messages": [{"role": "user", "content": text}]}

    file = send("requests.jsonl", lines(
        [(f"r{n}", body(f"hello {n}")) for n in range(3)] + [("wrong", {**body("hello"), "model": "gpt-99"})], endpoint), "batch")
    assert file.purpose == "batch"
    begun = client.batches.create(
        input_file_id=file.id, endpoint=endpoint, completion_window="24h", metadata={"for": "tests"})
    batch = ended(client, begun)
    assert batch.status == "completed" and batch.metadata == {"for": "tests"}, batch
    assert (batch.request_counts.total, batch.request_counts.completed, batch.request_counts.failed) == (4, 3, 1)
    good, bad = answers(client, batch.output_file_id), answers(client, batch.error_file_id)
    assert set(good) == {"r0", "r1", "r2"} and set(bad) == {"wrong"}
    assert {line["response"]["status_code"] for line in good.values()} == {200}
    assert bad["wrong"]["response"]["status_code"] == 404
    assert bad["wrong"]["response"]["body"]["error"]["code"] == "model_not_found"
    if endpoint == "/v1/chat/completions":
        assert good["r1"]["response"]["body"]["choices"][0]["message"]["content"] == "one two three four"
        assert good["r1"]["response"]["headers"]["hearth-engine"] == "custom"
        assert int(good["r1"]["response"]["headers"]["hearth-ledger-record"]) > 0
    assert batch.id in [one.id for one in client.batches.list()]
    with pytest.raises(openai.ConflictError):
        client.batches.cancel(batch.id)
    for made in (batch.output_file_id, batch.error_file_id):
        assert client.files.retrieve(made).purpose == "batch_output"
        client.files.delete(made)


def test_a_file_that_is_none_of_requests_fails_with_its_lines(client, send):
    file = send("requests.jsonl", lines([("a", {"model": "custom"})]) + "no JSON\n" + lines([("a", {})]), "batch")
    batch = ended(client, client.batches.create(
        input_file_id=file.id, endpoint="/v1/chat/completions", completion_window="24h"))
    assert batch.status == "failed" and [problem.line for problem in batch.errors.data] == [2, 3]
    document = send("bees.md", BEES)
    with pytest.raises(openai.NotFoundError) as error:
        client.batches.create(input_file_id=document.id, endpoint="/v1/chat/completions", completion_window="24h")
    assert error.value.param == "input_file_id"


def test_a_batch_that_is_cancelled_keeps_what_was_answered(client, send):
    requests = [("first", {"model": "custom", "messages": [{"role": "user", "content": "hello"}]}),
                ("second", {"model": "custom", "messages": [{"role": "user", "content": "endless"}]})]
    file = send("requests.jsonl", lines(requests), "batch")
    Script.gone.clear()
    batch = client.batches.create(input_file_id=file.id, endpoint="/v1/chat/completions", completion_window="24h")
    for _ in range(100):
        if client.batches.retrieve(batch.id).status == "in_progress":
            break
        time.sleep(0.1)
    time.sleep(1)
    batch = client.batches.cancel(batch.id)
    assert batch.status == "cancelled" and batch.request_counts.completed == 1, batch
    assert set(answers(client, batch.output_file_id)) == {"first"}
    assert Script.gone.wait(20), "the engine was not told that nobody listens any more"
    client.files.delete(batch.output_file_id)
