"""Documents in Markdown, as the page shows them: read as Markdown, with the place of a quote where it is in the file."""

from playwright.sync_api import expect

import samples

TEXT = """---
title: The garden
---

# Garden of the *house*

The pump costs **120 euros**, and `--force` is
never needed; see [the manual](https://example.org/manual) & ask.

- Water the tulips
    - twice a *week* — the tulips like it
- Cut the hedge

| Thing | Price |
|-------|------:|
| Bulbs | 18 euros |

```sh
water --all
rest
```
"""


def put(watched, server, name, text):
    answer = watched.api.post(server.url + "/api/documents", multipart={"label": "public", "file": {"name": name, "mimeType": "text/markdown", "buffer": text.encode()}})
    assert answer.status == 202
    return samples.finished(watched.api, server, answer.json())["files"][0]["documentID"]


def place(text, quote):
    start = len(text[:text.index(quote)].encode())
    return f"start={start}&end={start + len(quote.encode())}"


def test_a_markdown_document_is_shown_as_it_is_meant(watched, server):
    document = put(watched, server, "garden.md", TEXT)
    page = watched.open(f"#/documents/{document}")
    body = page.locator(".document-body")
    expect(body.get_by_role("heading", name="Garden of the house")).to_be_visible()
    expect(body.locator("strong")).to_have_text("120 euros")
    expect(body.locator("li li")).to_have_text("twice a week — the tulips like it")
    expect(body.get_by_role("cell", name="18 euros")).to_be_visible()
    expect(body.get_by_role("link", name="the manual")).to_have_attribute("href", "https://example.org/manual")
    # What is said of the file stands before it as it is.
    expect(body.locator("pre").first).to_contain_text("title: The garden")
    shown = body.inner_text()
    assert not any(sign in shown for sign in ("# ", "**", "](", "|--", "```")), shown


def test_a_title_stands_once_above_the_text_that_begins_with_it(watched, server):
    text = "# Rules of the mooring\n\nBoats leave by noon.\n\n## Fees\n\nTwelve euros a night.\n"
    document = put(watched, server, "mooring.md", text)
    page = watched.open(f"#/documents/{document}")
    expect(page.locator(".document-body")).to_contain_text("Boats leave by noon.")
    expect(page.get_by_role("heading", name="Rules of the mooring")).to_have_count(1)
    expect(page.locator(".document-body").get_by_role("heading", name="Fees")).to_be_visible()
    # Where a quote is of it, it is there to be marked.
    page.goto(f"{server.url}/#/documents/{document}?{place(text, 'the mooring')}")
    expect(page.locator(".document-body mark")).to_have_text("the mooring")
    # What is nothing but its title is no empty page.
    alone = put(watched, server, "mooring-two.md", "# The second mooring\n")
    page.goto(f"{server.url}/#/documents/{alone}")
    expect(page.locator(".document-body")).to_contain_text("The second mooring")


def test_a_quote_in_a_markdown_document_is_marked_where_it_is(watched, server):
    document = put(watched, server, "garden.md", TEXT)
    page = watched.open("#/documents")
    for quote, shown in [
        ("The pump costs **120 euros**", "The pump costs 120 euros"),
        ("20 eu", "20 eu"),
        ("`--force` is\nnever", "--force is\nnever"),
        ("forc", "forc"),
        ("manual](https://example.org/manual) & ask", "manual & ask"),
        ("- twice a *week* — the", "twice a week — the"),
        ("Bulbs | 18 euros", "Bulbs18 euros"),
        ("all\nre", "all\nre"),
        ("# Garden", "Garden"),
        ("title: The", "title: The"),
    ]:
        page.goto(f"{server.url}/#/documents/{document}?{place(TEXT, quote)}")
        page.wait_for_function("shown => [...document.querySelectorAll('.document-body mark')].map(mark => mark.textContent).join('') === shown", arg=shown)
        expect(page.locator(".document-body mark").first).to_be_in_viewport()
    # The address of a link is not to be seen where the text is read: then the text is shown as it stands.
    page.goto(f"{server.url}/#/documents/{document}?{place(TEXT, 'example.org/man')}")
    expect(page.locator(".document-body mark")).to_have_text("example.org/man")
    expect(page.locator(".document-body")).to_contain_text("[the manual](https://example.org/manual)")


def test_a_place_far_into_a_markdown_document_reads_as_in_the_whole(watched, server):
    """A piece of a text is fetched, which may begin in a nested list or in code; it is read from where nothing is around."""
    chapters = [f"## Chapter {number}\n\n- Tools of chapter {number}\n" + "".join(f"    - tool {number}.{item}, which is *sharp*\n" for item in range(60)) + f"\n```\n# no heading {number}\n" + "code\n" * 40 + "```\n" for number in range(40)]
    text = "# Tools — all of them\n\n" + "\n".join(chapters)
    document = put(watched, server, "tools.md", text)
    page = watched.open(f"#/documents/{document}?{place(text, 'tool 30.41, which is *sharp*')}")
    mark = page.locator(".document-body mark")
    page.wait_for_function("() => [...document.querySelectorAll('.document-body mark')].map(mark => mark.textContent).join('') === 'tool 30.41, which is sharp'")
    expect(mark.first).to_be_in_viewport()
    body = page.locator(".document-body")
    sane = """() => {
        const body = document.querySelector('.document-body'), text = body.innerText;
        const code = [...body.querySelectorAll('pre')].map(pre => pre.innerText).join('');
        return !/tool \\d/.test(code) && !text.includes('```') && !text.includes('*sharp') && ![...body.querySelectorAll('h3, h4')].some(heading => heading.innerText.includes('no heading'));
    }"""
    assert page.evaluate(sane), body.inner_text()[:2000]
    first = body.locator("h3, h4").first.inner_text()
    page.get_by_role("button", name="Show earlier text").click()
    page.wait_for_function("first => document.querySelector('.document-body').querySelector('h3, h4').innerText !== first", arg=first)
    assert page.evaluate(sane), body.inner_text()[:2000]
    expect(mark.first).to_be_attached()


def test_plain_text_stays_as_it_is(watched, server):
    answer = watched.api.post(server.url + "/api/documents", multipart={"label": "public", "file": {"name": "stars.txt", "mimeType": "text/plain", "buffer": b"Call **now** for [x](y).\n"}})
    document = samples.finished(watched.api, server, answer.json())["files"][0]["documentID"]
    page = watched.open(f"#/documents/{document}")
    expect(page.locator(".document-body")).to_contain_text("Call **now** for [x](y).")


def test_names_stand_in_markdown_where_it_has_numbers(watched):
    page = watched.open("#/documents")
    shown = page.evaluate("""() => import('/js/ui/markdown-document.js').then(({markdownDocument}) => {
        const text = 'Call **+49 30 1** or +49 30 2, not `+49 30 1`.';
        const names = [...text.matchAll(/[+]49 30 ./g)].map(({index, 0: found}) => ({start: index, end: index + found.length, name: found.endsWith('1') ? 'Ada' : 'Ben'}));
        const made = markdownDocument(text, 0, {mark: {start: 21, end: 29, isDoubtful: true}, names});
        return [made.textContent, made.querySelector('mark.unverified').textContent];
    })""")
    assert shown == ["Call Ada or Ben, not Ada.", "Ben"]
