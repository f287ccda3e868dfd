"""The people of the journal: the list, and what is corrected of it. Against the mock, which always has the same people."""

import pytest
from playwright.sync_api import expect

import many


@pytest.fixture
def people(watched, server):
    if not server.is_mock:
        pytest.skip("the people of the real server are those of the entries that other tests wrote")
    page = watched.open("#/journal")
    page.get_by_role("link", name="People", exact=True).click()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    return page


def row(page, name):
    return page.locator(".people li.row", has=page.get_by_role("link", name=name, exact=True))


def act(page, name, action):
    row(page, name).get_by_role("button", name=f"Actions for {name}").click()
    page.get_by_role("menuitem", name=action).click()


def test_everybody_is_listed_with_other_names_and_mentions(people):
    expect(row(people, "Anna")).to_contain_text("14 mentions")
    expect(row(people, "Anna")).to_contain_text("Also: Anna K.")
    expect(row(people, "Mum")).to_contain_text("Also: Mom")


def test_a_person_leads_to_the_entries_that_name_them(people, server, watched):
    for day, text in (("2017-02-03", "Bruno mended the fence."), ("2017-02-04", "Alone all day.")):
        assert watched.api.post(server.url + "/api/journal/entries", data={"text": text, "date": day, "title": text}).ok
    row(people, "Bruno").get_by_role("link", name="Bruno", exact=True).click()
    expect(people.get_by_role("heading", name="Bruno")).to_be_visible()
    expect(people.get_by_role("link", name="Bruno mended the fence.")).to_be_visible()
    expect(people.locator(".row", has_text="Bruno mended").first).to_contain_text("2017")
    expect(people.get_by_role("link", name="Alone all day.")).to_have_count(0)
    # The calendar shows the days on which somebody is named, and all days again elsewhere.
    with people.expect_request(lambda request: "/api/journal/calendar" in request.url and "person" not in request.url):
        people.get_by_role("link", name="Undated entries").click()


def test_entries_that_name_somebody_are_told_by_the_sentence_that_does(people, server, watched):
    for day, text in (("2017-05-03", "Rain all day. Tea with Bruno, and Brunoise for supper. Early to bed."), ("2017-05-04", "Brunoise again. Bruno came late.")):
        assert watched.api.post(server.url + "/api/journal/entries", data={"text": text, "date": day}).ok
    # The tab says where one is, also within it.
    tab = people.get_by_role("navigation", name="Period").get_by_role("link", name="People")
    expect(tab).to_have_attribute("aria-current", "page")
    row(people, "Bruno").get_by_role("link", name="Bruno", exact=True).click()
    expect(tab).to_have_attribute("aria-current", "page")
    told = lambda day: people.locator(".row", has=people.get_by_role("link", name=day)).locator(".entry-words")
    expect(told("Wednesday, 3 May 2017")).to_have_text("Tea with Bruno, and Brunoise for supper.")
    expect(told("Thursday, 4 May 2017")).to_have_text("Bruno came late.")


def test_somebody_is_called_by_the_fullest_name_unless_that_was_corrected(people):
    full = "(all) => import('/js/views/journal/people.js').then(({fullName}) => all.map(([name, names, isCorrected]) => fullName({name, names, isCorrected})))"
    assert people.evaluate(full, [["Anna", ["Anna", "Anna Keller"]], ["Priya", ["Priya", "Priya N."]], ["Mum", ["Mum", "Mom"]], ["Anna", ["Anna", "Hanna Keller"]], ["Anna", ["Anna", "Anna Keller"], True]]) == ["Anna Keller", "Priya", "Mum", "Anna", "Anna"]


def test_a_person_is_renamed_and_a_taken_name_is_said_to_be_taken(people):
    act(people, "Mum", "Rename")
    dialog = people.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Anna")
    dialog.get_by_role("button", name="Rename").click()
    expect(dialog.get_by_role("alert")).to_contain_text("somebody else")
    dialog.get_by_label("Name").fill("Ingrid")
    dialog.get_by_role("button", name="Rename").click()
    expect(row(people, "Ingrid")).to_contain_text("corrected")
    expect(row(people, "Mum")).to_have_count(0)


def test_two_are_said_to_be_one_and_one_to_be_two(people):
    act(people, "Bruno", "Same person as…")
    dialog = people.get_by_role("dialog")
    dialog.get_by_label("Same person as").select_option("Anna")
    dialog.get_by_role("button", name="Join").click()
    expect(row(people, "Anna")).to_contain_text("21 mentions")
    expect(row(people, "Bruno")).to_have_count(0)
    act(people, "Anna", "“Bruno” is somebody else")
    expect(row(people, "Bruno")).to_have_count(1)


def test_what_is_no_person_can_be_taken_back_at_once_and_later(people):
    def exclude():
        act(people, "Lisbon", "Not a person")
        dialog = people.get_by_role("dialog")
        dialog.get_by_label("It is").select_option("place")
        dialog.get_by_role("button", name="Not a person").click()
        expect(row(people, "Lisbon")).to_have_count(0)

    exclude()
    people.get_by_role("button", name="Undo").click()
    expect(row(people, "Lisbon")).to_have_count(1)
    exclude()
    people.get_by_role("button", name="Dismiss").click()
    others = people.get_by_role("region", name="Not people")
    expect(others).to_contain_text("Lisbon")
    expect(others).to_contain_text("place")
    others.get_by_role("button", name="Count as a person again").click()
    expect(row(people, "Lisbon")).to_have_count(1)
    expect(others).to_have_count(0)


def test_somebody_who_is_named_in_more_entries_than_are_asked_for_at_once_is_seen_in_all(people, watched):
    asked = many.entries(watched.context, 2_345)
    row(people, "Anna").get_by_role("link", name="Anna", exact=True).click()
    rows = people.locator("section[aria-label=Entries] li.row")
    more = people.get_by_role("button", name="Show more of 2,345")
    expect(rows).to_have_count(1_000)
    more.click()
    expect(rows).to_have_count(2_000)
    expect(people.get_by_role("link", name="Entry 1000", exact=True)).to_be_focused()
    more.click()
    expect(rows).to_have_count(2_345)
    expect(people.get_by_role("link", name="Entry 2344", exact=True)).to_have_count(1)
    expect(more).to_have_count(0)
    assert asked == [(0, "anna"), (1_000, "anna"), (2_000, "anna")]
