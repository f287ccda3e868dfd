"""One's own account on a shared server: what lets others in as somebody asks who it is once more."""

import re

import pytest
from playwright.sync_api import expect

PROVIDERS = [{"id": "home", "label": "Home"}, {"id": "work", "label": "Work"}]
SESSION = {"signedIn": True, "version": "0.1.0", "id": "s", "expiresAt": "2099-01-01T00:00:00.000Z", "key": None, "people": True, "providers": PROVIDERS, "person": {"id": "noah", "name": "Noah", "role": "member"}}
TOKEN = {"id": "t", "name": "editor", "scope": "read", "ceiling": "personal", "createdAt": "2026-05-01T10:00:00.000Z", "usedAt": None}
REFUSED = {"error": {"code": "not-confirmed", "kind": "not-allowed", "message": "That is not your password. Nothing was changed."}}
WORD = "a walk along the river"


@pytest.fixture
def sent():
    return []


@pytest.fixture
def account(watched, sent):
    """The page of Noah's account, who has a password or not."""
    def answer(route):
        request = route.request
        path = request.url.split("/api/")[1]
        if request.method == "GET":
            return route.fulfill(json={"session": SESSION, "tokens": {"tokens": []}, "links": {"links": links, "hasPassword": account_has[0], "providers": PROVIDERS}}[path])
        sent.append((request.method, path, request.post_data_json))
        if path == "session/password":
            return route.fulfill(status=401, json={"error": {"code": "wrong-password", "kind": "unauthorized", "message": "Name and password do not belong together."}})
        if account_has[0] and request.post_data_json.get("password") != WORD:
            return route.fulfill(status=403, json=REFUSED)
        return route.fulfill(json={"token": TOKEN, "text": "hearth_secret"} if path == "tokens" else {"url": watched.server.url + "/#/chat", "host": "login.example.org", "proof": "p"})

    account_has, links = [True], []

    def open_it(has_password=True, linked=()):
        account_has[0], links[:] = has_password, linked
        page = watched.open("#/privacy")
        page.route(re.compile(r"/api/(session(/(provider|password))?|tokens|links)$"), answer)
        page.goto(re.sub("#.*", "", page.url) + "?account#/settings/account")
        expect(page.get_by_role("button", name="Make a token")).to_be_visible()
        return page

    return open_it


def test_a_token_is_made_with_ones_password_alone(account, sent):
    page = account()
    page.get_by_role("button", name="Make a token").click()
    dialog = page.get_by_role("dialog", name="Make a token")
    dialog.get_by_label("Name").fill("editor")
    make = dialog.get_by_role("button", name="Make", exact=True)
    # Nothing is sent without one.
    make.click()
    assert sent == []
    dialog.get_by_label("Your password").fill("a guess of somebody")
    make.click()
    expect(dialog.get_by_role("alert")).to_contain_text("That is not your password")
    # It is no 401: nobody is asked to sign in.
    expect(page.get_by_role("dialog")).to_have_count(1)
    dialog.get_by_label("Your password").fill(WORD)
    make.click()
    expect(page.get_by_role("dialog", name="The token")).to_contain_text("hearth_secret")
    assert [body["password"] for *_, body in sent] == ["a guess of somebody", WORD]


def test_an_account_is_linked_with_ones_password_alone(account, sent):
    page = account()
    page.get_by_role("button", name="Link Home").click()
    dialog = page.get_by_role("dialog", name="Link Home")
    expect(dialog).to_contain_text("lets themselves in here as you")
    dialog.get_by_label("Your password").fill(WORD)
    dialog.get_by_role("button", name="Link", exact=True).click()
    expect(dialog).to_be_hidden()
    assert sent == [("POST", "session/provider", {"provider": "home", "link": True, "password": WORD})]


def link(name, provider):
    return {"id": name, "issuer": f"https://{name}.example.org", "provider": provider, "name": name, "createdAt": "2026-05-01T10:00:00.000Z", "usedAt": None}


def test_each_provider_is_linked_by_itself_and_one_that_is_gone_is_told(account, sent):
    page = account(linked=[link("noah-1", "work"), link("noah-2", None)])
    known, gone = page.get_by_role("region", name="noah-1"), page.get_by_role("region", name="noah-2")
    expect(known).to_contain_text("Lets you in")
    expect(known).to_contain_text("Work")
    expect(gone).to_contain_text("Lets nobody in now")
    page.get_by_role("button", name="Link Work").click()
    dialog = page.get_by_role("dialog", name="Link Work")
    dialog.get_by_label("Your password").fill(WORD)
    dialog.get_by_role("button", name="Link", exact=True).click()
    expect(dialog).to_be_hidden()
    assert sent == [("POST", "session/provider", {"provider": "work", "link": True, "password": WORD})]


def test_who_has_no_password_signs_in_again_with_what_is_linked_alone(account, sent):
    page = account(has_password=False, linked=[link("noah-1", "work"), link("noah-2", None)])
    page.get_by_role("button", name="Make a token").click()
    dialog = page.get_by_role("dialog", name="Make a token")
    expect(dialog.get_by_role("button", name="Sign in with Home")).to_have_count(0)
    dialog.get_by_role("button", name="Sign in with Work").click()
    page.wait_for_url("**/#/chat")
    assert sent == [("POST", "session/provider", {"provider": "work"})]


def test_who_has_no_password_may_sign_in_again(account, sent):
    page = account(has_password=False)
    page.get_by_role("button", name="Make a token").click()
    dialog = page.get_by_role("dialog", name="Make a token")
    expect(dialog.get_by_label("Your password")).to_have_count(0)
    expect(dialog).to_contain_text("within the last ten minutes")
    dialog.get_by_label("Name").fill("editor")
    dialog.get_by_role("button", name="Make", exact=True).click()
    expect(page.get_by_role("dialog", name="The token")).to_be_visible()
    assert sent == [("POST", "tokens", {"name": "editor", "scope": "read", "ceiling": "personal"})]


def test_a_wrong_former_password_is_said_where_it_was_typed(account, sent):
    page = account()
    page.get_by_role("button", name="Change password").click()
    dialog = page.get_by_role("dialog", name="Change password")
    dialog.get_by_label("Password until now").fill("a guess of somebody")
    dialog.get_by_label("New password").fill("a walk along the sea")
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    expect(page.get_by_role("dialog")).to_have_count(1)
    assert [path for _, path, _ in sent] == ["session/password"]
