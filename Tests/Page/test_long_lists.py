"""Lists of any length: only what is near is in the page, and everything can be come to."""

import re

import pytest
from playwright.sync_api import expect

import many

# A window draws what is seen and as much before and after it.
MOST_ROWS = 160
MOST_NODES = 4_000

SEEN = """([scroller, rows]) => {
    const box = document.querySelector(scroller).getBoundingClientRect();
    return [...document.querySelectorAll(rows)].filter((row) => { const own = row.getBoundingClientRect(); return own.bottom > box.top + 1 && own.top < box.bottom - 1; }).map((row) => Number(row.getAttribute("aria-posinset")));
}"""
DOCUMENTS = [".view-documents .page-pane", ".library .rows > .row"]
MESSAGES = [".thread", ".messages .message"]


def seen(page, place):
    return page.evaluate(SEEN, place)


def scroll(page, place, top):
    """Scrolls, and waits until there are rows in what is seen then: a busy machine draws them a moment later."""
    page.evaluate("([place, top]) => { document.querySelector(place).scrollTop = top; }", [place[0], top])
    page.wait_for_function(f"(place) => ({SEEN})(place).length > 3", arg=place)


def small(page, rows):
    return page.locator(rows).count() <= MOST_ROWS and page.evaluate("document.querySelectorAll('*').length") <= MOST_NODES


def test_of_a_hundred_thousand_documents_those_near_are_in_the_page(watched):
    asked = many.documents(watched.context, 100_000)
    page = watched.open("#/documents")
    rows = page.locator(".library .rows > .row")
    expect(page.get_by_text("100,000 documents", exact=True)).to_be_visible()
    expect(rows.first).to_contain_text("Letter 0")
    assert small(page, DOCUMENTS[1])
    expect(rows.first).to_have_attribute("aria-setsize", "100000")
    # In the middle the row is there that stands there, with its number.
    height = page.evaluate("document.querySelector('.view-documents .page-pane').scrollHeight")
    scroll(page, DOCUMENTS, height // 2)
    expect(page.locator(".library .row.blank")).to_have_count(0)
    numbers = seen(page, DOCUMENTS)
    assert numbers == list(range(numbers[0], numbers[-1] + 1)) and 45_000 < numbers[0] < 55_000
    expect(page.locator(f".library .row[aria-posinset='{numbers[0]}'] .row-title")).to_have_text(re.compile(f"^Letter {numbers[0] - 1}\\b"))
    assert small(page, DOCUMENTS[1])
    # The last is the last.
    scroll(page, DOCUMENTS, 10**9)
    expect(page.locator(".library .row[aria-posinset='100000']")).to_be_in_viewport()
    expect(page.locator(".library .row[aria-posinset='100000'] .row-title")).to_have_text("Letter 99999")
    assert small(page, DOCUMENTS[1])
    assert len(asked) < 20 and max(limit for _, limit in asked) <= 500


def test_choices_and_focus_outlive_their_rows(watched):
    many.documents(watched.context, 100_000)
    page = watched.open("#/documents")
    page.get_by_label("Choose Letter 1", exact=True).check()
    scroll(page, DOCUMENTS, 3_000_000)
    expect(page.locator(".library .row.blank")).to_have_count(0)
    number = seen(page, DOCUMENTS)[3]
    row = page.locator(f".library .row[aria-posinset='{number}']")
    row.get_by_role("checkbox").check()
    expect(page.locator(".selection-bar")).to_contain_text("2 documents chosen")
    scroll(page, DOCUMENTS, 0)
    expect(page.get_by_label("Choose Letter 1", exact=True)).to_be_checked()
    # The box far away has the focus still, and a key takes it on from there.
    expect(row.get_by_role("checkbox")).to_be_focused()
    page.keyboard.press("Tab")
    expect(row.locator(".row-title")).to_be_focused()
    expect(row).to_be_in_viewport()
    assert small(page, DOCUMENTS[1])
    # It was asked of both.
    page.get_by_role("link", name="Ask about these").click()
    expect(page.get_by_role("button", name="2 documents")).to_be_visible()


def test_what_is_read_stays_where_it_is_when_rows_above_change(watched):
    many.documents(watched.context, 5_000)
    page = watched.open("#/documents")
    scroll(page, DOCUMENTS, 100_000)
    expect(page.locator(".library .row.blank")).to_have_count(0)
    number = seen(page, DOCUMENTS)[4]
    row = page.locator(f".library .row[aria-posinset='{number}']")
    before = row.bounding_box()["y"]
    # A row above grows, and the whole list is moved down.
    page.evaluate("number => { document.querySelector(`.library .row[aria-posinset='${number - 8}'] .row-main`).append(...Array.from({length: 9}, () => Object.assign(document.createElement('p'), {textContent: 'more'}))); }", number)
    page.evaluate("() => document.querySelector('.upload').append(...Array.from({length: 9}, () => Object.assign(document.createElement('p'), {textContent: 'more'})))")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert abs(row.bounding_box()["y"] - before) < 2


def test_short_lists_are_plain(watched):
    many.documents(watched.context, 40)
    page = watched.open("#/documents")
    rows = page.locator(".library .rows > .row")
    expect(rows).to_have_count(40)
    assert rows.first.get_attribute("aria-setsize") is None


@pytest.mark.parametrize("locale, words", [("de-DE", "100.000 Dokumente"), ("ar-EG", None)])
def test_long_lists_in_other_languages_and_directions(make_watched, locale, words):
    watched = make_watched(width=390, height=844, locale=locale)
    many.documents(watched.context, 100_000)
    page = watched.open("#/documents")
    if words:
        expect(page.get_by_text(words, exact=True)).to_be_visible()
    expect(page.locator(".library .rows > .row").first).to_contain_text("Letter 0")
    scroll(page, DOCUMENTS, 10**9)
    last = page.locator(".library .row[aria-posinset='100000']")
    expect(last).to_be_in_viewport()
    expect(last.locator(".row-title")).to_have_text("Letter 99999")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert small(page, DOCUMENTS[1])


IN_VIEW = """(place) => [...document.querySelectorAll(place[1])].find((row) => row.getBoundingClientRect().bottom > document.querySelector(place[0]).getBoundingClientRect().top + 20)"""


def test_ten_thousand_cues_are_all_there_and_only_those_near_are_laid_out(watched):
    many.transcript(watched.context, 10_000)
    page = watched.open("#/transcripts/manycues/transcript?cue=7000")
    # A place far away is come to, though what lies before it was never laid out.
    expect(page.locator(".cue[data-cue='7000']")).to_be_in_viewport(timeout=90_000)
    expect(page.locator(".cue[data-cue='7000']")).to_have_attribute("aria-current", "true")
    # Every word is in the page, where the browser looks for it and reads it aloud.
    assert page.locator(".cue").count() == 10_000
    assert page.evaluate("window.find('Sentence 9123 of the talk')")
    assert page.evaluate("getSelection().anchorNode.parentElement.closest('.cue').dataset.cue") == "9123"
    skipped = page.evaluate("[...document.querySelectorAll('.cues > .block')].filter((block) => !block.firstElementChild.checkVisibility({contentVisibilityAuto: true})).length")
    assert skipped > 150
    page.locator(".cues").focus()
    page.keyboard.press("Home")
    expect(page.locator(".cue[data-cue='0']")).to_be_in_viewport()
    # Paper has all of them.
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.cues > .block')).contentVisibility") == "visible"


def test_a_long_conversation_is_read_upwards_without_a_press(watched):
    asked = many.conversation(watched.context, 1_000)
    page = watched.open("#/chat/manymessages")
    messages = page.locator(".messages .message")
    last = page.locator("[data-message='1099']")
    expect(last).to_be_in_viewport()
    assert messages.count() == 200 and len(asked) == 1
    # It is none of those that are listed, and has its name all the same.
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_role("heading", name="A long talk")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(last).to_be_in_viewport()
    # What is read stays where it is while earlier messages come before it.
    for total in (400, 600):
        page.evaluate("document.querySelector('.thread').scrollTop = 600")
        expect(messages).to_have_count(total)
    page.evaluate("document.querySelector('.thread').scrollTop = document.querySelector('.thread').scrollHeight / 2")
    page.wait_for_timeout(300)
    held = page.evaluate_handle(IN_VIEW, MESSAGES)
    number, top = held.evaluate("(row) => [row.dataset.message, row.getBoundingClientRect().top]")
    before = messages.count()
    page.get_by_role("button", name="Show earlier messages").evaluate("(button) => button.click()")
    expect(messages).to_have_count(before + 200)
    now = page.locator(f"[data-message='{number}']").evaluate("(row) => row.getBoundingClientRect().top")
    assert abs(now - top) < 4
    assert page.evaluate("window.find('Question 990:')")


def test_what_is_opened_in_a_message_stays_open_when_others_come(watched):
    many.conversation(watched.context, 1_000)
    page = watched.open("#/chat/manymessages")
    last = page.locator("[data-message='1099']")
    last.locator("summary").first.click()
    page.get_by_role("button", name="Show earlier messages").evaluate("(button) => button.click()")
    expect(page.locator(".messages .message")).to_have_count(400)
    expect(last.locator("details").first).to_have_attribute("open", "")


def test_ten_thousand_conversations_are_scrolled_to_the_last(watched):
    asked = many.conversations(watched.context, 10_000)
    page = watched.open("#/chat")
    place = [".conversation-items", ".conversation-items li.conversation"]
    expect(page.locator(place[1]).first).to_contain_text("Talk 0")
    assert small(page, place[1])
    scroll(page, place, 10**9)
    last = page.locator(".conversation[aria-posinset='10000']")
    expect(last).to_contain_text("Talk 9999")
    expect(last).to_be_in_viewport()
    assert small(page, place[1])
    assert len(asked) < 20 and max(limit for _, limit in asked) <= 500


def test_the_ledger_goes_on_by_a_press_and_keeps_what_was_read(watched):
    many.ledger(watched.context, 1_000)
    page = watched.open("#/privacy")
    records = page.locator(".timeline > li[data-tone]")
    expect(records).to_have_count(60)
    page.get_by_role("button", name="Show earlier").click()
    expect(records).to_have_count(260)
    expect(page.locator(".timeline.block")).to_have_count(2)
