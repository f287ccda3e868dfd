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


def test_a_folder_is_chosen_from_those_that_are_there(watched):
    page = open_folders(watched)
    page.get_by_role("button", name="Add a folder").click()
    sheet = page.get_by_role("dialog")
    path = sheet.get_by_label("Folder", exact=True)
    choices = sheet.get_by_role("list", name="Folders on this computer").get_by_role("button")
    # As people count, and nothing is chosen before somebody has.
    expect(choices).to_have_text(["One up", "Documents", "letters", "Papers 9", "Papers 10"])
    expect(path).to_have_value("")
    choices.filter(has_text="Documents").focus()
    page.keyboard.press("Enter")
    expect(path).to_have_value("/home/me/Documents")
    expect(choices).to_have_text(["One up", "Contracts"])
    # The keyboard goes on from there.
    expect(choices.first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(path).to_have_value("/home/me/Documents/Contracts")
    expect(sheet).to_contain_text("No other folder is in it.")
    choices.filter(has_text="One up").click()
    expect(path).to_have_value("/home/me/Documents")
    # What is written is gone to, and stays as it was written.
    path.fill("~/Documents/Contracts")
    path.press("Tab")
    expect(choices).to_have_count(1)
    expect(path).to_have_value("~/Documents/Contracts")
    sheet.get_by_role("button", name="Add a folder").click()
    card = page.get_by_role("region", name="Contracts")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(card).to_have_count(0)


def test_who_is_elsewhere_writes_the_path_and_sees_no_list(watched):
    failure = {"error": {"code": "owner-only", "kind": "not-allowed", "message": "Folders are listed only in a browser on the machine that Hearth runs on."}}
    watched.context.route("**/api/machine/folders*", lambda route: route.fulfill(status=403, json=failure))
    page = open_folders(watched)
    with page.expect_response("**/api/machine/folders*"):
        page.get_by_role("button", name="Add a folder").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_label("Folder", exact=True)).to_be_visible()
    expect(sheet.locator(".folder-picker")).to_be_hidden()
    expect(sheet.locator(".form-error")).to_be_empty()
