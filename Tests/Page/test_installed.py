"""The page as a program of its own: what a browser needs to install it, and what it shows while Hearth does not run."""

import json
import pathlib
import re

import pytest
from playwright.sync_api import expect

from cutting_proxy import CuttingProxy

FILES = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "CPage" / "page"


def test_what_a_browser_needs_to_install_it_is_there(watched, server):
    page = watched.open("#/chat")
    manifest = watched.api.get(server.url + page.locator('link[rel="manifest"]').get_attribute("href"))
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    found = manifest.json()
    assert found["display"] == "standalone" and found["start_url"] == "/"
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    for icon in found["icons"]:
        answer = watched.api.get(server.url + icon["src"])
        assert answer.ok and answer.headers["content-type"].startswith("image/svg+xml")


def test_the_page_opens_while_the_server_is_gone_and_keeps_no_data(make_watched):
    with CuttingProxy() as proxy:
        watched = make_watched(proxy={"server": proxy.url, "bypass": "<-loopback>"}, service_workers="allow")
        page = watched.open("#/documents")
        expect(page.locator("h1")).to_be_visible()
        kept = page.evaluate("""async () => {
            for (let tries = 0; tries < 200; tries += 1) {
                const kept = await (await caches.open('hearth-page')).keys();
                const paths = kept.map(({url}) => new URL(url).pathname);
                // It is kept last.
                if (paths.includes('/')) return paths;
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
            return [];
        }""")
        assert "/" in kept and "/js/main.js" in kept
        assert not [path for path in kept if path.startswith(("/api", "/sign-in"))], kept
        proxy.cut()
        page.reload()
        # The card of the page itself: what stands there where not even its scripts are kept says almost the same.
        expect(page.locator(".problem-title")).to_have_text("Hearth is not there")
        proxy.mend()
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("h1")).to_be_visible()


def test_the_words_of_the_language_are_kept_with_the_page(make_watched):
    with CuttingProxy() as proxy:
        watched = make_watched(proxy={"server": proxy.url, "bypass": "<-loopback>"}, service_workers="allow", locale="de-DE")
        page = watched.open("#/documents")
        kept = page.evaluate("""async () => {
            for (let tries = 0; tries < 200; tries += 1) {
                const paths = (await (await caches.open('hearth-page')).keys()).map(({url}) => new URL(url).pathname);
                if (paths.includes('/')) return paths;
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
            return [];
        }""")
        assert [path for path in kept if path.startswith("/words/")] == ["/words/de.json"]
        proxy.cut()
        page.reload()
        expect(page.locator(".problem-title")).to_have_text("Hearth ist nicht da")
        proxy.mend()
        page.get_by_role("button", name="Noch einmal versuchen").click()
        expect(page.locator("h1")).to_have_text("Dokumente")


def test_a_file_that_cannot_be_had_keeps_no_other_from_being_kept_and_the_address_is_kept_last(make_watched):
    page = make_watched(service_workers="allow").open("#/documents")
    kept = page.evaluate("""async () => {
        const paths = async () => (await (await caches.open('hearth-page')).keys()).map(({url}) => new URL(url).pathname).sort();
        const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
        const until = async (path) => {
            for (let tries = 0; tries < 200 && !(await paths()).includes(path); tries += 1) await wait();
        };
        await until('/');
        await caches.delete('hearth-page');
        const {active} = await navigator.serviceWorker.ready;
        const keep = (...names) => active.postMessage(names.map((name) => location.origin + name));
        keep('/js/none.js', '/icon.svg');
        await until('/icon.svg');
        for (let tries = 0; tries < 10; tries += 1) await wait();
        const first = await paths();
        keep('/icon.svg', '/js/main.js');
        await until('/');
        return [first, await paths()];
    }""")
    assert kept == [["/icon.svg"], ["/", "/icon.svg", "/js/main.js"]]


@pytest.mark.parametrize("locale, chosen, missing, repeat", [
    ("en-GB", None, "Hearth is not there.", "Try again"), ("de-AT", None, "Hearth ist nicht da.", "Noch einmal versuchen"),
    ("fi-FI", None, "Hearth is not there.", "Try again"), ("de-DE", "ar", "Hearth غير موجود.", "إعادة المحاولة"),
])
@pytest.mark.parametrize("lost", ["main.js", "page.js"])
def test_where_a_script_is_not_there_the_page_says_so_in_the_language(make_watched, server, locale, chosen, missing, repeat, lost):
    watched = make_watched(locale=locale)
    if chosen:
        watched.context.add_init_script(f"localStorage.setItem('hearth.language', '{chosen}')")
    watched.context.route(f"**/js/{lost}", lambda route: route.abort())
    page = watched.context.new_page()
    page.goto(server.url)
    expect(page.locator("#loading")).to_contain_text(missing)
    watched.context.unroute(f"**/js/{lost}")
    page.get_by_role("button", name=repeat).click()
    expect(page.locator("h1")).to_be_visible()


def test_where_no_script_is_there_it_is_said_in_every_language():
    """The few words of opening.js, which no catalogue has."""
    source = (FILES / "js" / "opening.js").read_text()
    known = re.findall(r'^    (\w\w): \["([^"]+)", "([^"]+)"\]', source, re.M)
    spoken = re.findall(r'\["(\w\w)", "', (FILES / "js" / "lib" / "words.js").read_text())
    assert sorted(language for language, *_ in known) == sorted(spoken)
    for language, missing, repeat in known:
        words = {} if language == "en" else json.loads((FILES / "words" / f"{language}.json").read_text())
        assert repeat == words.get("Try again", "Try again"), language
        assert missing.rstrip(".。") == words.get("Hearth is not there", "Hearth is not there"), language
