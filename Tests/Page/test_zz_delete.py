"""Moving everything away and deleting everything. The name of this file puts it last: nothing is left for the others."""

import os

import pytest
from playwright.sync_api import expect

from steps import Steps


may_delete = pytest.mark.skipif("HEARTH_PAGE_URL" in os.environ and os.environ.get("HEARTH_PAGE_MAY_DELETE") != "1", reason="HEARTH_PAGE_MAY_DELETE=1 allows it")
PASSPHRASE = "seven quiet hornbeams"


def open_moving(person):
    person.click(person.page.locator(".rail-links a[data-view=settings]"))
    person.click(person.page.get_by_role("link", name="Move to another machine"))


@may_delete
def test_a_library_moves_to_a_new_machine_by_the_page_in_ten_steps(watched, server, library, tmp_path):
    """One server is both machines: between them everything is deleted."""
    person = Steps(watched.open("#/chat"))
    open_moving(person)
    away = person.page.get_by_label("From this machine")
    person.write(away.get_by_label("Passphrase"), PASSPHRASE)
    with person.page.expect_download() as saved:
        person.click(away.get_by_role("button", name="Pack and save"))
    file = tmp_path / saved.value.suggested_filename
    assert file.suffix == ".hearth"
    saved.value.save_as(file)
    before = watched.api.get(f"{server.url}/api/storage").json()
    assert watched.api.post(f"{server.url}/api/data/delete", data={"confirm": "delete everything"}).ok

    person.page = watched.open("#/chat")
    open_moving(person)
    here = person.page.get_by_label("Onto this machine")
    person.choose(here.get_by_label("File of the other machine"), file)
    # What is wrong is told, and nothing is changed by it.
    here.get_by_label("Passphrase").fill("seven loud hornbeams")
    here.get_by_role("button", name="Unpack").click()
    expect(here.get_by_role("alert")).to_contain_text("The passphrase does not open this file.")
    person.write(here.get_by_label("Passphrase"), PASSPHRASE)
    person.click(here.get_by_role("button", name="Unpack"))
    came = person.page.get_by_label("What came along")
    expect(came).to_contain_text("All of it is here.")
    expect(came.get_by_text("✓ equal")).to_have_count(3)
    assert person.taken == 10
    after = watched.api.get(f"{server.url}/api/storage").json()
    for name in ("documents", "conversations", "journalEntries"):
        assert after[name] == before[name]
    assert watched.api.get(f"{server.url}/api/documents/{library['lease']}").ok
    # And over what is there, nothing is unpacked.
    person.page.reload()
    expect(person.page.get_by_label("Onto this machine")).to_contain_text("This library holds something already.")


@may_delete
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
