"""With what else people sign in to a shared server, as an administrator sets it up. The server's part is in Tests/Clients/test_sign_in.py."""

import re

import pytest
from playwright.sync_api import expect

REDIRECT = "https://hearth.example.org/oauth/sign-in"


def provider(name, dependents, **more):
    return {
        "id": name.lower(), "issuer": f"https://{name.lower()}.example.org", "clientId": "hearth", "label": name, "domains": [], "hosts": [],
        "hasSecret": True, "dependents": dependents, "redirect": f"{REDIRECT}/{name.lower()}", **more}


@pytest.fixture
def sent():
    return []


@pytest.fixture
def panel(watched, sent):
    """The settings of a server with two providers, and what is asked of it."""
    known = [provider("Home", 2), provider("Work", 0)]

    def answer(route):
        request = route.request
        if request.method == "GET":
            return route.fulfill(json={"providers": known, "redirect": REDIRECT})
        name = request.url.rsplit("/", 1)[1]
        sent.append((request.method, name, request.post_data_json))
        if request.method == "DELETE":
            return route.fulfill(json={"lockedOut": 2})
        missing = [] if request.post_data_json["hosts"] else ["keys.example.net"]
        return route.fulfill(json={"provider": None if missing else provider(name.capitalize(), 0), "missingHosts": missing})

    page = watched.open("#/privacy")
    page.route(re.compile(r"/api/sign-in-providers(/.*)?$"), answer)
    page.route("**/api/people", lambda route: route.fulfill(json={"people": [], "invitations": []}))
    page.goto(re.sub("#.*", "", page.url) + "?people#/settings/people")
    expect(page.get_by_role("heading", name="Home", exact=True)).to_be_visible()
    return page


def test_all_are_listed_with_the_address_of_each(panel):
    expect(panel.get_by_role("region", name="Home", exact=True)).to_contain_text(f"{REDIRECT}/home")
    expect(panel.get_by_role("region", name="Work", exact=True)).to_contain_text(f"{REDIRECT}/work")


def test_another_one_is_set_up_beside_them_once_its_hosts_are_allowed(panel, sent):
    panel.get_by_role("button", name="Set up another").click()
    dialog = panel.get_by_role("dialog", name="Sign in with another account")
    expect(dialog).to_contain_text(f"{REDIRECT}/…")
    for label, text in (("Short name", "club"), ("Address", "https://club.example.org"), ("Client id", "hearth"), ("Label of the button", "Club")):
        dialog.get_by_label(label).fill(text)
    dialog.get_by_role("button", name="Save").click()
    panel.get_by_role("button", name="Allow").click()
    expect(panel.get_by_role("dialog", name="Club")).to_contain_text(f"{REDIRECT}/club")
    assert [(method, name, body["hosts"], body["isNew"]) for method, name, body in sent] == [
        ("PUT", "club", [], True), ("PUT", "club", ["keys.example.net"], True)]


def test_one_that_is_there_keeps_its_short_name(panel, sent):
    panel.get_by_role("region", name="Work", exact=True).get_by_role("button", name="Change").click()
    dialog = panel.get_by_role("dialog", name="Work")
    expect(dialog.get_by_label("Short name")).to_have_count(0)
    dialog.get_by_label("Label of the button").fill("Office")
    dialog.get_by_role("button", name="Save").click()
    panel.get_by_role("button", name="Allow").click()
    expect(panel.get_by_text("Register this address")).to_be_visible()
    assert {(name, body["label"], body["isNew"]) for _, name, body in sent} == {("work", "Office", False)}


def test_before_one_is_removed_it_is_said_who_loses_their_way_in(panel, sent):
    panel.get_by_role("region", name="Home", exact=True).get_by_role("button", name="Remove").click()
    dialog = panel.get_by_role("dialog", name="Remove Home?")
    expect(dialog).to_contain_text("2 people have no other way to sign in")
    dialog.get_by_role("button", name="Cancel").click()
    assert sent == []
    panel.get_by_role("region", name="Work", exact=True).get_by_role("button", name="Remove").click()
    dialog = panel.get_by_role("dialog", name="Remove Work?")
    expect(dialog).to_contain_text("has another way to sign in")
    # The list is asked for anew.
    with panel.expect_response(lambda answer: answer.request.method == "GET" and answer.url.endswith("/api/sign-in-providers")):
        dialog.get_by_role("button", name="Remove", exact=True).click()
    expect(panel.get_by_text("Removed.")).to_be_visible()
    assert [(method, name) for method, name, _ in sent] == [("DELETE", "work")]
