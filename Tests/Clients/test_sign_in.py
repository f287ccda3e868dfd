"""Signing in to a shared server by OpenID Connect: the real program, a provider on this machine, and a browser as `requests` is one."""

import json
import os
import subprocess
import urllib.parse

import pytest
import requests

from conftest import HEARTH, TOKEN, Server
from identity_provider import CLIENT, SECRET, Key, Provider, encoded

MIRA = {"sub": "mira-1", "name": "Mira Holm", "email": "mira@example.org", "email_verified": True}


class Shared:
    def __init__(self, folder, provider):
        self.home, self.provider, self.others = folder / "home", provider, {}
        self.hearth("people", "add", "Noah", input="a walk along the river\n")
        self.hearth("people", "provider", "set", provider.issuer, "--client-id", CLIENT, "--label", "Home", "--domain", "example.org",
                    "--secret", input=SECRET + "\n")
        self.server = Server(self.home)
        self.url = self.server.url

    def hearth(self, *arguments, **options):
        environment = {**os.environ, "HEARTH_HOME": str(self.home), "HEARTH_TOKEN": TOKEN}
        done = subprocess.run([HEARTH, *arguments], env=environment, capture_output=True, text=True, timeout=120, **options)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def lines(self, *arguments):
        return [json.loads(line) for line in self.hearth(*arguments, "--json").splitlines()]

    def account(self, name):
        return next((row for row in self.lines("people", "list") if row["name"] == name), None)


class Browser:
    """Keeps cookies, as browsers do, and a session's key and the proof, as the page does."""

    def __init__(self, shared):
        self.shared, self.session, self.key = shared, requests.Session(), None

    def ask(self, method, path, **options):
        headers = {"origin": self.shared.url, **({"hearth-session": self.key} if self.key else {})}
        return self.session.request(method, self.shared.url + path, headers=headers, allow_redirects=False, timeout=60, **options)

    def begin(self, **wish):
        begun = self.ask("POST", "/api/session/provider", json=wish)
        assert begun.status_code == 200, begun.text
        cookie = begun.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/oauth/sign-in" in cookie
        self.proof = begun.json()["proof"]
        return begun.json()["url"]

    def arrive(self, address):
        """Follows the provider's redirect; gives the ticket."""
        parts = urllib.parse.urlsplit(address)
        assert parts.netloc == urllib.parse.urlsplit(self.shared.url).netloc and parts.path in ("/oauth/sign-in", "/oauth/sign-in/work")
        back = self.session.get(address, headers={"sec-fetch-site": "cross-site"}, allow_redirects=False, timeout=60)
        place = back.headers["location"]
        assert back.status_code == 303 and place.startswith("/#/sign-in?provider=")
        return place.removeprefix("/#/sign-in?provider=")

    def finish(self, ticket, proof=None):
        done = self.ask("PUT", "/api/session/provider", json={"ticket": ticket, "proof": proof or self.proof})
        if done.status_code == 200 and done.json()["key"]:
            self.key = done.json()["key"]
        return done

    def sign_in(self, claims, **wish):
        provider = self.shared.others.get(wish.get("provider"), self.shared.provider)
        provider.claims = claims
        return self.finish(self.arrive(provider.sign_in(self.begin(**wish))))

    def who(self):
        return (self.ask("GET", "/api/session").json()["person"] or {}).get("name")


def code(answer):
    return answer.json()["error"]["code"]


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    shared = Shared(tmp_path_factory.mktemp("sign-in"), Provider())
    yield shared
    assert shared.server.stop() == 0


@pytest.fixture(autouse=True)
def sound(shared):
    shared.provider.spoil, shared.provider.claims = None, {}


def test_somebody_of_a_domain_becomes_a_member_and_comes_back_as_the_same(shared):
    assert requests.get(shared.url + "/api/session", timeout=60).json()["providers"] == [{"id": "default", "label": "Home"}]
    first, second = Browser(shared), Browser(shared)
    assert first.sign_in(MIRA).status_code == 200 and first.who() == "Mira Holm"
    assert first.ask("GET", "/api/documents").status_code == 200
    assert first.ask("GET", "/api/people").status_code == 403
    assert second.sign_in({**MIRA, "email": "another@elsewhere.org"}).status_code == 200 and second.who() == "Mira Holm"
    assert shared.account("Mira Holm")["links"] == 1
    # What was asked of whom is in the ledger, and no secret is anywhere but with the keys.
    hosts = {row["host"] for row in shared.lines("ledger") if row.get("purpose") == "sign-in" and row["kind"] == "decision"}
    assert hosts == {urllib.parse.urlsplit(shared.provider.issuer).netloc}
    assert "a-secret" not in (shared.home / "people.json").read_text()


def test_nobody_is_let_in_by_an_address_of_mail_that_is_another_s_or_not_theirs(shared):
    for claims in ({"sub": "x", "email": "x@elsewhere.org", "email_verified": True}, {"sub": "x", "email": "x@example.org"},
                   {"sub": "x", "email": "x@example.org", "email_verified": "true"}):
        refused = Browser(shared).sign_in(claims)
        assert refused.status_code == 403 and code(refused) == "not-linked"
    # Called as Noah is, at a domain that is let in: somebody else.
    other = Browser(shared)
    assert other.sign_in({"sub": "noah-2", "name": "Noah", "email": "noah@example.org", "email_verified": True}).status_code == 200
    assert other.who() == "Noah 2"


def test_an_account_is_linked_by_whoever_is_signed_in_and_unlinked_again(shared):
    browser = Browser(shared)
    browser.key = browser.ask("POST", "/api/session", json={"name": "Noah", "password": "a walk along the river"}).json()["key"]
    # Whoever found the browser open links no account of their own.
    for password in ({}, {"password": "a guess of somebody"}):
        refused = browser.ask("POST", "/api/session/provider", json={"link": True, **password})
        assert refused.status_code == 403 and code(refused) == "not-confirmed"
    linked = browser.sign_in({"sub": "noah-1", "name": "N. Holm"}, link=True, password="a walk along the river")
    assert linked.status_code == 200 and linked.json()["key"] is None and browser.who() == "Noah"
    links = browser.ask("GET", "/api/links").json()
    assert links["hasPassword"] and [link["name"] for link in links["links"]] == ["N. Holm"]
    other = Browser(shared)
    assert other.sign_in({"sub": "noah-1"}).status_code == 200 and other.who() == "Noah"
    # Nobody is linked to what is another's, and nobody who is not signed in links.
    stranger = Browser(shared)
    assert stranger.sign_in(MIRA).status_code == 200
    taken = stranger.sign_in({"sub": "noah-1"}, link=True)
    assert taken.status_code == 409 and code(taken) == "linked-elsewhere" and stranger.who() == "Mira Holm"
    assert code(Browser(shared).ask("POST", "/api/session/provider", json={"link": True})) == "owner-only"
    # Whoever runs the server takes the link away: sessions end, and it lets nobody in.
    [link] = shared.lines("people", "links", "Noah")
    shared.hearth("people", "unlink", "Noah", link["id"])
    assert other.who() is None and browser.who() is None
    assert code(Browser(shared).sign_in({"sub": "noah-1"})) == "not-linked"


def test_an_invitation_is_accepted_with_the_provider_once(shared):
    [invitation] = shared.lines("people", "invite", "Ann", "--role", "administrator")
    browser = Browser(shared)
    claims = {"sub": "ann-1", "email": "ann@elsewhere.org", "email_verified": True}
    assert browser.sign_in(claims, invitation=invitation["code"]).status_code == 200 and browser.who() == "Ann"
    assert browser.ask("GET", "/api/people").status_code == 200
    again = Browser(shared).sign_in({"sub": "eve"}, invitation=invitation["code"])
    assert again.status_code == 401 and code(again) == "invitation-void"
    # The last way in stays, unless it is another's to take.
    [link] = browser.ask("GET", "/api/links").json()["links"]
    kept = browser.ask("DELETE", f"/api/links/{link['id']}")
    assert kept.status_code == 409 and code(kept) == "last-way-in"
    shared.hearth("people", "remove", "Ann")
    assert browser.who() is None and browser.ask("GET", "/api/documents").status_code == 401


def test_an_answer_is_good_once_and_for_who_asked(shared):
    shared.provider.claims = MIRA
    browser, other = Browser(shared), Browser(shared)
    address = shared.provider.sign_in(browser.begin())
    # A wrong state.
    wrong = urllib.parse.urlsplit(address)
    assert browser.arrive(wrong._replace(query="state=wrong&code=x").geturl()) == "void"
    assert code(browser.finish("void")) == "unknown-sign-in"
    # Another browser, to which somebody sent the address (login CSRF).
    address = shared.provider.sign_in(browser.begin())
    assert other.arrive(address) == "void"
    assert browser.arrive(address) == "void"
    # Another page of this machine that got hold of the ticket.
    ticket = browser.arrive(shared.provider.sign_in(browser.begin()))
    assert code(browser.finish(ticket, "x" * 43)) == "unknown-sign-in"
    assert code(browser.finish(ticket)) == "unknown-sign-in"
    # All as it should be, and then the same once more.
    address = shared.provider.sign_in(browser.begin())
    ticket = browser.arrive(address)
    assert browser.finish(ticket).status_code == 200
    assert code(browser.finish(ticket)) == "unknown-sign-in"
    assert browser.arrive(address) == "void"
    # A code that the provider gave somebody else, or that was used.
    parts = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))
    later = shared.provider.sign_in(browser.begin())
    replayed = later.split("&code=")[0] + "&code=" + parts["code"]
    assert code(browser.finish(browser.arrive(replayed))) == "sign-in-failed"


@pytest.mark.parametrize("name", ["none", "shared", "tampered", "another key", "expired", "nonce", "audience", "issuer", "at_hash"])
def test_a_token_that_is_not_the_provider_s_for_now_and_here_lets_nobody_in(shared, name):
    key, stranger = shared.provider.key, Key("rsa", "one")

    def tampered(claims):
        head, _, signature = key.signed(claims).split(".")
        return ".".join([head, encoded(json.dumps({**claims, "sub": "noah-1"}).encode()), signature])

    spoils = {
        "none": lambda claims: key.signed(claims, {"alg": "none"}).rsplit(".", 1)[0] + ".",
        "shared": lambda claims: key.signed(claims, {"alg": "HS256", "kid": "one"}),
        "tampered": tampered,
        "another key": stranger.signed,
        "expired": lambda claims: key.signed({**claims, "exp": claims["iat"] - 120}),
        "nonce": lambda claims: key.signed({**claims, "nonce": "another"}),
        "audience": lambda claims: key.signed({**claims, "aud": "another"}),
        "issuer": lambda claims: key.signed({**claims, "iss": "https://elsewhere.example.org"}),
        "at_hash": lambda claims: key.signed({**claims, "at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}),
    }
    shared.provider.spoil = spoils[name]
    browser = Browser(shared)
    refused = browser.sign_in(MIRA)
    assert refused.status_code >= 400 and code(refused) == "sign-in-failed" and browser.who() is None


def test_an_elliptic_key_signs_too(tmp_path):
    provider = Provider()
    provider.key = Key("ec", "curve")
    shared = Shared(tmp_path, provider)
    try:
        browser = Browser(shared)
        assert browser.sign_in(MIRA).status_code == 200 and browser.who() == "Mira Holm"
        # Nobody signs in with it once it is taken away.
        shared.hearth("people", "provider", "remove")
        gone = browser.ask("POST", "/api/session/provider", json={})
        assert gone.status_code == 404 and code(gone) == "no-sign-in-provider"
        assert browser.ask("GET", "/api/session").json()["providers"] == []
    finally:
        assert shared.server.stop() == 0


def test_two_providers_let_in_each_those_of_their_own(tmp_path):
    shared = Shared(tmp_path, Provider())
    try:
        work = shared.others["work"] = Provider()
        shared.hearth("people", "provider", "add", "work", work.issuer, "--client-id", CLIENT, "--label", "Work", "--domain", "example.org",
                      "--secret", input=SECRET + "\n")
        known = shared.lines("people", "provider", "list")
        assert [(row["id"], row["label"], row["hasSecret"], row["dependents"]) for row in known] == [("default", "Home", True, 0), ("work", "Work", True, 0)]
        assert [urllib.parse.urlsplit(row["redirect"]).path for row in known] == ["/oauth/sign-in", "/oauth/sign-in/work"]
        # The same subject, and the same address of mail, at the other one is somebody else.
        home, there = Browser(shared), Browser(shared)
        assert home.sign_in(MIRA, provider="default").status_code == 200 and home.who() == "Mira Holm"
        assert there.sign_in(MIRA, provider="work").status_code == 200 and there.who() == "Mira Holm 2"
        unnamed = Browser(shared).ask("POST", "/api/session/provider", json={})
        assert unnamed.status_code == 422 and code(unnamed) == "sign-in-provider-not-named"
        unknown = Browser(shared).ask("POST", "/api/session/provider", json={"provider": "club"})
        assert unknown.status_code == 404 and code(unknown) == "no-sign-in-provider"
        # Mix-up: what the first one gives out is brought to the attempt with the second.
        victim = Browser(shared)
        begun = victim.begin(provider="work")
        state = urllib.parse.parse_qs(urllib.parse.urlsplit(begun).query)["state"][0]
        shared.provider.claims, asked = MIRA, len(work.asked)
        answer = shared.provider.sign_in(Browser(shared).begin(provider="default"))
        given = urllib.parse.parse_qs(urllib.parse.urlsplit(answer).query)["code"][0]
        assert victim.arrive(f"{shared.url}/oauth/sign-in?" + urllib.parse.urlencode({"state": state, "code": given})) == "void"
        assert victim.arrive(f"{shared.url}/oauth/sign-in/work?" + urllib.parse.urlencode({"state": state, "code": given})) == "void"
        assert len(work.asked) == asked
        # Two of one issuer are none.
        environment = {**os.environ, "HEARTH_HOME": str(shared.home), "HEARTH_TOKEN": TOKEN}
        twice = subprocess.run([HEARTH, "people", "provider", "add", "again", work.issuer + "/", "--client-id", CLIENT, "--label", "Again"],
                               env=environment, capture_output=True, text=True, timeout=120)
        assert twice.returncode != 0 and "has this issuer already" in twice.stderr
        # Who has no other way in is counted before and after.
        assert [row["dependents"] for row in shared.lines("people", "provider")] == [1, 1]
        started = there.begin(provider="work")
        ticket = there.arrive(work.sign_in(started))
        assert "1 account cannot sign in any more" in shared.hearth("people", "provider", "remove", "work")
        gone = there.finish(ticket)
        assert gone.status_code == 404 and code(gone) == "no-sign-in-provider"
        assert home.sign_in(MIRA, provider="default").status_code == 200
    finally:
        assert shared.server.stop() == 0
