"""Who answers, where that is, and what each may see: said at the field, chosen in one sheet with the key and the consent."""

import re

import pytest
from playwright.sync_api import expect


def sheet_of(page):
    page.get_by_role("button", name=re.compile("^Who answers")).click()
    return page.get_by_role("dialog", name="Who answers")


def test_the_field_says_who_answers_and_where(watched, server):
    page = watched.open("#/chat")
    line = page.get_by_role("button", name=re.compile("^Who answers"))
    expect(line).to_contain_text("on this device")
    sheet = sheet_of(page)
    sheet.locator('input[value="basic"]').check()
    sheet.get_by_label(re.compile("From my documents")).check()
    sheet.get_by_role("button", name="Done").click()
    expect(line).to_have_text("Who answers: Basic engine, on this device")
    page.reload()
    expect(line).to_have_text("Who answers: Basic engine, on this device")


def test_that_nobody_can_answer_is_said_before_it_is_asked(watched):
    watched.context.route("**/api/route", lambda route: route.fulfill(status=503, json={"error": {"code": "no-engine", "kind": "no-engine", "message": "No engine can.", "rejected": [{"engine": "local", "reason": "no model"}]}}))
    page = watched.open("#/chat")
    expect(page.get_by_role("button", name=re.compile("^Who answers"))).to_contain_text("Nobody can answer yet")


def test_a_key_and_its_consent_are_given_in_one_place(watched, server):
    if not server.is_mock:
        pytest.skip("a key of the real program is kept where the desktop keeps its own")
    watched.api.delete(server.url + "/api/keys/anthropic")
    page = watched.open("#/chat")
    sheet = sheet_of(page)
    card = sheet.locator(".answerer", has=page.locator('input[value="anthropic"]'))
    expect(card).to_contain_text("in the cloud, at api.anthropic.com")
    card.get_by_role("button", name="Add its key").click()
    consent = card.get_by_label("It may see personal documents")
    expect(consent).not_to_be_checked()
    card.get_by_label("Key").fill("sk-test-0123456789")
    consent.check()
    card.get_by_role("button", name="Keep the key").click()
    expect(card).to_contain_text("Sees public and personal documents.")
    expect(card.get_by_role("radio")).to_be_checked()
    card.get_by_role("button", name="Show it public documents only").click()
    expect(card).to_contain_text("Sees public documents only")
    watched.api.delete(server.url + "/api/keys/anthropic")


def test_a_consent_is_for_the_host_that_the_service_was_told_to_be_at(watched, server):
    if not server.is_mock:
        pytest.skip("a key of the real program is kept where the desktop keeps its own")
    engines = [{"engine": "anthropic", "host": "proxy.example.com:8443", "onDevice": False, "available": False, "reason": "no key"}]
    about = watched.api.get(server.url + "/api/about").json() | {"engines": engines}
    watched.context.route("**/api/about", lambda route: route.fulfill(json=about))
    given = []

    def consents(route):
        if route.request.method != "POST":
            return route.fallback()
        given.append(route.request.post_data_json)
        return route.fulfill(status=201, json={"id": "1", "grantedAt": "2026-01-01T00:00:00Z", **given[-1]})
    watched.context.route("**/api/consents", consents)
    page = watched.open("#/start/model")
    page.get_by_role("button", name="A key for OpenAI or Anthropic").click()
    form = page.locator(".service-form")
    expect(form.locator("bdi")).to_have_text("api.openai.com")
    form.get_by_label("Service").select_option("anthropic")
    expect(form.locator("bdi")).to_have_text("proxy.example.com:8443")
    form.get_by_label("Key").fill("sk-test-0123456789")
    form.get_by_label("It may see personal documents").check()
    form.get_by_role("button", name="Keep the key").click()
    expect(page.get_by_text("✓ Connected")).to_be_visible()
    assert given == [{"engine": "anthropic", "task": None, "host": "proxy.example.com:8443"}]
    watched.api.delete(server.url + "/api/keys/anthropic")


@pytest.mark.parametrize("route, kind", [
    ({"onDevice": True, "host": "127.0.0.1:11434"}, "device"), ({"host": None}, "device"), ({"onDevice": False, "host": "192.168.1.20:8080"}, "network"),
    ({"onDevice": False, "host": "nas.local"}, "network"), ({"onDevice": False, "host": "gpu"}, "network"), ({"onDevice": False, "host": "api.openai.com"}, "cloud"),
    ({"onDevice": False, "host": "172.32.0.1"}, "cloud"), ({"onDevice": False, "host": "10.example.com"}, "cloud"), ({"onDevice": False, "host": "fd00-cloud.example.com"}, "cloud"),
    ({"onDevice": False, "host": "10.0.0.7"}, "network"), ({"onDevice": False, "host": "172.16.3.4:1234"}, "network"), ({"onDevice": False, "host": "[fd12:3456::1]:8080"}, "network"), ({"onDevice": False, "host": "192.168.1.20.example.com"}, "cloud"),
])
def test_a_place_is_this_device_the_own_network_or_the_cloud(watched, route, kind):
    page = watched.open("#/chat")
    assert page.evaluate("route => import('/js/lib/places.js').then(({placeOf}) => placeOf(route).kind)", route) == kind


def test_the_line_about_privacy_says_what_may_leave(watched):
    page = watched.open("#/chat")
    cloud = {"name": "OpenAI", "available": True, "place": {"kind": "cloud"}, "consents": []}
    words = lambda routing, all_: page.evaluate("([routing, all]) => import('/js/ui/privacy-line.js').then(({privacyWords}) => privacyWords(routing, all))", [routing, all_])
    auto = {"mode": "auto", "offline": False}
    assert words(auto, []) == {"words": "Your text stays on this device", "stays": True}
    assert words(auto, [cloud | {"available": False}])["words"] == "Your text stays on this device"
    assert words(auto, [cloud])["words"] == "Only public text may leave"
    assert words(auto, [cloud | {"consents": [{}]}]) == {"words": "OpenAI may see personal text", "stays": False}
    assert words(auto | {"offline": True}, [cloud | {"consents": [{}]}])["words"] == "Offline"


def test_a_server_on_this_device_sees_what_the_rules_let_it_and_no_more(watched, server):
    place = server.url + "/api/endpoints/home-server"
    answer = watched.api.put(place, data={"url": "http://127.0.0.1:9/v1", "model": "some-model", "label": "personal"})
    assert answer.ok, answer.text()
    page = watched.open("#/chat")
    card = sheet_of(page).locator(".answerer", has=page.locator('input[value="custom:home-server"]'))
    expect(card).to_contain_text("on this device")
    expect(card).to_contain_text("Sees public documents only")
    card.get_by_role("button", name="Let it see personal documents").click()
    expect(card).to_contain_text("Sees public and personal documents.")
    watched.api.delete(place)


def test_a_server_is_connected_with_its_consent_or_not_at_all(watched, server):
    if not server.is_mock:
        pytest.skip("nothing listens there")
    page = watched.open("#/start/model")
    names = lambda: [item["name"] for item in watched.api.get(server.url + "/api/endpoints").json()["endpoints"]]
    before = names()
    page.get_by_role("button", name="A server of your own").click()
    page.get_by_label("Address").fill("https://gpu.example.com:8080/v1")
    expect(page.get_by_text("gpu.example.com:8080.")).to_be_visible()
    page.route("**/api/endpoints/*/test", lambda route: route.fulfill(status=502, json={"error": {"code": "cannot-connect", "kind": "connection-failed", "message": "It cannot be reached."}}))
    page.get_by_role("button", name="Connect").click()
    expect(page.get_by_role("alert").get_by_text("It cannot be reached.")).to_be_visible()
    assert names() == before
    page.unroute("**/api/endpoints/*/test")
    page.get_by_label("It may see personal documents").check()
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/consents")) as given:
        page.get_by_role("button", name="Connect").click()
    assert given.value.post_data_json["host"] == "gpu.example.com:8080"
    expect(page.get_by_text("✓ Connected")).to_be_visible()
    made = next(item for item in watched.api.get(server.url + "/api/endpoints").json()["endpoints"] if item["name"] not in before)
    assert made["name"] == "gpu-example-com-8080" and made["model"] and made["consents"]
    watched.api.delete(f"{server.url}/api/endpoints/{made['name']}")


def test_servers_have_names_of_their_own(watched):
    page = watched.open("#/chat")
    name = lambda address, *taken: page.evaluate("([address, taken]) => import('/js/ui/service-form.js').then(({nameOf}) => nameOf(address, taken))", [address, taken])
    assert name("http://127.0.0.1:11434/v1") == "127-0-0-1-11434"
    assert name("https://gpu.example.com:8080", "gpu-example-com-8080") == "gpu-example-com-8-2"
    assert name("https://custom") == "custom-2" and name("no address") == "my-server"
