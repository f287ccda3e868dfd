"""The page in other languages: every view says its own texts in them, fits its window, and reads in their direction."""

import json
import os
import pathlib
import re

import pytest
from playwright.sync_api import expect

import samples
from test_page import VIEWS, detail_views, visit

WORDS = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "CPage" / "page" / "words"
LANGUAGES = {"de": ("de", "ltr"), "fr": ("fr", "ltr"), "es": ("es", "ltr"), "it": ("it", "ltr"), "pt": ("pt-BR", "ltr"), "ja": ("ja", "ltr"), "zh": ("zh-Hans", "ltr"), "ar": ("ar", "rtl")}
SHOTS = os.environ.get("HEARTH_PAGE_SCREENSHOTS")

# What can be read or is read aloud, piece by piece as it stands in the page.
SAID = """() => {
    const said = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (node.parentElement.checkVisibility({visibilityProperty: true})) said.push(node.data.trim());
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder'])
            if (element.hasAttribute(name) && element.checkVisibility()) said.push(element.getAttribute(name).trim());
    return [...new Set(said.filter(Boolean))];
}"""


def catalogue(language):
    return json.loads((WORDS / f"{language}.json").read_text())


def english(language):
    """What would show that a text was not translated: whole texts, and patterns of those that have something filled in."""
    whole, patterns = set(), []
    for key, words in catalogue(language).items():
        said = set(words.values()) if isinstance(words, dict) else {words}
        for form in key.split("|"):
            # One that is the same in both languages shows nothing, and one that is hardly more than what is filled in fits too much.
            literal = re.sub(r"\{\w+\}", "", form)
            if form in said or len(re.findall(r"[A-Za-z]{2,}", literal)) < 2 and "{" in form:
                continue
            if "{" in form:
                patterns.append(re.compile(".+".join(map(re.escape, re.split(r"\{\w+\}", form)))))
            else:
                whole.add(form)
    # A word that another text has in the language itself.
    return whole - {words for words in catalogue(language).values() if isinstance(words, str)}, patterns


def untranslated(page, whole, patterns):
    return [text for text in page.evaluate(SAID) if text in whole or any(pattern.fullmatch(text) for pattern in patterns)]


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("language", ["de", "ar"])
def test_every_view_is_in_the_language_and_fits_its_window(make_watched, library, language, width):
    watched = make_watched(width=width, height=844, locale=LANGUAGES[language][0])
    page = watched.open("#/chat")
    assert (page.locator("html").get_attribute("lang"), page.locator("html").get_attribute("dir")) == LANGUAGES[language]
    whole, patterns = english(language)
    problems = []
    for view, something in (VIEWS | detail_views(library)).items():
        visit(page, view, something)
        problems += [f"{view}: {text!r} is English" for text in untranslated(page, whole, patterns)]
        if not fits(page):
            problems.append(f"{view} is wider than {width} pixels")
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{language}-{width}-{re.sub('[^a-z0-9]+', '-', view)}.png")
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("language", ["de", "ar"])
def test_answers_sheets_and_what_is_made_are_in_the_language(make_watched, library, language, width):
    """What is there only when something was asked, opened or made."""
    words = catalogue(language)
    page = make_watched(width=width, height=844, locale=LANGUAGES[language][0]).open(f"#/chat?in={library['lease']}")
    whole, patterns = english(language)
    problems = []

    def look(name):
        problems.extend(f"{name}: {text!r} is English" for text in untranslated(page, whole, patterns))
        if not fits(page):
            problems.append(f"{name} is wider than {width} pixels")
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{language}-{width}-x-{name}.png")

    # An answer, with its badge and a source of it.
    page.locator(".answerer-button").click()
    expect(page.locator(".answerer").nth(1)).to_be_visible()
    look("who-answers")
    page.locator("input[name=answerer][value=basic]").check()
    page.keyboard.press("Escape")
    page.locator(".composer textarea").fill(samples.QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".cite:not(.pending)").first).to_be_visible()
    page.locator(".badge summary").first.click()
    look("answer")
    page.locator(".cite").first.click()
    expect(page.locator(".reader mark").first).to_be_visible()
    look("source")
    # The analysis of a transcript, whoever makes it.
    visit(page, f"transcripts/{library['talk']}/summary", ".availability p")
    for button in (words["Generate everything"], words["Generate"]):
        if page.get_by_role("button", name=button, exact=True).count():
            page.get_by_role("button", name=button, exact=True).click()
            break
    expect(page.locator(".aspect .badge").first).to_be_visible(timeout=60_000)
    for aspect in ("summary", "tags", "entities", "highlights", "chapters", "questions"):
        visit(page, f"transcripts/{library['talk']}/{aspect}", ".availability p")
        look(f"analysis-{aspect}")
    # Settings that have a form, and what asks before it is done.
    for view, something in {"settings/endpoints": ".view-settings .actions .button", "settings/devices": ".view-settings .card", "privacy": ".radio-card"}.items():
        visit(page, view, something)
        look(view.replace("/", "-"))
    page.locator(".danger-zone .button").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    look("delete")
    page.keyboard.press("Escape")
    page.locator("body").press("?")
    expect(page.locator(".shortcuts").first).to_be_visible()
    look("keyboard")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.locator(".palette input").fill("lease")
    expect(page.locator(".palette-list li").nth(1)).to_be_visible()
    look("palette")
    page.keyboard.press("Escape")
    visit(page, "documents")
    page.locator(".row .icon-button").first.click()
    expect(page.get_by_role("menu")).to_be_visible()
    look("menu")
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language not in ("de", "ar")])
def test_the_frame_is_in_the_language_of_the_browser(make_watched, language):
    watched = make_watched(width=390, height=844, locale=LANGUAGES[language][0])
    page = watched.open("#/settings/about")
    assert (page.locator("html").get_attribute("lang"), page.locator("html").get_attribute("dir")) == LANGUAGES[language]
    expect(page.locator("h1")).to_have_text(catalogue(language)["Settings"])
    assert not untranslated(page, *english(language)) and fits(page)


def choose(page, language):
    page.locator(".view-settings select").filter(has=page.locator("option[value=de]")).select_option(language)


def test_a_chosen_language_stays_until_it_is_given_back(watched):
    page = watched.open("#/settings/look")
    assert page.locator("html").get_attribute("lang") == "en"
    names = page.locator(".view-settings option[value=de], .view-settings option[value=ar]").all_text_contents()
    assert names == ["Deutsch", "العربية"]
    choose(page, "de")
    expect(page.locator("h1")).to_have_text("Einstellungen")
    page.reload()
    expect(page.locator("h1")).to_have_text("Einstellungen")
    assert page.title() == "Einstellungen · Hearth" and page.locator("html").get_attribute("lang") == "de"
    choose(page, "")
    expect(page.locator("h1")).to_have_text("Settings")


def test_a_language_that_the_page_does_not_speak_is_passed_over(make_watched):
    page = make_watched(locale="fi-FI").open("#/settings/about")
    assert page.locator("html").get_attribute("lang") == "en"
    expect(page.locator("h1")).to_have_text("Settings")


@pytest.mark.parametrize("fail", [lambda route: route.fulfill(status=404), lambda route: route.abort(), lambda route: route.fulfill(body="{")], ids=["missing", "lost", "broken"])
def test_a_catalogue_that_does_not_come_leaves_the_page_in_english(make_watched, fail):
    watched = make_watched(locale="de-DE")
    watched.context.route("**/words/de.json", fail)
    page = watched.open("#/settings/about")
    assert page.locator("html").get_attribute("lang") == "en"
    expect(page.locator("h1")).to_have_text("Settings")


SAY = """([text, values, number]) => import('/js/lib/words.js').then(({say, sayNumber, sayWith}) =>
    number === null ? say(text, values) : sayNumber(number, text, {...values, count: number}))"""


def test_numbers_ask_for_the_form_of_their_language(make_watched):
    page = make_watched(locale="ar").open("#/chat")
    said = [page.evaluate(SAY, ["{count} document|{count} documents", {}, number]) for number in (0, 1, 2, 3, 11, 100)]
    assert said == ["لا مستندات", "مستند واحد", "مستندان", "3 مستندات", "11 مستندًا", "100 مستند"]


def test_dates_and_numbers_follow_the_language(make_watched):
    page = make_watched(locale="de-AT").open("#/journal/month/2026-01")
    expect(page.locator(".calendar h2")).to_have_text("Jänner 2026")
    assert page.evaluate("import('/js/lib/format.js').then(({bytes, count}) => [bytes(1_234_000), count(12_345)])") == ["1,2 MB", "12\u00a0345"]
    arabic = make_watched(locale="ar-EG").open("#/journal/month/2026-01")
    assert "2026" in arabic.locator(".calendar h2").inner_text()


def test_an_error_of_the_server_is_worded_by_its_kind_and_its_own_words_are_folded(make_watched):
    page = make_watched(locale="de-DE").open("#/chat")
    said, folded = page.evaluate("""() => import('/js/ui/problem.js').then(({problemCard}) => {
        const card = problemCard({code: 'x', kind: 'unreadable', message: 'The file lease.pdf could not be read.'});
        return [card.querySelector('p').textContent, card.querySelector('details p').textContent];
    })""")
    assert said == catalogue("de")["It could not be read."] and folded == "The file lease.pdf could not be read."


WARNINGS = json.loads((WORDS.parent / "openapi.json").read_text())["components"]["schemas"]["Warning"]["properties"]["kind"]["enum"]
WARN = """kinds => import('/js/ui/server-words.js').then(({warningWords, warningKinds}) => [Object.keys(warningKinds), ...kinds.map((kind) => {
    const place = document.createElement('p');
    place.append(...warningWords({kind, message: 'It was met.', page: null}));
    return [place.firstElementChild ? place.firstChild.data || place.childNodes[1].data : '', place.querySelector('details [lang=en]')?.textContent];
})])"""


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_warning_of_any_kind_and_a_failure_of_any_kind_are_said_in_every_language(make_watched, language):
    page = make_watched(locale=LANGUAGES[language][0]).open("#/chat")
    known, *said = page.evaluate(WARN, WARNINGS)
    assert sorted(known) == sorted(WARNINGS)
    words = catalogue(language)
    for kind, (first, theirs) in zip(WARNINGS, said):
        assert first in words.values() and theirs == "It was met.", kind
    for kind, (first, theirs) in zip(KINDS, page.evaluate(FAIL, [["some-code", kind] for kind in KINDS])):
        assert first in words.values() and theirs == "It did not work.", kind


KINDS = json.loads((WORDS.parent / "openapi.json").read_text())["components"]["schemas"]["FailureKind"]["enum"]
FAIL = """kinds => import('/js/ui/problem.js').then(({wordsOf}) => kinds.map(([code, kind]) => {
    const place = document.createElement('p');
    place.append(...wordsOf({code, kind, message: 'It did not work.'}));
    return [place.firstChild.data, place.querySelector('details [lang=en]')?.textContent];
}))"""


def test_a_failure_of_any_kind_is_said_in_the_language_and_the_servers_words_stand_below(make_watched):
    page = make_watched(locale="de-DE").open("#/chat")
    for kind, (said, theirs) in zip(KINDS, page.evaluate(FAIL, [["some-code", kind] for kind in KINDS])):
        assert said != "It did not work." and theirs == "It did not work.", kind
    words = catalogue("de")
    said = [said for said, _ in page.evaluate(FAIL, [["changed-meanwhile", "conflict"], ["other-host", "conflict"], ["name-taken", "conflict"]])]
    assert said == [words["It was changed elsewhere meanwhile."], words["The engine is at another host by now. No consent was given."], words["As things are now, this is not possible."]]
    # What the page says itself is said once.
    assert page.evaluate(FAIL, [["unreachable", None]]) == [["It did not work.", None]]
    english = make_watched().open("#/chat")
    assert english.evaluate(FAIL, [["some-code", "conflict"]]) == [["It did not work.", None]]


def marked(value, name=""):
    """An answer of the server in which each of its own sentences can be told."""
    if isinstance(value, dict):
        return {key: marked(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [marked(item, name) for item in value]
    return f"SENTENCE {value}" if isinstance(value, str) and name in SENTENCES else value


# Where the interface has sentences of the server: `openapi.json` describes them as for a person.
SENTENCES = {"reason", "fallbackReason", "note", "notes", "warnings", "detail", "remedy", "problem", "message", "sentence"}


@pytest.mark.parametrize("language", ["de", "ar"])
def test_no_sentence_of_the_server_stands_open_in_another_language(make_watched, library, language):
    """Each is said in the language by what is known of it, and folded below."""
    watched = make_watched(locale=LANGUAGES[language][0])

    def mark(route):
        # A stream is never over.
        if "event-stream" in route.request.headers.get("accept", ""):
            return route.continue_()
        answer = route.fetch()
        if "json" in answer.headers.get("content-type", ""):
            route.fulfill(response=answer, json=marked(answer.json()))
        else:
            route.fulfill(response=answer)

    page = watched.open("#/chat")
    watched.context.route(re.compile("/api/"), mark)
    problems = []
    for view, something in (VIEWS | detail_views(library)).items():
        visit(page, view, something)
        if view == "settings/about":
            page.get_by_role("button", name=catalogue(language)["Examine"]).click()
            expect(page.locator(".checks").nth(1).locator("li").first).to_be_visible(timeout=60_000)
        problems += [f"{view}: {text}" for text in page.evaluate(SAID) if "SENTENCE" in text]
    assert not problems, "\n".join(problems)
    # The sentences are there, below what is said of them.
    assert "SENTENCE" in page.locator("html").text_content()


def test_who_may_see_a_label_is_said_in_the_language_and_nothing_of_it_is_hidden(make_watched):
    watched = make_watched(locale="de-DE")
    sentences = {"public": "public: seen by engines in this program (local); the tools of notes at tools.example.com.", "personal": "personal: seen by nothing in this program."}
    watched.context.route("**/api/labels", lambda route: route.fulfill(json={"labels": [
        {"label": "public", "sentence": sentences["public"], "engines": [{"engine": "local", "host": None, "tasks": ["answer"]}, {"engine": "openai", "host": "api.openai.com", "tasks": ["answer"]}], "tools": [], "mcp": True, "api": True},
        {"label": "personal", "sentence": sentences["personal"], "engines": [], "tools": [], "mcp": False, "api": False}]}))
    page = watched.open("#/documents")
    page.locator(".drop-options summary").click()
    choice = page.locator(".drop-options select")
    choice.focus()
    words = page.locator(".drop-options [role=status]")
    expect(words).to_contain_text("Öffentlich: zu sehen für Lokales Modell, OpenAI bei api.openai.com, MCP-Clients, Programme mit dem Token des Servers.")
    expect(words).to_contain_text("Persönlich: zu sehen für keine Engine.")
    assert words.locator("details [lang=en]").all_text_contents() == list(sentences.values())
    assert all(sentence in choice.get_attribute("title") for sentence in sentences.values())
    assert sentences["public"] in choice.locator("option[value=public]").get_attribute("title")


def test_shares_and_words_are_counted_as_the_language_writes_them(make_watched):
    count = "import('/js/lib/format.js').then(({percent, wordCount}) => [percent(0.42), wordCount('今日は雨でした。'), wordCount('A well-known  walk'), wordCount(' ')])"
    english, german = make_watched().open("#/chat").evaluate(count), make_watched(locale="de-DE").open("#/chat").evaluate(count)
    assert english[0] == "42%" and german[0] == "42\u00a0%"
    assert english[1] > 2 and english[2:] == [3, 0]


def test_the_place_of_the_databases_key_and_tasks_are_said_in_the_language(make_watched):
    page = make_watched(locale="de-DE").open("#/settings/generation")
    named = page.locator(".freedoms strong")
    expect(named.first).to_be_visible()
    assert {catalogue("de")["Chat"], catalogue("de")["Rewriting"]} <= set(named.all_text_contents())
    said = page.evaluate("import('/js/lib/terms.js').then(({describedKeyPlace}) => ['Keychain', 'secret service', '/home/me/hearth.key', 'encrypted file /home/me/keys', 'key file in /home/me (this build of Hearth is not signed for the Keychain)', 'safe'].map(describedKeyPlace))")
    assert said == ["im Schlüsselbund", catalogue("de")["in the desktop's secret service"], "in einer Schlüsseldatei: /home/me/hearth.key", "in einer verschlüsselten Datei, /home/me/keys", "in einer Schlüsseldatei: /home/me", "in: safe"]


# Where the page itself speaks, without what is filled in: isolated, or in an element that says which way it runs or what it is.
LATIN = """() => {
    const theirs = '[dir=auto], [dir=ltr], [lang]:not(html), code, kbd, bdi, svg, .row-facts .chip, .setting label, .conversation';
    const said = [];
    const add = (text) => {
        const own = text.replace(/\\u2068[^\\u2068\\u2069]*\\u2069/g, '').replace(/\\u2068.*\\u2069/g, '').trim();
        if (/[A-Za-z]/.test(own)) said.push(own);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement.closest(theirs) && node.parentElement.checkVisibility({visibilityProperty: true})) add(node.data);
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder'])
            if (element.hasAttribute(name) && !element.closest(theirs) && element.checkVisibility()) add(element.getAttribute(name));
    return [...new Set(said)];
}"""


def test_in_arabic_latin_letters_are_names_and_numbers_keep_their_place_beside_them(make_watched, library):
    """English that never went through the catalogue shows by its letters; what is filled in is isolated, and not looked at."""
    page = make_watched(locale="ar").open("#/chat")
    # Names and formats, as the translations have them too, those of engines, and what is called so in every language.
    names = {"OpenAI", "Anthropic", "Hugging", "Face", "PDF", "HTML", "Markdown", "EPUB", "development", "production", "staging", "scripted"} | {name for words in catalogue("ar").values() for said in (words.values() if isinstance(words, dict) else [words]) for name in re.findall(r"[A-Za-z]+", re.sub(r"\{\w+\}", "", said))}
    problems = []
    for view, something in (VIEWS | detail_views(library)).items():
        visit(page, view, something)
        for text in page.evaluate(LATIN):
            # Models, hosts and files have marks or digits in them.
            words = [word for word in re.findall(r"[\w.'/:-]+", text) if re.fullmatch(r"[A-Za-z']{2,}", word) and word not in names]
            if words:
                problems.append(f"{view}: {text!r} has {', '.join(words)}")
            if re.search(r"[\u0600-\u06ff]", text) and re.search(r"[A-Za-z][^\u0600-\u06ffA-Za-z]*[\s·،][^\u0600-\u06ffA-Za-z]*\d", text):
                problems.append(f"{view}: a number in {text!r} goes to the side of the letters before it")
    assert not problems, "\n".join(problems)


def test_from_right_to_left_the_frame_is_turned_and_code_is_not(make_watched):
    page = make_watched(locale="ar").open("#/models/add?modality=text-generation")
    rail, main = page.locator(".rail").bounding_box(), page.locator("main").bounding_box()
    assert rail["x"] > main["x"], "the way to the views stands on the left"
    assert page.locator(".view-models input").first.evaluate("field => getComputedStyle(field).direction") == "ltr"
    arrow = page.locator(".view-models .pointing").first
    assert arrow.evaluate("drawing => getComputedStyle(drawing).scale") == "-1 1"


UNSURE = "It is not certain that this answers the question: it is the nearest that the documents say."


def answered_with(watched, language=None, **changes):
    """A conversation whose answer the server is made to say something of; its page is open."""
    made = watched.api.post(f"{watched.server.url}/api/conversations", data={"title": "Of the roof"}).json()["conversationID"]
    watched.api.post(f"{watched.server.url}/api/conversations/{made}/messages", data={"text": samples.QUESTION, "engine": "basic"})

    def change(route):
        answer = route.fetch()
        found = answer.json()
        for message in found["messages"]:
            if message["role"] == "assistant":
                message.update(changes)
        route.fulfill(response=answer, json=found)

    watched.context.route(re.compile(f"/api/conversations/{made}(\\?|$)"), change)
    page = watched.open(f"#/chat/{made}")
    expect(page.locator(".message.assistant")).to_be_visible()
    return page


@pytest.mark.parametrize("language", ["de", "ar"])
def test_what_the_server_always_says_alike_is_said_in_the_language_and_open(make_watched, language):
    """That an answer may be none stands between it and its sources; a note that is not known is folded."""
    page = answered_with(make_watched(locale=LANGUAGES[language][0]), notes=[UNSURE, "The document is long: what is told of it is from its beginning.", "A note that nobody knows."])
    answer = page.locator(".message.assistant")
    expect(answer.locator(".caveat")).to_have_text(catalogue(language)[UNSURE])
    order = answer.evaluate("(element) => [...element.children].map(({className}) => className.split(' ')[0])")
    assert order.index("prose") + 1 <= order.index("caveat") < order.index("sources"), order
    left = lambda locator: locator.evaluate("(element) => { const box = element.getBoundingClientRect(); return document.dir === 'rtl' ? box.right : box.left; }")
    assert abs(left(answer.locator(".caveat")) - left(answer.locator(".notes"))) < 1
    expect(answer.locator(".notes > p")).to_have_text([catalogue(language)["The document is long: what is told of it is from its beginning."]])
    expect(answer.locator(".notes details [lang=en]")).to_have_text(["A note that nobody knows."])
    assert UNSURE not in answer.text_content()


def test_that_nothing_is_said_is_said_once(make_watched):
    for locale in ("en-GB", "de-DE"):
        page = answered_with(make_watched(locale=locale), abstained=True, abstention="not-said", content="The documents do not say.", citations=[], unsupported=[], dropped=None, notes=[])
        words = catalogue("de") if locale == "de-DE" else {}
        answer = page.locator(".message.assistant")
        assert answer.locator("> :not(.badge, .message-tools)").all_inner_texts() == [words.get("The documents do not say.", "The documents do not say."), words.get("Add documents", "Add documents")]
        expect(answer.get_by_role("link")).to_have_attribute("href", "#/documents")
