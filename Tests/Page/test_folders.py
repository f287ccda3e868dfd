"""Folders that the library is kept in step with: adding, what could not be read, changing, removing. Their paths are made up, so that
this is tried against the mock alone."""

import os

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.skipif(bool(os.environ.get("HEARTH_PAGE_URL")), reason="the folders are the mock's own")


def open_folders(watched):
    page = watched.open("#/documents")
    page.get_by_text("Watched folders", exact=True).click()
    return page


def add(page, path):
    page.get_by_role("button", name="Add a folder").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Folder", exact=True).fill(path)
    sheet.get_by_role("button", name="Add a folder").click()
    return sheet


def test_a_folder_is_added_and_says_what_could_not_be_read(watched):
    page = open_folders(watched)
    add(page, "/home/me/Papers")
    card = page.get_by_role("region", name="Papers")
    expect(card).to_contain_text("12 files in the library")
    card.get_by_text("2 files could not be read").click()
    expect(card).to_contain_text("scans/1.pdf")
    expect(card).to_contain_text("The PDF is damaged.")
    # What is left out by now stays until somebody has it removed.
    card.get_by_role("button", name="Remove these documents").click()
    expect(card.get_by_text("left out now")).to_have_count(0)
    card.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(card).to_have_count(0)


def test_a_folder_that_is_not_there_is_said_in_the_sheet(watched):
    page = open_folders(watched)
    sheet = add(page, "/nowhere")
    expect(sheet.get_by_role("alert")).not_to_be_empty()


def test_a_folder_can_be_put_on_hold_and_changed(watched):
    page = open_folders(watched)
    add(page, "/home/me/Letters")
    card = page.get_by_role("region", name="Letters")
    card.get_by_role("button", name="Pause").click()
    expect(card).to_contain_text("On hold")
    card.get_by_role("button", name="Resume").click()
    expect(card.get_by_text("On hold")).to_have_count(0)
    card.get_by_role("button", name="Change").click()
    sheet = page.get_by_role("dialog")
    # What few need is folded, and open where somebody has said something there.
    expect(sheet.get_by_label("Leave out", exact=True)).to_be_hidden()
    sheet.get_by_text("Leave some files out").click()
    sheet.get_by_label("Leave out", exact=True).fill("drafts/\n\n*.csv")
    sheet.get_by_role("button", name="Change").click()
    expect(sheet).to_have_count(0)
    card.get_by_role("button", name="Change").click()
    again = page.get_by_role("dialog").get_by_label("Leave out", exact=True)
    expect(again).to_be_visible()
    expect(again).to_have_value("drafts/\n*.csv")


def test_no_choice_of_a_folder_is_wider_than_a_telephone_in_a_language_of_long_words(make_watched):
    page = make_watched(width=390, height=844, locale="de-DE").open("#/documents")
    page.get_by_text("Beobachtete Ordner", exact=True).click()
    page.get_by_role("button", name="Ordner hinzufügen").click()
    choices = page.get_by_role("dialog").locator("select:visible")
    expect(choices).to_have_count(2)
    assert max(choice.bounding_box()["x"] + choice.bounding_box()["width"] for choice in choices.all()) <= 390 - 12
