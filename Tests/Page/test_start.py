"""The first run: a model, documents, a first question; skipped, left, and taken up again."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

import samples

ROOT = pathlib.Path(__file__).resolve().parents[2]


SUGGESTIONS, CONVERSATIONS = "**/api/suggestions", re.compile(r"/api/conversations\?")


def as_if_empty(watched):
    """Nothing was read, nothing was asked."""
    watched.context.route(SUGGESTIONS, lambda route: route.fulfill(json={"questions": [], "documents": 0}))
    watched.context.route(CONVERSATIONS, lambda route: route.fulfill(json={"conversations": [], "total": 0}))


def no_longer_empty(watched):
    for address in (SUGGESTIONS, CONVERSATIONS):
        watched.context.unroute(address)


def test_whoever_has_nothing_yet_begins_at_the_beginning_and_can_leave_it(watched, server):
    as_if_empty(watched)
    page = watched.open("")
    expect(page.get_by_role("heading", name="Which model should answer?")).to_be_visible()
    expect(page.locator(".steps [aria-current]")).to_have_text("A model")
    page.get_by_role("link", name=re.compile("Skip this|Next")).click()
    expect(page.get_by_role("heading", name="What should it know?")).to_be_visible()
    # Another day: it goes on where it was left.
    page.goto("about:blank")
    page.goto(server.url + "/")
    expect(page.get_by_role("heading", name="What should it know?")).to_be_visible()
    page.get_by_role("button", name="Leave the set-up").click()
    expect(page.get_by_label("Your question")).to_be_visible()
    page.goto("about:blank")
    page.goto(server.url + "/")
    expect(page.get_by_label("Your question")).to_be_visible()


def test_an_address_that_names_a_place_leads_there_also_the_first_time(watched):
    as_if_empty(watched)
    page = watched.open("#/privacy")
    expect(page.get_by_role("heading", name="Privacy", exact=True)).to_be_visible()


def test_no_question_is_suggested_before_anything_was_read(watched):
    as_if_empty(watched)
    page = watched.open("#/start/question")
    expect(page.get_by_text("Nothing was read yet")).to_be_visible()
    expect(page.get_by_text("Made of what you added.")).to_be_hidden()
    expect(page.locator(".example")).to_have_count(0)
    page.get_by_role("link", name="Add documents").click()
    expect(page.get_by_role("heading", name="What should it know?")).to_be_visible()


def test_documents_of_which_no_question_is_made_are_asked_ones_own(watched):
    watched.context.route(SUGGESTIONS, lambda route: route.fulfill(json={"questions": [], "documents": 2}))
    page = watched.open("#/start/question")
    page.get_by_label("Your question").fill("When does the boiler get its service?")
    expect(page.get_by_text("Nothing was read yet")).to_be_hidden()
    expect(page.get_by_text("Or one of your own")).to_be_hidden()
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".bubble")).to_have_text("When does the boiler get its service?")


def test_it_ends_in_an_answer(watched):
    page = watched.open("#/start/documents")
    page.get_by_role("button", name="Add the example library").click()
    expect(page.locator(".upload-row[data-phase=done]", has_text="Example library")).to_have_count(3)
    page.get_by_role("link", name="Next").click()
    first = page.locator(".example").first
    said = first.inner_text()
    first.click()
    expect(page.locator(".bubble")).to_have_text(said)
    expect(page.locator(".message.assistant:not(.live) .source").first).to_be_visible()


def test_a_model_is_offered_that_fits_the_best_first(watched):
    page = watched.open("#/start/model")
    model = lambda identifier, **more: {"id": identifier, "modality": "text-generation", "installed": False, "inUse": False, "urls": ["https://example.org"], "recommended": None, "fit": {"memory": "fits", "disk": "fits"}, **more}
    models = [model("large", bytes=9), model("too-large", fit={"memory": "too-large", "disk": "fits"}), model("small", bytes=1), model("best", bytes=5, recommended="it fits"), model("ear", modality="speech-recognition"), model("nowhere", urls=[])]
    chosen = page.evaluate("models => import('/js/views/start/model-step.js').then(({choices}) => choices(models).map(({id}) => id))", models)
    assert chosen == ["best", "small", "large"]


def test_what_is_to_be_done_with_a_model_stands_at_the_same_height_in_each_card(make_watched):
    page = make_watched(width=1280, locale="de-DE").open("#/start/model")
    page.wait_for_selector(".start-choices .card")
    # In one step: what other tests change at the server has the cards drawn anew.
    boxes = page.evaluate("""() => [...document.querySelectorAll('.start-choices .card')]
        .map((card) => [card, [...card.querySelectorAll('button')].at(-1)])
        .filter(([, button]) => button)
        .map((both) => both.map((one) => one.getBoundingClientRect()).map(({y, height}) => ({y, height})))""")
    assert boxes
    rows = {}
    for card, button in boxes:
        rows.setdefault(round(card["y"]), []).append(round(button["y"] + button["height"] - card["y"] - card["height"]))
        # On one line.
        assert button["height"] < 45, boxes
    for ends in rows.values():
        assert len(set(ends)) == 1, ends


def test_a_model_that_was_fetched_in_the_first_run_is_used(watched, server):
    if not server.is_mock:
        pytest.skip("a real model is some hundred megabytes")
    page = watched.open("#/start/model")
    card = page.locator(".start-choices .card", has=page.get_by_role("button", name="Download and use it")).first
    identifier = card.get_attribute("data-model")
    card.get_by_role("button", name="Download and use it").click()
    expect(page.locator(f'[data-model="{identifier}"] progress')).to_be_visible()
    # It comes while something else is done.
    page.get_by_role("link", name="Next").click()
    with page.expect_request(lambda request: request.url.endswith(f"/api/models/{identifier}/use"), timeout=60_000):
        pass
    watched.api.post(f"{server.url}/api/models/llama-3.2-1b-instruct/use", data={"for": "chat"})


def test_the_example_library_is_that_of_the_examples():
    theirs = {file.name: file.read_bytes() for file in (ROOT / "Examples" / "Library").rglob("*") if file.is_file()}
    ours = list((ROOT / "Sources" / "CPage" / "page" / "example").iterdir())
    assert ours and all(file.read_bytes() == theirs[file.name] for file in ours)


def test_a_download_that_failed_leaves_one_way_to_try_it_again(watched):
    failed = {"id": "job-9", "kind": "download", "title": "Qwen", "state": "failed", "canPause": False, "progress": {}, "createdAt": "2026-01-01T00:00:00Z", "error": {"code": "connection-failed", "kind": "connection-failed", "message": "The name huggingface.co is not known."}}
    watched.context.route("**/api/models/*/pull", lambda route: route.fulfill(status=202, json={**failed, "subject": route.request.url.split("/")[-2]}))
    page = watched.open("#/start/model")
    card = page.locator(".start-choices .card").filter(has=page.get_by_role("button", name="Download and use it")).first
    name = card.get_attribute("data-model")
    card.get_by_role("button", name="Download and use it").click()
    card = page.locator(f".start-choices .card[data-model='{name}']")
    expect(card.get_by_text("The download failed")).to_be_visible()
    expect(card.get_by_role("button", name=re.compile("Try again|Fetch"))).to_have_text(["Try again"])
