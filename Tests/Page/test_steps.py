"""Jobs that people come for, done as a person does them, with the steps counted: a click, a text or a choice is one. Whoever makes
one longer sees it here. Other jobs are in the tests of their views."""

import pytest
from playwright.sync_api import expect

import samples


class Steps:
    """A person at the page, who is counted."""

    def __init__(self, page):
        self.page, self.taken = page, 0

    def click(self, locator):
        locator.click()
        self.taken += 1

    def write(self, locator, text):
        locator.fill(text)
        self.taken += 1

    def press(self, key):
        self.page.keyboard.press(key)
        self.taken += 1


@pytest.fixture
def person(watched, library):
    return Steps(watched.open(f"#/chat?in={library['lease']}"))


def test_a_question_is_answered_and_its_quote_is_seen_in_the_file_in_three_steps(person):
    page = person.page
    samples.choose_answerer(page, "basic")
    person.write(page.locator(".composer textarea"), samples.QUESTION)
    person.press("Enter")
    expect(page.locator(".cite:not(.pending)").first).to_be_visible()
    person.click(page.locator(".cite").first)
    expect(page.locator(".reader mark").first).to_be_visible()
    assert person.taken == 3


def test_an_entry_of_today_is_kept_in_three_steps(person):
    page = person.page
    person.click(page.locator(".rail-links a[data-view=journal]"))
    person.write(page.locator(".view-journal textarea").first, "We planted the hornbeam by the gate.")
    person.click(page.get_by_role("button", name="Add entry", exact=True))
    expect(page.locator(".toast.good")).to_be_visible()
    assert person.taken == 3


def test_a_key_of_a_service_is_kept_in_five_steps(person):
    page = person.page
    person.click(page.locator(".rail-links a[data-view=settings]"))
    person.click(page.get_by_role("link", name="Services on the internet"))
    card = page.get_by_label("Hugging Face")
    person.click(card.get_by_role("button", name="Add key"))
    person.write(page.get_by_label("Key", exact=True), "hf_testtesttesttesttesttest7Qx2")
    person.click(page.get_by_role("button", name="Keep key"))
    expect(card.get_by_text("✓ Key is kept")).to_be_visible()
    assert person.taken == 5
    # Others begin without it.
    card.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(card.get_by_text("No key")).to_be_visible()
