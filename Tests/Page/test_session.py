"""Signing in, an expired session, a server that is gone."""

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
    watched.context.clear_cookies()
    page.get_by_label("Search in your documents").fill("deposit tenant keys")
    dialog = page.get_by_role("dialog", name="Your session has ended")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Token").fill(server.token)
    dialog.get_by_role("button", name="Sign in").click()
    # What was asked before is answered now, without being asked again.
    expect(page.locator(".hit", has_text="2300 euros").first).to_be_visible()
    expect(page.get_by_label("Search in your documents")).to_have_value("deposit tenant keys")


def test_the_cookie_is_out_of_reach_of_scripts(watched):
    page = watched.open("#/chat")
    assert page.evaluate("document.cookie") == ""
    cookie = next(cookie for cookie in watched.context.cookies() if cookie["name"] == "hearth_session")
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"


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
