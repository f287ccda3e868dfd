"""Deleting everything. The name of this file puts it last: nothing is left for the others."""

import os

import pytest
from playwright.sync_api import expect

from steps import Steps


@pytest.mark.skipif("HEARTH_PAGE_URL" in os.environ and os.environ.get("HEARTH_PAGE_MAY_DELETE") != "1", reason="HEARTH_PAGE_MAY_DELETE=1 allows it")
def test_everything_is_deleted_after_a_typed_confirmation_in_four_steps(watched, library):
    page = watched.open("#/chat")
    person = Steps(page)
    person.click(page.locator(".rail-links a[data-view=privacy]"))
    person.click(page.get_by_role("button", name="Delete everything…"))
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Confirmation").fill("delete")
    dialog.get_by_role("button", name="Delete everything").click()
    expect(dialog).to_be_visible()
    person.write(dialog.get_by_label("Confirmation"), "delete everything")
    person.click(dialog.get_by_role("button", name="Delete everything"))
    receipt = page.get_by_role("dialog", name="Everything is deleted")
    expect(receipt.locator(".receipt li").first).to_be_visible(timeout=30_000)
    assert person.taken == 4
    receipt.get_by_role("button", name="Close").last.click()
    page.get_by_role("link", name="Documents").click()
    expect(page.get_by_role("heading", name="Your library is empty")).to_be_visible()
    page.get_by_role("link", name="Chat").click()
    expect(page.get_by_text("Your conversations will be here.")).to_be_visible()
