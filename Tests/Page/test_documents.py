"""Documents: upload, search, labels, reading, removal."""

import io
import re
import urllib.parse
import zipfile

import pytest
from playwright.sync_api import expect

import many
import samples
from samples import finished


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


def test_a_file_without_text_is_kept_and_says_so(watched):
    page = watched.open("#/documents")
    choose(page, "blank-sheet.txt", "text/plain", b" \n\n")
    row = page.locator(".upload-row", has_text="blank-sheet.txt")
    expect(row).to_contain_text("nothing to find or quote", timeout=30_000)
    expect(row.locator(".chip.warn")).to_have_text(re.compile("added|unchanged"))
    listed = page.locator("li.row", has_text="blank-sheet")
    expect(listed.locator(".chip.warn")).to_have_text("no text")
    listed.locator(".row-title").click()
    expect(page.locator(".without-text")).to_contain_text("no text")


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


def make_private(page, row):
    row.get_by_role("button", name=re.compile("^Actions for")).click()
    page.get_by_role("menuitem", name="Change privacy").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Privacy").select_option("private")
    dialog.get_by_role("button", name="Change", exact=True).click()


def test_only_another_label_than_the_usual_is_told_and_who_may_see_it(make_watched, server):
    watched = make_watched(width=390, height=844)
    for name in ("plain-letter.txt", "secret-letter.txt"):
        answer = watched.api.post(server.url + "/api/documents", multipart={"file": {"name": name, "mimeType": "text/plain", "buffer": f"A letter, {name}.".encode()}})
        finished(watched.api, server, answer.json())
    page = watched.open("#/documents")
    plain, secret = (page.locator(".library .rows .row", has_text=name).first for name in ("plain-letter", "secret-letter"))
    make_private(page, secret)
    mark = secret.get_by_role("button", name=re.compile("^Privacy of .*: Private"))
    expect(mark).to_be_visible()
    expect(plain.get_by_text("Personal")).to_have_count(0)
    mark.hover()
    expect(mark).to_have_attribute("title", re.compile("seen by"))
    # A finger has no pointer: it is said where it can be changed.
    mark.click()
    dialog = page.get_by_role("dialog", name=re.compile("How private is secret"))
    expect(dialog).to_contain_text("seen by")
    dialog.get_by_label("Privacy").select_option("personal")
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(mark).to_have_count(0)


def test_choices_of_a_label_are_preset_to_what_is_there(watched, library):
    page = watched.open("#/documents")
    # Of what is sent nothing is said, unless somebody says it: a file that is there keeps its label.
    expect(page.locator("section.upload").get_by_label("Privacy")).to_have_value("")
    sent = page.locator(".upload-row", has_text="pill-plan.txt")
    choose(page, "pill-plan.txt", "text/plain", b"The white pill is taken in the morning.")
    expect(sent.last.locator(".chip.good")).to_be_visible(timeout=30_000)
    row = page.locator(".rows .row", has_text="pill-plan").first
    label = row.get_by_label(re.compile("^Privacy of "))
    # What nobody said anything else of is personal, and it is not told of each.
    expect(label).to_have_count(0)
    make_private(page, row)
    expect(page.get_by_text("Labelled private.")).to_be_visible()
    page.reload()
    expect(label).to_have_text("Private")
    page.get_by_text("Options").click()
    page.get_by_label("Replace files of the same name").check()
    choose(page, "pill-plan.txt", "text/plain", b"The white pill is taken in the evening.")
    expect(sent.last.locator(".chip.good")).to_have_text("updated", timeout=30_000)
    page.reload()
    expect(label).to_have_text("Private")
    row.locator(".row-title").click()
    expect(page.locator(".document-body")).to_contain_text("in the evening")
    expect(page.locator(".document-head").get_by_label("Privacy")).to_have_value("private")


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


def test_a_receipt_that_proves_nothing_says_why_and_leads_to_what_still_quotes(watched, library, server):
    receipt = {"documentIDs": ["d1"], "rows": 3, "indexEntries": 4, "vectors": 1, "pagesScanned": 20, "samplesSearched": 2, "remnants": 1,
               "conversations": ["c-1"], "proven": False, "reason": "quoted", "message": "1 piece of the text is left."}
    page = watched.open("#/documents")
    row = page.locator(".rows .row", has_text="test-notes").first
    watched.context.route("**/api/documents/*", lambda route: route.fulfill(json=receipt) if route.request.method == "DELETE" else route.continue_())
    row.get_by_role("button", name=re.compile("Actions")).click()
    page.get_by_role("menuitem", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    shown = page.get_by_role("dialog", name="Deletion receipt")
    expect(shown).to_contain_text("Not proven")
    expect(shown).to_contain_text("1 conversation still quotes the text. The quotes go when it is removed.")
    expect(shown.get_by_role("link", name="Conversation 1")).to_have_attribute("href", "#/chat/c-1")


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


def docx(rows):
    """A Word document with a paragraph and a table."""
    cell = lambda text: f"<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>"
    table = "".join("<w:tr>" + "".join(map(cell, row)) + "</w:tr>" for row in rows)
    body = f"<w:p><w:r><w:t>What the garden club bought.</w:t></w:r></w:p><w:tbl>{table}</w:tbl>"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("[Content_Types].xml", '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>')
        file.writestr("_rels/.rels", '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>')
        file.writestr("word/document.xml", f'<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>')
    return made.getvalue()


def test_a_table_of_a_word_document_is_a_table(watched, server):
    if server.is_mock:
        pytest.skip("the mock reads no Word documents")
    page = watched.open("#/documents")
    choose(page, "club-costs.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", docx([["Thing", "Number", "Price"], ["Tulip bulbs", "40", "18 euros"], ["Compost", "12", "54 euros"]]))
    row = page.locator(".upload-row", has_text="club-costs.docx")
    expect(row.locator(".chip.good")).to_be_visible(timeout=30_000)
    row.get_by_role("link").click()
    table = page.locator(".doc-table")
    expect(table.locator("th")).to_have_text(["Thing", "Number", "Price"])
    expect(table.locator("tbody tr")).to_have_count(2)
    expect(table.locator("td").nth(3)).to_have_text("Compost")
    # A place in a cell is marked there.
    text = watched.api.get(f"{server.url}/api/documents/{page.url.rsplit('/', 1)[1]}/text").json()["text"]
    at = len(text[:text.index("54 euros")].encode())
    page.goto(f"{page.url}?start={at}&end={at + 8}")
    expect(table.locator("td mark")).to_have_text("54 euros")


def test_tables_are_read_cell_by_cell(watched):
    page = watched.open("#/documents")
    read = lambda text: page.evaluate("""text => import('/js/lib/table-rows.js').then(({tableRows}) => { const found = tableRows(text, 0, text.length); return found && [found.hasHead, found.rows.map(row => row.map(({from, to}) => text.slice(from, to)))]; })""", text)
    assert read("Name\tSum\nRent\t1150\nHeat") == [True, [["Name", "Sum"], ["Rent", "1150"], ["Heat", ""]]]
    assert read("12\t13\n14\t15") == [False, [["12", "13"], ["14", "15"]]]
    assert read("| A | B |\n|---|:-:|\n| 1 | x \\| y |\n") == [True, [["A", "B"], ["1", "x \\| y"]]]
    assert read("no table at all") is None


def test_items_without_marks_of_their_own_are_shown_with_one(watched):
    page = watched.open("#/documents")
    unmarked = page.evaluate("""() => import('/js/ui/document-text.js').then(({DocumentText}) => {
        const items = ['Milk', '- Eggs', '1. Flour', '• Yeast', 'a) Salt', 'A pound of butter', 'I. Rest', '7 apples'];
        const text = items.join('\\n');
        const reader = new DocumentText();
        reader.place = {};
        let at = 0;
        const blocks = items.map(item => {
            const size = new TextEncoder().encode(item).length;
            const block = {kind: 'listItem', start: at, end: at + size};
            at += size + 1;
            return block;
        });
        reader.window = {text, start: 0, end: at - 1, total: at - 1, pages: [], blocks};
        reader.draw();
        return [...reader.element.querySelectorAll('.doc-unmarked')].map(item => item.textContent);
    })""")
    # Their text stays as it is, for whoever copies it.
    assert unmarked == ["Milk", "A pound of butter", "7 apples"]


def test_a_quote_is_marked_on_the_picture_of_its_page(watched):
    page = watched.open("#/documents")
    places = page.evaluate("""() => import('/js/ui/page-picture.js').then(({PagePicture}) => {
        const picture = new PagePicture();
        picture.place = {verified: true};
        const sheet = picture.sheet('data:,', 3, [{left: 1000, top: 2000, width: 3000, height: 500}]);
        const {left, top, width, height} = sheet.querySelector('.page-box').style;
        return [left, top, width, height, sheet.querySelector('img').alt];
    })""")
    assert places == ["10%", "20%", "30%", "5%", "Page 3"]
    # Nothing is offered where there is no page to show: of a text, and of a file that was uploaded.
    offered = page.evaluate("""() => import('/js/ui/page-picture.js').then(({PagePicture}) => {
        const pages = [{number: 1, start: 0}];
        return [{format: 'text', path: '/a', pages}, {format: 'pdf', path: 'uploads/a.pdf', pages}, {format: 'pdf', path: '/a.pdf', pages}].map(found => {
            const picture = new PagePicture();
            picture.show({documentID: 'x'}, found, new AbortController().signal);
            return !picture.element.hidden;
        });
    })""")
    assert offered == [False, False, True]


def test_a_long_list_of_uploads_leaves_the_library_in_sight(watched, library):
    page = watched.open("#/documents")
    page.locator('[data-upload="files"]').set_input_files([{"name": f"short-{number}.txt", "mimeType": "text/plain", "buffer": f"Short note number {number}.".encode()} for number in range(14)])
    expect(page.locator(".uploads-head")).to_contain_text("14 of 14 files", timeout=60_000)
    assert page.locator(".uploads").bounding_box()["height"] <= 200
    expect(page.locator(".library .row").first).to_be_in_viewport()


def test_another_file_of_the_same_name_is_kept_beside_the_first(watched, server):
    page = watched.open("#/documents")
    name = f"twin-{server.url.rsplit(':', 1)[1]}.txt"
    for text in (b"The kiln is fired on Tuesdays.", b"The lease ends in March."):
        choose(page, name, "text/plain", text)
        expect(page.locator(".upload-row", has_text=name).locator(".chip.good").last).to_be_visible(timeout=30_000)
    expect(page.locator(".upload-row", has_text=f"there is another file called {name}")).to_be_visible(timeout=30_000)


def test_what_a_label_means_has_the_width_of_its_box(watched):
    page = watched.open("#/documents")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_text("Options").click()
    page.locator(".drop select").focus()
    words = page.locator(".drop-options > .help")
    expect(words).not_to_be_empty()
    assert words.bounding_box()["width"] > page.locator(".drop").bounding_box()["width"] * 0.8


def test_lines_that_were_broken_at_a_width_are_read_as_a_paragraph(watched, server):
    paragraph = "The main stopcock is under the kitchen sink, behind the left-hand panel, and it\nneeds eight half-turns and some patience before the water in the whole of the\nhouse is off.\n"
    poem = "The fog comes on little cat feet and nobody hears it come,\nit sits looking\nover harbour and city on silent haunches and then moves on.\n"
    answer = watched.api.post(server.url + "/api/documents", multipart={"file": {"name": "broken-lines.md", "mimeType": "text/markdown", "buffer": f"{paragraph}\n{poem}".encode()}})
    assert answer.ok, answer.text()[:300]
    page = watched.open("#/documents")
    # Beside it stands what is being read, which names it as well.
    page.locator("main").get_by_role("link", name=re.compile("broken-lines")).first.click()
    lines = page.locator(".document-body p")
    expect(lines).to_have_count(2)
    assert lines.first.inner_text() == paragraph.strip().replace("\n", " ")
    assert lines.last.inner_text() == poem.strip()
    wrapped = page.evaluate("""async (texts) => { const {isWrapped} = await import('/js/lib/wrapped-lines.js'); return texts.map(isWrapped); }""", [
        paragraph, poem, "One sentence that is long enough to be broken at a width.\nAnother one.", "旅館「水月庵」は東山三条の近くにある。\n母は卵アレルギー。" * 3, "", "short\nlines",
        "A line that is ended by two blanks and so is meant as it stands here  \nand goes on"])
    assert wrapped == [True, False, False, False, False, False, False]


def relabelling(page):
    page.get_by_role("button", name="Change privacy").click()
    return page.get_by_role("dialog", name="Change how private they are")


def test_several_documents_are_labelled_at_once_and_it_is_said_what_changes(watched, library):
    page = watched.open("#/documents")
    for name in ("bulb-list.txt", "seed-list.txt"):
        choose(page, name, "text/plain", f"What is on the {name} of the garden club.".encode())
        expect(page.locator(".upload-row", has_text=name).locator(".chip.good")).to_be_visible(timeout=30_000)
    rows = [page.locator(".rows .row", has_text=name).first for name in ("bulb-list", "seed-list")]
    make_private(page, rows[0])
    expect(page.locator(".toast")).to_contain_text("Labelled private. What is private leaves this machine no more")
    for row in rows:
        row.get_by_role("checkbox").check()
    dialog = relabelling(page)
    dialog.get_by_label("Privacy").select_option("private")
    # One has it already.
    expect(dialog.get_by_role("status").first).to_contain_text("1 document changes to private. What is private leaves this machine no more, and is shared with nobody.")
    dialog.get_by_label("Privacy").select_option("public")
    expect(dialog.get_by_role("status").first).to_contain_text("2 documents change to public. What is public may be seen by every engine, on other hosts too.")
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("2 documents labelled public.")
    for row in rows:
        expect(row.get_by_label(re.compile("^Privacy"))).to_have_text("Public")
    # Each gets back what it had.
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(rows[0].get_by_label(re.compile("^Privacy"))).to_have_text("Private")
    expect(rows[1].get_by_label(re.compile("^Privacy"))).to_have_count(0)
    page.get_by_role("button", name="Clear", exact=True).click()


def test_of_documents_that_are_labelled_at_once_one_that_is_refused_is_told_by_its_name(watched, library):
    page = watched.open("#/documents")
    for name in ("kept-here.txt", "kept-there.txt"):
        choose(page, name, "text/plain", f"What is {name}.".encode())
        expect(page.locator(".upload-row", has_text=name).locator(".chip.good")).to_be_visible(timeout=30_000)
    there = page.locator(".rows .row", has_text="kept-there").first
    refused = re.search(r"documents/([^/?]+)", there.locator(".row-title").get_attribute("href"))[1]
    failure = {"error": {"code": "private-elsewhere", "kind": "refused-by-policy", "message": "This document is private, and the library is on another machine."}}
    page.route(f"**/api/documents/{refused}", lambda route: route.fulfill(status=422, json=failure) if route.request.method == "PATCH" else route.continue_())
    for name in ("kept-here", "kept-there"):
        page.locator(".rows .row", has_text=name).first.get_by_role("checkbox").check()
    dialog = relabelling(page)
    dialog.get_by_label("Privacy").select_option("private")
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Not labelled: kept-there")
    expect(page.locator(".toast")).to_contain_text("on another machine")
    expect(page.locator(".rows .row", has_text="kept-here").first.get_by_label(re.compile("^Privacy"))).to_have_text("Private")
    expect(there.get_by_label(re.compile("^Privacy"))).to_have_count(0)


def test_what_lies_folded_below_an_open_fold_is_as_wide_as_it(make_watched):
    page = make_watched(width=1920).open("#/documents")
    page.locator(".folds summary").first.click()
    opened, folded = page.locator(".folds > [open]"), page.locator(".folds > details:not([open])")
    expect(opened).to_have_count(1)
    assert abs(opened.bounding_box()["width"] - folded.first.bounding_box()["width"]) < 1


def test_a_mail_is_called_a_mail(watched):
    page = watched.open("#/documents")
    assert page.evaluate("import('/js/lib/formats.js').then(({formatName}) => [['text', 'post/landlord.EML'], ['text', 'notes.txt'], ['pdf', 'a.eml'], ['text']].map((one) => formatName(...one)))") == ["E-mail", "Text", "PDF", "Text"]


def test_a_recording_among_documents_leads_to_where_it_is_written_down(watched):
    page = watched.open("#/documents")
    page.evaluate("""import('/js/views/documents/upload-row.js').then(({UploadRow}) => {
        const error = {code: 'unsupported-format', kind: 'unreadable', message: 'The file is of another kind.'};
        for (const name of ['rec1.wav', 'plan.dwg']) document.querySelector('main .page-width').append(new UploadRow({}, {name, phase: 'skipped', result: {error}}).element);
    })""")
    row = page.locator(".upload-row", has_text="rec1.wav")
    expect(row).to_contain_text("This is a recording, not a document.")
    expect(row.get_by_role("link", name="Transcribe it instead")).to_have_attribute("href", "#/transcripts")
    expect(page.locator(".upload-row", has_text="plan.dwg").locator(".upload-reason")).to_have_text("The file is of another kind.")


def test_documents_are_chosen_by_the_kinds_that_are_there(watched, server):
    for name, kind, text in (("glazier.eml", "message/rfc822", "From: Anna <anna@example.org>\nTo: me@example.org\nSubject: The glazier\nDate: Tue, 3 Mar 2026 10:00:00 +0000\n\nThe glazier comes on Friday.\n"),
                             ("shed-costs.csv", "text/csv", "Date,Shop,Amount EUR\n2026-03-01,Mill,12.50\n2026-03-02,Lark,8.00\n2026-03-05,Oak,3.00\n"), ("to-buy.txt", "text/plain", "Milk and eggs.")):
        answer = watched.api.post(server.url + "/api/documents", multipart={"file": {"name": name, "mimeType": kind, "buffer": text.encode()}})
        assert finished(watched.api, server, answer.json())["files"][0]["status"] in ("added", "unchanged"), name
    page = watched.open("#/documents")
    rows = page.locator(".library .rows .row")
    expect(rows.first).to_be_visible()
    kinds = page.get_by_label("Kind of document")
    expect(kinds.locator("option", has_text="Mail")).to_have_count(1)
    offered = kinds.locator("option").all_text_contents()
    # Nobody has slides here, so nobody is offered them.
    assert offered[0] == "All kinds" and {"Documents", "Tables", "Notes"} <= set(offered) and not {"Slides", "Pictures"} & set(offered)
    kinds.select_option("sheets")
    expect(rows.filter(has_text="shed-costs")).to_have_count(1)
    expect(rows.filter(has=page.locator(".row-facts > .chip", has_not_text="CSV"))).to_have_count(0)
    # A mail is a text to the server, but to nobody else.
    kinds.select_option("mail")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("E-mail")
    page.get_by_label("Filter by title or path").fill("glazier")
    expect(rows).to_have_count(1)
    page.get_by_label("Filter by title or path").fill("buy")
    expect(page.get_by_text("No document fits")).to_be_visible()
    kinds.select_option("documents")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("to-buy")
    page.get_by_label("Filter by title or path").fill("")
    expect(rows.nth(1)).to_be_visible()
    expect(rows.filter(has=page.locator(".row-facts > .chip", has_text="E-mail"))).to_have_count(0)
    page.reload()
    expect(kinds).to_have_value("documents")


def test_of_a_large_library_a_kind_is_shown_by_pages(watched):
    many.documents(watched.context, 3_000)
    wanted = set()
    watched.context.on("request", lambda request: wanted.update(urllib.parse.parse_qs(urllib.parse.urlsplit(request.url).query).get("formats", [])))
    page = watched.open("#/documents?kind=slides")
    # The server counts and orders both formats of it together, and not what was loaded so far.
    expect(page.get_by_text("3,000 documents", exact=True)).to_be_visible()
    page.evaluate("document.querySelector('.view-documents .page-pane').scrollTop = 1e9")
    expect(page.locator(".library .row[aria-posinset='3000'] .row-title")).to_have_text("Letter 2999")
    assert wanted == {"pptx,odp"}


def test_what_is_alike_of_documents_stands_below_each_other(watched, server):
    for name, label in (("aligned-one.md", "private"), ("aligned-two.csv", "personal")):
        answer = watched.api.post(server.url + "/api/documents", multipart={"label": label, "file": {"name": name, "mimeType": "text/plain", "buffer": f"Day,Sum\n2026-01-02,12\n{name},3\n".encode()}})
        assert finished(watched.api, server, answer.json())["state"] == "done"
    page = watched.open("#/documents?q=aligned")
    rows = page.locator(".library .rows .row")
    expect(rows).to_have_count(2)
    # One has a label and the other none, and their formats are of another length.
    for part in (".row-facts > .chip", "time"):
        left, other = (row.locator(part).bounding_box() for row in rows.all())
        edge = "x" if part.endswith("chip") else "width"
        assert abs(left["x"] + (0 if edge == "x" else left["width"]) - other["x"] - (0 if edge == "x" else other["width"])) < 1, part


def test_passages_of_one_document_stand_together_under_its_name(watched, server):
    # Without a heading, which would be its name.
    text = "The zinnia bed gets compost.\n\n" + "Filler about nothing at all. " * 120 + "\n\nThe zinnia bed rests in winter.\n"
    answer = watched.api.post(server.url + "/api/documents", multipart={"file": {"name": "zinnias.md", "mimeType": "text/markdown", "buffer": text.encode()}})
    assert finished(watched.api, server, answer.json())["state"] == "done"
    page = watched.open("#/documents?find=zinnia+bed")
    group = page.locator(".hit-group", has_text="zinnias")
    expect(group).to_have_count(1)
    expect(group.locator(".hit").nth(1)).to_be_visible()
    # Seen once; whoever hears the second passage hears of which document it is.
    assert group.get_by_text("zinnias", exact=False).evaluate_all("found => found.filter((item) => !item.children.length && item.getBoundingClientRect().width > 2).length") == 1
    expect(group.get_by_role("button").nth(1)).to_have_accessible_name(re.compile("zinnias"))
