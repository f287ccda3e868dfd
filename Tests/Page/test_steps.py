"""Jobs that people come for, done as a person does them, with the steps counted. Whoever makes one longer sees it here; docs/jobs.md
has the numbers beside those of other programs. Moving to a new machine is in test_moving.py and test_zz_delete.py, removing everything in test_zz_delete.py."""

import re

import pytest
from playwright.sync_api import expect

import samples
from steps import Steps
from test_phone import reachable, shown_link  # noqa: F401: a fixture
from test_recordings import recording, with_speech  # noqa: F401: a fixture
from test_start import as_if_empty, no_longer_empty


@pytest.fixture
def person(watched, library):
    return Steps(watched.open(f"#/chat?in={library['lease']}"))


def view(page, name):
    return page.locator(f".rail-links a[data-view={name}]")


def first_run(watched):
    """The first run as somebody begins it who has nothing yet."""
    as_if_empty(watched)
    page = watched.open("")
    expect(page.get_by_role("heading", name="Which model should answer?")).to_be_visible()
    no_longer_empty(watched)
    return Steps(page)


def go_on_to_an_answer(person):
    page = person.page
    person.click(page.get_by_role("button", name="Add the example library"))
    expect(page.locator(".upload-row[data-phase=done]", has_text="Example library")).to_have_count(3)
    person.click(page.get_by_role("link", name="Next"))
    person.click(page.locator(".example").first)
    expect(page.locator(".message.assistant:not(.live) .source").first).to_be_visible()


def test_a_first_run_without_a_model_ends_in_an_answer_in_four_steps(watched):
    person = first_run(watched)
    person.click(person.page.get_by_role("link", name="Go on without a model"))
    go_on_to_an_answer(person)
    assert person.taken == 4


@pytest.fixture
def fetchable(watched, server):
    """A model for chat that is not here yet: of the mock's, since a real one is some hundred megabytes."""
    if not server.is_mock:
        pytest.skip("a real model is some hundred megabytes")
    name = "qwen2.5-3b-instruct"

    def forget():
        assert watched.api.post(f"{server.url}/api/models/llama-3.2-1b-instruct/use", data={"for": "chat"}).ok
        assert watched.api.delete(f"{server.url}/api/models/{name}").ok

    forget()
    yield name
    forget()


def test_a_first_run_with_a_model_ends_in_an_answer_in_five_steps(watched, fetchable):
    person = first_run(watched)
    card = person.page.locator(f'.start-choices [data-model="{fetchable}"]')
    # It comes while something else is done.
    with person.page.expect_response(lambda answer: answer.url.endswith(f"/api/models/{fetchable}/use"), timeout=120_000):
        person.click(card.get_by_role("button", name="Download and use it"))
        person.click(person.page.get_by_role("link", name="Next"))
        go_on_to_an_answer(person)
    assert person.taken == 5


def test_a_folder_is_asked_in_three_steps(watched, tmp_path):
    folder = tmp_path / "Boat"
    (folder / "harbour").mkdir(parents=True)
    (folder / "minutes.md").write_text("# Minutes\n\nThe tenant pays the deposit of the sailing boat, 19 crowns, in Bergen.")
    (folder / "harbour" / "rules.md").write_text("# Rules\n\nBoats of guests leave the harbour of Bergen before noon.")
    (folder / ".hidden.md").write_text("What is hidden is not read.")
    page = watched.open("#/chat")
    samples.choose_answerer(page, "basic")
    person = Steps(page)
    person.drop(page.locator(".composer textarea"), folder)
    expect(page.get_by_role("button", name="2 documents")).to_be_visible()
    person.write(page.locator(".composer textarea"), "What is the deposit of the sailing boat?")
    person.press("Enter")
    expect(page.locator(".message.assistant:not(.live)")).to_contain_text("19 crowns")
    assert person.taken == 3
    assert any(item["path"].endswith("Boat/harbour/rules.md") for item in watched.api.get(f"{watched.server.url}/api/documents?limit=200&query=rules").json()["documents"])


def test_a_recording_is_summed_up_in_four_steps(watched, with_speech):  # noqa: F811
    page = watched.open("#/chat")
    person = Steps(page)
    person.click(view(page, "transcripts"))
    person.choose(page.get_by_role("button", name="Choose files"), recording("planning.wav"))
    expect(page.locator(".cue").first).to_be_visible(timeout=300_000)
    person.click(page.get_by_role("button", name="Generate everything"))
    expect(page.get_by_role("heading", name="Summary", exact=True)).to_be_visible(timeout=60_000)
    assert person.taken == 4


def test_an_entry_of_today_is_kept_in_three_steps(person):
    page = person.page
    person.click(view(page, "journal"))
    person.write(page.locator(".view-journal textarea").first, "We planted the hornbeam by the gate.")
    person.click(page.get_by_role("button", name="Add entry", exact=True))
    expect(page.locator(".toast.good")).to_be_visible()
    assert person.taken == 3


def test_a_week_of_the_journal_is_written_and_read_in_three_steps_a_day_and_one(watched):
    """A day of the calendar stands for opening the journal on that day."""
    page = watched.open("#/journal/month/2016-03")
    person = Steps(page)
    calendar = page.get_by_label("Calendar")
    for day in range(7, 14):
        person.click(calendar.get_by_role("link", name=re.compile(rf"\b{day} March 2016")))
        expect(page.get_by_role("heading", name=re.compile(rf"\b{day} March 2016"))).to_be_visible()
        person.write(page.get_by_label("Entry", exact=True), f"Rowed {day} miles with Anna and was glad of the calm.")
        person.click(page.get_by_role("button", name="Add entry", exact=True))
        expect(page.get_by_label("Entry", exact=True)).to_have_value("")
    person.click(calendar.get_by_role("link", name="Week 10"))
    expect(page.locator(".report")).to_contain_text("7 entries", timeout=60_000)
    assert person.taken == 7 * 3 + 1


def test_a_model_is_added_and_used_in_three_steps(watched, fetchable):
    page = watched.open("#/chat")
    person = Steps(page)
    person.click(view(page, "models"))
    card = page.locator(f'[data-model="{fetchable}"]')
    person.click(card.get_by_role("button", name=re.compile("^Download")))
    use = card.get_by_role("button", name="Use for chat")
    expect(use).to_be_visible(timeout=60_000)
    person.click(use)
    expect(card.get_by_text("in use", exact=True)).to_be_visible()
    assert person.taken == 3


def test_a_key_of_a_cloud_and_the_consent_for_it_are_given_in_five_steps(watched, server):
    if not server.is_mock:
        pytest.skip("a key of the real program is kept where the desktop keeps its own")
    watched.api.delete(server.url + "/api/keys/anthropic")
    page = watched.open("#/chat")
    person = Steps(page)
    person.click(page.get_by_role("button", name=re.compile("^Who answers")))
    card = page.get_by_role("dialog", name="Who answers").locator(".answerer", has=page.locator('input[value="anthropic"]'))
    person.click(card.get_by_role("button", name="Add its key"))
    person.write(card.get_by_label("Key"), "sk-test-0123456789")
    person.check(card.get_by_label("It may see personal documents"))
    person.click(card.get_by_role("button", name="Keep the key"))
    expect(card).to_contain_text("Sees public and personal documents.")
    expect(card.get_by_role("radio")).to_be_checked()
    assert person.taken == 5
    card.get_by_role("button", name="Show it public documents only").click()
    expect(card).to_contain_text("Sees public documents only")
    watched.api.delete(server.url + "/api/keys/anthropic")


def test_a_key_of_a_service_is_kept_in_five_steps(person):
    page = person.page
    person.click(view(page, "settings"))
    person.click(page.get_by_role("link", name="Services on the internet"))
    card = page.get_by_label("Hugging Face")
    person.click(card.get_by_role("button", name="Add key"))
    person.write(page.get_by_label("Key", exact=True), "hf_testtesttesttesttesttest7Qx2")
    person.click(page.get_by_role("button", name="Keep key"))
    expect(card.get_by_text("✓ Key is kept")).to_be_visible()
    assert person.taken == 5
    # Others begin without it.
    card.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(card.get_by_text("No key")).to_be_visible()


def test_a_question_is_answered_and_its_quote_is_seen_in_the_pdf_in_three_steps(person):
    page = person.page
    samples.choose_answerer(page, "basic")
    person.write(page.locator(".composer textarea"), samples.QUESTION)
    person.press("Enter")
    expect(page.locator(".cite:not(.pending)").first).to_be_visible()
    person.click(page.locator(".cite").first)
    expect(page.locator(".reader mark").first).to_be_in_viewport()
    expect(page.locator(".reader")).to_contain_text("Page 2")
    assert person.taken == 3


def test_on_a_phone_one_signs_in_asks_and_sees_the_place_in_five_steps(watched, make_watched, server, library, reachable):  # noqa: F811
    """The code is photographed, which opens its link."""
    phone = make_watched(width=390, height=844, signed_in=False, is_mobile=True, has_touch=True)
    person = Steps(watched.open("#/chat"))
    person.click(person.page.get_by_role("button", name="Sign in a phone"))
    link = shown_link(person.page, server)
    page = phone.context.new_page()
    person.page, computer = page, person.page
    person.go(link)
    field = page.locator(".composer textarea")
    expect(field).to_be_visible()
    samples.choose_answerer(page, "basic")
    person.write(field, samples.QUESTION)
    person.click(page.get_by_role("button", name="Send"))
    expect(page.locator(".cite:not(.pending)").first).to_be_visible()
    person.click(page.locator(".cite").first)
    expect(page.locator(".reader mark").first).to_be_in_viewport()
    assert person.taken == 5
    expect(computer.get_by_role("dialog", name="Sign in a phone")).to_contain_text("is signed in")
