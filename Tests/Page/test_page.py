"""The page as a whole: every view at every size, light and dark; accessibility; the keyboard; data that attacks."""

import json
import os
import pathlib
import re

import pytest
from playwright.sync_api import expect

import samples

# Each view, and what is there once it has loaded.
VIEWS = {
    "start/model": ".start-choices li",
    "start/documents": ".start-body .drop",
    "start/question": ".start-body :is(.example, .empty), .start-ask:visible",
    "chat": ".welcome h1",
    "documents": ".row",
    "documents?find=deposit": ".hit",
    "transcripts": ".view-transcripts .row",
    "journal": ":is(.calendar .day, .aside-button):visible",
    "journal/month/2019-06": ":is(.calendar .day, .aside-button):visible",
    "journal/wrapped/2019": ".wrapped :is(.wrapped-page, .empty, .chart)",
    "models": ".model",
    "models?kind=speech-recognition": ".view-models :is(.model, .empty)",
    "models/add": ".choices .card",
    "privacy": ".radio-card",
    "settings": ".view-settings .settings-list a",
    "settings/look": ".view-settings select",
    "settings/providers": ".view-settings .card",
    "settings/environments": ".view-settings .card",
    "settings/generation": ".freedoms li",
    "settings/all": ".setting",
    "settings/storage": ".view-settings .facts",
    "settings/moving": ".moving-form",
    "settings/about": ".view-settings .facts",
}
SHOTS = os.environ.get("HEARTH_PAGE_SCREENSHOTS")


def visit(page, view, something=None):
    """Goes to a view, and waits until what it shows has come."""
    page.goto(page.url.split("#")[0] + "#/" + view)
    expect(page.locator(something or VIEWS[view]).first, f"{view} shows nothing").to_be_visible()
    expect(page.locator(".skeleton:visible")).to_have_count(0)


def detail_views(library):
    return {
        f"documents/{library['lease']}": ".document-body",
        f"transcripts/{library['talk']}/summary": ".availability p",
        f"transcripts/{library['talk']}/questions": ".availability p",
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 800, 1600])
def test_every_view_fits_its_window(make_watched, library, width, scheme):
    watched = make_watched(width=width, height=740 if width == 360 else 950, scheme=scheme)
    page = watched.open("#/chat")
    for view, something in (VIEWS | detail_views(library)).items():
        visit(page, view, something)
        expect(page.locator("h1:visible, h2:visible").first, f"{view} has no heading").to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{view} is wider than {width} pixels"
        if SHOTS:
            name = re.sub(r"\W+", "-", view)
            page.screenshot(path=pathlib.Path(SHOTS) / f"{name}-{width}-{scheme}.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(make_watched, library, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    watched = make_watched(scheme=scheme)
    page = watched.open("#/chat")
    found = []
    source = {f"chat?doc={library['lease']}&start=60&end=120&v=1": ".reader mark"}
    for view, something in (VIEWS | detail_views(library) | source).items():
        visit(page, view, something)
        for violation in axe.run(page).response["violations"]:
            if violation["impact"] in ("serious", "critical"):
                found.append(f"{view}: {violation['id']}: {violation['nodes'][0]['html'][:160]} {violation['nodes'][0].get('failureSummary', '')[:300]}")
    assert not found, "\n".join(found)


def test_an_answer_with_citations_is_accessible(watched, library, server):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = watched.open(f"#/chat?in={library['lease']}")
    samples.choose_answerer(page, "basic")
    page.get_by_label("Your question").fill(samples.QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".cite").first).to_be_visible(timeout=30_000)
    page.locator(".badge summary").click()
    page.locator(".cite").first.click()
    expect(page.locator(".reader mark").first).to_be_visible()
    found = [f"{violation['id']}: {violation['nodes'][0]['html'][:200]}" for violation in axe.run(page).response["violations"] if violation["impact"] in ("serious", "critical")]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sheets_and_the_palette_are_accessible(make_watched, library, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = make_watched(width=390, height=844, scheme=scheme).open("#/chat")
    serious = lambda: [f"{violation['id']}: {violation['nodes'][0]['html'][:200]}" for violation in axe.run(page).response["violations"] if violation["impact"] in ("serious", "critical")]
    page.get_by_role("button", name=re.compile("^Who answers")).click()
    page.get_by_role("button", name="Connect a server of your own").click()
    expect(page.get_by_label("It may see personal documents")).to_be_visible()
    found = serious()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Find or do").fill("doc")
    expect(page.get_by_role("option", name=re.compile("Search your documents"))).to_be_visible()
    found += serious()
    page.keyboard.press("Escape")
    page.get_by_label("Your question").press_sequentially("What of @")
    expect(page.locator(".mentions")).to_be_visible()
    page.get_by_role("button", name="More").click()
    found += serious()
    page.keyboard.press("Escape")
    visit(page, "journal/day/2018-05-09", ".date-field")
    page.get_by_role("button", name="Choose the day").click()
    expect(page.locator(".day-picker .day:focus")).to_have_text("9")
    found += serious()
    assert not found, "\n".join(found)


def test_anything_is_found_and_done_by_a_few_letters(watched, library):
    page = watched.open("#/documents")
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Find or do")
    field.fill("diary")
    expect(page.get_by_role("option", name="Write in the journal")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Journal", exact=True)).to_be_visible()
    page.keyboard.press("Control+k")
    field.fill("lease")
    page.get_by_role("option", name=re.compile("lease.*document", re.I)).first.click()
    expect(page.locator(".document-body")).to_be_visible()


def test_the_keyboard_leads_everywhere(watched):
    page = watched.open("#/documents")
    expect(page.get_by_role("heading", name="Documents")).to_be_visible()
    page.locator("body").press("g")
    page.keyboard.press("p")
    expect(page.get_by_role("heading", name="Privacy", exact=True)).to_be_visible()
    page.keyboard.press("?")
    help_dialog = page.get_by_role("dialog", name="Keyboard")
    expect(help_dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(help_dialog).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("c")
    expect(page.get_by_label("Your question")).to_be_visible()


def test_the_first_tab_stop_skips_to_the_content(watched):
    page = watched.open("#/documents")
    expect(page.get_by_role("heading", name="Documents")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_the_rail_is_a_bar_under_the_thumb_on_a_narrow_page(make_watched):
    page = make_watched(width=360, height=740).open("#/documents")
    bar = page.locator(".daily").bounding_box()
    assert bar["y"] + bar["height"] == 740 and bar["width"] <= 360
    page.get_by_role("link", name="Journal", exact=True).click()
    expect(page.get_by_role("heading", name="Journal", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Models", exact=True)).to_be_hidden()
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Models", exact=True).click()
    expect(page.get_by_role("heading", name="Models", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Privacy", exact=True)).to_be_hidden()
    # What is touched is as large as a finger.
    for box in (item.bounding_box() for item in page.locator(".daily > *").all()):
        assert box["height"] >= 44 and box["width"] >= 44, box


def test_the_composer_stands_above_a_keyboard_and_nothing_below_it(make_watched):
    page = make_watched(width=390, height=740).open("#/chat")
    page.get_by_label("Your question").focus()
    expect(page.locator(".daily")).to_be_visible()
    # What is left above the keyboard.
    page.set_viewport_size({"width": 390, "height": 380})
    expect(page.locator("nav.rail")).to_be_hidden()
    box = page.locator(".composer").bounding_box()
    assert abs(box["y"] + box["height"] - 380) <= 1, box


def test_the_chosen_colours_stay(watched):
    page = watched.open("#/chat")
    ground = lambda: page.evaluate("getComputedStyle(document.body).backgroundColor")
    before = ground()
    page.get_by_role("button", name="Dark colours").click()
    assert ground() != before
    page.reload()
    expect(page.get_by_role("button", name="Light colours")).to_be_visible()
    page.get_by_role("button", name="Light colours").click()
    assert ground() == before


def test_hostile_data_is_shown_as_text(watched, server, library):
    request = watched.api
    name = f"evil {samples.HOSTILE.replace('/', '_')}.html"
    body = f"<html><head><title>{samples.HOSTILE.replace('<', '&lt;')}</title></head><body><p>Beware of the krakenfish. {samples.HOSTILE}</p></body></html>"
    answer = request.post(server.url + "/api/documents", multipart={"file": {"name": name, "mimeType": "text/html", "buffer": body.encode()}})
    assert answer.status == 202, answer.text()[:200]
    made = request.post(server.url + "/api/conversations", data={"title": samples.HOSTILE}).json()
    request.post(f"{server.url}/api/conversations/{made['conversationID']}/messages", data={"text": f"What of the krakenfish? {samples.HOSTILE}", "engine": "basic"})
    request.post(server.url + "/api/journal/entries", data={"text": samples.HOSTILE, "title": samples.HOSTILE, "date": "2018-07-08"})
    page = watched.open("#/documents")
    expect(page.locator(".row").first).to_be_visible()
    page.goto(server.url + "/#/documents?find=krakenfish")
    expect(page.locator(".hit, .empty").first).to_be_visible()
    page.goto(f"{server.url}/#/chat/{made['conversationID']}")
    expect(page.locator(".bubble")).to_contain_text("<img src=x")
    page.goto(server.url + "/#/journal/day/2018-07-08")
    expect(page.locator(".row-title").first).to_contain_text("<img src=x")
    page.locator(".row-title").first.click()
    expect(page.locator(".entry-text")).to_have_text(samples.HOSTILE)
    page.goto(f"{server.url}/#/documents/{library['notes']}")
    expect(page.locator(".document-body")).to_contain_text("<script>window.pwned=1</script>")
    # An address is data, too.
    page.goto(server.url + "/#/documents/%3Cscript%3Ewindow.pwned%3D1%3C%2Fscript%3E?find=%3Cimg%20src%3Dx%20onerror%3Dwindow.pwned%3D1%3E")
    expect(page.get_by_text("This document is gone")).to_be_visible()
    assert page.locator("main img, main script").count() == 0


def test_what_runs_in_a_page_is_told_also_of_one_that_was_left(make_watched, server, library):
    watched = make_watched()
    page = watched.open("#/chat")
    page.evaluate("window.pwned = 1")
    page.goto(server.url + "/?left#/chat")
    with pytest.raises(AssertionError, match="a script in the data ran"):
        watched.check()
    watched.problems.clear()


def test_hostile_speakers_and_recordings_are_shown_as_text(watched, server):
    page = watched.open("#/transcripts")
    page.locator('[data-upload="files"]').set_input_files({"name": samples.HOSTILE.replace("/", "_") + ".wav", "mimeType": "audio/wav", "buffer": b"no sound"})
    expect(page.locator(".upload-row", has_text="<img src=x").locator(".upload-name")).to_be_visible()
    if server.is_mock:
        # Its cues are fixed; the real program reads what it is given.
        return
    talk = {"version": "1.0.0", "segments": [{"speaker": samples.HOSTILE, "startTime": 0, "endTime": 3, "body": f"Beware of {samples.HOSTILE}, said she."}, {"speaker": "Tom", "startTime": 4, "endTime": 6, "body": "I will."}]}
    answer = watched.api.post(server.url + "/api/transcripts", multipart={"file": {"name": "hostile-talk.json", "mimeType": "application/json", "buffer": json.dumps(talk).encode()}})
    row = samples.finished(watched.api, server, answer.json())["files"][0]
    assert row["documentID"], row
    page.goto(f"{server.url}/#/transcripts/{row['documentID']}/entities")
    expect(page.locator(".cue .speaker").first).to_contain_text("<img src=x")
    page.get_by_role("button", name="Generate everything").click()
    expect(page.locator(".coverage")).to_be_visible(timeout=60_000)
    assert page.locator("main img, main script").count() == 0


def test_the_policy_forbids_what_it_should(watched, server):
    answer = watched.api.get(server.url + "/")
    policy = answer.headers["content-security-policy"]
    for part in ("default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
        assert part in policy
    assert "unsafe" not in policy


def test_hostile_markdown_is_read_in_a_moment(watched):
    """Texts on which a careless reader takes quadratic time: minutes, where this waits for seconds."""
    page = watched.open("#/privacy")
    length = page.evaluate("""async () => {
        const { markdown } = await import("/js/markdown/render.js");
        const many = 40_000, spaces = " ".repeat(many);
        const texts = ["# a" + spaces + "b", "```" + spaces + "`", "a|b\\n---" + spaces + "x", "a|b\\n" + "-".repeat(many) + "x", "- ".repeat(many) + "x", "> ".repeat(many),
            "*".repeat(many), "**a ".repeat(many) + "x**", "_a".repeat(many), "[".repeat(many), "[](a ".repeat(many), "`a``".repeat(many), "<http://".repeat(many), "~~".repeat(many), "\\\\*".repeat(many)];
        const options = { citation: () => null, marked: [{ start: 0, end: 5, name: "span.unsupported" }, { start: many, end: many + 9, name: "span.unsupported" }] };
        return texts.map((text) => markdown(text, options).textContent.length).filter((shown) => shown > 0).length;
    }""")
    assert length >= 13


def test_a_view_that_could_not_be_loaded_leaves_the_others_whole(watched, library):
    page = watched.open("#/chat")
    expect(page.locator(".welcome h1")).to_be_visible()
    watched.context.route("**/views/models/models.js", lambda route: route.abort())
    page.evaluate("location.hash = '#/models'")
    expect(page.get_by_text("This part of the page could not be loaded.")).to_be_visible()
    # What stood there before was taken away for the message, and has to be opened again.
    page.evaluate("location.hash = '#/chat'")
    expect(page.locator(".welcome h1")).to_be_visible()
    watched.context.unroute("**/views/models/models.js")
    page.evaluate("location.hash = '#/models'")
    expect(page.locator(".model").first).to_be_visible()


def test_what_a_stopped_server_kept_back_comes_by_itself_when_it_is_there_again(watched, library):
    page = watched.open("#/chat")
    expect(page.locator(".welcome h1")).to_be_visible()
    everything = re.compile(".*")
    stopped = lambda route: route.abort()
    watched.context.route(everything, stopped)
    page.evaluate("location.hash = '#/models'")
    expect(page.locator(".problem > div > p").first).to_have_text("This part of the page could not be loaded. Hearth may have been stopped.")
    page.evaluate("location.hash = '#/chat'")
    expect(page.locator(".view-chat .problem").first).to_contain_text("start it again on this machine, then try again.")
    page.evaluate("location.hash = '#/models'")
    expect(page.get_by_text("This part of the page could not be loaded.")).to_be_visible()
    watched.context.unroute(everything, stopped)
    expect(page.locator(".model").first).to_be_visible()


def test_a_long_title_in_a_suggested_question_stays_in_the_window(make_watched, server):
    watched = make_watched(width=360, height=740)
    watched.context.route("**/api/suggestions", lambda route: route.fulfill(json={"documents": 1, "questions": [{"text": "What does “" + "Donaudampfschifffahrt" * 5 + "” say?", "documentID": "a"}]}))
    page = watched.open("#/chat")
    box = page.locator(".example").bounding_box()
    assert box["x"] + box["width"] <= 360
