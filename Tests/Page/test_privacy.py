"""Privacy: routing, consents, the ledger. Deleting everything comes last, in test_zz_delete.py."""

import re

from playwright.sync_api import expect


def test_the_mode_is_chosen_and_other_tabs_see_it(watched):
    page = watched.open("#/privacy")
    other = watched.open("#/privacy")
    page.get_by_label(re.compile("This device only")).check()
    expect(page.locator(".privacy-state")).to_have_text("This device only")
    expect(other.get_by_label(re.compile("This device only"))).to_be_checked()
    page.reload()
    expect(page.get_by_label(re.compile("This device only"))).to_be_checked()
    page.get_by_label(re.compile("All engines")).check()
    expect(page.locator(".privacy-state")).not_to_have_text("This device only")


def test_the_order_is_changed_by_the_keyboard_and_the_focus_stays(watched):
    page = watched.open("#/privacy")
    names = lambda: page.locator(".order li > span").all_inner_texts()
    expect(page.locator(".order li").first).to_be_visible()
    before = names()
    button = page.get_by_role("button", name=f"Move {before[1]} up")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".order li > span").first).to_have_text(before[1])
    page.get_by_role("button", name=f"Move {before[1]} down").click()
    expect(page.locator(".order li > span").first).to_have_text(before[0])


def test_offline_is_switched_and_says_how_it_is_kept(watched):
    page = watched.open("#/privacy")
    page.get_by_label("Nothing may leave this machine").check(force=True)
    expect(page.locator(".privacy-state")).to_contain_text("Offline")
    expect(page.get_by_text(re.compile("policy|kernel", re.I)).first).to_be_visible()
    page.get_by_label("Nothing may leave this machine").uncheck(force=True)
    expect(page.locator(".privacy-state")).not_to_contain_text("Offline")


def test_a_consent_is_given_and_revoked(watched):
    page = watched.open("#/privacy")
    consents = page.get_by_label("Consents")
    expect(consents.get_by_role("button", name="Give a consent")).to_be_visible()
    before = consents.get_by_role("button", name="Revoke").count()
    consents.get_by_role("button", name="Give a consent").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Engine").select_option("anthropic")
    dialog.get_by_label("For").select_option("summarize")
    dialog.get_by_role("button", name="Give consent").click()
    row = consents.locator(".row", has_text="Anthropic").filter(has_text="Summaries")
    expect(row.first).to_be_visible()
    row.first.get_by_role("button", name="Revoke").click()
    expect(consents.get_by_role("button", name="Revoke")).to_have_count(before)
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/consents")) as given:
        page.get_by_role("button", name="Undo").click()
    assert given.value.post_data_json == {"engine": "anthropic", "task": "summarize", "host": "api.anthropic.com"}
    expect(consents.get_by_role("button", name="Revoke")).to_have_count(before + 1)
    row.first.get_by_role("button", name="Revoke").click()
    expect(consents.get_by_role("button", name="Revoke")).to_have_count(before)
    consents.get_by_label("Show revoked ones").check()
    expect(consents.get_by_text(re.compile("^revoked")).first).to_be_visible()


def test_the_ledger_is_read_filtered_and_verified(watched, library, server):
    request = watched.api
    made = request.post(server.url + "/api/conversations", data={}).json()
    request.post(f"{server.url}/api/conversations/{made['conversationID']}/messages", data={"text": "What is the deposit?", "engine": "basic"})
    page = watched.open("#/privacy")
    line = page.locator(".timeline > li[data-tone]")
    expect(line.first).to_be_visible()
    line.first.locator("summary").click()
    expect(line.first).to_contain_text("Ledger record")
    page.get_by_label("Kind").select_option("decision")
    assert "kind=decision" in page.url
    expect(page.locator(".timeline-kind").first).to_have_text("Decided")
    if server.is_mock:
        page.get_by_label("Kind").select_option("Given to a program")
        expect(page.locator(".timeline-kind").first).to_have_text("Given to a program")
        expect(page.get_by_text("lister: 1 time, last")).to_be_visible()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("✓ Whole")).to_be_visible(timeout=30_000)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert open(download.value.path()).readline().startswith("{")


def test_an_engine_that_cannot_answer_is_marked_in_the_order(watched, server):
    away = {state["engine"] for state in watched.api.get(server.url + "/api/about").json()["engines"] if not state["available"]}
    order = watched.api.get(server.url + "/api/routing").json()["order"]
    page = watched.open("#/privacy")
    rows = page.locator(".order li")
    expect(rows).to_have_count(len(order))
    marked = [row.locator(".chip").count() > 0 for row in rows.all()]
    assert marked == [engine in away for engine in order] and any(marked)


def test_it_begins_with_whether_anything_left_this_machine(watched):
    hosts, programs = [], []
    watched.context.route("**/api/ledger/totals", lambda route: route.fulfill(json={"hosts": hosts, "programs": programs, "usage": []}))
    page = watched.open("#/privacy")
    answer = page.locator(".privacy-answer")
    expect(answer).to_have_text("Nothing has left this machine.")
    assert answer.bounding_box()["y"] < page.get_by_role("heading", name="Who may answer").bounding_box()["y"]
    # A host that was looked for and not found was told nothing.
    hosts.append({"host": "huggingface.co", "engines": [], "connections": 1, "failed": 1, "bytesOut": 0, "bytesIn": 0, "last": "2026-11-28T11:28:00Z"})
    page.reload()
    expect(answer).to_contain_text("Nothing has left this machine.")
    expect(answer).to_contain_text("1 attempt to reach a host failed")
    # A model server of this machine is none that it leaves for.
    hosts.append({"host": "127.0.0.1:11434", "engines": ["custom"], "connections": 5, "failed": 0, "bytesOut": 700, "bytesIn": 90, "last": "2026-11-28T11:29:00Z"})
    page.reload()
    expect(answer).to_contain_text("Nothing has left this machine.")
    # What a program was given is in nobody's hands here.
    programs.append({"program": "editor", "times": 2, "last": "2026-11-28T11:30:00Z"})
    page.reload()
    expect(answer).to_contain_text("Programs were given parts of your library")
    expect(answer).not_to_contain_text("Nothing has left")
    hosts += [{"host": "api.openai.com", "engines": ["openai"], "connections": 3, "failed": 1, "bytesOut": 900, "bytesIn": 80, "last": "2026-11-20T10:00:00Z"}, {"host": "example.org", "engines": [], "connections": 2, "failed": 1, "bytesOut": 0, "bytesIn": 80, "last": "2026-11-21T10:00:00Z"}]
    page.reload()
    expect(answer).to_contain_text(re.compile("4 requests left this machine; the last to example.org, on 21 Nov"))


def test_a_refusal_is_told_in_words_and_its_code_with_the_rest(watched):
    def refused(route):
        response = route.fetch()
        body = response.json()
        for row in body["records"]:
            row.update(kind="refusal", errorCode="refused-by-policy")
        route.fulfill(response=response, json=body)
    watched.context.route(re.compile(r"/api/ledger\?|/api/ledger$"), refused)
    page = watched.open("#/privacy")
    row = page.locator(".timeline > li[data-tone]").first
    expect(row.locator(".timeline-reason")).to_have_text("Your rules do not allow it.")
    expect(row.get_by_text("refused-by-policy")).to_be_hidden()
    row.locator("summary").click()
    expect(row.get_by_text("refused-by-policy")).to_be_visible()
