"""Feeds, podcasts and pages that are kept. Against the mock: the real program would have to ask a host of the web."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def feeds(watched, server):
    if not server.is_mock:
        pytest.skip("the real server would ask hosts of the web")
    page = watched.open("#/documents")
    page.get_by_role("navigation", name="Documents").get_by_role("link", name="Feeds").click()
    expect(page.get_by_role("region", name="Feeds")).to_be_visible()
    return page


def follow(page, address):
    page.get_by_role("button", name="Follow a feed").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Address").fill(address)
    dialog.get_by_role("button", name="Follow", exact=True).click()


def row(page, name):
    return page.locator(".feeds li.row", has=page.get_by_text(name)).first


def test_a_feed_is_followed_and_its_items_are_listed(feeds):
    # Where nothing is followed there is nothing to look at.
    if feeds.get_by_text("You follow nothing yet").is_visible():
        expect(feeds.get_by_role("button", name="Look at all")).to_be_hidden()
    follow(feeds, "https://example.org/feed.xml")
    expect(row(feeds, "Roof Talk")).to_contain_text("2 items")
    expect(feeds.get_by_role("button", name="Look at all")).to_be_visible()
    feeds.get_by_role("link", name="Roof Talk").click()
    expect(row(feeds, "Moss on the roof")).to_contain_text("read")
    expect(row(feeds, "Slate")).to_contain_text("recording, 30:30")
    assert feeds.evaluate("window.pwned") is None


def test_another_host_is_asked_about_before_anything_is_fetched_from_it(feeds):
    follow(feeds, "https://moved.example/feed")
    dialog = feeds.get_by_role("dialog", name="Allow another host?")
    expect(dialog).to_contain_text("elsewhere.example")
    dialog.get_by_role("button", name="Allow").click()
    expect(row(feeds, "Roof Talk")).to_be_visible()


def test_a_recording_is_fetched_when_its_host_is_allowed(feeds):
    follow(feeds, "https://example.org/feed.xml")
    feeds.get_by_role("link", name="Roof Talk").click()
    row(feeds, "Slate").get_by_role("button", name="Fetch and write down").click()
    dialog = feeds.get_by_role("dialog", name="Allow another host?")
    expect(dialog).to_contain_text("cdn.example.net")
    dialog.get_by_role("button", name="Allow").click()
    expect(row(feeds, "Slate").get_by_role("link", name="written down here")).to_be_visible()


def test_what_was_read_goes_only_where_that_is_said(feeds):
    follow(feeds, "https://example.org/feed.xml")
    feeds.get_by_role("button", name="Actions for Roof Talk").click()
    feeds.get_by_role("menuitem", name="Stop following").click()
    dialog = feeds.get_by_role("dialog")
    dialog.get_by_label("Documents").select_option(label="Remove what was read from it as well")
    dialog.get_by_role("button", name="Stop following").click()
    expect(feeds.get_by_role("dialog", name="Deletion receipt")).to_be_visible()
    feeds.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    expect(feeds.get_by_text("You follow nothing yet")).to_be_visible()


def test_a_list_is_imported_and_its_hosts_are_not_allowed_by_themselves(feeds):
    feeds.get_by_role("button", name="More actions for feeds").click()
    feeds.get_by_role("menuitem", name="Import a list of feeds").click()
    dialog = feeds.get_by_role("dialog")
    dialog.get_by_label("File").set_input_files({"name": "feeds.opml", "mimeType": "text/xml", "buffer": b"<opml/>"})
    dialog.get_by_role("button", name="Import").click()
    done = feeds.get_by_role("dialog", name="Imported")
    expect(done).to_contain_text("1 feed was added.")
    expect(done).to_contain_text("no host yet")
    done.get_by_role("button", name="Close").last.click()
    expect(row(feeds, "Far away")).to_contain_text("Not allowed yet: far.example")


def test_a_page_is_kept(feeds):
    feeds.get_by_role("button", name="Keep a page").click()
    dialog = feeds.get_by_role("dialog")
    dialog.get_by_label("Address").fill("https://example.org/article")
    dialog.get_by_role("button", name="Keep", exact=True).click()
    expect(feeds.get_by_text("Kept: A kept page")).to_be_visible()


def test_an_address_that_fails_stays_in_its_dialog_with_the_reason(feeds):
    failed = {"id": "job-9", "kind": "feeds", "title": "far.example", "state": "failed", "canPause": False, "progress": {}, "createdAt": "2026-01-01T00:00:00Z", "error": {"code": "no-feed", "kind": "wrong-address", "message": "There is no feed at this address."}}
    feeds.route("**/api/feeds", lambda route: route.fulfill(status=202, json=failed) if route.request.method == "POST" else route.fallback())
    follow(feeds, "https://far.example/nothing")
    dialog = feeds.get_by_role("dialog", name="Follow a feed")
    expect(dialog.get_by_role("alert")).to_contain_text("There is no feed at this address.")
    expect(dialog.get_by_label("Address")).to_have_value("https://far.example/nothing")
    feeds.unroute("**/api/feeds")
    dialog.get_by_label("Address").fill("https://example.org/feed.xml")
    dialog.get_by_role("button", name="Follow", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(row(feeds, "Roof Talk")).to_be_visible()


def test_a_dialog_goes_with_the_view_that_it_belongs_to(feeds):
    feeds.get_by_role("button", name="Follow a feed").click()
    expect(feeds.get_by_role("dialog")).to_be_visible()
    feeds.go_back()
    expect(feeds.get_by_role("dialog")).to_have_count(0)
