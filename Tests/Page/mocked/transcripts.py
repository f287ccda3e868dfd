"""Transcripts: the list, uploads, what is found in them, questions."""

import asyncio

from aiohttp import web

from . import data
from .documents import ingest, uploaded
from .http import api, body
from .library import Document, Refusal, route, size


@api("get", "/api/transcripts")
async def transcripts(library, request):
    return {"transcripts": [{key: document.facts()[key] for key in ("documentID", "title", "path", "format", "language", "label", "ingestedAt")} | {"cues": len(document.cues), "duration": document.cues[-1]["end"], "hasAudio": document.sound is not None} for document in library.documents.values() if document.cues]}


@api("post", "/api/transcripts")
async def upload_transcripts(library, request):
    return 202, ingest(library, *await uploaded(request), as_transcript=True)


def transcript_of(library, request):
    found = library.document(request.match_info["id"])
    if not found.cues:
        raise Refusal(404, "no-transcript", "This document is no transcript.")
    return found


@api("get", "/api/transcripts/{id}")
async def transcript(library, request):
    found = transcript_of(library, request)
    return {key: found.facts()[key] for key in ("documentID", "title", "path", "format", "language", "label", "ingestedAt", "warnings")} | {"duration": found.cues[-1]["end"], "hasAudio": found.sound is not None, "cues": found.cues}


@api("get", "/api/transcripts/{id}/audio")
async def audio(library, request):
    found = transcript_of(library, request)
    if found.sound is None:
        raise Refusal(404, "no-audio", "There is no recording beside this transcript.")
    wanted, total = request.http_range, len(found.sound)
    if wanted.start is None and wanted.stop is None:
        return web.Response(body=found.sound, content_type="audio/wav", headers={"Accept-Ranges": "bytes"})
    start, stop, _ = wanted.indices(total)
    if start >= total:
        return web.Response(status=416, headers={"Content-Range": f"bytes */{total}"})
    return web.Response(status=206, body=found.sound[start:stop], content_type="audio/wav", headers={"Accept-Ranges": "bytes", "Content-Range": f"bytes {start}-{stop - 1}/{total}"})


# Recordings

FORMATS = ["aac", "flac", "m4a", "mp3", "mp4", "oga", "ogg", "opus", "wav", "webm"]


def speech_model(library):
    return next((model["id"] for model in library.models.values() if model["modality"] == "speech-recognition" and model.get("installed")), None)


def no_speech_model():
    return Refusal(501, "speech-model-missing", "No speech model is installed.", kind="no-speech-engine", help=[{"action": "fetch-model", "model": "whisper-base"}])


@api("get", "/api/recordings")
async def recordings(library, request):
    model = speech_model(library)
    return {"available": bool(model), "model": model, "problem": None if model else no_speech_model().body["error"], "formats": FORMATS, "mostFiles": 20, "mostBytes": 1 << 30}


@api("post", "/api/recordings")
async def record(library, request):
    if not speech_model(library):
        raise no_speech_model()
    files, label = await uploaded(request)

    async def work(job):
        job["files"] = []
        for name, raw in files:
            seconds = 48
            for number in range(16):
                await library.step(job, 3 if "slow" in name else 0.4, fraction=number / 16, message=f"{name}: {number * 3 // 60}:{number * 3 % 60:02d} of 0:{seconds}", done=0, total=len(files))
            row = {"path": name, "documentID": None, "status": "failed", "format": None, "pages": 0, "chunks": 0, "bytes": 0}
            if not raw.startswith((b"RIFF", b"ID3", b"OggS", b"fLaC")):
                row["error"] = {"code": "unreadable-recording", "kind": "unreadable", "message": f"{name} holds no sound that could be read."}
            else:
                cues = [{**cue, "start": cue["start"] + len(library.documents) / 100} for cue in data.CUES[:6]]
                title = name.rsplit(".", 1)[0]
                document = library.add(Document(title, f"{title}.vtt", "vtt", "\n".join(cue["text"] for cue in cues), label or "personal", cues=cues))
                row |= {"path": f"{title}.vtt", "documentID": document.id, "status": "added", "format": "vtt", "chunks": document.chunks, "bytes": size(document.text)}
            job["files"].append(row)
    return 202, library.job("transcription", ", ".join(name for name, _ in files)[:80], work)


# What is found in them

@api("get", "/api/transcripts/{id}/analysis")
async def analysis(library, request):
    return library.analyses.get(transcript_of(library, request).id, {})


def timed(document, index):
    cue = document.cues[index % len(document.cues)]
    return {"quote": cue["text"], "startTime": cue["start"], "endTime": cue["end"], "speaker": cue["speaker"], "cues": [index % len(document.cues), index % len(document.cues) + 1]}


def writers(aspect):
    """Who wrote an aspect: a model, for which the basic engine stood in at the tags and at one piece of the highlights."""
    model = {"engine": "local", "model": "llama-3.2-1b-instruct", "host": None, "onDevice": True, "pieces": 2 if aspect == "highlights" else 1, "wasFallback": False, "fallbackReason": None}
    basic = model | {"engine": "basic", "model": "extractive", "pieces": 1, "wasFallback": True, "fallbackReason": "local failed: it did not answer."}
    return {"tags": [basic], "highlights": [model, basic]}.get(aspect, [model])


def analyse(document, aspects):
    at = lambda index: timed(document, index)
    everything = {
        "summary": {"summary": "Ines and Tom Okafor talk about heat pumps in old houses: insulation first, nine to fourteen thousand euros, and quiet at night.", "mainTopics": ["heat pumps", "insulation", "grants"], "keyTakeaways": ["Insulate before you buy a pump.", "The grant pays a third."], "targetAudience": "owners of old houses", "engagementLevel": "high", "evidence": [at(3), at(4)], "estimated": ["engagementLevel"]},
        "tags": {"keywords": ["heat pump", "insulation", "grant", "noise"], "primaryCategory": None, "secondaryCategories": [], "difficulty": "beginner", "technicalTerms": ["decibel", "radiator"], "estimated": ["difficulty", "technicalTerms"]},
        "entities": {"people": [{"name": "Tom Okafor", "mentions": 3, **at(1)}], "organizations": [], "products": [], "locations": [{"name": "Lisbon", "mentions": 1, **at(1)}], "resources": []},
        "highlights": {"highlights": [{"title": "What a family pays", **at(4)}, {"title": "How loud it is", **at(7)}], "bestQuote": {"title": "On windows", **at(5)}, "entertainingMoment": None, "controversialPoint": None, "decisions": [], "actionItems": [{"task": "Send the list of grants", "owner": "Tom", "due": "Friday", **at(8)}]},
        "chapters": [{"start": 0.0, "end": 30.0, "title": "Why old houses are different", "keyphrases": ["old houses", "insulation"], "cues": [0, 4]}, {"start": 30.0, "end": 82.5, "title": "Money and noise", "keyphrases": ["grant", "decibels"], "cues": [4, 11]}],
        "questions": [{"question": at(3), "answer": at(4), "confidence": 0.82, "relatedTopics": ["grant"]}, {"question": at(6), "answer": at(7), "confidence": 0.74, "relatedTopics": []}],
    }
    return {key: everything[key] for key in aspects} | {
        "language": "en", "coverage": {"parts": 3, "cues": len(document.cues), "read": 3, "gaps": [{"outcome": "truncated", "work": "notes", "startTime": 90.0, "endTime": 120.0, "cues": [12, 16], "reason": "The answer about it was cut off at its limit."}], "unverified": 1}, "route": route("summarize"), "writers": {key: writers(key) for key in aspects}, "usage": {"promptTokens": 3100, "completionTokens": 540}, "reused": 2, "notes": []}


@api("post", "/api/transcripts/{id}/analysis")
async def analyze(library, request):
    found, wanted = transcript_of(library, request), await body(request, "aspects")

    # Chapters alone take long, so that somebody can stop them.
    seconds = 2 if wanted["aspects"] == ["chapters"] else 0.15

    async def work(job):
        for number in range(1, 11):
            await library.step(job, seconds, fraction=number / 10, message=f"Summarizing part {number} of 10")
        job["analysis"] = analyse(found, wanted["aspects"])
        before = library.analyses.get(found.id, {})
        run = {key: job["analysis"][key] for key in ("route", "coverage", "usage", "reused", "notes")}
        library.analyses[found.id] = before | job["analysis"] | {
            "writers": before.get("writers", {}) | job["analysis"]["writers"],
            "runs": before.get("runs", {}) | {aspect: run for aspect in wanted["aspects"]}}
    return 202, library.job("analysis", found.title, work, subject=found.id)


@api("post", "/api/transcripts/{id}/ask")
async def ask_transcript(library, request):
    found, wanted = transcript_of(library, request), await body(request, "question")
    await asyncio.sleep(0.4 / library.speed)
    passages = library.search(wanted["question"], 1, [found.id])
    if not passages:
        return {"answer": "It is not said.", "abstained": True, "citations": [], "unsupported": [], "confidence": 0, "relatedTopics": [], "route": route("answer"), "notes": []}
    citation = library.citation(1, found, passages[0]["start"], passages[0]["end"], True)
    return {"answer": f"{passages[0]['text']} [1]", "abstained": False, "citations": [citation], "unsupported": [], "confidence": 0.7, "relatedTopics": ["grants"], "route": route("answer"), "usage": {"promptTokens": 300, "completionTokens": 20}, "notes": []}


@api("post", "/api/transcripts/{id}/search")
async def search_transcript(library, request):
    found, wanted = transcript_of(library, request), await body(request, "text")
    return {"results": [{"start": item["startTime"], "end": item["endTime"], "text": item["text"], "score": item["score"]} for item in library.search(wanted["text"], 10, [found.id])]}


@api("get", "/api/transcripts/{id}/export")
async def export_transcript(library, request):
    return web.Response(text="\n".join(cue["text"] for cue in transcript_of(library, request).cues), headers={"Content-Disposition": "attachment; filename=transcript.txt"})
