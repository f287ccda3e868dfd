"""Files of values and spreadsheets: a table with the names of its columns, and the row that a quote stands in."""

import pytest

from samples import finished

expect = pytest.importorskip("playwright.sync_api").expect

COSTS = 'Date,Shop,Amount EUR,Remark\n2026-03-01,"Green Grocer, Mill Lane",34.20,\n2026-03-02,City Energy,1088.00,"she said ""ring · again"""\n2026-03-09,Bookshop Lark,7.50,\n'


def upload(watched, server, name, text):
    answer = watched.api.post(server.url + "/api/documents", multipart={"file": {"name": name, "mimeType": "text/csv", "buffer": text.encode()}})
    return finished(watched.api, server, answer.json())["files"][0]["documentID"]


def place(text, words):
    start = len(text[:text.index(words)].encode())
    return f"start={start}&end={start + len(words.encode())}"


def test_a_file_of_values_is_a_table_with_its_cited_row_marked(make_watched, server):
    watched = make_watched(width=390, height=844)
    document = upload(watched, server, "garden-costs.csv", COSTS)
    text = watched.api.get(f"{server.url}/api/documents/{document}/text").json()["text"]
    page = watched.open(f"#/documents/{document}?{place(text, text.splitlines()[2])}")
    table = page.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_text(["Row", "Date", "Shop", "Amount EUR", "Remark"])
    rows = table.locator("tbody").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(0).get_by_role("cell")).to_have_text(["2026-03-01", "Green Grocer, Mill Lane", "34.20", ""])
    # What parts cells may stand in one.
    expect(rows.nth(1).get_by_role("cell")).to_have_text(["2026-03-02", "City Energy", "1088.00", 'she said "ring · again"'])
    expect(table.locator(".cited")).to_have_count(1)
    expect(table.locator(".cited").get_by_role("rowheader")).to_have_text("3")
    # Amounts stand below each other by their last digits, days and names by their beginnings.
    right = [cell.bounding_box()["x"] + cell.bounding_box()["width"] for cell in table.locator("td.amount").all()]
    assert len(right) == 3 and max(right) - min(right) < 1
    assert [table.locator("tbody tr").first.locator("td").nth(at).evaluate("cell => getComputedStyle(cell).textAlign") for at in (0, 2)] == ["start", "right"]
    # Nothing is wider than the telephone; the table scrolls in its pane, and its row's number stays.
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    pane = page.locator(".document-page .document-text")
    assert pane.evaluate("pane => { pane.scrollLeft = 200; return pane.scrollLeft; }") > 0
    assert abs(table.locator(".cited .row-number").bounding_box()["x"] - pane.bounding_box()["x"]) < 2


def test_a_place_in_the_middle_of_a_long_table_has_the_names_of_its_columns(watched, server):
    rows = [f'2026-{1 + at % 12:02d}-{1 + at % 28:02d},"Shop, no. {at}",{at * 3.25:.2f},{"paid" if at % 3 else ""}' for at in range(3000)]
    document = upload(watched, server, "years-of-costs.csv", "\n".join(["Date,Shop,Amount EUR,Remark", *rows]))
    begins = watched.api.get(f"{server.url}/api/documents/{document}/text?start=100000&end=110000").json()
    line = begins["text"].splitlines()[20]
    start = 100_000 + len(begins["text"][:begins["text"].index(line)].encode())
    amount = line.split("Amount EUR: ")[1].split(" · ")[0]
    at = start + len(line[:line.index(amount, line.index("Amount EUR: "))].encode())
    page = watched.open(f"#/documents/{document}?start={at}&end={at + len(amount)}")
    table = page.get_by_role("table")
    expect(table.locator("mark")).to_have_text(amount)
    expect(table.locator("mark")).to_be_in_viewport()
    expect(table.get_by_role("columnheader").nth(3)).to_have_text("Amount EUR")
    number = int(line.split(" ")[1])
    cited = table.locator(".cited")
    expect(cited.get_by_role("rowheader")).to_have_text(str(number))
    # The names stay above the rows while these are scrolled, and no row is half a one.
    head = table.locator("thead")
    assert abs(head.bounding_box()["y"] - page.locator(".document-page .document-text").bounding_box()["y"]) < 2
    assert head.evaluate("head => document.elementsFromPoint(head.getBoundingClientRect().x + 100, head.getBoundingClientRect().y + 5).some(found => head.contains(found))")
    numbers = lambda: table.locator("tbody .row-number").all_text_contents()
    first = list(map(int, numbers()))
    assert first == list(range(first[0], first[-1] + 1))
    page.get_by_role("button", name="Show earlier text").click()
    page.wait_for_function("first => Number(document.querySelector('tbody .row-number').textContent) < first", arg=first[0])
    page.get_by_role("button", name="Show later text").click()
    page.wait_for_function("last => Number([...document.querySelectorAll('tbody .row-number')].at(-1).textContent) > last", arg=first[-1])
    more = list(map(int, numbers()))
    assert more == list(range(more[0], more[-1] + 1)) and len(more) > 1000
    # Rows far from what is seen are not laid out.
    assert table.locator("tbody.block").count() > 10


def test_a_sheet_keeps_its_direction_in_a_language_that_runs_the_other_way(make_watched, server):
    watched = make_watched(locale="ar")
    document = upload(watched, server, "garden-costs.csv", COSTS)
    table = watched.open(f"#/documents/{document}").get_by_role("table")
    expect(table.locator("tbody").get_by_role("row")).to_have_count(3)
    first, last = (table.get_by_role("columnheader").nth(at).bounding_box()["x"] for at in (0, -1))
    assert first < last


def test_rows_are_read_as_they_were_written(watched):
    page = watched.open("#/documents")
    read = lambda text: page.evaluate("""text => import('/js/lib/sheet-rows.js').then(({sheetRows}) => { const found = sheetRows(text, 0, text.length);
        return found && [found.columns.map(({name, isAmount}) => [name, isAmount]), found.above.length, found.rows.map(row => row.cells.map(cell => cell && text.slice(cell.from, cell.to)))]; })""", text)
    # Lines above the names, an empty corner, a cell left out, a name that ends with a mark.
    assert read("Row 1 · Account 4711\nRow 3 · Ann · Paid?\nRow 4 · January · Ann: 12 · Paid? yes\nRow 5 · February · Paid? no") == [
        [["", False], ["Ann", True], ["Paid?", False]], 1, [["January", "12", "yes"], ["February", None, "no"]]]
    # Without names the cells stand as they come.
    assert read("Row 1 · 7 · 9\nRow 2 · 8") == [[["", True], ["", True]], 0, [["7", "9"], ["8", None]]]
    assert read("Row 1 is no row\nRow 2 neither") is None
    assert read("Name\tSum\nRent\t1150") is None
    amounts = page.evaluate("""() => import('/js/lib/sheet-rows.js').then(({sheetRows}) => ['1,150.00', '-3', '€ 20', '12 %', '0.5', '(40.10)', '2026-03-01', '01.03.2026', '020 7946 0311', '10:15', 'flat 4'].map(cell => {
        const text = `Row 1 · A\\nRow 2 · A: ${cell}`; return sheetRows(text, 0, text.length).columns.at(-1).isAmount; }))""")
    assert amounts == [True] * 6 + [False] * 5


def test_a_quoted_row_is_told_by_its_number_and_shown_to_its_last_cell(watched, server):
    document = upload(watched, server, "garden-costs.csv", COSTS)
    page = watched.open("#/chat")
    card = page.evaluate("""(id) => import('/js/views/chat/citations.js').then(({sourceList}) => {
        const size = text => new TextEncoder().encode(text).length;
        const quote = 'Row 3 · Date: 2026-03-02 · Shop: City Energy · Amount EUR: 1088.00';
        const list = sourceList([{index: 1, documentID: id, path: 'garden-costs.csv', title: 'garden-costs', start: 10, end: 80, quote, verified: true, answerStart: 10 + size(quote) - 7, answerEnd: 10 + size(quote)}])[0];
        return [list.querySelector('.source-title').textContent, list.querySelector('.source-quote').textContent, list.querySelector('strong').textContent];
    })""", document)
    assert card == ["garden-costs · row 3", "Date: 2026-03-02 · Shop: City Energy · Amount EUR: 1088.00", "1088.00"]
    # Of what is found in a table, the rows that have a word of the search.
    page.goto(f"{server.url}/#/documents?find=bookshop")
    hit = page.locator(".hit", has_text="garden-costs").first
    expect(hit.locator("mark").first).to_have_text("Bookshop")
    expect(hit.locator(".hit-text")).to_have_text("Row 4 · Date: 2026-03-09 · Shop: Bookshop Lark · Amount EUR: 7.50")
