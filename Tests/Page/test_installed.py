"""The page as a program of its own: what a browser needs to install it, and what it shows while Hearth does not run."""

from playwright.sync_api import expect

from cutting_proxy import CuttingProxy


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
        expect(page.get_by_text("Hearth is not there")).to_be_visible()
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
        expect(page.get_by_text("Hearth ist nicht da")).to_be_visible()
        proxy.mend()
        page.get_by_role("button", name="Noch einmal versuchen").click()
        expect(page.locator("h1")).to_have_text("Dokumente")
