"""Signing in, an expired session, a server that is gone."""

import http.server
import threading

import pytest
from playwright.sync_api import expect


def test_whoever_is_not_signed_in_is_asked_for_the_token(make_watched, server):
    watched = make_watched(signed_in=False)
    page = watched.context.new_page()
    page.goto(server.url + "/#/documents")
    page.get_by_label("Token").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("That is not the token.")).to_be_visible()
    page.get_by_label("Token").fill(server.token)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Documents")).to_be_visible()


def test_an_expired_session_interrupts_nothing(watched, server, library):
    page = watched.open("#/documents")
    expect(page.locator(".row").first).to_be_visible()
    assert watched.api.delete(server.url + "/api/session").ok
    page.get_by_label("Search in your documents").fill("deposit tenant keys")
    dialog = page.get_by_role("dialog", name="Your session has ended")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Token").fill(server.token)
    dialog.get_by_role("button", name="Sign in").click()
    # What was asked before is answered now, without being asked again.
    expect(page.locator(".hit", has_text="2300 euros").first).to_be_visible()
    expect(page.get_by_label("Search in your documents")).to_have_value("deposit tenant keys")


def test_a_link_in_an_answer_carries_nothing_to_another_port(watched, server):
    """Sites know no ports: a cookie of this server would go to every other program of this machine that listens."""
    heard = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            heard.append(dict(self.headers.items()))
            self.send_response(200)
            # What another program sets for this host must not keep the owner out.
            for path in ("/", "/api"):
                self.send_header("set-cookie", f"hearth_session=stolen; Path={path}; Max-Age=600")
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<p>another program</p>")

        def log_message(self, *arguments):
            pass

    other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=other.serve_forever, daemon=True).start()
    try:
        page = watched.open("#/chat")
        elsewhere = watched.context.new_page()
        elsewhere.goto(f"http://127.0.0.1:{other.server_port}/")
        assert elsewhere.evaluate("localStorage.getItem('hearth.session')") is None
        elsewhere.close()
    finally:
        other.shutdown()
        other.server_close()
    assert heard and not any(name.lower() == "cookie" for name in heard[0])
    assert watched.key not in str(heard)
    page.reload()
    expect(page.locator("main .view > *").first).to_be_attached()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_sign_in_link_signs_in_and_leaves_no_code_in_the_address(make_watched, server):
    page = make_watched(signed_in=False).open(f"#/sign-in?code={server.token}") if server.is_mock else None
    if page is None:
        pytest.skip("the code of a link is known to who started the server only")
    assert server.token not in page.url


def test_other_browsers_are_listed_and_signed_out(watched, make_watched, server):
    other = make_watched()
    page = watched.open("#/settings/devices")
    mine = page.locator("section.card", has_text="this one")
    expect(mine).to_have_count(1)
    assert other.api.get(server.url + "/api/storage").ok
    page.get_by_role("button", name="Sign out all others").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(page.locator("section.card")).to_have_count(1)
    assert other.api.get(server.url + "/api/storage").status == 401
    assert watched.api.get(server.url + "/api/storage").ok


def test_signing_out_ends_the_session_on_the_server(watched, server):
    page = watched.open("#/settings/look")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Token")).to_be_visible()
    assert watched.api.get(server.url + "/api/storage").status == 401


def test_a_server_that_does_not_answer_is_told_with_a_way_on(watched, library):
    page = watched.open("#/documents")
    expect(page.locator(".row").first).to_be_visible()
    watched.context.set_offline(True)
    page.get_by_label("Filter by title or path").fill("lease")
    problem = page.locator(".problem")
    expect(problem).to_contain_text("Hearth does not answer")
    watched.context.set_offline(False)
    problem.get_by_role("button", name="Try again").click()
    expect(page.locator(".row").first).to_be_visible()


def test_whoever_has_an_account_elsewhere_goes_there_and_is_told_what_came_of_it(make_watched, server):
    """To a provider and back, of which the server's part is in Tests/Clients/test_sign_in.py."""
    watched = make_watched(signed_in=False)
    page = watched.context.new_page()
    state = {"signedIn": False, "id": None, "key": None, "version": "1", "expiresAt": None, "person": None, "people": True, "providers": [{"id": "home", "label": "Home"}, {"id": "work", "label": "Work"}]}
    sent = []

    def provider(route):
        sent.append((route.request.method, route.request.post_data_json))
        if route.request.method == "POST":
            return route.fulfill(json={"url": server.url + "/?there", "host": "login.example.org", "proof": "proven"})
        error = {"code": "unknown-sign-in", "kind": "unknown-item", "message": "Nobody waits for this answer.", "help": [], "rejected": []}
        return route.fulfill(status=404, json={"error": error})

    page.route("**/api/session", lambda route: route.fulfill(json=state))
    page.route("**/api/session/provider", provider)
    page.goto(server.url + "/")
    expect(page.get_by_role("button", name="Sign in with Work")).to_be_visible()
    page.get_by_role("button", name="Sign in with Home").click()
    page.wait_for_url("**/?there")
    page.goto(server.url + "/#/sign-in?provider=ticket")
    expect(page.get_by_role("alert")).to_have_text("Nobody waits for this answer.")
    assert sent == [("POST", {"provider": "home"}), ("PUT", {"ticket": "ticket", "proof": "proven"})]
    # An invitation is accepted with it, by its code.
    page.get_by_role("button", name="I have an invitation").click()
    page.get_by_label("Invitation").fill("abc123")
    expect(page.get_by_role("button", name="Accept with Home, without a password")).to_be_visible()
    page.get_by_role("button", name="Accept with Work, without a password").click()
    page.wait_for_url("**/?there")
    assert sent[-1] == ("POST", {"provider": "work", "invitation": "abc123", "name": None})
