"""The page's reader of Markdown against the examples of CommonMark's specification."""

import json
import os
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPECIFICATION = pathlib.Path(os.environ.get("HEARTH_DEPS") or ROOT / ".deps") / "suites" / "commonmark" / "spec.json"

# What differs on purpose. The test fails, too, when one of these does not differ.
HTML_IS_SHOWN_AND_NOT_OBEYED = {21, 31, *range(148, 192), 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, *range(613, 618), 623, *range(625, 632), 642, 643}
ADDRESSES_ARE_LINKS_WITHOUT_BRACKETS = {602, 608, 611}
# In a `pre` that was begun by HTML, the ends of lines count; the page has spaces there.
SPACE_FOR_A_LINE_END = {148}


@pytest.fixture(scope="module")
def examples():
    if not SPECIFICATION.exists() and not os.environ.get("CI"):
        pytest.skip("CommonMark's examples are not here; scripts/setup.d/test-suites.sh brings them")
    return json.loads(SPECIFICATION.read_text())


def test_the_specification_is_met_but_for_what_differs_on_purpose(watched, examples):
    script = "\n".join(line for line in (ROOT / "Tests/Page/commonmark.js").read_text().splitlines() if not line.startswith("//")).strip()
    assert len(examples) == 652
    results = watched.open("#/privacy").evaluate(script, examples)
    differing = {result["example"] for result in results if not result["isSame"]}
    on_purpose = HTML_IS_SHOWN_AND_NOT_OBEYED | ADDRESSES_ARE_LINKS_WITHOUT_BRACKETS
    wrong = [f"{result['example']}: {result['found']!r} for {result['expected']!r}" for result in results if result["example"] in differing - on_purpose]
    assert not wrong, "\n".join(wrong)
    assert not on_purpose - differing, "these do not differ any more"
    # HTML is told apart from text as the specification has it, though it is only shown.
    assert {result["example"] for result in results if not result["isSameAsMarkup"]} == ADDRESSES_ARE_LINKS_WITHOUT_BRACKETS | SPACE_FOR_A_LINE_END


def test_no_address_runs_anything_and_no_picture_is_asked_for(watched):
    page = watched.open("#/privacy")
    shown = page.evaluate("""async () => {
        const { markdown } = await import("/js/markdown/render.js");
        const addresses = ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "&#106;avascript:alert(1)", "javascript&colon;alert(1)", "java&Tab;script:alert(1)", "data:text/html,x", "vbscript:x", "//other.example/x", "/api/session", "file:///etc/passwd", "blob:x", "https:\\\\\\\\x", "&#1;javascript:x"];
        const texts = addresses.flatMap((url) => [`[a](${url})`, `[a](<${url}>)`, `![a](${url})`, `<${url}>`, `[a]\\n\\n[a]: ${url}`, `[![a](${url})](${url})`]);
        texts.push("![a](https://other.example/x.png)", "<img src=x onerror=window.pwned=1>", "<script>window.pwned=1</script>", "a <svg onload=window.pwned=1> b", "| <b> |\\n|---|\\n| <i onclick=x> |");
        const all = markdown(texts.join("\\n\\n") + "\\n\\n" + texts.map((text) => markdown(text).textContent).join("\\n\\n"));
        document.querySelector("main").append(all);
        const result = { links: [...all.querySelectorAll("a")].map((link) => link.protocol), elements: [...new Set([...all.querySelectorAll("*")].map((element) => element.localName))], attributes: [...new Set([...all.querySelectorAll("*")].flatMap((element) => element.getAttributeNames()))] };
        all.remove();
        return result;
    }""")
    assert set(shown["links"]) <= {"https:"}
    assert not set(shown["elements"]) & {"img", "script", "svg", "b", "i", "iframe"}
    assert set(shown["attributes"]) <= {"dir", "class", "title", "href", "target", "rel", "tabindex", "role", "aria-label", "start"}
    assert page.evaluate("window.pwned") is None


def test_no_text_takes_more_than_linear_time(watched):
    """Texts on which the ways of other readers have taken quadratic time: at this length a minute and more each."""
    slow = watched.open("#/privacy").evaluate(r"""async () => {
        const { markdown } = await import("/js/markdown/render.js");
        const many = 20_000, of = (text) => text.repeat(many), numbered = (write) => Array.from({ length: many }, (_, index) => write(index)).join("\n");
        const texts = [of("*a ") + of("a*"), of("*a **a ") + of("a** a*"), of("a **b") + of(" c* d"), of("*_"), of("**_* "), of("~~a"), of("[*a") + of("]*"), of("*[a](b)*["), of("![") + "a" + of("](b)"), of("[") + "a" + of("](b)"), of("![[]()"), of("[a](b"), of("[a](<b"), of('[a](b "'), of("[a]") + "\n\n[a]: b", of("[a]: b\n"), numbered((index) => `[a${index}]: b`), of("<!-- a"), of("<?"), of("<![CDATA["), of("<!A "), of("<a b='"), "<a" + of(" b"), of("<a@b."), of("&a"), of("http://("), of("http://a.)"), of("[1]"), of("- a\n"), of("- a\n\n"), of("> a\n\n"), "> a\n" + of("b\n"), "- a\n" + of("\n") + "b", of("a\n=\n"), "a|b\n-|-\n" + of("a|b\n"), of("a  \n"), of("\t"), Array.from({ length: 900 }, (_, index) => "e" + "`".repeat(index)).join("")];
        const options = { citation: ([number]) => number < 5 ? document.createElement("button") : null, marked: [{ start: 0, end: 5, name: "span.unsupported" }, { start: many, end: many + 9, name: "span.unsupported" }] };
        return texts.filter((text) => {
            const began = performance.now();
            markdown(text, options);
            return performance.now() - began > 8000;
        }).map((text) => text.slice(0, 20));
    }""")
    assert not slow


def test_a_growing_text_ends_as_the_whole_would(watched):
    """Whatever comes in pieces, also a definition that gives a link above it its meaning."""
    differing = watched.open("#/privacy").evaluate(r"""async () => {
        const { markdown, GrowingText } = await import("/js/markdown/render.js");
        const pieces = ["a", " ", "\n", "\n\n", "*", "**", "_", "`", "```\n", "- ", "1. ", "> ", "[", "](u)", "\n\n[x]: /y\n", "[x]", "|", "\n|-|-|\n", "a|b\n", "# ", "===\n", "---\n", "<b>", "&amp;", "\t", "    ", "![", "]", "\\", "~~", "http://a.b", "[1]"];
        let seed = 7;
        const random = (below) => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 8) % below; };
        const written = (element) => element.innerHTML.replace(/\n+<\/code>/g, "</code>");
        const options = { citation: (numbers) => { const mark = document.createElement("button"); mark.textContent = numbers.join(); return mark; } };
        for (let round = 0; round < 1500; round++) {
            const growing = new GrowingText(options);
            let text = "";
            for (let left = random(25); left >= 0; left--) growing.show(text += pieces[random(pieces.length)]);
            if (written(growing.element) !== written(markdown(text, options))) return text;
        }
        return null;
    }""")
    assert differing is None


def test_what_stands_above_stays_while_a_text_grows(watched):
    kept = watched.open("#/privacy").evaluate(r"""async () => {
        const { GrowingText } = await import("/js/markdown/render.js");
        const growing = new GrowingText();
        growing.show("One [a].\n\nTwo *is*");
        const [one, two] = growing.element.children;
        growing.show("One [a].\n\nTwo *is* longer.\n\n[b]: https://b.example");
        const isOne = growing.element.children[0] === one, isTwo = growing.element.children[1] === two;
        growing.show("One [a].\n\nTwo *is* longer.\n\n[b]: https://b.example\n[a]: https://a.example");
        return [isOne, isTwo, growing.element.children[0] === one, growing.element.querySelector("a")?.href];
    }""")
    assert kept == [True, False, False, "https://a.example/"]


def test_citations_and_unsupported_sentences_are_found_in_any_structure(watched):
    shown = watched.open("#/privacy").evaluate(r"""async () => {
        const { markdown } = await import("/js/markdown/render.js");
        const text = "> - **Tulips** cost 9 [1].\n>   *No one* said &amp; so [2, 3].\n\n[1]: lease.pdf";
        const start = text.indexOf("*No one"), end = text.indexOf(" [2");
        const citation = (numbers) => { const mark = document.createElement("button"); mark.textContent = numbers.join("+"); return mark; };
        const element = markdown(text, { citation, marked: [{ start, end, name: "span.unsupported" }] });
        return [element.textContent, [...element.querySelectorAll(".unsupported")].map((part) => part.textContent).join(""), [...element.querySelectorAll("button")].map((mark) => mark.textContent)];
    }""")
    # A definition under a number would hide what the answer says of its sources.
    assert shown == ["Tulips cost 9 1. No one said & so 2+3.1: lease.pdf", "No one said & so", ["1", "2+3", "1"]]


def test_the_names_of_characters_are_those_that_documents_are_read_with():
    page = re.findall(r"([A-Za-z0-9]+)=([0-9A-F+]+)", (ROOT / "Sources/CPage/page/js/markdown/entities.js").read_text())
    swift = re.findall(r"([A-Za-z0-9]+)!?=([0-9A-F+]+)", (ROOT / "Sources/HearthDocuments/HTML/Parser/HTMLEntityList.swift").read_text())
    assert page == swift and len(page) == 2125


def test_a_quote_is_shown_without_its_marks_and_with_what_answers_set_off(watched):
    page = watched.open()
    quote = "Grüße: pay **£46** to [[Dana]]"
    place = lambda text: len(quote[:quote.index(text)].encode())
    mark = lambda text, shown="": {"start": 100 + place(text), "end": 100 + place(text) + len(text.encode()), "shown": shown}
    marks = [mark("**"), {"start": 100 + place("** to"), "end": 102 + place("** to"), "shown": ""}, mark("[["), mark("]]")]
    shown = page.evaluate(
        """async (citation) => {
            const nodes = (await import('/js/views/chat/citations.js')).quoteOf(citation);
            const line = document.createElement('p');
            line.append(...[nodes].flat());
            return line.innerHTML;
        }""",
        {"quote": quote, "start": 100, "marks": marks, "answerStart": 100 + place("**"), "answerEnd": 100 + place(" to [[")})
    assert shown == "Grüße: pay <strong>£46</strong> to Dana"
