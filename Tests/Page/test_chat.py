"""Chat: asking, citations and where they lead, stopping, editing, and the list of conversations."""

import re

import pytest
from playwright.sync_api import expect

import samples
from conftest import sign_in
from cutting_proxy import CuttingProxy


@pytest.fixture(scope="module", autouse=True)
def endpoint(browser, server, scripted):
    """The scripted host as the user's own endpoint, for this file only."""
    if server.is_mock:
        yield
        return
    # As its owner: a program that knows the token changes no setting.
    context = browser.new_context(extra_http_headers={"hearth-session": sign_in(server)})
    scripted.configure(context.request, server.url)
    yield
    for name in ("custom-url", "custom-model"):
        context.request.delete(f"{server.url}/api/settings/{name}")
    context.close()


@pytest.fixture
def page(watched, library):
    return watched.open("#/chat")


def ask(page, text, engine=None, about=None):
    if engine is not None or about:
        samples.choose_answerer(page, engine, about)
    page.get_by_label("Your question").fill(text)
    page.keyboard.press("Enter")


def answered(page):
    expect(page.locator(".message.assistant:not(.live)").last).to_be_visible(timeout=30_000)
    expect(page.locator(".live")).to_have_count(0, timeout=60_000)
    return page.locator(".message.assistant").last


def scoped(page, server, library):
    page.goto(f"{server.url}/#/chat?in={library['lease']}")
    expect(page.get_by_role("button", name="1 document")).to_be_visible()


def test_an_answer_streams_in_and_its_citation_opens_the_exact_place(page, server, library):
    scoped(page, server, library)
    ask(page, samples.QUESTION, engine="basic")
    answer = answered(page)
    expect(answer).to_contain_text("2300 euros")
    expect(answer.locator(".badge")).to_contain_text("Basic engine")
    expect(answer.locator(".badge")).to_contain_text("on this device")
    mark = answer.locator(".cite.verified").first
    expect(mark).to_be_visible()
    mark.click()
    reader = page.locator(".reader")
    expect(reader.get_by_text("✓ Verified quote")).to_be_visible()
    expect(reader.get_by_text("Page 2", exact=True).first).to_be_visible()
    shown = reader.locator("mark")
    expect(shown.first).to_be_in_viewport()
    # Just the quote is marked, over as many blocks as it has.
    words = lambda text: "".join(text.split())
    quote = answer.locator(".source-quote").first.inner_text()
    assert words("".join(shown.all_inner_texts())) == words(quote)
    assert words("2300 euros") in words(quote)
    assert re.search(rf"doc={library['lease']}.*start=\d+.*end=\d+", page.url), page.url


def test_a_source_stays_open_over_a_reload_and_closes_with_escape(page, server, library):
    scoped(page, server, library)
    ask(page, samples.QUESTION, engine="basic")
    answered(page).locator(".cite").first.click()
    expect(page.locator(".reader mark").first).to_be_visible()
    page.reload()
    expect(page.locator(".reader mark").first).to_be_in_viewport()
    expect(page.locator(".message.assistant")).to_contain_text("2300 euros")
    page.locator(".reader h2").press("Escape")
    expect(page.locator(".reader")).to_be_hidden()
    assert "doc=" not in page.url


def test_what_is_not_verified_is_marked_apart(page, server):
    if not server.is_mock:
        pytest.skip("the real engine may verify everything")
    ask(page, "Which repairs are paid by the tenant and the landlord?")
    answer = answered(page)
    expect(answer.locator(".cite.unverified").first).to_have_text("2?")
    expect(answer.get_by_role("heading", name=re.compile("Not verified"))).to_be_visible()
    expect(answer.locator(".unsupported").first).to_be_visible()
    answer.locator(".cite.unverified").first.click()
    expect(page.locator(".reader").get_by_text("? Not verified")).to_be_visible()


def test_an_empty_library_says_how_to_add_documents_and_not_that_they_do_not_say(page, server):
    if not server.is_mock:
        pytest.skip("the real library has documents by now")
    ask(page, "Is there nothing yet?")
    answer = answered(page)
    expect(answer).to_contain_text("There are no documents with text to answer from yet.")
    expect(answer).not_to_contain_text("do not say")
    expect(answer).not_to_contain_text("hearth ingest")
    answer.get_by_role("link", name="Add documents").click()
    expect(page).to_have_url(re.compile(r"#/documents"))


def test_an_answer_can_be_stopped_and_what_came_is_kept(page):
    ask(page, "Tell me something slow", engine="custom", about="none")
    live = page.locator(".live .prose")
    expect(live).to_contain_text(re.compile(r"\w+ \w+ \w+"))
    page.get_by_role("button", name="Stop", exact=True).click()
    answer = answered(page)
    expect(answer.get_by_text("Stopped")).to_be_visible()
    text = answer.locator(".prose").inner_text()
    assert text.strip()
    page.reload()
    expect(page.locator(".message.assistant .prose")).to_contain_text(text.split(".")[0][:20])


def test_another_tab_waits_for_an_answer_that_is_being_written(page, watched):
    ask(page, "Tell me something slow", engine="custom", about="none")
    expect(page.locator(".live .prose")).to_contain_text(re.compile(r"\w+ \w+ \w+"))
    other = watched.open("#" + page.url.split("#", 1)[1])
    expect(other.get_by_text("Being answered")).to_be_visible()
    expect(other.get_by_text("Not answered")).to_have_count(0)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(other.locator(".message.assistant")).to_be_visible()
    expect(other.get_by_text("Being answered")).to_have_count(0)


def test_an_answer_stopped_before_its_first_word_leaves_the_question(page, server):
    if not server.is_mock:
        pytest.skip("only the mock waits on request")
    ask(page, "Please ponder the deposit")
    expect(page.locator(".live .badge summary")).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("Not answered")).to_be_visible()
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.get_by_role("button", name="Ask again")).to_be_visible()


def test_a_question_that_nobody_answered_stays_marked_when_another_follows(page, server):
    if not server.is_mock:
        pytest.skip("only the mock waits on request")
    ask(page, "Please ponder the deposit")
    expect(page.locator(".live .badge summary")).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("Not answered")).to_be_visible()
    ask(page, samples.QUESTION)
    answered(page)
    for _ in range(2):
        expect(page.get_by_text("Not answered")).to_have_count(1)
        # Only the last question can be asked again in its place.
        expect(page.get_by_role("button", name="Ask again")).to_have_count(0)
        page.reload()
        expect(page.locator(".message.assistant")).to_be_visible()


def test_the_source_of_a_replaced_answer_closes_with_it(page, server, library):
    scoped(page, server, library)
    ask(page, samples.QUESTION, engine="basic")
    answered(page).locator(".cite").first.click()
    expect(page.locator(".reader mark").first).to_be_visible()
    page.get_by_label("Your question").press("ArrowUp")
    page.get_by_label("Edit your question").press("Enter")
    expect(page.locator(".reader")).to_be_hidden()
    assert "doc=" not in page.url
    assert "in=" in page.url, "what is asked about stays"
    answered(page)


def test_a_chat_without_documents_does_not_say_that_an_engine_is_being_chosen(page, server):
    ask(page, "Tell me something slow", engine="custom", about="none")
    expect(page.locator(".live")).to_be_visible()
    expect(page.get_by_text("Choosing an engine")).to_have_count(0)
    page.get_by_role("button", name="Stop", exact=True).click()


def test_what_is_known_of_an_answer_is_there_after_a_reload(page, server, library):
    scoped(page, server, library)
    ask(page, samples.QUESTION, engine="basic")
    answer = answered(page)
    answer.locator(".badge summary").click()
    said = answer.locator(".badge-body > p").first.inner_text()
    marked = answer.locator(".prose .unsupported").all_inner_texts()
    dropped = answer.locator(".dropped summary").all_inner_texts()
    page.reload()
    answer = page.locator(".message.assistant").last
    expect(answer).to_be_visible()
    answer.locator(".badge summary").click()
    expect(answer.locator(".badge-body > p").first).to_have_text(said)
    assert "not recorded" not in said
    assert answer.locator(".prose .unsupported").all_inner_texts() == marked
    assert answer.locator(".dropped summary").all_inner_texts() == dropped


def test_nothing_above_moves_while_an_answer_streams(page):
    page.evaluate("""() => { window.shifts = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value; }).observe({ type: 'layout-shift' }); }""")
    ask(page, "Tell me something slow", engine="custom", about="none")
    first = page.locator(".bubble")
    expect(page.locator(".live .prose")).to_contain_text(re.compile(r"\w+ \w+ \w+ \w+"))
    page.evaluate("window.shifts = 0")
    before = first.bounding_box()
    page.wait_for_timeout(700)
    after = first.bounding_box()
    assert before["y"] == after["y"], "the question moved while the answer grew"
    assert page.evaluate("window.shifts") < 0.01
    page.keyboard.press("Escape")
    answered(page)


def test_an_interrupted_stream_is_told_and_has_a_way_on(make_watched):
    with CuttingProxy() as proxy:
        # Chromium asks loopback directly unless it is told otherwise.
        watched = make_watched(proxy={"server": proxy.url, "bypass": "<-loopback>"})
        page = watched.open("#/chat")
        ask(page, "Tell me something slow", engine="custom", about="none")
        expect(page.locator(".live .prose")).to_contain_text(re.compile(r"\w+ \w+ \w+"))
        proxy.cut()
        problem = page.locator(".thread .problem")
        expect(problem).to_contain_text("interrupted")
        expect(page.locator(".live .prose")).to_contain_text(re.compile(r"\w+ \w+ \w+"))
        proxy.mend()
        page.get_by_role("button", name="Show what was kept").click()
        expect(page.locator(".thread .problem")).to_have_count(0)
        expect(page.locator(".bubble")).to_have_count(1)
        expect(page.locator(".message.assistant:not(.live) .prose")).to_contain_text(re.compile(r"\w+ \w+"))
        expect(page.get_by_text("Stopped", exact=True)).to_be_visible()


def test_a_failure_in_the_middle_says_why_and_can_be_tried_again(page, server):
    if not server.is_mock:
        pytest.skip("only the mock fails on request")
    ask(page, "Please fail about the deposit of the tenant")
    problem = page.locator(".problem")
    expect(problem).to_contain_text("The engine stopped in the middle")
    problem.get_by_role("button", name="Try again").click()
    expect(page.locator(".problem")).to_contain_text("The engine stopped in the middle")
    expect(page.locator(".bubble")).to_have_count(1)


def test_a_refusal_names_the_reasons_and_the_way_to_the_settings(page, server):
    if not server.is_mock:
        pytest.skip("only the mock refuses on request")
    ask(page, "refuse this")
    problem = page.locator(".problem")
    expect(problem).to_contain_text("private text never leaves this machine")
    problem.get_by_role("link", name="Open privacy settings").click()
    expect(page.get_by_role("heading", name="Who may answer")).to_be_visible()


def test_a_question_can_be_edited_and_asked_again(page, server, library):
    scoped(page, server, library)
    ask(page, "Tell me about repairs of the flat", engine="basic")
    answered(page)
    page.get_by_label("Your question").press("ArrowUp")
    editor = page.get_by_label("Edit your question")
    expect(editor).to_have_value("Tell me about repairs of the flat")
    editor.fill(samples.QUESTION)
    editor.press("Enter")
    answer = answered(page)
    expect(answer).to_contain_text("2300 euros")
    expect(page.locator(".bubble")).to_have_count(1)
    page.reload()
    expect(page.locator(".bubble")).to_have_count(1)
    expect(page.locator(".bubble")).to_have_text(samples.QUESTION)


def test_an_edit_that_is_stopped_goes_back_into_the_field(page, server):
    if not server.is_mock:
        pytest.skip("only the mock waits on request")
    first, edited = "Tell me about repairs of the flat", "Please ponder the deposit"
    ask(page, first)
    answered(page)
    page.get_by_label("Your question").press("ArrowUp")
    page.get_by_label("Edit your question").fill(edited)
    page.get_by_label("Edit your question").press("Enter")
    expect(page.locator(".live .badge summary")).to_be_visible()
    page.get_by_label("Your question").fill("And this")
    page.get_by_role("button", name="Stop", exact=True).click()
    # The turn before stays; what was written is not lost, nor is what was begun meanwhile.
    expect(page.locator(".bubble")).to_have_text([first])
    expect(page.locator(".message.assistant")).to_have_count(1)
    expect(page.get_by_label("Your question")).to_have_value(f"{edited}\n\nAnd this")
    page.reload()
    expect(page.get_by_label("Your question")).to_have_value(f"{edited}\n\nAnd this")


def test_an_answer_can_be_regenerated(page, server, library):
    scoped(page, server, library)
    ask(page, samples.QUESTION, engine="basic")
    first = page.locator(".message.user").last
    answered(page)
    question = int(first.get_attribute("data-message"))
    with page.expect_request(lambda request: request.url.endswith("/messages") and request.method == "POST") as sent:
        page.get_by_role("button", name="Regenerate").click()
    assert sent.value.post_data_json["replaceFrom"] == question
    expect(answered(page)).to_contain_text("2300 euros")
    expect(page.locator(".bubble")).to_have_count(1)


def test_another_answers_the_same_question_in_its_place(page, server, library):
    scoped(page, server, library)
    ask(page, samples.QUESTION, engine="custom", about="none")
    answered(page)
    page.get_by_role("button", name="Another answerer").click()
    with page.expect_request(lambda request: request.url.endswith("/messages") and request.method == "POST") as sent:
        page.get_by_role("dialog").get_by_role("button", name=re.compile("OpenAI|Local model" if server.is_mock else "Basic engine")).first.click()
    assert sent.value.post_data_json["engine"] != "custom" and sent.value.post_data_json["replaceFrom"]


def test_instructions_are_kept_with_their_conversation(page, watched, server, library):
    scoped(page, server, library)
    ask(page, samples.QUESTION, engine="basic")
    answered(page)
    row = page.locator(".conversation:has([aria-current])")
    for text in ("Answer briefly.", ""):
        row.get_by_role("button").click()
        page.get_by_role("menuitem", name="Instructions").click()
        page.get_by_label("What the model is told first").fill(text)
        with page.expect_response(lambda answer: answer.request.method == "PATCH") as kept:
            page.get_by_role("button", name="Keep").click()
        assert kept.value.ok and kept.value.json()["systemPrompt"] == (text or None)


def test_what_an_answer_took_is_said_below_it(page, server):
    if not server.is_mock:
        pytest.skip("the basic engine takes no time that is told")
    ask(page, samples.QUESTION)
    expect(answered(page).locator(".message-tools")).to_contain_text("tokens/s")


def test_conversations_are_found_renamed_exported_and_deleted(page, server, library):
    scoped(page, server, library)
    ask(page, samples.QUESTION, engine="basic")
    answered(page)
    row = page.locator(".conversation:has([aria-current])")
    expect(row).to_have_count(1)
    row.get_by_role("button").click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_label("Title").fill("About the deposit, renamed")
    page.keyboard.press("Enter")
    expect(page.locator(".conversation", has_text="About the deposit, renamed")).to_be_visible()
    page.get_by_label("Search conversations").fill("deposit, renamed")
    expect(page.locator(".conversation")).to_have_count(1)
    row = page.locator(".conversation")
    row.get_by_role("button").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Export as Markdown").click()
    text = open(download.value.path(), encoding="utf-8").read()
    assert samples.QUESTION in text and "2300 euros" in text
    row.get_by_role("button").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_text("No conversation has these words.")).to_be_visible()
    # It is taken back as easily as it is done; once the news of it is gone, so is the conversation.
    page.get_by_role("button", name="Undo").click()
    expect(row).to_be_visible()
    row.get_by_role("button").click()
    page.get_by_role("menuitem", name="Delete").click()
    with page.expect_response(lambda answer: answer.request.method == "DELETE" and "/api/conversations/" in answer.url) as gone:
        page.get_by_role("button", name="Dismiss").click()
    assert gone.value.ok
    expect(page.get_by_text("No conversation has these words.")).to_be_visible()


def test_two_tabs_agree(page, watched, server, library):
    scoped(page, server, library)
    ask(page, samples.QUESTION, engine="basic")
    answered(page)
    other = watched.open("#/chat/" + page.url.split("/chat/")[1])
    expect(other.locator(".message.assistant")).to_contain_text("2300 euros")
    ask(other, "Which repairs are paid by the tenant?", engine="basic")
    expect(other.locator(".message.assistant:not(.live)")).to_have_count(2, timeout=30_000)
    expect(page.locator(".message.assistant")).to_have_count(2)


def test_the_scope_is_chosen_from_a_list_and_stands_in_the_address(page, library):
    page.get_by_role("button", name="All documents").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Search").fill("lease")
    dialog.locator(".pick", has_text=re.compile("lease", re.I)).first.get_by_role("checkbox").check()
    dialog.get_by_role("button", name="Use these").click()
    expect(page.get_by_role("button", name="1 document")).to_be_visible()
    assert "in=" in page.url


def test_a_draft_survives_a_reload(page):
    page.get_by_label("Your question").fill("A question that I did not send")
    page.reload()
    expect(page.get_by_label("Your question")).to_have_value("A question that I did not send")


def test_markdown_is_shown_and_its_traps_are_not(page, server):
    if not server.is_mock:
        pytest.skip("only the mock writes all of Markdown")
    ask(page, "Write something long")
    answer = answered(page)
    expect(answer.locator("table td").first).to_have_text("Tulips")
    expect(answer.locator("pre")).to_contain_text("let hearth")
    expect(answer.locator("ol li ul li")).to_have_count(2)
    assert answer.locator("a").evaluate_all("links => links.map(link => link.protocol)") == ["https:", "https:"]
    assert answer.locator("a").first.get_attribute("rel") == "noopener noreferrer"


def test_questions_to_begin_with_are_about_what_is_there(page, watched, server):
    first = page.locator(".example").first
    expect(first).to_be_visible()
    said = first.inner_text()
    titles = [item["title"] for item in watched.api.get(server.url + "/api/documents?limit=100").json()["documents"]]
    # As one speaks of it: without what stands behind a comma, and "test notes" for "test-notes".
    spoken = [re.split(r", |: | [–—-] ", title.replace("-", " ").replace("_", " "))[0] for title in titles if title]
    assert any(title[:40] in said for title in spoken), said
    first.click()
    expect(page.get_by_label("Your question")).to_have_value(said)


def test_a_first_question_that_is_refused_leaves_no_conversation(page, watched, server):
    page.route("**/api/conversations/*/messages", lambda route: route.fulfill(status=503, content_type="application/json", body='{"error": {"code": "no-engine", "kind": "no-engine", "message": "No engine that is allowed can serve the task answer (local: no model).", "rejected": [{"engine": "local", "reason": "no model"}]}}'))
    before = watched.api.get(server.url + "/api/conversations").json()["total"]
    ask(page, "Will this leave anything behind?")
    expect(page.locator(".problem")).to_contain_text("No engine")
    expect(page.locator(".welcome")).to_have_count(0)
    expect(page.get_by_label("Your question")).to_have_value("Will this leave anything behind?")
    assert page.url.endswith("#/chat")
    expect(page.locator(".conversation", has_text="Untitled")).to_have_count(0)
    assert watched.api.get(server.url + "/api/conversations").json()["total"] == before
    page.unroute("**/api/conversations/*/messages")
    page.keyboard.press("Enter")
    answered(page)
    expect(page.locator(".problem")).to_have_count(0)


def test_the_tools_of_messages_are_reached_in_the_order_in_which_they_stand(page, server, library):
    scoped(page, server, library)
    ask(page, samples.QUESTION, engine="basic")
    answered(page)
    for tools in page.locator(".message-tools").all():
        for direction in ("ltr", "rtl"):
            # Line by line, along it: the order of what stands there is that of the tabulator.
            placed = tools.evaluate("""(tools, direction) => {
                document.documentElement.dir = direction;
                return [...tools.children].map(({offsetTop, offsetHeight, offsetLeft}) => [Math.round((offsetTop + offsetHeight / 2) / 30), offsetLeft * (direction === 'rtl' ? -1 : 1)]);
            }""", direction)
            assert placed == sorted(placed) and len(placed) >= 3
    page.evaluate("document.documentElement.dir = 'ltr'")
