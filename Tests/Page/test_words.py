"""Words on the page: nothing tells a person to type commands, errors are short and stand alone, news do not lie over the work."""

import json
import pathlib
import re

import pytest
from playwright.sync_api import expect

FILES = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "CPage" / "page" / "js"
# What finds commands names them.
EXEMPT = {"lib/plain.js"}
COMMAND = re.compile(r"`hearth |\bhearth (?:serve|ingest|settings|models|keys|restore|consent|mode)\b|(?<![a-z])scripts/|[\"'` ]--[a-z]{3}")


@pytest.mark.parametrize("language, other", [
    # In the middle of a sentence it is the formal word for "you".
    ("de", r"[a-zäöüß,;] Sie\b"), ("es", r"\b(?:usted|[Ii]nstale|vuelva)\b"), ("pt", r"\b(?:teu|teus|tua|tuas|tens|ficheiros?|palavra-passe)\b"),
    ("it", r"[a-zàèìòù,;] (?:Lei|Suo|Sua)\b"), ("fr", r"\b(?:tu|ton|tes)\b"),
])
def test_each_language_speaks_to_people_in_one_way(language, other):
    texts = json.loads((FILES.parent / "words" / f"{language}.json").read_text())
    forms = [form for text in texts.values() for form in (text.values() if isinstance(text, dict) else [text])]
    assert not [form for form in forms if re.search(other, form)]


def test_no_text_of_the_page_is_a_command_for_a_terminal():
    found = []
    for file in sorted(FILES.rglob("*.js")):
        if file.relative_to(FILES).as_posix() in EXEMPT:
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            words = re.sub(r"import\(.*?\)|setProperty\(.*", "", line)
            if COMMAND.search(words) and not line.strip().startswith(("//", "*", "/*")):
                found.append(f"{file.relative_to(FILES)}:{number}: {line.strip()}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("said, shown", [
    ("No key is set for openai. Set one with `hearth keys set openai`.", "No key is set for openai."),
    ("There is no document lease; `hearth documents list` shows what is there.", "There is no document lease."),
    ("personal text needs your consent; give it with: hearth consent grant custom --task answer", "personal text needs your consent"),
    ("This build has no whisper.cpp. Run `scripts/setup`, then build again.", "This build has no whisper.cpp."),
    ("Only WAV files can be read. Run apt install ffmpeg.", "Only WAV files can be read."),
    ("The model's file a.gguf is damaged.", "The model's file a.gguf is damaged."),
    ("`label` has to be public, personal or private.", "`label` has to be public, personal or private."),
    ("The lease says --- nothing.", "The lease says --- nothing."),
])
def test_what_is_said_at_a_terminal_is_shown_without_its_commands(watched, said, shown):
    page = watched.open("#/chat")
    assert page.evaluate("text => import('/js/lib/plain.js').then(({withoutCommands}) => withoutCommands(text))", said) == shown


def test_a_quote_is_shown_without_notes_in_braces(watched):
    page = watched.open("#/chat")
    read = lambda quote: page.evaluate("quote => import('/js/lib/plain.js').then(({withoutNotes}) => withoutNotes(quote))", quote)
    assert read("So {vocalsound} we begin {disfmarker} .") == "So we begin ."
    assert read("{vocalsound}") == "{vocalsound}" and read("A {1} b.") == "A {1} b."


def test_an_error_says_each_reason_once(watched):
    page = watched.open("#/chat")
    text = page.evaluate("""() => import('/js/ui/problem.js').then(({problemCard}) => {
        const rejected = [{engine: 'local', reason: 'no model file is set; give one with `hearth settings set local-model FILE`'}];
        const card = problemCard({code: 'no-engine', message: `No engine that is allowed can serve the task answer (local: ${rejected[0].reason}).`, rejected});
        document.querySelector('main').append(card);
        card.querySelector('details').open = true;
        return card.innerText;
    })""")
    assert text.count("no model file is set") == 1 and "hearth settings" not in text, text
    assert "No engine that is allowed can serve the task answer." in text


def test_an_error_is_one_sentence_and_the_rest_is_folded(watched):
    page = watched.open("#/chat")
    said, folded, is_open = page.evaluate("""() => import('/js/ui/problem.js').then(({problemCard}) => {
        const card = problemCard({code: 'x', kind: 'unreadable', message: 'The file lease.pdf could not be read. It is damaged at its 3rd page. Export it anew.'});
        return [card.querySelector('p').textContent, card.querySelector('details p').textContent, card.querySelector('details').open];
    })""")
    assert said == "The file lease.pdf could not be read."
    assert folded == "It is damaged at its 3rd page. Export it anew." and not is_open


KINDS = json.loads((FILES.parent / "openapi.json").read_text())["components"]["schemas"]


@pytest.mark.parametrize("kind", KINDS["FailureKind"]["enum"])
def test_a_failure_of_any_kind_is_said_and_leads_to_where_it_is_mended(watched, kind):
    page = watched.open("#/chat")
    said, link = page.evaluate("""kind => import('/js/ui/problem.js').then(({problemCard}) => {
        const card = problemCard({code: 'some-code', kind, message: 'It did not work.', help: [{action: 'see', things: 'documents'}]});
        return [card.textContent, card.querySelector('a')?.textContent];
    })""", kind)
    own = {
        "refused-by-policy": "Open privacy settings", "no-engine": "See models", "no-speech-engine": "See speech models",
        "unusable-model": "See models",
    }
    assert "It did not work." in said and link == own.get(kind, "See documents")


def test_every_kind_of_failure_has_a_sentence_and_no_other_has():
    source = (FILES / "ui" / "problem.js").read_text()
    table = re.search(r"const sentences = \{(.*?)\n\};", source, re.S)[1]
    assert re.findall(r'^    "?([a-z-]+)"?: say\(', table, re.M) == KINDS["FailureKind"]["enum"]


def test_where_nobody_says_what_would_help_the_kind_leads_there(watched):
    page = watched.open("#/chat")
    links = page.evaluate("""() => import('/js/ui/problem.js').then(({problemCard}) =>
        ['not-configured', 'bad-settings', 'disk-full', 'internal'].map((kind) =>
            problemCard({code: 'some-code', kind, message: 'It did not work.'}).querySelector('a')?.textContent ?? null))""")
    assert links == ["Open settings", "Open settings", "See models", None]


@pytest.mark.parametrize("action", KINDS["FailureHelp"]["properties"]["action"]["enum"])
def test_what_would_help_is_a_link_where_the_page_has_a_place_for_it(watched, action):
    page = watched.open("#/chat")
    link = page.evaluate("""action => import('/js/ui/problem.js').then(({problemCard}) => {
        const card = problemCard({code: 'some-code', kind: 'internal', message: 'It did not work.', help: [{action, things: 'models'}]});
        return card.querySelector('a')?.getAttribute('href');
    })""", action)
    # What is done at a terminal alone, or where one is already.
    assert (link is None) == (action in {"start-conversation", "accept-doubt", "give", "rebuild", "install"})


def test_news_lie_over_nothing_that_is_to_be_done(make_watched):
    for width in (390, 1280):
        page = make_watched(width=width).open("#/journal")
        expect(page.get_by_role("link", name="Write today").first).to_be_visible()
        page.evaluate("""() => import('/js/ui/toast.js').then(({toast}) => toast('Added to your journal.', {tone: 'good'}))""")
        news = page.locator(".toast").bounding_box()
        view = page.locator("main").bounding_box()
        below = news["y"] >= view["y"] + view["height"] - 1
        assert below or news["x"] + news["width"] <= view["x"], f"at {width} px: {news} over {view}"


def test_news_come_one_at_a_time_and_not_over_the_composer(make_watched):
    for width in (390, 1280):
        page = make_watched(width=width).open("#/chat")
        page.evaluate("""() => import('/js/ui/toast.js').then(({toast}) => { toast('It failed.', {tone: 'bad'}); toast('It is done.', {tone: 'good'}); })""")
        expect(page.locator(".toast")).to_have_text("It is done.")
        news, composer = page.locator(".toast").bounding_box(), page.locator(".composer").bounding_box()
        beside = news["x"] + news["width"] <= composer["x"]
        assert beside or news["y"] >= composer["y"] + composer["height"] - 1, f"at {width} px the news lie over the composer"


def test_escape_closes_what_a_finger_opened(make_watched):
    page = make_watched(width=390, height=800).open("#/chat")
    page.get_by_role("button", name="More", exact=True).click()
    page.evaluate("document.activeElement.blur()")
    expect(page.locator("body")).to_have_class(re.compile("rail-open"))
    page.keyboard.press("Escape")
    expect(page.locator("body")).not_to_have_class(re.compile("rail-open"))
    page.get_by_role("button", name="Conversations", exact=True).click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(page.locator(".view-chat")).not_to_have_class(re.compile("list-open"))


def test_escape_closes_a_menu_wherever_the_focus_is(make_watched, library):
    watched = make_watched(width=390, height=800)
    page = watched.open(f"#/documents/{library['notes']}")
    page.get_by_role("button", name="Actions for this document").click()
    expect(page.get_by_role("menu")).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)


def test_what_failed_is_not_called_empty_as_well(watched):
    page = watched.open("#/chat")
    text = page.evaluate("""() => import('/js/views/transcripts/aspect-panel.js').then(({aspectPanel}) => {
        const root = document.createElement('div');
        aspectPanel(root, {aspect: 'summary', analysis: {}, work: null, error: {code: 'no-engine', message: 'Nothing can.'}, cards: {}, generate: () => {}});
        return [root.querySelectorAll('.problem').length, root.querySelectorAll('.empty').length];
    })""")
    assert text == [1, 0]
