"""Recordings: written down with progress, played beside their words, and what happens where that is not possible."""

import io
import math
import pathlib
import re
import struct
import tempfile
import wave

import pytest
from playwright.sync_api import expect

import samples


def sound(seconds=24, rate=8000):
    """A WAV file of a quiet tone."""
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        second = b"".join(struct.pack("<h", int(900 * math.sin(2 * math.pi * 220 * index / rate))) for index in range(rate))
        file.writeframes(second * seconds)
    return made.getvalue()


def recording(name, body=None):
    return {"name": name, "mimeType": "audio/wav", "buffer": body or sound()}


def playing(page):
    """The seconds at which the player stands."""
    return page.locator(".player audio").evaluate("audio => audio.currentTime")


@pytest.fixture
def with_speech(watched, server):
    """A server that can write recordings down: the mock, once its speech model is there."""
    if watched.api.get(server.url + "/api/recordings").json().get("available"):
        return
    if not server.is_mock:
        pytest.skip("this machine has no speech model")
    job = watched.api.post(f"{server.url}/api/models/whisper-base/pull").json()
    assert samples.finished(watched.api, server, job)["state"] == "done"


def test_without_a_speech_model_the_way_to_one_is_shown(watched, server):
    if watched.api.get(server.url + "/api/recordings").json().get("available"):
        pytest.skip("this machine has a speech model")
    page = watched.open("#/transcripts")
    notice = page.locator(".recording-options .notice")
    expect(notice).to_contain_text("speech model")
    # Whoever looks for it finds it, and why it cannot be used yet.
    record = page.get_by_role("button", name="Record", exact=True)
    expect(record).to_be_disabled()
    expect(record).to_have_accessible_description("Recordings need a speech model.")
    page.locator('[data-upload="files"]').set_input_files(recording("standup.wav"))
    row = page.locator(".upload-row", has_text="standup.wav")
    # Said at once; nothing is sent for it.
    expect(row.locator(".chip.bad")).to_be_visible()
    expect(row.locator(".upload-reason")).not_to_be_empty()
    page.get_by_role("button", name="Clear list").click()
    notice.get_by_role("link", name="See speech models").click()
    expect(page.locator(".kind-filter [aria-current]")).to_contain_text("Speech recognition")
    expect(page.locator(".model").first).to_contain_text("Speech recognition")
    page.reload()
    expect(page.locator(".kind-filter [aria-current]")).to_contain_text("Speech recognition")


def test_a_recording_is_written_down_with_progress_and_opens_with_its_sound(watched, with_speech, server):
    page = watched.open("#/transcripts")
    page.get_by_label("Language of recordings").select_option("en")
    page.locator(".recording-options").get_by_label("Tell speakers apart").check(force=True)
    page.locator('[data-upload="files"]').set_input_files(recording("standup.wav"))
    row = page.locator(".upload-row", has_text="standup.wav")
    expect(row.locator(".upload-state")).to_contain_text(re.compile(r"writing down \d+%"), timeout=60_000)
    expect(row.locator("progress")).to_be_visible()
    expect(page.locator(".cue").first).to_be_visible(timeout=300_000)
    assert re.search(r"#/transcripts/\w+/summary", page.url)
    # The file that was chosen is still at hand: it plays beside the words, without having been kept by the server.
    player = page.get_by_role("group", name="Recording")
    expect(player).to_be_visible()
    page.locator(".cue .time").nth(1).click()
    page.wait_for_function("() => document.querySelector('.player audio').currentTime > 1")
    page.reload()
    expect(page.get_by_role("button", name="Choose the recording…")).to_be_visible()


def test_writing_down_goes_on_over_a_reload_and_in_another_tab(watched, with_speech, server):
    if not server.is_mock:
        pytest.skip("a short recording is done before anybody could reload")
    page = watched.open("#/transcripts")
    page.locator('[data-upload="files"]').set_input_files(recording("slow-two-tabs.wav"))
    expect(page.locator(".upload-state")).to_contain_text("writing down", timeout=30_000)
    other = watched.open("#/transcripts")
    expect(other.locator(".upload-row", has_text="slow-two-tabs.wav")).to_have_count(1)
    page.reload()
    expect(page.locator(".upload-row", has_text="slow-two-tabs.wav").locator(".upload-state")).to_contain_text("writing down")
    page.get_by_role("button", name="Stop slow-two-tabs.wav").click()
    for tab in (page, other):
        expect(tab.locator(".upload-row", has_text="slow-two-tabs.wav")).to_contain_text("stopped")


def test_what_holds_no_sound_is_refused_with_a_reason(watched, with_speech, server):
    page = watched.open("#/transcripts")
    page.locator('[data-upload="files"]').set_input_files(recording("noise.mp3", b"this is no sound at all"))
    row = page.locator(".upload-row", has_text="noise.mp3")
    expect(row.locator(".chip.bad")).to_be_visible(timeout=60_000)
    expect(row.locator(".upload-reason").last).not_to_be_empty()
    assert "#/transcripts" in page.url and "summary" not in page.url


@pytest.fixture
def beside(watched, server):
    """The id of a transcript whose recording the server has: a file of this machine, with its recording beside it."""
    found = [item for item in watched.api.get(server.url + "/api/transcripts").json()["transcripts"] if item["hasAudio"]]
    if found:
        yield found[0]["documentID"]
        return
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder).resolve()
        (path / "beside.vtt").write_bytes(samples.vtt().replace(b"the show", b"the other show"))
        (path / "beside.wav").write_bytes(sound(50))
        answer = watched.api.post(server.url + "/api/documents/paths", data={"paths": [str(path / "beside.vtt")]})
        assert answer.status == 202, answer.text()[:300]
        job = samples.finished(watched.api, server, answer.json())
        identifier = job["files"][0]["documentID"]
        if not watched.api.get(f"{server.url}/api/transcripts/{identifier}").json()["hasAudio"]:
            pytest.skip("this program knows nothing of recordings beside transcripts")
        yield identifier


def test_a_time_plays_the_recording_and_what_is_said_is_marked(watched, beside):
    page = watched.open(f"#/transcripts/{beside}/chapters")
    expect(page.get_by_role("group", name="Recording")).to_be_visible()
    time = page.locator(".cue .time").nth(2)
    seconds = 60 * int(time.inner_text().split(":")[0]) + int(time.inner_text().split(":")[1])
    time.click()
    page.wait_for_function(f"() => document.querySelector('.player audio').currentTime >= {seconds}")
    expect(page.locator(".cue.playing")).to_have_attribute("data-cue", re.compile("2|3"))
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.get_by_role("button", name="Pause", exact=True).click()
    at = playing(page)
    # The keyboard does the same.
    page.keyboard.press("j")
    assert playing(page) == pytest.approx(max(0, at - 10), abs=0.5)
    page.keyboard.press("l")
    line = page.get_by_label("Position")
    line.focus()
    before = playing(page)
    page.keyboard.press("ArrowRight")
    assert playing(page) == pytest.approx(before + 5, abs=0.5)
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('.player audio').currentTime < 1")
    expect(page.locator(".cue.playing")).to_have_attribute("data-cue", "0")
    page.get_by_label("Speed").select_option("1.5")
    assert page.locator(".player audio").evaluate("audio => audio.playbackRate") == 1.5


def test_where_somebody_speaks_is_seen_and_can_be_gone_to(watched, beside, server):
    page = watched.open(f"#/transcripts/{beside}/chapters")
    drawing = page.get_by_role("group", name="Recording").get_by_role("img", name="Where somebody speaks")
    expect(drawing).to_be_visible()
    cues = watched.api.get(f"{server.url}/api/transcripts/{beside}").json()["cues"]
    # A line for each who speaks.
    expect(drawing.locator("path")).to_have_count(min(4, len({cue["speaker"] for cue in cues})))
    box = drawing.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    end = page.locator(".player audio").evaluate("audio => audio.duration")
    page.wait_for_function(f"() => document.querySelector('.player audio').currentTime >= {end * 0.55}")
    assert playing(page) < end * 0.8


def test_the_words_do_not_run_away_from_whoever_scrolls(make_watched, server):
    watched = make_watched(height=600)
    found = [item for item in watched.api.get(server.url + "/api/transcripts").json()["transcripts"] if item["hasAudio"] and item["cues"] > 30]
    if not found:
        pytest.skip("there is no long transcript with sound here")
    page = watched.open(f"#/transcripts/{found[0]['documentID']}/summary")
    page.locator(".cue .time").nth(3).click()
    expect(page.locator(".cue.playing")).to_be_in_viewport()
    page.locator(".cues").hover()
    page.mouse.wheel(0, 4000)
    follow = page.get_by_role("button", name="Back to what is playing")
    expect(follow).to_be_visible()
    expect(page.locator(".cue.playing")).not_to_be_in_viewport()
    follow.click()
    expect(page.locator(".cue.playing")).to_be_in_viewport()
    expect(follow).to_be_hidden()


def test_a_recording_of_this_computer_plays_without_being_sent(watched, library, server):
    page = watched.open(f"#/transcripts/{library['talk']}/summary")
    sent = []
    page.on("request", lambda request: sent.append(request.url) if len(request.post_data_buffer or b"") > 1_000 else None)
    expect(page.get_by_text("It is not uploaded.")).to_be_visible()
    page.locator("[data-recording]").set_input_files(recording("talk.wav", sound(48)))
    expect(page.get_by_role("group", name="Recording")).to_be_visible()
    assert page.locator(".player audio").evaluate("audio => audio.src").startswith("blob:")
    page.locator(".cue .time").nth(2).click()
    page.wait_for_function("() => document.querySelector('.player audio').currentTime > 15")
    expect(page.locator(".cue.playing")).to_have_count(1)
    assert not sent, f"something was sent: {sent}"
    # A wrong one: said, and another may be chosen.
    page.locator("[data-recording]").set_input_files(recording("short.wav", sound(3)))
    expect(page.locator(".player-choice")).to_contain_text("Is it the right one?")
    page.locator("[data-recording]").set_input_files(recording("no-sound.wav", b"nothing at all"))
    expect(page.locator(".player-choice [role=alert]")).to_contain_text("cannot play no-sound.wav")
    expect(page.get_by_role("group", name="Recording")).to_be_hidden()
    expect(page.get_by_role("button", name="Choose the recording…")).to_be_visible()
