"""Settings: keys, environments, every setting, storage, about."""

import re

import pytest
from playwright.sync_api import expect


def test_a_key_is_kept_and_forgotten_and_never_shown(watched):
    page = watched.open("#/settings/providers")
    card = page.get_by_label("Hugging Face")
    if card.get_by_role("button", name="Remove").count():
        card.get_by_role("button", name="Remove").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    card.get_by_role("button", name="Add key").click()
    page.get_by_label("Key", exact=True).fill("hf_testtesttesttesttesttest7Qx2")
    page.get_by_role("button", name="Keep key").click()
    expect(card.get_by_text("✓ Key is kept")).to_be_visible()
    assert "testtest" not in page.content()
    page.reload()
    expect(card.get_by_text("✓ Key is kept")).to_be_visible()
    card.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(card.get_by_text("No key")).to_be_visible()


def test_a_setting_is_changed_refused_and_put_back(watched):
    page = watched.open("#/settings/all")
    row = page.locator(".setting", has=page.get_by_label("Context length", exact=True))
    row.get_by_label("Context length").fill("a lot")
    row.get_by_role("button", name="Save").click()
    expect(page.locator(".form-error").first).to_be_visible()
    row.get_by_label("Context length").fill("4096")
    row.get_by_role("button", name="Save").click()
    expect(row.locator(".chip")).to_have_text("file")
    page.reload()
    expect(row.get_by_label("Context length", exact=True)).to_have_value("4096")
    row.get_by_role("button", name=re.compile("Back to the default")).click()
    expect(row.locator(".chip")).to_have_text("default")


def test_settings_are_named_in_words_and_stand_in_groups(make_watched):
    page = make_watched(locale="de-DE").open("#/settings/all")
    privacy = page.get_by_role("region", name="Datenschutz")
    mode = privacy.locator(".setting", has=page.get_by_label("Wer antworten darf", exact=True))
    # The name that the command line has stands beside it; what can be chosen is worded.
    expect(mode.locator(".setting-key")).to_have_text("mode")
    expect(mode.get_by_role("combobox")).to_have_value("auto")
    expect(mode.locator("option").first).to_have_text("Alle Engines")
    expect(privacy.get_by_label("Offline", exact=True).locator("option")).to_have_text(["ja", "nein"])
    expect(page.get_by_role("region", name="Verbindungen").get_by_label("Wie lange auf die ganze Antwort gewartet wird")).to_be_visible()


def test_a_setting_that_the_page_does_not_know_keeps_its_name(watched):
    def more(route):
        found = route.fetch().json()
        found["settings"].append({**found["settings"][0], "name": "new-thing", "summary": "what is new"})
        route.fulfill(json=found)
    watched.context.route("**/api/settings", more)
    page = watched.open("#/settings/all")
    expect(page.get_by_label("new-thing", exact=True)).to_be_visible()
    expect(page.get_by_text("What is new.")).to_be_visible()


def test_environments_are_listed_and_added(watched, server):
    watched.api.delete(server.url + "/api/environments/page-test")
    page = watched.open("#/settings/environments")
    expect(page.get_by_text("✓ current")).to_have_count(1)
    page.get_by_role("button", name="Add environment").click()
    page.get_by_label("Name", exact=True).fill("page-test")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    card = page.get_by_label("page-test")
    card.get_by_role("button", name="Forget").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget").click()
    expect(page.get_by_label("page-test")).to_have_count(0)


def test_the_rest_tells_what_it_should(watched):
    page = watched.open("#/settings/generation")
    expect(page.locator(".freedoms")).to_contain_text("close to the text")
    page.get_by_text("The exact values, and why").click()
    expect(page.locator("tbody tr").first).to_be_visible()
    page.get_by_role("link", name="What is stored").click()
    expect(page.get_by_text("encrypted").first).to_be_visible()
    page.get_by_role("link", name="About Hearth").click()
    expect(page.get_by_text("✓ No telemetry")).to_be_visible()
    page.get_by_role("button", name="Examine").click()
    expect(page.locator(".checks").last).to_contain_text("store", timeout=60_000)


def test_a_group_of_endpoints_is_made_changed_and_removed(watched, server):
    for name in ("page-one", "page-two"):
        watched.api.put(f"{server.url}/api/endpoints/{name}", data={"url": f"https://{name}.example.com/v1", "model": "qwen3"})
    watched.api.delete(server.url + "/api/endpoint-groups/page-pool")
    page = watched.open("#/settings/endpoints")
    page.get_by_role("button", name="Add group").click()
    page.get_by_label("Name", exact=True).fill("page-pool")
    page.get_by_label("Its endpoints", exact=True).fill("page-one page-three")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    expect(page.locator(".form-error").first).to_be_visible()
    page.get_by_label("Its endpoints", exact=True).fill("page-one page-two")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    card = page.get_by_label("page-pool")
    expect(card.get_by_text("needs your consent").first).to_be_visible()
    card.get_by_role("button", name="Change").click()
    page.get_by_label("Its endpoints", exact=True).fill("page-two")
    page.get_by_role("dialog").get_by_role("button", name="Change").click()
    expect(card.get_by_text("page-one")).to_have_count(0)
    card.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_label("page-pool")).to_have_count(0)
    for name in ("page-one", "page-two"):
        watched.api.delete(f"{server.url}/api/endpoints/{name}")


def test_an_endpoint_is_added_consented_to_and_removed(watched, server):
    watched.api.delete(server.url + "/api/endpoints/page-test")
    page = watched.open("#/settings/endpoints")
    page.get_by_role("button", name="Add endpoint").click()
    page.get_by_label("Name", exact=True).fill("page-test")
    page.get_by_label("Address", exact=True).fill("http://192.168.1.5/v1")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    expect(page.locator(".form-error").first).to_be_visible()
    page.get_by_label("Address", exact=True).fill("https://gpu.example.com/v1")
    page.get_by_label("Model", exact=True).fill("qwen3")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    card = page.get_by_label("page-test")
    expect(card.get_by_text("No consent")).to_be_visible()
    card.get_by_role("button", name="Give consent").click()
    page.get_by_role("dialog").get_by_role("button", name="Give consent").click()
    expect(card.get_by_text("✓ Consent")).to_be_visible()
    card.get_by_role("button", name="Revoke consent").click()
    expect(card.get_by_text("No consent")).to_be_visible()
    card.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_label("page-test")).to_have_count(0)


def test_one_signs_in_at_a_server_of_tools_after_allowing_who_takes_part(watched, server):
    asked = []
    state = {"signedIn": False}
    listed = lambda: {"servers": [
        {"name": "web", "url": "https://tools.example.org/mcp", "command": None, "host": "tools.example.org", "label": "public", "hasKey": False,
         "isSignedIn": state["signedIn"], "isForPrograms": False}]}

    def sign_in(route):
        if route.request.method == "DELETE":
            state["signedIn"] = False
            return route.fulfill(json={"wasSignedIn": True, "isRevoked": True})
        hosts = route.request.post_data_json["hosts"]
        asked.append(hosts)
        if not hosts:
            return route.fulfill(json={"url": None, "host": None, "scope": None, "hosts": ["auth.example.org"]})
        state["signedIn"] = True
        return route.fulfill(json={"url": server.url + "/?back#/settings/tools", "host": "auth.example.org", "scope": None, "hosts": []})

    watched.context.route("**/api/tool-servers", lambda route: route.fulfill(json=listed()))
    watched.context.route("**/api/tool-servers/web/sign-in", sign_in)
    page = watched.open("#/settings/tools")
    card = page.get_by_label("web", exact=True)
    card.get_by_role("button", name="Sign in").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("auth.example.org")
    dialog.get_by_role("button", name="Allow").click()
    # The place that one is sent to is shown before one goes.
    expect(dialog).to_contain_text("Look at the address")
    dialog.get_by_role("button", name="Sign in").click()
    expect(card.get_by_text("✓ Signed in")).to_be_visible()
    assert asked == [[], ["auth.example.org"]]
    card.get_by_role("button", name="Sign out").click()
    expect(card.get_by_role("button", name="Sign in", exact=True)).to_be_visible()


def test_programs_may_use_a_server_of_tools_when_its_owner_says_so(watched):
    state = {"isForPrograms": False, "refuse": False}
    listed = lambda: {"name": "files", "url": None, "command": "mcp-server-filesystem", "host": None, "label": "personal", "hasKey": False, "isSignedIn": False, "isForPrograms": state["isForPrograms"]}

    def change(route):
        if state["refuse"]:
            return route.fulfill(status=500, json={"error": {"code": "internal", "kind": "internal", "message": "No."}})
        state["isForPrograms"] = route.request.post_data_json["isForPrograms"]
        return route.fulfill(json=listed())

    watched.context.route("**/api/tool-servers", lambda route: route.fulfill(json={"servers": [listed()]}))
    watched.context.route("**/api/tool-servers/files", change)
    page = watched.open("#/settings/tools")
    switch = page.get_by_role("switch", name="Programs may use it too")
    expect(switch).not_to_be_checked()
    switch.press("Space")
    expect(switch).to_be_checked()
    assert state["isForPrograms"] is True
    # Made anew, it is still where the keyboard is.
    expect(switch).to_be_focused()
    # What could not be changed is not shown as if it were.
    state["refuse"] = True
    switch.press("Space")
    expect(page.locator(".toast")).to_be_visible()
    expect(switch).to_be_checked()


PARTS = ["look", "devices", "people", "providers", "endpoints", "storage", "moving", "about", "generation", "tools", "environments", "all"]
# Names that are cut off, or stand outside of the window.
CUT = """() => [...document.querySelectorAll('.settings-list a, .settings-list a span, .settings-head :is(h2, a)')].filter((each) => each.checkVisibility()).filter((each) => {
    const place = each.getBoundingClientRect();
    return each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline' || place.left < 0 || place.right > innerWidth;
}).map((each) => each.textContent)"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr", "es", "it", "pt-BR", "ja", "zh-Hans", "ar"])
def test_the_parts_of_the_settings_are_named_and_nothing_of_their_names_is_cut_off(make_watched, locale):
    for width in (390, 800):
        page = make_watched(width=width, height=844, locale=locale).open("#/settings")
        names = page.locator(".settings-list a")
        expect(names).to_have_count(len(PARTS))
        page.locator(".settings-list summary").click()
        assert [name.get_attribute("href") for name in names.all()] == [f"#/settings/{part}" for part in PARTS]
        texts = names.all_inner_texts()
        assert len(set(texts)) == len(PARTS) and not page.evaluate(CUT)
        names.nth(3).click()
        expect(page.locator(".settings-head h2")).to_have_text(texts[3])
        assert not page.evaluate(CUT)


def test_on_a_telephone_the_list_of_settings_is_a_page_and_each_part_leads_back(make_watched):
    page = make_watched(width=390, height=844).open("#/settings")
    expect(page.locator(".settings-list a").first).to_be_visible()
    expect(page.locator(".settings-place")).to_be_hidden()
    page.get_by_role("link", name="What is stored").click()
    expect(page.locator(".settings-place .facts").first).to_be_visible()
    expect(page.locator(".settings-list")).to_be_hidden()
    page.locator(".settings-back").click()
    expect(page.locator(".settings-list a").first).to_be_visible()
    expect(page.locator(".settings-place")).to_be_hidden()


def test_beside_the_list_stands_the_part_that_was_chosen(make_watched):
    page = make_watched(width=1280).open("#/settings")
    expect(page.get_by_label("Language")).to_be_visible()
    page.get_by_role("link", name="Servers of your own").click()
    expect(page.get_by_role("button", name="Add endpoint")).to_be_visible()
    assert page.locator(".settings-list [aria-current=page]").inner_text() == "Servers of your own"


SERVER = {"address": "postgres://hearth@db.example.org/hearth", "version": "16.4", "schema": 10, "role": "hearth_app", "faults": [], "encryption": "TLSv1.3, TLS_AES_256_GCM_SHA384", "vectorExtension": None, "vectorNote": "The database hearth has no pgvector, so meanings are searched slowly where there are many. Its administrator can add it: CREATE EXTENSION vector."}
STORAGE = {"folder": "/srv/hearth", "databaseBytes": 0, "documents": 6, "chunks": 412, "conversations": 1, "journalEntries": 0, "ledgerRecords": 9, "modelsBytes": 0, "freeDisk": 84_000_000_000, "encrypted": False}


def storage(watched, found):
    page = watched.open("#/privacy")
    page.route("**/api/storage", lambda route: route.fulfill(json=found))
    page.goto(re.sub("#.*", "", page.url) + "#/settings/storage")
    return page


def test_an_administrator_sees_what_the_database_of_a_shared_library_lacks(watched):
    card = storage(watched, {**STORAGE, "server": SERVER}).get_by_role("region", name="Database")
    expect(card).to_contain_text("PostgreSQL 16.4")
    expect(card).to_contain_text("in force for hearth_app")
    expect(card).to_contain_text("TLSv1.3")
    expect(card.get_by_role("note")).to_contain_text("has no pgvector")


def test_rows_that_nothing_keeps_apart_are_told_of(watched):
    fault = "Row-level security is not in force for hearth_app in feed: who uses this database could read there what is another's."
    found = {**SERVER, "faults": [fault], "vectorExtension": "0.8.1", "vectorNote": None}
    card = storage(watched, {**STORAGE, "server": found}).get_by_role("region", name="Database")
    expect(card).to_contain_text("not in force")
    expect(card.get_by_role("note")).to_have_text(fault)


def test_a_library_that_is_a_file_has_no_database_to_look_after(watched):
    page = storage(watched, {**STORAGE, "databaseBytes": 1_000_000, "encrypted": True})
    expect(page.locator(".view-settings .facts").first).to_contain_text("encrypted")
    expect(page.get_by_role("region", name="Database")).to_have_count(0)


def test_what_is_seldom_needed_is_folded_and_open_where_one_is_in_it(make_watched):
    page = make_watched(width=1280).open("#/settings")
    every = page.get_by_role("link", name="All settings")
    expect(page.get_by_role("link", name="What is stored")).to_be_visible()
    expect(every).to_be_hidden()
    page.get_by_text("Seldom needed").click()
    every.click()
    expect(page.locator(".settings-list [aria-current=page]")).to_have_text("All settings")
    page.reload()
    expect(every).to_be_visible()


def test_all_settings_are_found_by_words_and_spare_most_people_what_programs_call_them(watched):
    page = watched.open("#/settings/all")
    row = page.locator(".setting", has=page.get_by_label("Context length", exact=True))
    expect(row).to_be_visible()
    for technical in (row.locator(".setting-key"), row.get_by_text("Allowed:"), page.get_by_text("These hold in the environment")):
        expect(technical).to_be_hidden()
    page.get_by_text("Details for experts").click()
    expect(row.locator(".setting-key")).to_have_text("context-length")
    for technical in (row.locator(".setting-key"), row.get_by_text("Allowed:"), page.get_by_text("These hold in the environment")):
        expect(technical).to_be_visible()
    # By what it is called, by what it is for, and by its name on the command line.
    for words, there in (("Context length", True), ("window", True), ("context-length", True), ("offline", False)):
        page.get_by_label("Find a setting").fill(words)
        expect(row).to_be_visible(visible=there)
    expect(page.get_by_label("Offline", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Search by meaning")).to_be_hidden()
