"""Models: the list, downloads with progress, pause and cancel, several at once, adding by address."""

import json
import re

import pytest
from conftest import HERE
from playwright.sync_api import expect


def add(page, url, name):
    """Goes through the form to its end."""
    page.goto(page.url.split("#")[0] + "#/models/add")
    page.get_by_role("button", name="Choose embedding").click()
    page.get_by_label(re.compile("Address of the file")).fill(url)
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_text("✓ It would run here")).to_be_visible(timeout=30_000)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Add and download").click()


def card(page, name):
    return page.locator(f'[data-model="{name}"]')


def forget(watched, server, *names):
    for name in names:
        watched.api.delete(f"{server.url}/api/models/{name}")


def test_a_model_is_found_on_the_hub_and_looked_at(watched, server):
    if not server.is_mock:
        pytest.skip("nothing outside of this machine can be asked here")
    page = watched.open("#/models/add")
    page.get_by_role("button", name="Choose chat").click()
    page.get_by_label("Words in the name of a model").fill("tiny chat")
    page.get_by_role("button", name="Look", exact=True).click()
    page.get_by_role("button", name="Files of example/Tiny-Chat-GGUF").click()
    files = page.locator(".hub-files li")
    expect(files).to_have_count(2)
    expect(files.nth(1)).to_contain_text("too large for this machine")
    page.get_by_role("button", name="Look at tiny-Q4_K_M.gguf").click()
    expect(page.get_by_text("✓ It would run here")).to_be_visible(timeout=30_000)


def test_models_say_whether_they_fit(watched):
    page = watched.open("#/models")
    expect(page.get_by_text(re.compile("^This machine:"))).to_be_visible()
    first = page.locator(".model").first
    expect(first).to_contain_text(re.compile("memory|disk|size"))
    first.get_by_text("Details").click()
    expect(first).to_contain_text("Runs with")


def test_models_in_memory_are_shown_and_let_go(watched, server):
    if not server.is_mock:
        pytest.skip("no model is loaded here")
    page = watched.open("#/models")
    row = page.locator('[data-loaded="llama-3.2-1b-instruct"]')
    expect(row).to_contain_text("ready")
    expect(page.locator(".loaded-head")).to_contain_text("of at most")
    # What Hearth keeps for its own search is nobody's request, and is not let go.
    kept = page.locator('[data-loaded="all-minilm-l6-v2"]')
    expect(kept).to_contain_text("Kept by Hearth")
    expect(kept.get_by_role("button")).to_have_count(0)
    row.get_by_role("button", name="Unload").click()
    expect(row).to_have_count(0)


def test_a_model_has_settings_of_its_own(watched, server):
    if not server.is_mock:
        pytest.skip("no chat model is installed here")
    page = watched.open("#/models")
    card(page, "llama-3.2-1b-instruct").get_by_role("button", name=re.compile("Actions for")).click()
    page.get_by_role("menuitem", name="Settings").click()
    dialog = page.get_by_role("dialog")
    field = dialog.get_by_label("temperature")
    expect(field).to_have_attribute("placeholder", "0.3, or the task's")
    field.fill("warm")
    field.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("takes a number")
    field.fill("0.7")
    field.press("Enter")
    expect(dialog.get_by_text("set for this model")).to_be_visible()
    dialog.get_by_role("button", name="All defaults").click()
    expect(dialog.get_by_text("set for this model")).to_have_count(0)
    expect(dialog.get_by_label("temperature")).to_have_value("")
    # Closing leaves the field; what is refused then is still told.
    field.fill("warm")
    dialog.get_by_role("button", name="Close").last.click()
    expect(page.locator(".toast.bad")).to_contain_text("takes a number")


def test_models_of_one_kind_are_chosen_and_stand_in_the_address(watched):
    page = watched.open("#/models")
    page.locator(".kind-filter").get_by_role("link", name=re.compile("Search by meaning")).click()
    expect(page.locator(".kind-filter [aria-current]")).to_contain_text("Search by meaning")
    expect(page.locator(".model").first).to_be_visible()
    assert set(page.locator(".model .tags .chip:first-child").all_inner_texts()) == {"Search by meaning"}
    # How its numbers are kept is for whoever opens the details.
    kept = page.locator(".model").evaluate_all("cards => cards.map(card => [card.querySelector('.tags').textContent, [...card.querySelectorAll('dt')].find(name => name.textContent === 'Quantization')?.nextElementSibling.textContent])")
    assert any(way for _, way in kept) and not any(way and way in words for words, way in kept), kept
    assert "kind=embedding" in page.url
    page.go_back()
    expect(page.locator(".kind-filter [aria-current]")).to_contain_text("All")


def test_a_download_says_how_much_it_fetches(watched, server):
    page = watched.open("#/models")
    buttons = page.locator(".model .button.primary", has_text=re.compile("^Download"))
    expect(buttons.first).to_be_visible()
    for words in buttons.all_inner_texts():
        assert re.fullmatch(r"Download, (about )?[\d.]+ [kMGT]?B", words), words


def test_what_can_run_a_model_is_what_this_build_has(watched, server):
    kinds = {kind["modality"]: kind["runtimes"] for kind in watched.api.get(server.url + "/api/models/kinds").json()["kinds"]}
    named = lambda kind: {runtime["name"]: runtime["available"] for runtime in kinds[kind]}
    # Voices are heard by Hearth's own code, in every build.
    assert named("voice-activity") == {"hearth": True}
    # Nothing of Hearth sends recordings elsewhere.
    assert "remote" not in named("speech-recognition")
    page = watched.open("#/models/add")
    card = page.locator(".choices .card", has=page.get_by_role("heading", name="Voice activity"))
    expect(card).to_contain_text("Hearth itself")
    expect(card.get_by_role("button")).to_be_visible()
    expect(page.locator(".choices")).not_to_contain_text("scripts/setup")


def test_incompatible_runtimes_are_explained(watched):
    page = watched.open("#/models/add")
    expect(page.get_by_role("heading", name="Speech recognition")).to_be_visible()
    expect(page.locator(".runtimes .help").first).to_be_visible()
    page.get_by_role("button", name="Choose chat").click()
    assert "modality=text-generation" in page.url
    page.reload()
    expect(page.get_by_label(re.compile("Address of the file"))).to_be_visible()


def test_a_download_shows_its_progress_and_can_be_paused(watched, server, scripted):
    forget(watched, server, "test-held")
    page = watched.open("#/models")
    add(page, scripted.url + "/tiny-one.gguf", "test-held")
    download = card(page, "test-held")
    expect(download.locator(".download-words")).to_contain_text(re.compile(r"\d+% · .* of .*"), timeout=30_000)
    expect(download.locator(".download-words")).to_contain_text(re.compile(r"/s"), timeout=30_000)
    download.get_by_role("button", name="Pause", exact=True).click()
    expect(download.locator(".download-words")).to_contain_text("paused")
    held = download.locator("progress").evaluate("bar => bar.value")
    page.reload()
    expect(card(page, "test-held").get_by_role("button", name="Resume", exact=True)).to_be_visible()
    assert card(page, "test-held").locator("progress").evaluate("bar => bar.value") == pytest.approx(held, abs=0.1)
    card(page, "test-held").get_by_role("button", name="Resume", exact=True).click()
    expect(card(page, "test-held").get_by_text("✓ installed")).to_be_visible(timeout=60_000)
    forget(watched, server, "test-held")


def test_several_downloads_run_at_once_and_one_is_cancelled(watched, server, scripted):
    forget(watched, server, "test-first", "test-second")
    page = watched.open("#/models")
    add(page, scripted.url + "/tiny-two.gguf", "test-first")
    expect(card(page, "test-first").locator("progress")).to_be_visible()
    add(page, scripted.url + "/tiny-three.gguf", "test-second")
    expect(card(page, "test-second").locator("progress")).to_be_visible()
    expect(card(page, "test-first").locator("progress")).to_be_visible()
    card(page, "test-second").get_by_role("button", name="Cancel", exact=True).click()
    expect(card(page, "test-second").locator("progress")).to_have_count(0)
    expect(card(page, "test-first").get_by_text("✓ installed")).to_be_visible(timeout=60_000)
    forget(watched, server, "test-first", "test-second")


def test_an_address_that_is_none_is_refused_with_a_way_back(watched):
    page = watched.open("#/models/add?modality=text-generation")
    page.get_by_label(re.compile("Address of the file")).fill("ftp://nowhere/model.gguf")
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator(".problem")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Another address").click()
    expect(page.get_by_label(re.compile("Address of the file"))).to_be_visible()


def test_the_settings_of_a_model_are_said_in_the_language(make_watched):
    words = json.loads((HERE.parents[1] / "Sources/CPage/page/words/de.json").read_text())
    watched = make_watched(locale="de-DE")
    seed = {"name": "seed", "value": None, "effective": "another one each time", "origin": "default", "default": "another one each time", "allowed": "a number from 0 to 4294967295", "summary": "SAID BY THE SERVER"}
    setting = {"name": "top-k", "value": None, "effective": "40", "origin": "default", "default": "40", "allowed": "a number from 0 to 1000000", "summary": "SAID BY THE SERVER"}
    watched.context.route("**/api/models/*/settings", lambda route: route.fulfill(json={"id": "one", "settings": [setting, seed]}))
    page = watched.open("#/models")
    page.evaluate("""async () => { const {modelSettings} = await import('/js/views/models/model-settings.js'); modelSettings({id: 'one', name: 'One'}); }""")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(words["only so many of the likeliest tokens are considered; 0 considers all"][1:])
    expect(dialog).to_contain_text(f"Standard: {words['another one each time']}.")
    expect(dialog.get_by_label(words["Seed"])).to_have_attribute("placeholder", words["another one each time"])
    expect(dialog).to_contain_text(words["a number from {low} to {high}"].replace("{low}", "0").replace("{high}", "1000000"))
    expect(dialog).not_to_contain_text("SAID BY THE SERVER")
