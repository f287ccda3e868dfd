"""Short news lie over nothing that can be used, wherever they come, and can be answered there."""

import pytest
from playwright.sync_api import expect

from test_page import VIEWS, detail_views, visit

TEXT = "Removed “Lease summary, 14 Linden Row”, with its passages and what was worked out from it."
# Shows news, and says what they cover, and whether they can be answered.
TELL = """async (text) => {
    const {toast} = await import('/js/ui/toast.js');
    toast(text, {action: {label: 'Undo', run() {}}, seconds: 600});
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const found = [];
    const news = document.querySelector('.toast'), over = news.getBoundingClientRect();
    for (const each of document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
        if (news.contains(each) || !each.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
        const own = each.getBoundingClientRect();
        const left = Math.max(own.left, over.left, 0), right = Math.min(own.right, over.right, innerWidth);
        const top = Math.max(own.top, over.top, 0), bottom = Math.min(own.bottom, over.bottom, innerHeight);
        if (right - left <= 1 || bottom - top <= 1) continue;
        // What could be pressed there without them: more may be scrolled out of sight below.
        const hit = () => document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isTheirs = news.contains(hit());
        news.style.visibility = 'hidden';
        const isOwn = each.contains(hit());
        news.style.visibility = '';
        if (isTheirs && isOwn)
            found.push(`they cover ${each.outerHTML.slice(0, 120)}`);
    }
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (modal && !modal.contains(news)) found.push('they stand outside of the dialog that is open');
    for (const button of news.querySelectorAll('button')) {
        const own = button.getBoundingClientRect();
        if (!button.contains(document.elementFromPoint(own.left + own.width / 2, own.top + own.height / 2)))
            found.push(`"${button.textContent || button.title}" of the news cannot be pressed`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than its window');
    return found;
}"""
TAKE_AWAY = "import('/js/ui/toast.js').then(() => document.querySelector('.toast .icon-button').click())"


def told(page, where):
    """What is wrong with news that come now; they are gone then."""
    found = [f"{where}: {problem}" for problem in page.evaluate(TELL, TEXT)]
    page.evaluate(TAKE_AWAY)
    return found


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
@pytest.mark.parametrize("width, height", [(390, 844), (800, 1000), (1280, 640)])
def test_news_cover_no_control_of_any_view(make_watched, library, width, height, locale):
    page = make_watched(width=width, height=height, locale=locale).open("#/chat")
    problems = []
    for view, something in (VIEWS | detail_views(library)).items():
        visit(page, view, something)
        problems += told(page, view)
    assert not problems, "\n".join(problems)


def test_a_sentence_of_news_has_room_and_a_word_takes_none_from_the_view(make_watched):
    page = make_watched().open("#/chat")
    say = lambda text: page.evaluate("(text) => import('/js/ui/toast.js').then(({toast}) => toast(text, {action: {label: 'Undo', run() {}}}))", text)
    before = page.locator("main").bounding_box()
    say("Copied")
    assert page.locator("main").bounding_box() == before
    say(TEXT)
    assert page.locator(".toast > span").bounding_box()["width"] > 400
    say("Copied")
    assert page.locator("main").bounding_box() == before


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
@pytest.mark.parametrize("view, field", [("chat", ".composer textarea"), ("journal", ".view-journal textarea"), ("start/question", ".start-ask :is(textarea, input)")])
def test_news_leave_room_for_writing_while_the_keyboard_is_open(make_watched, library, view, field, locale):
    # A telephone whose keyboard takes the lower half: the page is told to end above it.
    page = make_watched(width=390, height=420, locale=locale).open("#/chat")
    visit(page, view)
    page.locator(field).first.focus()
    assert not told(page, view)
    page.evaluate(TELL, TEXT)
    page.locator(field).first.scroll_into_view_if_needed()
    own, news = page.locator(field).first.bounding_box(), page.locator(".toast").bounding_box()
    assert own["y"] < news["y"] and own["y"] >= 0, f"what is written is not seen beside {news}: {own}"


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
@pytest.mark.parametrize("width, height", [(390, 844), (1280, 900)])
def test_news_cover_nothing_of_sheets_and_dialogs_and_can_be_answered_there(make_watched, library, width, height, locale):
    page = make_watched(width=width, height=height, locale=locale).open(f"#/documents/{library['lease']}?start=0&end=20")
    expect(page.locator(".document-body, .reader").first).to_be_visible()
    problems = told(page, "a source")
    visit(page, "chat")
    if width < 600:
        page.locator(".rail-opener").click()
        problems += told(page, "the sheet of views")
        page.keyboard.press("Escape")
        page.locator(".chat-head button").first.click()
        expect(page.locator(".view-chat")).to_have_class("view view-chat list-open")
        problems += told(page, "the conversations")
        page.keyboard.press("Escape")
    page.locator(".answerer-button").click()
    expect(page.locator(".answerer").nth(1)).to_be_visible()
    problems += told(page, "who answers")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.locator(".palette-list li").nth(1)).to_be_visible()
    problems += told(page, "the palette")
    page.keyboard.press("Escape")
    assert not problems, "\n".join(problems)


def test_news_outlive_the_dialog_in_which_they_came(watched, library):
    page = watched.open("#/chat")
    page.locator(".answerer-button").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.evaluate(TELL, TEXT)
    expect(page.locator("dialog .toast")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("body > .toasts .toast")).to_be_visible()


def test_news_of_a_dialog_that_opens_afterwards_can_still_be_undone(watched, library):
    page = watched.open("#/chat")
    page.evaluate("""import('/js/ui/toast.js').then(({undoable}) => undoable('Removed.', {work() { window.isDone = true; }, undo() { window.isUndone = true; }}))""")
    page.locator(".answerer-button").click()
    page.locator("dialog .toast .button").click()
    assert page.evaluate("[Boolean(window.isUndone), Boolean(window.isDone)]") == [True, False]
    expect(page.locator("dialog[open]")).to_be_visible()


def test_news_go_with_their_view_unless_they_can_be_undone_or_are_of_work(watched, library):
    page = watched.open("#/chat")
    news = page.locator(".toast")
    # Old enough not to have come with the way to the other view.
    say = lambda options: page.evaluate("(options) => import('/js/ui/toast.js').then(({toast}) => toast('It is so.', {seconds: 600, ...options, ...(options.action ? {action: {label: options.action, run() {}}} : {})})).then(() => new Promise(done => setTimeout(done, 1100)))", options)
    for options, stays in [({"tone": "good"}, False), ({"tone": "bad", "action": "Try again"}, False), ({"action": "Undo"}, True), ({"tone": "good", "stays": True}, True)]:
        say(options)
        visit(page, "documents")
        expect(news).to_have_count(int(stays))
        visit(page, "chat")
    # What came with the way is read where it leads.
    page.evaluate(TAKE_AWAY)
    page.evaluate("import('/js/ui/toast.js').then(({toast}) => { toast('You are there now.'); location.hash = '#/journal'; })")
    expect(page.locator(".view-journal")).to_be_visible()
    expect(news).to_have_text("You are there now.")
