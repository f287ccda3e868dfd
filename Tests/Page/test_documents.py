"""Documents: upload, search, labels, reading, removal."""

import re

from playwright.sync_api import expect

import samples


def choose(page, name, kind, body):
    page.locator('[data-upload="files"]').set_input_files({"name": name, "mimeType": kind, "buffer": body})


def test_a_pdf_is_uploaded_with_progress_and_can_be_read(watched, library):
    page = watched.open("#/documents")
    choose(page, "orchard.pdf", "application/pdf", samples.pdf([["The orchard by the lake"], ["Its 17 walnut trees were planted in 1931."]]))
    row = page.locator(".upload-row", has_text="orchard.pdf")
    expect(row.locator(".chip.good")).to_have_text(re.compile("added|unchanged"), timeout=30_000)
    expect(row).to_contain_text("2 pages")
    link = page.locator(".row-title", has_text=re.compile("orchard", re.I)).first
    link.click()
    expect(page.locator(".document-body")).to_contain_text("17 walnut trees")
    expect(page.get_by_text("Page 2", exact=True)).to_be_visible()


def test_a_file_that_cannot_be_read_says_why(watched):
    page = watched.open("#/documents")
    choose(page, "holiday.xyz", "application/octet-stream", b"\x00\x01\x02\x03" * 64)
    row = page.locator(".upload-row", has_text="holiday.xyz")
    expect(row.locator(".chip")).to_have_text(re.compile("skipped|failed"), timeout=30_000)
    assert row.locator(".upload-reason").inner_text().strip()


def test_files_can_be_dropped(watched):
    page = watched.open("#/documents")
    page.evaluate("""() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(["The kite is blue and flies over the dunes."], "kite.txt", { type: "text/plain" }));
        const target = document.querySelector(".view-documents");
        for (const name of ["dragenter", "dragover", "drop"]) target.dispatchEvent(new DragEvent(name, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }""")
    expect(page.locator(".upload-row", has_text="kite.txt").locator(".chip.good")).to_be_visible(timeout=30_000)


def test_search_marks_its_hits_and_opens_the_place(watched, library):
    page = watched.open("#/documents")
    page.keyboard.press("/")
    page.keyboard.type("deposit tenant keys")
    hit = page.locator(".hit", has_text="2300 euros").first
    expect(hit.locator("mark").first).to_be_visible()
    hit.click()
    expect(page.locator(".reader mark").first).to_be_in_viewport()
    assert "find=deposit" in page.url
    page.reload()
    expect(page.locator(".reader mark").first).to_be_in_viewport()


def test_a_label_is_changed_and_stays(watched, library):
    page = watched.open(f"#/documents/{library['notes']}")
    label = page.locator(".document-head").get_by_label("Privacy")
    label.select_option("private")
    expect(page.get_by_text("Labelled private.")).to_be_visible()
    page.reload()
    expect(label).to_have_value("private")
    label.select_option("public")
    expect(page.get_by_text("Labelled public.")).to_be_visible()


def test_a_removed_document_leaves_a_receipt(watched, library):
    page = watched.open("#/documents")
    choose(page, "secret-recipe.txt", "text/plain", b"The secret of the soup is a spoon of marmalade.")
    expect(page.locator(".upload-row", has_text="secret-recipe.txt").locator(".chip.good")).to_be_visible(timeout=30_000)
    row = page.locator(".rows .row", has_text="secret-recipe").first
    row.get_by_role("button", name=re.compile("Actions")).click()
    page.get_by_role("menuitem", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    receipt = page.get_by_role("dialog", name="Deletion receipt")
    expect(receipt).to_contain_text("✓ Proven", timeout=30_000)
    expect(receipt).to_contain_text("none is left")
    receipt.get_by_role("button", name="Close").last.click()
    expect(page.locator(".rows .row", has_text="secret-recipe")).to_have_count(0)


def test_chosen_documents_are_taken_to_the_chat(watched, library):
    page = watched.open("#/documents?q=lease")
    page.locator(".row", has_text=re.compile("lease", re.I)).first.get_by_role("checkbox").check()
    page.get_by_role("link", name="Ask about these").click()
    expect(page.get_by_role("button", name="1 document")).to_be_visible()


def test_a_long_document_is_read_in_windows(watched, library):
    page = watched.open("#/documents")
    body = "\n\n".join(f"Paragraph {number}: the river rises by {number} centimetres at the old mill." for number in range(1, 2500))
    choose(page, "river-log.txt", "text/plain", body.encode())
    expect(page.locator(".upload-row", has_text="river-log.txt").locator(".chip.good")).to_be_visible(timeout=60_000)
    page.locator(".row-title", has_text="river-log").first.click()
    expect(page.locator(".document-body")).to_contain_text("Paragraph 1:")
    length = len(page.locator(".document-body").inner_text())
    page.get_by_role("button", name="Show later text").click()
    page.wait_for_function("length => document.querySelector('.document-body').innerText.length > length + 20000", arg=length)
