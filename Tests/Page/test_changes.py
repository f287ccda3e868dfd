"""The same thing changed in two places: nothing is overwritten in silence. Two tabs of one browser tell each other; two
browsers do not, so the second one here is the interface itself."""

import pytest
from playwright.sync_api import expect


def has_etags(watched, server):
    setting = watched.api.get(server.url + "/api/settings").json()["settings"][0]
    if "etag" not in setting:
        pytest.skip("this program knows nothing of If-Match")


def test_an_entry_that_was_changed_elsewhere_shows_both_versions(watched, server):
    has_etags(watched, server)
    made = watched.api.post(server.url + "/api/journal/entries", data={"text": "First thought.", "title": "Two places", "date": "2017-03-04"}).json()
    address = f"{server.url}/api/journal/entries/{made['id']}"
    page = watched.open(f"#/journal/entry/{made['id']}")
    page.get_by_role("button", name="Edit").click()
    page.locator("textarea:visible").fill("My thought.")
    assert watched.api.put(address, data={"text": "Their thought."}).ok
    # A reload takes up the draft, and the version that it was begun from.
    page.reload()
    page.get_by_role("button", name="Edit").click()
    expect(page.locator("textarea:visible")).to_have_value("My thought.")
    page.get_by_role("button", name="Save", exact=True).click()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("changed elsewhere meanwhile")
    expect(notice).to_contain_text("Their thought.")
    assert watched.api.get(address).json()["text"] == "Their thought."
    notice.get_by_role("button", name="Save mine over it").click()
    expect(page.locator(".entry-text")).to_have_text("My thought.")
    watched.api.delete(address)


def test_a_conversation_that_was_renamed_elsewhere_is_not_renamed_unasked(watched, server):
    has_etags(watched, server)
    made = watched.api.post(server.url + "/api/conversations", data={"title": "Before"}).json()["conversationID"]
    watched.api.post(f"{server.url}/api/conversations/{made}/messages", data={"text": "zeppelins", "engine": "basic"})
    page = watched.open(f"#/chat/{made}")
    row = page.locator(".conversation:has([aria-current])")
    expect(row).to_contain_text("Before")
    row.get_by_role("button").click()
    page.get_by_role("menuitem", name="Rename").click()
    watched.api.patch(f"{server.url}/api/conversations/{made}", data={"title": "Theirs"})
    page.get_by_label("Title").fill("Mine")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Renamed meanwhile")
    expect(dialog).to_contain_text("Theirs")
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.locator(".conversation", has_text="Theirs")).to_be_visible()
    watched.api.delete(f"{server.url}/api/conversations/{made}")


def test_a_setting_that_was_changed_elsewhere_is_shown_again(watched, server):
    has_etags(watched, server)
    page = watched.open("#/settings/all")
    field = page.get_by_label("Longest wait for a whole answer", exact=True)
    expect(field).to_be_visible()
    assert watched.api.put(f"{server.url}/api/settings/total-timeout", data={"value": "300"}).ok
    field.fill("200")
    field.press("Enter")
    expect(page.get_by_text("It was changed elsewhere meanwhile.")).to_be_visible()
    expect(field).to_have_value("300")
    watched.api.delete(f"{server.url}/api/settings/total-timeout")
