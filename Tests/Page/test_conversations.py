"""Conversations as things that are put in order, go on elsewhere, are compared and given away."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

import samples
from test_chat import answered, ask, scoped
from test_languages import UNSURE, answered_with, catalogue


@pytest.fixture
def page(watched, library):
    return watched.open("#/chat")


def begun(page, server, library, question=samples.QUESTION):
    scoped(page, server, library)
    ask(page, question, engine="basic")
    answered(page)
    return page.locator(".conversation:has([aria-current])")


def menu(page, row, name):
    row.get_by_role("button").click()
    page.get_by_role("menuitem", name=name).click()


def test_a_conversation_is_pinned_and_put_in_a_folder(page, server, library):
    row = begun(page, server, library)
    # The dialog has a field of that name, too.
    folder = page.get_by_role("navigation", name="Conversations").get_by_label("Folder", exact=True)
    menu(page, row, "Pin to the top")
    expect(row.get_by_text("Pinned")).to_be_attached()
    # By the keyboard alone.
    row.get_by_role("button").focus()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Move to a folder").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Flat <img src=x>")
    page.keyboard.press("Enter")
    expect(row).to_contain_text("Flat <img src=x>")
    expect(page.get_by_text("Moved to “Flat <img src=x>”.")).to_be_visible()
    folder.select_option("Flat <img src=x>")
    expect(page.locator(".conversation")).to_have_count(1)
    # Taken out again, it is no folder any more, and all are shown.
    menu(page, row, "Move to a folder")
    page.get_by_role("combobox", name=re.compile("^Folder")).last.fill("")
    page.keyboard.press("Enter")
    expect(folder).to_be_hidden()
    expect(row).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(row).to_contain_text("Flat <img src=x>")
    menu(page, row, "Take the pin off")
    expect(row.get_by_text("Pinned")).to_have_count(0)


def test_a_conversation_goes_on_from_a_message_in_another(page, server, library):
    begun(page, server, library)
    first = page.url.split("/chat/")[1].split("?")[0]
    ask(page, "Which repairs are paid by the tenant?", engine="basic")
    expect(page.locator(".message.assistant:not(.live)")).to_have_count(2)
    page.get_by_role("button", name="Go on from here in a new conversation").first.click()
    expect(page).not_to_have_url(re.compile(first))
    expect(page.locator(".message.assistant")).to_have_count(1)
    expect(page.locator(".message.user")).to_have_count(1)
    page.goto(f"{server.url}/#/chat/{first}")
    expect(page.locator(".message.assistant")).to_have_count(2)


def test_two_answers_are_compared_and_one_is_chosen(page, server, library):
    begun(page, server, library)
    first = page.url.split("/chat/")[1].split("?")[0]
    conversations = page.locator(".conversation")
    before = conversations.count()

    def compare():
        page.get_by_role("button", name="Compare").click()
        page.get_by_role("dialog").locator(".another button").first.click()
        dialog = page.get_by_role("dialog", name="Two answers")
        expect(dialog.get_by_role("region", name="First answer")).to_contain_text("2300 euros")
        expect(dialog.get_by_role("region", name="Second answer").locator(".message.assistant:not(.live)")).to_be_visible()
        return dialog

    if not server.is_mock:
        pytest.skip("a real server may have one engine alone")
    # The second goes where the first is kept.
    dialog = compare()
    dialog.get_by_role("region", name="First answer").get_by_role("button", name="Go on with this answer").click()
    expect(conversations).to_have_count(before)
    expect(page).to_have_url(re.compile(first))
    # The second is a conversation of its own, and the first stays.
    dialog = compare()
    dialog.get_by_role("region", name="Second answer").get_by_role("button", name="Go on with this answer").click()
    expect(page).not_to_have_url(re.compile(first))
    expect(page.locator(".message.assistant")).to_have_count(1)
    expect(conversations).to_have_count(before + 1)


def test_a_conversation_is_given_away_as_one_file(page, watched, server, library, tmp_path):
    row = begun(page, server, library)
    with page.expect_download() as download:
        menu(page, row, "Share as one file")
    file = tmp_path / "shared.html"
    download.value.save_as(file)
    assert download.value.suggested_filename.endswith(".html")
    text = file.read_text(encoding="utf-8")
    assert samples.QUESTION in text and "2300 euros" in text
    expect(page.get_by_text(re.compile("^Saved\\."))).to_be_visible()
    # It needs nothing of anybody: no script, no address, no file beside it.
    assert "<script" not in text and "src=" not in text and "href=" not in text
    other = watched.context.browser.new_context(offline=True)
    try:
        shown = other.new_page()
        shown.goto(file.as_uri())
        expect(shown.locator("article.user")).to_have_text(samples.QUESTION)
        expect(shown.locator("blockquote").first).to_be_visible()
    finally:
        other.close()


def test_the_file_tells_what_is_said_of_an_answer(make_watched, tmp_path):
    page = answered_with(make_watched(locale="de-DE"), notes=[UNSURE, "Only a part was read."])
    row = page.locator(".conversation:has([aria-current])")
    with page.expect_download() as download:
        menu(page, row, catalogue("de")["Share as one file"])
    file = tmp_path / "shared.html"
    download.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    assert catalogue("de")[UNSURE] in text and "Only a part was read." in text
    assert text.index(catalogue("de")[UNSURE]) < text.index("<blockquote")


def test_the_file_of_the_command_looks_like_that_of_the_page():
    """It is made in Swift, since the page's is in the language of whoever reads it; the style is the same, line by line."""
    root = pathlib.Path(__file__).resolve().parents[2] / "Sources"
    page = re.search(r"<style>\n(.*?)\n</style>", (root / "CPage" / "page" / "shared.html").read_text(), re.S)[1]
    command = re.search(r'style = """\n(.*?)\n\s*"""', (root / "HearthEngine" / "Services" / "ConversationPage.swift").read_text(), re.S)[1]
    assert [line.strip() for line in command.splitlines()] == page.splitlines()
