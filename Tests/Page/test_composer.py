"""What a question is about: documents chosen by @, files attached where it is written; and how one goes on after an answer."""

import re

import pytest
from playwright.sync_api import expect

import samples


@pytest.fixture
def page(watched, library):
    return watched.open("#/chat")


def test_a_document_to_ask_in_is_chosen_by_its_name(page):
    field = page.get_by_label("Your question")
    field.press_sequentially("What deposit @lea")
    option = page.get_by_role("option").first
    expect(option).to_contain_text(re.compile("lease", re.I))
    expect(field).to_have_attribute("aria-activedescendant", option.get_attribute("id"))
    field.press("Enter")
    expect(page.get_by_role("button", name="1 document")).to_be_visible()
    expect(field).to_have_value("What deposit ")
    assert "in=" in page.url
    page.get_by_role("button", name=re.compile("Leave out .*lease", re.I)).click()
    expect(page.get_by_role("button", name="All documents")).to_be_visible()
    assert "in=" not in page.url


def test_an_address_of_a_mail_is_no_document(page):
    at = lambda text: page.evaluate("text => import('/js/views/chat/mention.js').then(({mentionAt}) => mentionAt(text, text.length))", text)
    assert at("write to me@example.org") is None and at("@ then. More") is None and at("a @b  c") is None
    assert at("in @the lease") == {"start": 3, "end": 13, "query": "the lease"}


def test_a_file_is_attached_read_and_asked_about(page):
    name = "attached-minutes.md"
    page.locator("[data-attach]").set_input_files({"name": name, "mimeType": "text/markdown", "buffer": b"# Minutes\n\nThe tenant pays the deposit of the boat, 17 crowns, in Tromso."})
    expect(page.locator(".attachment", has_text=name)).to_be_visible()
    expect(page.get_by_role("button", name="1 document")).to_be_visible()
    samples.choose_answerer(page, "basic")
    page.get_by_label("Your question").fill("What is the deposit of the boat?")
    page.keyboard.press("Enter")
    expect(page.locator(".message.assistant:not(.live)")).to_contain_text("17 crowns")


def test_after_an_answer_one_stays_in_its_document_with_one_press(page, server, library):
    page.goto(f"{server.url}/#/chat?in={library['lease']}")
    samples.choose_answerer(page, "basic")
    page.get_by_label("Your question").fill(samples.QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".message.assistant:not(.live)")).to_be_visible()
    page.get_by_role("button", name=re.compile("Leave out")).click()
    page.get_by_role("button", name=re.compile("^Stay in")).first.click()
    expect(page.get_by_role("button", name="1 document")).to_be_visible()
    assert f"in={library['lease']}" in page.url
    expect(page.get_by_label("Your question")).to_be_focused()


def test_of_more_files_than_a_question_can_be_about_the_rest_is_said_to_be_left(page):
    refused = {"error": {"code": "invalid-input", "kind": "invalid-input", "message": "No."}}
    page.route("**/api/documents", lambda route: route.fulfill(status=422, json=refused) if route.request.method == "POST" else route.fallback())
    page.locator("[data-attach]").set_input_files([{"name": f"many-{number}.txt", "mimeType": "text/plain", "buffer": b"Many."} for number in range(203)])
    box = page.locator(".attachments")
    expect(box).to_contain_text("Only the first 200 files were taken")
    expect(box).to_contain_text("and 194 more")
    expect(box.locator(".attachment")).to_have_count(6)
