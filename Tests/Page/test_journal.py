"""Journal: writing, importing, the calendar, periods that follow their entries, the wrap of a year."""

import json
import re

import pytest
from playwright.sync_api import expect

YEAR = "2019"


@pytest.fixture(scope="module")
def rows():
    """A year of entries, a few of each month."""
    return [{"id": f"test-{YEAR}-{month:02d}-{day:02d}", "date": f"{YEAR}-{month:02d}-{day:02d}", "text": f"Walked to the harbour with Anna and was glad. The garden needs work in month {month}. I must write to the bank. " * (1 + day % 3)} for month in range(1, 13) for day in (3, 4, 17)]


@pytest.fixture
def imported(watched, server, rows):
    answer = watched.api.post(server.url + "/api/journal/import", headers={"content-type": "application/x-ndjson"}, data="".join(json.dumps(row) + "\n" for row in rows))
    assert answer.ok, answer.text()[:300]


def test_an_entry_is_written_read_changed_and_removed(watched):
    page = watched.open("#/journal/day/2018-05-06")
    page.get_by_label("Entry", exact=True).fill("Found a blue stone on the beach.")
    page.get_by_label("Title").fill("The stone")
    page.get_by_role("button", name="Add entry").click()
    page.get_by_role("link", name="The stone").click()
    expect(page.locator(".entry-text")).to_have_text("Found a blue stone on the beach.")
    page.get_by_role("button", name="Edit").click()
    page.locator("textarea:visible").fill("Found a green stone on the beach.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".entry-text")).to_have_text("Found a green stone on the beach.")
    # It is taken back as easily as it is done; once the news of it is gone, so is the entry.
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Nothing was written on this day.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="The stone").click()
    page.get_by_role("button", name="Remove").click()
    removed(page)


def removed(page):
    """Lets the news of a removal go, with which the entry goes for good."""
    expect(page.get_by_text("Nothing was written on this day.")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "DELETE" and "/api/journal/entries/" in answer.url) as gone:
        page.get_by_role("button", name="Dismiss").click()
    assert gone.value.ok
    expect(page.get_by_text("Nothing was written on this day.")).to_be_visible()


def test_the_label_of_an_entry_is_preset_to_what_it_is(watched):
    page = watched.open("#/journal/day/2018-05-08")
    label = page.locator("select[aria-label=Privacy]:visible")
    expect(label).to_have_value("private")
    page.get_by_label("Entry", exact=True).fill("Found an old drum in the cellar.")
    page.get_by_label("Title").fill("The drum")
    label.select_option("personal")
    page.get_by_role("button", name="Add entry").click()
    page.get_by_role("link", name="The drum").click()
    page.get_by_role("button", name="Edit").click()
    expect(label).to_have_value("personal")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Remove").click()
    removed(page)


def test_what_was_written_survives_a_reload(watched):
    page = watched.open("#/journal/day/2018-05-07")
    page.get_by_label("Entry", exact=True).fill("Half a thought")
    page.reload()
    expect(page.get_by_label("Entry", exact=True)).to_have_value("Half a thought")


def test_a_file_is_imported_with_its_failures(watched, tmp_path):
    file = tmp_path / "diary.jsonl"
    file.write_text('{"id": "test-import-1", "date": "2018-01-02", "text": "Snow."}\nnot json\n')
    page = watched.open("#/journal")
    page.get_by_role("button", name="Import").click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("dialog").get_by_role("button", name="Import").click()
    result = page.get_by_role("dialog", name="Imported")
    expect(result).to_contain_text(re.compile("Added|Updated|Unchanged"))
    expect(result).to_contain_text("could not be taken")


def test_the_calendar_leads_to_days_weeks_and_months(watched, imported):
    page = watched.open(f"#/journal/month/{YEAR}-03")
    calendar = page.get_by_label("Calendar")
    calendar.get_by_role("link", name=re.compile("17 March 2019")).click()
    expect(page.get_by_role("heading", name=re.compile("17 March 2019"))).to_be_visible()
    calendar.get_by_role("link", name="Week 11").click()
    assert page.url.endswith(f"/week/{YEAR}-W11")
    page.get_by_role("link", name="Before").click()
    assert page.url.endswith(f"/week/{YEAR}-W10")
    page.get_by_role("button", name="Month after").click()
    expect(calendar.get_by_role("heading")).to_have_text("April 2019")


def test_an_entry_of_today_is_dated_and_summed_up_by_itself(watched, server):
    page = watched.open("#/journal")
    page.get_by_label("Entry", exact=True).fill("Planted 40 tulips with Bruno and was glad of the sun.")
    page.get_by_label("Title").fill("Tulips today")
    page.get_by_role("button", name="Add entry").click()
    row = page.locator(".row", has=page.get_by_role("link", name="Tulips today")).first
    expect(row).to_be_visible()
    # Of now, on the clock of whoever writes.
    expect(row.locator(".row-facts")).to_contain_text(re.compile(r"\d\d:\d\d"))
    # Nobody has to ask for what it is about.
    expect(page.locator(".report")).to_be_visible(timeout=60_000)
    expect(page.locator(".banner")).to_have_count(0)
    page.get_by_role("link", name="Undated entries").click()
    expect(page.get_by_role("heading", name="Undated entries")).to_be_visible()
    expect(page.get_by_role("link", name="Tulips today")).to_have_count(0)


def test_a_changed_entry_keeps_its_day_and_title(watched, server):
    made = watched.api.post(server.url + "/api/journal/entries", data={"text": "The first words.", "title": "Kept title", "date": "2018-03-04T21:30"}).json()
    page = watched.open(f"#/journal/entry/{made['id']}")
    page.get_by_role("button", name="Edit").click()
    page.locator("textarea:visible").fill("The second words.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".entry-text")).to_have_text("The second words.")
    entry = watched.api.get(f"{server.url}/api/journal/entries/{made['id']}").json()
    assert (entry["date"], entry["time"], entry["title"]) == ("2018-03-04", "21:30:00", "Kept title")


def test_what_is_out_of_date_is_made_anew_by_itself(watched, imported, server):
    page = watched.open(f"#/journal/month/{YEAR}-06")
    report = page.locator(".report")
    expect(report).to_be_visible(timeout=60_000)
    expect(report).to_contain_text("In your words")
    before = int(re.search(r"Entries\s+(\d+)", report.inner_text()).group(1))
    watched.api.post(server.url + "/api/journal/entries", data={"text": "And one that came later.", "date": f"{YEAR}-06-21"})
    page.reload()
    expect(report.locator(".facts")).to_contain_text(f"{before + 1} entries", timeout=60_000)
    expect(page.locator(".banner")).to_have_count(0)


def test_a_model_is_asked_again_where_one_wants_another_answer(watched, imported, server):
    if not server.is_mock:
        pytest.skip("the real server has no model")
    page = watched.open(f"#/journal/month/{YEAR}-07")
    report = page.locator(".report")
    expect(report).to_contain_text("the basic engine", timeout=60_000)
    page.get_by_role("button", name=re.compile("Have it summed up by Local model")).click()
    expect(report).to_contain_text("gave no answer that could be used", timeout=60_000)
    # To ask once more without saying "again" would change nothing.
    page.get_by_role("button", name=re.compile("Have it summed up by Local model")).click()
    expect(report).to_contain_text("Local model", timeout=60_000)
    with page.expect_request(lambda request: request.url.endswith("/api/journal/rollups")) as asked:
        page.get_by_role("button", name="Regenerate").click()
    assert asked.value.post_data_json["again"] is True


def test_a_year_is_wrapped_with_its_charts(watched, imported):
    page = watched.open(f"#/journal/wrapped/{YEAR}")
    wrapped = page.locator(".wrapped-page")
    expect(wrapped).to_be_visible(timeout=60_000)
    expect(wrapped.locator("svg[role=img]").first).to_be_visible()
    assert wrapped.locator("svg[role=img]").count() >= 3
    assert wrapped.locator(".heat-1, .heat-2, .heat-3, .heat-4").count() >= 30
    wrapped.get_by_text("As a table").first.click()
    expect(wrapped.locator("details[open] table").first).to_contain_text(f"{YEAR}-01-03")
    with page.expect_download():
        page.get_by_role("button", name="Keep it as a page").click()


def some_months(route):
    """A year in which something was written in March, April and November alone."""
    found = route.fetch().json()
    # Not made yet: the page asks again when it is.
    if not found["year"]:
        return route.fulfill(json=found)
    written = {"2019-03": 0.4, "2019-04": -0.2, "2019-11": 0.3}
    found["year"]["parts"] = [{"period": month, "entries": int(month in written), "words": 40 * (month in written), "mood": written.get(month, 0)} for month in (f"2019-{number:02d}" for number in range(1, 13))]
    found["year"]["themes"] = [{"theme": "cat", "entries": 2, "byPart": [0] * 10 + [2, 0], "trend": "steady"}, {"theme": "roof", "entries": 2, "byPart": [0, 0, 1, 1] + [0] * 8, "trend": "steady"}]
    found["days"] = [day for day in found["days"] if day["date"][:7] in written]
    route.fulfill(json=found)


def test_months_without_entries_have_no_mood_and_one_month_is_no_course(watched, imported):
    watched.context.route(f"**/api/journal/wrapped/{YEAR}", some_months)
    page = watched.open(f"#/journal/wrapped/{YEAR}")
    mood = page.locator("figure.chart", has=page.get_by_role("heading", name="Mood by month"))
    expect(mood.locator("svg .dot")).to_have_count(3)
    # One line from March to April; November stands alone.
    assert [len(line.get_attribute("points").split()) for line in mood.locator("svg .line").all()] == [2, 1]
    expect(mood.locator("svg text")).to_have_count(12)
    themes = page.locator("figure.chart", has=page.get_by_role("heading", name="Themes over time"))
    assert themes.locator("svg").text_content().count("steady") == 1


@pytest.mark.parametrize("locale", ["en-GB", "ar-EG"])
def test_on_a_narrow_window_a_drawing_shows_the_months_that_have_entries_and_that_there_are_more(make_watched, imported, locale):
    watched = make_watched(width=390, height=844, locale=locale)
    watched.context.route(f"**/api/journal/wrapped/{YEAR}", some_months)
    page = watched.open(f"#/journal/wrapped/{YEAR}")
    expect(page.locator(".wrapped-page")).to_be_visible()
    for last in ("figure.chart:has(.dot) .dot >> nth=-1", "figure.chart:has(.heat-4) .heat-4 >> nth=-1"):
        place = page.locator(last)
        scroll = place.locator("xpath=ancestor::div[@role='region']")
        expect(scroll).to_have_class(re.compile("more-before"))
        def is_seen():
            # Drawn anew while it is measured, it has no place.
            inside, around = place.bounding_box(), scroll.bounding_box()
            return inside and around and around["x"] <= inside["x"] and inside["x"] + inside["width"] <= around["x"] + around["width"] + 1

        seen = False
        for _ in range(100):
            seen = is_seen()
            if seen:
                break
            page.wait_for_timeout(100)
        assert seen, last


def test_on_a_phone_the_calendar_is_a_tap_away_and_goes_when_it_was_used(make_watched, imported):
    page = make_watched(width=390, height=844).open(f"#/journal/day/{YEAR}-03-17")
    calendar = page.get_by_role("region", name="Calendar")
    expect(calendar).to_be_hidden()
    page.get_by_role("button", name="Calendar", exact=True).click()
    expect(calendar).to_be_in_viewport()
    expect(page.get_by_role("link", name="Undated entries")).to_be_visible()
    calendar.get_by_role("link", name=re.compile(r"\b4 March 2019")).click()
    expect(page).to_have_url(re.compile("2019-03-04"))
    expect(calendar).to_be_hidden()
    expect(page.get_by_role("link", name="People", exact=True)).to_be_visible()


def test_a_year_without_entries_is_no_fault(watched, imported):
    page = watched.open("#/journal/wrapped/1899")
    expect(page.get_by_text("No entries in 1899")).to_be_visible()
    expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)


def test_what_was_saved_is_no_longer_counted(watched, server):
    page = watched.open("#/journal")
    text = page.get_by_placeholder("What happened, what was on your mind?")
    text.fill("Three plain words.")
    expect(page.locator(".write-box")).to_contain_text("3 words")
    page.get_by_role("button", name="Add entry").click()
    expect(text).to_have_value("")
    expect(page.locator(".write-box")).not_to_contain_text("3 words")


def test_a_day_that_is_none_is_said_to_be_none(watched):
    page = watched.open("#/journal/day/2026-02-31")
    expect(page.get_by_text("There is no day 2026-02-31")).to_be_visible()
    expect(page).not_to_have_url(re.compile("2026-02-31"))


def test_a_journal_that_fails_says_so_once_and_is_tried_again_whole(watched, imported):
    kept = re.compile(r"/api/journal/(entries|calendar|periods)\?")
    watched.context.route(kept, lambda route: route.fulfill(status=503, json={"error": {"code": "busy", "kind": "busy", "message": "The library is busy."}}))
    page = watched.open(f"#/journal/day/{YEAR}-03-17")
    expect(page.locator(".problem:visible")).to_have_count(1)
    # Beside what the day is about, and not in the calendar's column.
    expect(page.locator(".journal-main .problem")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".problem:visible")).to_have_count(1)
    watched.context.unroute(kept)
    page.locator(".problem").get_by_role("button", name="Try again").click()
    expect(page.get_by_label("Entries").locator(".row")).to_have_count(1)
    expect(page.locator(".calendar table")).to_be_visible()
    expect(page.locator(".problem:visible")).to_have_count(0)


def test_a_failed_summing_up_stands_in_one_place_with_what_else_failed_so(watched, imported):
    """The work and the page that looks for its result fail alike, as they do when the library cannot be read."""
    kept, asked = re.compile(r"/api/journal/(calendar|periods)\?"), "**/api/journal/rollups"
    busy = {"code": "busy", "kind": "busy", "message": "The library is busy."}

    def out_of_date(route):
        found = route.fetch().json()
        for period in found.get("periods", []):
            period["state"] = "stale"
        route.fulfill(json={**found, "job": None} if "periods" in found else found)

    watched.context.route(kept, out_of_date)
    watched.context.route(asked, lambda route: route.fulfill(status=202, json={"id": "job-1", "kind": "rollup", "title": "month", "subject": "month", "state": "failed", "progress": {}, "createdAt": "2026-01-01T00:00:00Z", "error": busy}))
    page = watched.open(f"#/journal/month/{YEAR}-09")
    page.get_by_role("button", name="Rebuild").click()
    failed = page.locator(".problem:visible")
    expect(failed).to_have_count(1)
    expect(failed).to_contain_text("It could not be made")
    # Over the other, and not in its place: what is asked in between would be answered.
    watched.context.route(kept, lambda route: route.fulfill(status=503, json={"error": busy}))
    page.evaluate("() => import('/js/lib/changes.js').then(({announce}) => announce('journal'))")
    page.wait_for_load_state("networkidle")
    expect(failed).to_have_count(1)
    # Tried again, all of it is.
    watched.context.unroute(kept)
    watched.context.unroute(asked)
    with page.expect_request(lambda request: request.url.endswith("/api/journal/rollups")):
        failed.get_by_role("button", name="Try again").click()
    expect(failed).to_have_count(0)
    expect(page.locator(".calendar table")).to_be_visible()


def test_days_are_read_as_each_language_writes_them(watched):
    page = watched.open("#/journal")
    read = lambda text, tag: page.evaluate("([text, tag]) => import('/js/lib/written-days.js').then(({readDay}) => readDay(text, tag, new Date(2026, 4, 1)))", [text, tag])
    written = lambda tag: page.evaluate("tag => import('/js/lib/written-days.js').then(({writtenDay}) => writtenDay('2026-11-03', tag))", tag)
    for tag in ("en-GB", "en-US", "de", "fr", "es", "it", "pt-BR", "ja", "zh-Hans", "ar", "ar-EG"):
        assert read(written(tag), tag) == "2026-11-03", tag
        assert read("2026-11-03", tag) == "2026-11-03", tag
    assert written("de") == "03.11.2026" and written("en-US") == "11/03/2026" and written("en-GB") == "03/11/2026"
    assert read("3.11.", "de") == "2026-11-03"
    assert read("3. November 2025", "de") == "2025-11-03"
    assert read("3 août 2025", "fr") == "2025-08-03"
    assert read("Mar 3", "en-US") == "2026-03-03"
    assert read("2026年3月1日", "ja") == "2026-03-01"
    assert read("٣/١١/٢٠٢٦", "ar") == "2026-11-03"
    for wrong in ("31.02.2026", "13/13/2026", "soon", "3", "1.2.3.4", "3.11.26", ""):
        assert read(wrong, "de") is None, wrong


def test_the_day_of_an_entry_is_shown_and_read_in_the_language_of_the_page(make_watched):
    german = make_watched(locale="de-DE")
    page = german.open("#/journal/day/2018-05-09")
    day = page.get_by_label("Tag", exact=True)
    expect(day).to_have_value("09.05.2018")
    page.locator("textarea:visible").fill("Ein Brief an die Nachbarn.")
    # What is no day is not kept as another one.
    day.fill("40.05.2018")
    page.get_by_role("button", name="Eintrag hinzufügen").click()
    assert day.evaluate("field => field.validationMessage") == "Schreibe den Tag so: 09.05.2018"
    day.fill("8. Mai 2018")
    day.blur()
    expect(day).to_have_value("08.05.2018")
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/journal/entries")) as sent:
        page.get_by_role("button", name="Eintrag hinzufügen").click()
    assert sent.value.post_data_json["date"] == "2018-05-08"


def test_a_day_is_chosen_by_keys_in_a_calendar_in_the_language_of_the_page(make_watched):
    german = make_watched(locale="de-DE")
    page = german.open("#/journal/day/2018-05-09")
    day, opener = page.get_by_label("Tag", exact=True), page.get_by_role("button", name="Tag auswählen")
    calendar = page.get_by_role("dialog", name="Tag auswählen")
    opener.press("Enter")
    expect(calendar.get_by_role("heading")).to_have_text("Mai 2018")
    on = lambda name: expect(calendar.get_by_role("button", name=name, exact=True)).to_be_focused()
    on("Mittwoch, 9. Mai 2018")
    for key, name in [
        ("ArrowRight", "Donnerstag, 10. Mai 2018"), ("ArrowDown", "Donnerstag, 17. Mai 2018"), ("End", "Sonntag, 20. Mai 2018"),
        ("Home", "Montag, 14. Mai 2018"), ("PageUp", "Samstag, 14. April 2018"), ("Shift+PageUp", "Freitag, 14. April 2017"),
        ("PageDown", "Sonntag, 14. Mai 2017"),
    ]:
        page.keyboard.press(key)
        on(name)
    # Tab goes round: Today, the arrows of the month, and the day again.
    page.keyboard.press("Tab")
    on("Heute")
    page.keyboard.press("Tab")
    on("Voriger Monat")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    on("Sonntag, 14. Mai 2017")
    # Escape leaves the day as it was.
    page.keyboard.press("Escape")
    expect(calendar).to_have_count(0)
    expect(opener).to_be_focused()
    expect(day).to_have_value("09.05.2018")
    opener.click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(day).to_have_value("08.05.2018")
    expect(calendar).to_have_count(0)
    expect(opener).to_be_focused()
    # The last of a month has its like in one that is shorter, and a click elsewhere closes.
    day.fill("31.01.2018")
    opener.click()
    page.keyboard.press("PageDown")
    on("Mittwoch, 28. Februar 2018")
    page.locator("textarea:visible").click()
    expect(calendar).to_have_count(0)


def test_a_calendar_that_is_read_from_the_right_goes_where_its_arrows_point(make_watched):
    page = make_watched(locale="ar-EG").open("#/journal/day/2018-05-09")
    page.locator(".date-field button").click()
    calendar = page.locator(".day-picker")
    expect(calendar.locator("h2")).to_have_text("مايو 2018")
    page.keyboard.press("ArrowLeft")
    focused = calendar.locator(".day:focus")
    expect(focused).to_have_text("10")
    left, right = focused.bounding_box()["x"], calendar.locator(".day:not(.outside)", has_text="9").first.bounding_box()["x"]
    assert left < right
    page.keyboard.press("Enter")
    expect(page.locator(".date-field input")).to_have_value(re.compile(r"^\u200f?10\W+0?5\W+2018"))


def test_the_drawings_of_a_year_begin_where_reading_begins(make_watched, imported):
    for locale, is_mirrored in (("en-GB", False), ("ar-EG", True)):
        page = make_watched(locale=locale).open(f"#/journal/wrapped/{YEAR}")
        page.wait_for_selector(".chart svg .bar")
        # January before December, and a name beside its bar, not over it.
        page.locator(".chart svg").nth(1).locator("rect").first.wait_for(state="attached")
        # A month without a word has a bar without height, which no box is drawn around. In one step, since the year may be drawn anew meanwhile.
        first, last = page.evaluate("""() => { const months = [...document.querySelectorAll('.chart svg')[1].querySelectorAll('rect')];
            return [months[0], months.at(-1)].map((bar) => bar.getBoundingClientRect().x); }""")
        assert (first > last) == is_mirrored, locale
        over = page.evaluate("""() => [...document.querySelectorAll('.chart svg')].flatMap((drawn) => [...drawn.querySelectorAll('text.end')].map((text) => {
            const [words, bars] = [text.getBoundingClientRect(), [...drawn.querySelectorAll('rect')].map((bar) => bar.getBoundingClientRect())];
            return bars.some((bar) => bar.left < words.right - 1 && words.left + 1 < bar.right && bar.top < words.bottom - 3 && words.top + 3 < bar.bottom) ? text.textContent : null;
        })).filter(Boolean)""")
        assert not over, (locale, over)


def test_the_parts_of_a_month_are_those_in_which_something_was_written(watched, imported):
    page = watched.open(f"#/journal/month/{YEAR}-07")
    parts = page.locator(".report .parts li")
    # Of the 3rd, the 4th and the 17th: two weeks of five.
    expect(parts).to_have_count(2, timeout=60_000)
    for words in parts.all_inner_texts():
        assert "0 entries" not in words, words


def test_what_stands_out_of_a_month_has_its_day_and_the_way_to_its_entry(watched, imported):
    entry = {}

    def told(route):
        found = route.fetch().json()
        for period in found["periods"]:
            if period.get("rollup"):
                quote = period["rollup"]["quotes"][0]
                entry.update(quote)
                period["rollup"].update(keyInsights=["KEYS. We sat on the floor."], insightOrigins=[{"entryID": quote["entryID"], "date": quote["date"]}], people=[{"name": "Mark", "entries": 2, "mentions": 3}], places=[])
        route.fulfill(json=found)

    watched.context.route("**/api/journal/periods?*", told)
    page = watched.open(f"#/journal/month/{YEAR}-07")
    told_days = page.locator(".told-days li")
    expect(told_days).to_have_count(1, timeout=60_000)
    expect(told_days).to_contain_text("KEYS. We sat on the floor.")
    expect(page.locator(".report")).to_contain_text("People: Mark (3)")
    told_days.get_by_role("link").click()
    assert page.url.endswith("/journal/entry/" + entry["entryID"])


def test_what_is_done_in_the_journal_and_its_tabs_are_one_row_each_on_a_telephone(make_watched):
    page = make_watched(width=390, height=844).open("#/journal")
    expect(page.locator(".write-box")).to_be_visible()
    tops = {round(button.bounding_box()["y"]) for button in page.locator(".page-head .button:visible").all()}
    assert len(tops) == 1
    assert page.locator(".tabs").evaluate("tabs => tabs.scrollWidth <= tabs.clientWidth")


def test_on_a_phone_the_fields_of_an_entry_begin_below_each_other(make_watched):
    for locale in ("en-GB", "de-DE"):
        page = make_watched(width=390, height=844, locale=locale).open("#/journal")
        fields = page.locator(".write-row input, .write-row select")
        expect(fields.first).to_be_visible()
        boxes = [field.bounding_box() for field in fields.all()]
        assert len(boxes) == 3 and max(box["x"] for box in boxes) - min(box["x"] for box in boxes) < 1, boxes
        assert max(box["x"] + box["width"] for box in boxes) <= 390 - 12
