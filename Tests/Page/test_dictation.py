"""Words that are spoken instead of written: recorded in the page, written down by the machine, kept nowhere else."""

import json
import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def speech(watched, server):
    """A speech model is there, and the browser may listen: to a device of its own that beeps."""
    if not server.is_mock:
        pytest.skip("the beeps of the test's microphone are no words")
    watched.context.grant_permissions(["microphone"], origin=server.url)
    state = watched.api.get(server.url + "/api/recordings").json()
    if not state["available"]:
        model = next(model for model in watched.api.get(server.url + "/api/models").json()["models"] if model["modality"] == "speech-recognition")
        job = watched.api.post(f"{server.url}/api/models/{model['id']}/pull").json()
        import samples
        samples.finished(watched.api, server, job)
    return watched


def test_an_entry_is_spoken(speech, server):
    page = speech.open("#/journal")
    documents = speech.api.get(server.url + "/api/documents").json()["total"]
    page.evaluate("""() => {
        const {send} = XMLHttpRequest.prototype;
        XMLHttpRequest.prototype.send = function(form) {
            form.get('file').arrayBuffer().then((bytes) => {
                const text = (from, to) => new TextDecoder('latin1').decode(bytes.slice(from, to));
                window.sent = [form.get('label'), text(0, 4), text(8, 12), bytes.byteLength];
            });
            return send.call(this, form);
        };
    }""")
    page.get_by_role("button", name="Speak it").click()
    expect(page.get_by_role("timer")).not_to_have_text("0:00")
    page.wait_for_function("() => document.querySelector('.recorder meter').value > 0")
    page.locator(".recorder").get_by_role("button", name="Stop").click()
    expect(page.get_by_label("Entry", exact=True)).not_to_have_value("")
    # It is a private WAV file of a second or more, and nothing of it stays.
    label, *head, length = page.evaluate("window.sent")
    assert label == "private" and head == ["RIFF", "WAVE"] and length > 16_000, length
    expect(page.get_by_role("button", name="Speak it")).to_be_visible()
    assert speech.api.get(server.url + "/api/documents").json()["total"] == documents


def test_a_recording_that_is_thrown_away_is_sent_nowhere(speech, server):
    page = speech.open("#/chat")
    page.on("request", lambda request: speech.problems.append("it was sent") if request.url.endswith("/api/recordings") and request.method == "POST" else None)
    page.get_by_role("button", name="Dictate").click()
    expect(page.get_by_role("timer")).to_be_visible()
    page.get_by_role("button", name="Throw the recording away").click()
    expect(page.get_by_role("button", name="Dictate")).to_be_visible()
    expect(page.get_by_label("Your question")).to_have_value("")


def test_a_recording_made_in_the_page_becomes_a_transcript_called_by_its_moment(speech, server):
    page = speech.open("#/transcripts")
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.get_by_role("timer")).not_to_have_text("0:00")
    page.locator(".recorder").get_by_role("button", name="Stop").click()
    # The only one that was asked for opens when it is there.
    expect(page).to_have_url(re.compile(r"#/transcripts/[^/]+/summary"), timeout=60_000)
    expect(page.get_by_role("heading", name=re.compile(r"Recording \d{4}-\d\d-\d\d \d\d\.\d\d"))).to_be_visible()


def test_where_nothing_can_write_it_down_the_way_to_a_speech_model_is_there(watched):
    watched.context.route("**/api/recordings", lambda route: route.fulfill(body=json.dumps({"available": False, "formats": ["wav"], "mostFiles": 20, "mostBytes": 1}), content_type="application/json"))
    page = watched.open("#/journal")
    page.get_by_role("link", name="Speak it: needs a speech model").click()
    expect(page.get_by_role("heading", name="Models", exact=True)).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/chat")
    expect(page.get_by_role("button", name="Dictate")).to_have_count(0)
