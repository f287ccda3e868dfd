"""What llama-server has beside OpenAI's interface, as its own tests ask it, against our server with a model that runs here."""

import pytest
import requests

from conftest import TOKEN

MODEL = "local/tiny"
NAMED = {"model": MODEL}


@pytest.fixture(scope="module")
def ask(local_server):
    def ask(path, **body):
        return requests.post(
            local_server.url + path, json={**NAMED, **body}, headers={"authorization": f"Bearer {TOKEN}"}, timeout=120)
    return ask


@pytest.mark.parametrize("content", ["What is the capital of France ?", "über\n漢字 😀", ""])
def test_tokens_stand_for_the_text_that_they_came_from(ask, content):
    tokens = ask("/tokenize", content=content).json()["tokens"]
    assert all(isinstance(token, int) for token in tokens)
    assert ask("/detokenize", tokens=tokens).json()["content"].strip() == content


def test_the_token_that_begins_a_prompt_is_added_where_it_is_asked_for(ask):
    assert ask("/tokenize", content="a", add_special=True).json()["tokens"][0] == 1
    assert ask("/tokenize", content="a").json()["tokens"][0] != 1


def test_names_of_tokens_are_text_where_it_is_asked_for(ask):
    assert 2 in ask("/tokenize", content="a</s>").json()["tokens"]
    plain = ask("/tokenize", content="a</s>", parse_special=False).json()["tokens"]
    assert 2 not in plain and len(plain) > 4


def test_pieces_that_are_no_text_are_lists_of_bytes(ask):
    tokens = ask("/tokenize", content="aü", with_pieces=True).json()["tokens"]
    pieces = [token["piece"] for token in tokens]
    assert "a" in pieces and pieces[-2:] == [[0xC3], [0xBC]]
    assert [token["id"] for token in tokens] == ask("/tokenize", content="aü").json()["tokens"]


def test_a_conversation_is_laid_out_by_the_model_s_template(ask):
    messages = [{"role": "system", "content": "You are a test."}, {"role": "user", "content": "Hi there"}]
    assert ask("/apply-template", messages=messages).json() == {"prompt": "system: You are a test.\nuser: Hi there\n"}


def test_props(local_server):
    headers = {"authorization": f"Bearer {TOKEN}"}
    props = requests.get(local_server.url + "/props", params=NAMED, headers=headers, timeout=120).json()
    assert props["total_slots"] > 0 and props["default_generation_settings"]["n_ctx"] == 512
    assert "messages" in props["chat_template"] and props["model_path"] == MODEL
    assert props["modalities"] == {"vision": False, "audio": False} and props["build_info"].startswith("hearth-")
    assert props["bos_token"] == "<s>" and props["eos_token"] == "</s>"
    assert requests.get(local_server.url + "/props", timeout=30).status_code == 401


def test_what_cannot_be_done_is_refused(ask, server):
    assert ask("/tokenize").json()["error"]["param"] == "content"
    unknown = ask("/detokenize", tokens=[1 << 20])
    assert unknown.status_code == 400 and unknown.json()["error"]["code"] == "unknown_token"
    assert ask("/tokenize", content="a", model="nothing").status_code == 404
    headers = {"authorization": f"Bearer {TOKEN}"}
    for name in ["custom", "documents", "basic"]:
        body = {"content": "a", "model": name}
        refused = requests.post(server.url + "/tokenize", json=body, headers=headers, timeout=60)
        assert refused.status_code == 400 and refused.json()["error"]["param"] == "model"
