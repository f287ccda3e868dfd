"""Signing in a telephone: the code that the owner's browser shows, what its link is good for, and who is not shown one."""

import re

import pytest
from playwright.sync_api import expect

import qr


def shown_link(page, server):
    """What a camera would find; at the address of the server that is tested, since the other names lead nowhere from here."""
    code = page.get_by_role("dialog", name="Sign in a phone").locator(".qr")
    expect(code).to_be_visible()
    link = qr.read(qr.drawn(code.locator(".qr-ink").get_attribute("d")))
    assert re.fullmatch(r"https?://[^/]+/#/sign-in\?code=[\w-]{43}", link)
    return server.url + "/" + link.split("/", 3)[3]


def open_code(page):
    page.get_by_role("button", name="Sign in a phone").first.click()


@pytest.fixture
def reachable(watched, server):
    """A server that others could reach: scripts/test-page gives the real one a second name."""
    made = watched.api.post(server.url + "/api/session/link", data={})
    assert made.ok, made.status
    if not made.json()["urls"]:
        pytest.skip("this server answers to its own machine alone; start it with --host and a name")


@pytest.fixture
def phone(make_watched):
    return make_watched(width=390, height=844, signed_in=False, is_mobile=True, has_touch=True)


def test_the_code_can_be_read_at_every_length(watched):
    page = watched.open()
    for length in [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213]:
        text = ("https://hearth.home:8427/#/sign-in?code=" + "aB3_-xyz90" * 20)[:length]
        rows = page.evaluate("async (text) => (await import('/js/lib/qr-code.js')).qrCode(text)", text)
        assert qr.read(rows) == text
    assert page.evaluate("async (text) => (await import('/js/lib/qr-code.js')).qrCode(text)", "x" * 214) is None
    assert qr.read(page.evaluate("async (text) => (await import('/js/lib/qr-code.js')).qrCode(text)", "Grüße, 世界")) == "Grüße, 世界"


def test_a_link_signs_in_one_phone_and_no_other(watched, server, reachable, phone, make_watched):
    page = watched.open()
    open_code(page)
    link = shown_link(page, server)
    there = phone.context.new_page()
    there.goto(link)
    expect(there.locator(".composer textarea")).to_be_visible()
    # Neither in the address nor in what the browser goes back to.
    assert "code" not in there.url
    assert there.evaluate("performance.getEntriesByType('resource').every(({name}) => !name.includes('code='))")
    dialog = page.get_by_role("dialog", name="Sign in a phone")
    expect(dialog).to_contain_text("is signed in")
    other = make_watched(signed_in=False).context.new_page()
    other.goto(link)
    expect(other.get_by_role("dialog")).to_contain_text("That link was used before")
    dialog.get_by_role("button", name="That is not mine").click()
    expect(dialog).not_to_be_visible()
    there.reload()
    expect(there.get_by_role("dialog", name="Sign in to Hearth")).to_be_visible()


def test_closing_what_shows_the_code_makes_it_void(watched, server, reachable, phone):
    page = watched.open()
    open_code(page)
    link = shown_link(page, server)
    with page.expect_response(lambda answer: answer.request.method == "DELETE" and answer.url.endswith("/api/session/link")):
        page.keyboard.press("Escape")
    there = phone.context.new_page()
    there.goto(link)
    expect(there.get_by_role("dialog")).to_contain_text("That link was used before")


def test_it_says_what_the_phone_may_and_how_long(watched, reachable):
    page = watched.open("#/settings/devices")
    page.locator(".settings-place").get_by_role("button", name="Sign in a phone").click()
    dialog = page.get_by_role("dialog", name="Sign in a phone")
    for words in ["Good once, for", "everything that you can here", "two weeks", "sign it out"]:
        expect(dialog).to_contain_text(words)


def test_a_server_of_this_machine_alone_says_what_to_do(watched, server):
    page = watched.context.new_page()
    page.route("**/api/session/link", lambda route: route.fulfill(json={"urls": [], "expiresAt": None, "encrypted": False}) if route.request.method == "POST" else route.continue_())
    page.goto(server.url + "/#/chat")
    open_code(page)
    dialog = page.get_by_role("dialog", name="Sign in a phone")
    expect(dialog).to_contain_text("answers to this machine alone")
    expect(dialog).to_contain_text("with a certificate")
    expect(dialog.locator(".qr")).to_have_count(0)
