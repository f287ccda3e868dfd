"""Collections: sharing them so that others may add, adding to another's, and asking in one by @."""

import json
import re

import pytest
from playwright.sync_api import expect

OWN = {"id": "c0ffee", "name": "Garden", "documents": 2, "places": [], "people": ["Noah", "Zoe"], "everyone": False, "mayAdd": ["Noah"], "everyoneMayAdd": False, "createdAt": "2026-05-01T10:00:00.000Z"}
SHARED = {"id": "f00d~beef", "name": "House", "owner": "Mira", "documents": 1, "mayAdd": True}
READ = {**SHARED, "id": "f00d~dead", "name": "Cellar", "mayAdd": False}


@pytest.fixture
def sent():
    return []


@pytest.fixture
def names():
    """Whom one can share with."""
    return ["Mira", "Noah", "Zoe"]


@pytest.fixture
def collections(watched, library, sent, names):
    def answer(route):
        request = route.request
        if request.url.endswith("/people"):
            return route.fulfill(json={"people": names})
        if request.method != "GET":
            sent.append((request.method, request.url.split("/api/")[1], request.post_data_json))
            is_new = request.url.endswith("/collections")
            return route.fulfill(status=201 if is_new else 200, json=OWN)
        return route.fulfill(json={"collections": [OWN], "shared": [SHARED, READ], "notes": []})

    def open_at(address):
        page = watched.open("#/privacy")
        page.route(re.compile(r"/api/collections"), answer)
        page.goto(re.sub("#.*", "", page.url) + address)
        return page

    return open_at


def panel(page):
    page.locator("summary", has_text="Collections").click()
    return page.get_by_role("group", name="Collections").first


def test_one_chooses_whether_others_may_add(collections, sent):
    page = collections("#/documents")
    panel(page)
    garden = page.get_by_role("region", name="Garden")
    expect(garden).to_contain_text("Noah (may add), Zoe")
    garden.get_by_role("button", name="Share…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="Mira").check()
    dialog.get_by_label("What they may do").select_option("add")
    dialog.get_by_role("button", name="Share", exact=True).click()
    expect(dialog).to_be_hidden()
    assert sent == [("POST", "collections/c0ffee/share", {"person": "Mira", "mayAdd": True})]


def test_several_people_are_chosen_by_the_keyboard_alone_and_it_says_what_each_may_do_already(collections, sent):
    page = collections("#/documents")
    panel(page)
    page.get_by_role("region", name="Garden").get_by_role("button", name="Share…").click()
    group = page.get_by_role("dialog").get_by_role("group", name="With", exact=True)
    expect(group).to_contain_text("sees the names of the others, and nothing else")
    expect(group.get_by_role("listitem").nth(1)).to_contain_text("May read and add documents")
    expect(group.get_by_role("searchbox")).to_have_count(0)
    group.get_by_role("checkbox", name="Mira").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(group.get_by_role("status")).to_have_text("2 people chosen")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert [body for *_, body in sent] == [{"person": "Mira", "mayAdd": False}, {"person": "Zoe", "mayAdd": False}]


def test_sharing_with_nobody_is_not_sent(collections, sent):
    page = collections("#/documents")
    panel(page)
    page.get_by_role("region", name="Garden").get_by_role("button", name="Share…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Share", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text("Choose with whom.")
    assert sent == []


@pytest.mark.parametrize("names", [["Zoé", "Ada", "Ben", "Cem", "Dora", "Eda", "Finn", "Gus", "Hana"]])
def test_of_many_people_one_is_found_by_a_part_of_the_name(collections, sent, names):
    page = collections("#/documents")
    panel(page)
    page.get_by_role("region", name="Garden").get_by_role("button", name="Share…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("searchbox", name="Find a person").fill("zoe")
    expect(dialog.get_by_role("checkbox", name="Ada")).to_be_hidden()
    page.keyboard.press("Enter")
    assert sent == []
    dialog.get_by_role("checkbox", name="Zoé").check()
    # Whoever was chosen stays so, whatever is looked for next.
    dialog.get_by_role("searchbox").fill("nobody at all")
    expect(dialog.get_by_role("group", name="With", exact=True).get_by_role("status")).to_have_text("Nobody here has such a name.")
    dialog.get_by_role("button", name="Share", exact=True).click()
    expect(dialog).to_be_hidden()
    assert sent == [("POST", "collections/c0ffee/share", {"person": "Zoé", "mayAdd": False})]


@pytest.mark.parametrize("names", [[]])
def test_where_nobody_else_has_an_account_it_says_so(collections, names):
    page = collections("#/documents")
    panel(page)
    page.get_by_role("region", name="Garden").get_by_role("button", name="Share…").click()
    expect(page.get_by_role("dialog")).to_contain_text("Nobody else has an account on this server.")


def test_files_are_added_to_anothers_collection_only_where_one_may(collections):
    page = collections("#/documents")
    panel(page)
    expect(page.get_by_role("button", name="Add files to House")).to_be_visible()
    expect(page.get_by_role("region", name="Cellar")).to_be_visible()
    expect(page.get_by_role("button", name="Add files to Cellar")).to_have_count(0)


def test_a_file_that_is_refused_keeps_none_back_and_alone_is_sent_again(collections):
    page = collections("#/documents")
    names, full = [], [True]
    job = {"id": "j1", "kind": "ingest", "state": "done", "title": "b.md", "progress": {"fraction": 1, "message": ""}, "files": [], "createdAt": "2026-05-01T10:00:00.000Z"}

    def take(route):
        name = re.search(r'filename="([^"]+)"', route.request.post_data)[1]
        names.append(name)
        if name == "a.md" and full:
            full.clear()
            return route.fulfill(status=429, json={"error": {"code": "quota-used", "kind": "busy", "message": "The library of Mira has no room for it."}})
        return route.fulfill(status=202, json=job)

    page.route(re.compile(r"/api/collections/f00d.*/documents"), take)
    page.route("**/api/jobs/j1/events", lambda route: route.fulfill(content_type="text/event-stream", body=f"event: job\ndata: {json.dumps(job)}\n\n"))
    panel(page)
    files = page.get_by_role("region", name="House").locator("input[type=file]")
    files.set_input_files([{"name": name, "mimeType": "text/markdown", "buffer": b"# Words"} for name in ("a.md", "b.md")])
    news = page.get_by_text("Not added: a.md.")
    expect(news).to_contain_text("no room")
    assert names == ["a.md", "b.md"]
    with page.expect_response(re.compile(r"f00d.*/documents")):
        page.get_by_role("button", name="Try again").click()
    expect(news).to_be_hidden()
    assert names == ["a.md", "b.md", "a.md"]


def test_a_collection_to_ask_in_is_chosen_by_at(collections):
    page = collections("#/chat")
    field = page.get_by_label("Your question")
    field.press_sequentially("What is due @hou")
    option = page.get_by_role("option", name=re.compile("House"))
    expect(option).to_contain_text("Shared by Mira")
    option.click()
    expect(page.get_by_role("button", name="Leave out House")).to_be_visible()
    assert "collection%3Af00d%7Ebeef" in page.url or "collection:f00d~beef" in page.url
    # Opened anew, it is still called by its name.
    page.reload()
    expect(page.get_by_role("button", name="Leave out House")).to_be_visible()


def test_a_name_is_asked_for_only_where_a_collection_is_new(collections, sent):
    page = collections("#/documents")
    expect(page.locator(".rows .row").first).to_be_visible()
    page.evaluate("import('/js/views/documents/collections.js').then(({addToCollection}) => void addToCollection([{documentID: 'a'}]))")
    dialog = page.get_by_role("dialog", name="Add to a collection")
    expect(dialog.get_by_label("Collection", exact=True)).to_have_value(OWN["id"])
    expect(dialog.get_by_label("Name")).to_be_hidden()
    dialog.get_by_label("Collection", exact=True).select_option("")
    dialog.get_by_label("Name").fill("Attic")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog).to_have_count(0)
    assert sent == [("POST", "collections", {"name": "Attic", "add": ["a"]})]
