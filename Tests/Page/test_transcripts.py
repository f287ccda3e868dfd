"""Transcripts: upload, analysis with progress, times that lead to the words, questions."""

import re

import pytest
from playwright.sync_api import expect

import samples


@pytest.fixture
def page(watched, library):
    page = watched.open(f"#/transcripts/{library['talk']}/summary")
    expect(page.locator(".cue").first).to_be_visible()
    return page


def test_a_transcript_is_uploaded_and_listed(watched):
    page = watched.open("#/transcripts")
    page.locator('[data-upload="files"]').set_input_files({"name": "evening-talk.vtt", "mimeType": "text/vtt", "buffer": samples.vtt().replace(b"the show", b"the evening show")})
    expect(page.locator(".upload-row", has_text="evening-talk.vtt").locator(".chip.good")).to_be_visible(timeout=30_000)
    expect(page.locator(".row-title", has_text="evening-talk").first).to_be_visible()


def test_what_is_no_transcript_is_refused_with_a_reason(watched):
    page = watched.open("#/transcripts")
    page.locator('[data-upload="files"]').set_input_files({"name": "empty.vtt", "mimeType": "text/vtt", "buffer": b"WEBVTT\n\n"})
    row = page.locator(".upload-row", has_text="empty.vtt")
    expect(row.locator(".chip.bad")).to_be_visible(timeout=30_000)
    assert row.locator(".upload-reason").inner_text().strip()


def test_each_tab_is_made_with_progress_and_shows_its_cards(page):
    expect(page.locator(".availability")).to_contain_text(re.compile("No model|device|goes to"))
    if page.get_by_role("button", name="Generate everything").count():
        page.get_by_role("button", name="Generate everything").click()
    expect(page.get_by_role("heading", name="Summary", exact=True)).to_be_visible(timeout=60_000)
    for tab, something in [("Tags", "Keywords"), ("Names", None), ("Highlights", None), ("Chapters", None), ("Q&A", None), ("Summary", "Summary")]:
        page.get_by_role("link", name=tab, exact=True).click()
        if something:
            expect(page.get_by_role("heading", name=something, exact=True)).to_be_visible()
        expect(page.locator(".coverage")).to_contain_text("Read")
    page.reload()
    expect(page.get_by_role("heading", name="Summary", exact=True)).to_be_visible()


def test_each_tab_bears_the_badges_of_its_own_writers(page, server):
    if page.get_by_role("button", name="Generate everything").count():
        page.get_by_role("button", name="Generate everything").click()
    expect(page.get_by_role("heading", name="Summary", exact=True)).to_be_visible(timeout=60_000)
    model = ["Local model"] if server.is_mock else ["Basic engine"]
    told = {"Tags": ["Basic engine"], "Highlights": [*model, "Basic engine"] if server.is_mock else ["Basic engine"], "Summary": model}
    for tab, engines in told.items():
        page.get_by_role("link", name=tab, exact=True).click()
        badges = page.locator(".aspect-head .badge > summary")
        expect(badges).to_have_count(len(engines))
        for badge, engine in zip(badges.all(), engines):
            expect(badge).to_contain_text(engine)
    if server.is_mock:
        page.get_by_role("link", name="Tags", exact=True).click()
        expect(page.locator(".aspect-head .badge > summary")).to_contain_text("stood in")


def test_the_banner_asks_for_what_the_analysis_is_routed_as(page):
    with page.expect_request(lambda request: request.url.endswith("/api/route")) as asked:
        page.reload()
    assert asked.value.post_data_json["task"] == "summarize"


def test_a_click_on_a_time_shows_the_words(page, library):
    page.get_by_role("link", name="Summary", exact=True).click()
    if page.get_by_role("button", name="Generate", exact=True).count():
        page.get_by_role("button", name="Generate", exact=True).click()
    expect(page.get_by_role("heading", name="Summary", exact=True)).to_be_visible(timeout=60_000)
    button = page.locator(".aspect .time").first
    button.click()
    expect(page.locator(".cue.chosen").first).to_be_in_viewport()
    assert re.search(r"cue=\d+", page.url)
    page.reload()
    expect(page.locator(".cue.chosen").first).to_be_in_viewport()


def test_a_question_is_answered_with_a_time(page):
    page.get_by_role("link", name="Q&A", exact=True).click()
    page.get_by_label("Ask about this transcript").fill("What does a family pay for a heat pump?")
    page.get_by_role("button", name="Ask", exact=True).click()
    answer = page.locator(".answer").first
    expect(answer.locator(".badge")).to_be_visible(timeout=60_000)
    expect(answer.locator(".time").first).to_be_visible()
    answer.locator(".time").first.click()
    expect(page.locator(".cue.chosen").first).to_be_visible()


def test_on_a_narrow_page_a_time_leads_to_the_tab_of_words(make_watched, library):
    watched = make_watched(width=360, height=740)
    page = watched.open(f"#/transcripts/{library['talk']}/questions")
    page.get_by_label("Ask about this transcript").fill("What does a family pay for a heat pump?")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator(".answer .time").first.click()
    expect(page.locator(".cue.chosen").first).to_be_in_viewport()
    assert "/transcript?" in page.url


def test_a_running_analysis_shows_its_progress_and_can_be_stopped(page, server):
    if not server.is_mock:
        pytest.skip("the basic engine is done before anybody could stop it")
    page.get_by_role("link", name="Chapters", exact=True).click()
    page.get_by_role("button", name=re.compile("Generate$|Regenerate")).first.click()
    running = page.locator(".running")
    expect(running).to_contain_text(re.compile(r"part \d+ of 10.*%"))
    running.get_by_role("button", name="Stop").click()
    expect(page.locator(".running")).to_have_count(0)


def test_a_chosen_length_is_asked_for(page):
    page.get_by_role("link", name="Tags", exact=True).click()
    sent = []
    page.on("request", lambda request: request.method == "POST" and "/analysis" in request.url and sent.append(request.post_data_json))
    again = page.get_by_role("button", name=re.compile("Generate$|Regenerate")).first
    again.click()
    expect(page.get_by_role("button", name="Regenerate")).to_be_visible(timeout=30_000)
    page.get_by_label("Length of a model's answers").select_option("4096")
    page.get_by_role("button", name="Regenerate").click()
    expect(page.get_by_role("button", name="Regenerate")).to_be_visible(timeout=30_000)
    assert "maxTokens" not in sent[0] and sent[1]["maxTokens"] == 4096


def test_what_is_no_transcript_leads_to_the_document(watched, library, server):
    documents = watched.api.get(server.url + "/api/documents").json()["documents"]
    plain = next(document for document in documents if document["format"] == "pdf")
    page = watched.open(f"#/transcripts/{plain['documentID']}")
    expect(page.get_by_text("This is no transcript")).to_be_visible()
    # Empty tabs would look as if something were still to come.
    expect(page.locator(".transcript-columns")).to_be_hidden()
    page.get_by_role("link", name="Read it there").click()
    expect(page.get_by_role("button", name="Ask about it").or_(page.get_by_role("link", name="Ask about it")).first).to_be_visible()


def test_a_transcript_that_is_gone_leaves_nothing_half_open(watched, library):
    page = watched.open("#/transcripts/nowhere")
    expect(page.get_by_text("This transcript is gone")).to_be_visible()
    expect(page.locator(".transcript-columns")).to_be_hidden()
    page.get_by_role("link", name="All transcripts").click()
    page.locator(".view-transcripts .row a").first.click()
    expect(page.locator(".transcript-columns")).to_be_visible()


def test_another_label_says_what_changes_and_can_be_taken_back(page):
    label = page.locator(".document-tools").get_by_label("Privacy")
    before = label.input_value()
    label.select_option("private")
    expect(page.locator(".toast")).to_contain_text("Labelled private. What is private leaves this machine no more")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(label).to_have_value(before)
