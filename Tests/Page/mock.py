#!/usr/bin/env python3
"""A server for working on the page without the real one: serves the page's files under the same content security policy and
answers as openapi.json says, with data that is made up.

    mock.py [--port 8137] [--speed 1.0] [--empty]

Needs aiohttp (Tests/Page/requirements.txt). Prints the sign-in link. Some questions are understood in a special way:
"slow" answers slowly, "fail" fails in the middle, "refuse" is refused before anything is sent, "cut" drops the connection,
"reason" thinks aloud first, "long" writes Markdown of every kind.
"""

import argparse
import asyncio
import json
import pathlib
import re
import secrets

from aiohttp import web

import mock_data as data
from mock_library import Document, Library, Refusal, ago, now, route, size, unknown

PAGE = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "CPage" / "page"
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; "
          "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml"}
TOKEN = "mock-token"
routes = web.RouteTableDef()


def api(method, path):
    """A handler that gives JSON, or (status, JSON), or a response of its own."""
    def wrap(work):
        async def handler(request):
            found = await work(request.app["library"], request)
            if isinstance(found, web.StreamResponse):
                return found
            status, body = found if isinstance(found, tuple) else (200, found)
            return web.Response(status=204) if body is None else web.json_response(body, status=status)
        getattr(routes, method)(path)(handler)
        return handler
    return wrap


async def body(request, *required):
    try:
        found = await request.json()
        assert isinstance(found, dict)
    except (ValueError, AssertionError):
        raise Refusal(400, "bad-request", "The request is no JSON object.")
    for name in required:
        if name not in found:
            raise Refusal(422, "invalid-input", f"{name} is missing.", field=name)
    return found


@web.middleware
async def guard(request, handler):
    app = request.app
    is_public = not request.path.startswith("/api/") or request.path in ("/api/session", "/api/openapi.json")
    try:
        if not is_public and request.cookies.get("hearth_session") not in app["sessions"]:
            raise Refusal(401, "unauthorized", "Nobody is signed in, or the session has expired. Sign in again.")
        origin = request.headers.get("Origin")
        if request.method not in ("GET", "HEAD") and origin != f"http://{request.host}":
            raise Refusal(403, "foreign-origin", "A request that changes something has to come from this page.")
        response = await handler(request)
    except Refusal as error:
        response = web.json_response(error.body, status=error.status)
    if not response.prepared:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = "no-store"
    return response


# Session

@api("get", "/api/session")
async def session(library, request):
    return {"signedIn": request.cookies.get("hearth_session") in request.app["sessions"], "version": "0.1.0", "expiresAt": None}


def signed_in(request, response):
    value = secrets.token_urlsafe(24)
    request.app["sessions"].add(value)
    response.set_cookie("hearth_session", value, httponly=True, samesite="Strict", path="/")
    return response


@api("post", "/api/session")
async def sign_in(library, request):
    if (await body(request, "token"))["token"] != TOKEN:
        raise Refusal(401, "unauthorized", "That is not the token.")
    return signed_in(request, web.json_response({"signedIn": True, "version": "0.1.0", "expiresAt": None}))


@api("delete", "/api/session")
async def sign_out(library, request):
    request.app["sessions"].discard(request.cookies.get("hearth_session"))
    return None


@routes.get("/sign-in")
async def link(request):
    response = web.Response(status=303, headers={"Location": "/"})
    return signed_in(request, response) if request.query.get("code") == TOKEN else response


# Jobs

def find_job(library, request):
    if request.match_info["id"] not in library.jobs:
        raise unknown("job")
    return library.jobs[request.match_info["id"]]


@api("get", "/api/jobs")
async def jobs(library, request):
    return {"jobs": list(library.jobs.values())[::-1]}


@api("get", "/api/jobs/{id}")
async def job(library, request):
    return find_job(library, request)


async def events(request):
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Content-Security-Policy": POLICY})
    await response.prepare(request)

    async def send(name, value):
        await response.write(f"event: {name}\ndata: {json.dumps(value)}\n\n".encode())
    return response, send


@api("get", "/api/jobs/{id}/events")
async def follow(library, request):
    found = find_job(library, request)
    response, send = await events(request)
    while True:
        change = library.live[found["id"]]["change"]
        await send("job", found)
        if found["state"] in ("done", "failed", "cancelled"):
            return response
        await change.wait()


@api("post", "/api/jobs/{id}/{verb}")
async def steer(library, request):
    found, verb = find_job(library, request), request.match_info["verb"]
    live = library.live[found["id"]]
    if found["state"] in ("done", "failed", "cancelled"):
        raise Refusal(409, "not-running", "It has ended already.")
    if verb == "cancel":
        live["paused"].set()
        live["task"].cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    elif verb == "pause":
        found["state"] = "paused"
        live["paused"].clear()
    else:
        found["state"] = "running"
        live["paused"].set()
    library.tell(found)
    return found


# Documents

@api("get", "/api/documents")
async def documents(library, request):
    query = request.query
    found = [document for document in list(library.documents.values())[::-1] if query.get("query", "").lower() in f"{document.title} {document.path}".lower()
             and query.get("format") in (None, document.format) and query.get("label") in (None, document.label)]
    start = int(query.get("offset", 0))
    return {"documents": [document.facts() for document in found[start:start + int(query.get("limit", 50))]], "total": len(found)}


def text_of(name, raw):
    """The text of an upload: what an uncompressed PDF shows, else the bytes."""
    if raw.startswith(b"%PDF"):
        pages = [b"\n\n".join(re.findall(rb"\(((?:[^()\\]|\\.)*)\)\s*Tj", part)) for part in re.findall(rb"stream\r?\n(.*?)endstream", raw, re.S)]
        return "pdf", "\f".join(page.decode("latin-1") + "\n\n" for page in pages)
    for suffix, kind in ((".md", "markdown"), (".txt", "text"), (".html", "html"), (".srt", "srt"), (".vtt", "vtt")):
        if name.lower().endswith(suffix):
            return kind, raw.decode("utf-8", "replace").replace("\x00", "")
    return None, ""


async def uploaded(request):
    files, label = [], "personal"
    async for field in await request.multipart():
        if field.name == "label":
            label = (await field.read()).decode()
        elif field.name == "file":
            files.append((field.filename or "file", await field.read()))
    if not files:
        raise Refusal(422, "invalid-input", "There is no file.", field="file")
    return files, label


def ingest(library, files, label, as_transcript=False):
    async def work(job):
        job["files"] = []
        for name, raw in files:
            for number in range(10):
                await library.step(job, fraction=number / 10, message=f"Reading {name}")
            kind, text = text_of(name, raw)
            row = {"path": name, "documentID": None, "status": "skipped", "format": None, "pages": 0, "chunks": 0, "bytes": 0, "warnings": []}
            if kind is None:
                row["error"] = {"code": "unknown-format", "message": f"{name} is of a kind that Hearth does not read."}
            elif not text.strip() or (as_transcript and "-->" not in text):
                row |= {"status": "failed", "format": kind, "error": {"code": "no-transcript" if as_transcript else "no-text", "message": "It holds no text that could be read."}}
            else:
                cues = data.CUES[:6] if as_transcript else None
                shown = "\n".join(cue["text"] for cue in cues) if cues else text
                document = library.add(Document(name.rsplit("/", 1)[-1].rsplit(".", 1)[0], name, kind, shown, label, cues=cues))
                row |= {"documentID": document.id, "status": "added", "format": kind, "pages": len(document.pages), "chunks": document.chunks, "bytes": size(document.text)}
            job["files"].append(row)
    return library.job("ingest", ", ".join(name for name, _ in files)[:80], work)


@api("post", "/api/documents")
async def upload(library, request):
    return 202, ingest(library, *await uploaded(request))


@api("post", "/api/documents/paths")
async def paths(library, request):
    await body(request, "paths")
    return 202, ingest(library, [("notes.txt", b"A note that lay on the disk.")], "personal")


def receipt(library, ids):
    for identifier in ids:
        library.documents.pop(identifier, None)
    return {"documentIDs": list(ids), "rows": 14 * len(ids), "indexEntries": 321, "vectors": 12, "pagesScanned": 1841, "samplesSearched": 64, "remnants": 0, "proven": True}


@api("post", "/api/documents/remove")
async def remove_documents(library, request):
    return receipt(library, (await body(request, "documentIDs"))["documentIDs"])


@api("get", "/api/documents/{id}")
async def document(library, request):
    return library.document(request.match_info["id"]).facts()


@api("patch", "/api/documents/{id}")
async def label_document(library, request):
    found = library.document(request.match_info["id"])
    found.label = (await body(request, "label"))["label"]
    return found.facts()


@api("delete", "/api/documents/{id}")
async def remove_document(library, request):
    return receipt(library, [library.document(request.match_info["id"]).id])


@api("post", "/api/documents/{id}/reindex")
async def reindex(library, request):
    found = library.document(request.match_info["id"])

    async def work(job):
        await library.step(job, 0.5, message="Reading")
        found.ingested = now()
    return 202, library.job("reindex", found.title, work, subject=found.id)


@api("get", "/api/documents/{id}/text")
async def text(library, request):
    start = int(request.query.get("start", 0))
    return library.document(request.match_info["id"]).window(start, int(request.query.get("end", start + 65_536)))


@api("post", "/api/search")
async def search(library, request):
    wanted = await body(request, "text")
    return {"results": library.search(wanted["text"], wanted.get("limit", 10), wanted.get("in", ())), "notes": []}


# Chat

@api("get", "/api/conversations")
async def conversations(library, request):
    query = request.query.get("query", "").lower()
    found = [item for item in library.conversations.values() if item["said"] and query in f"{item['title']} {' '.join(message['content'] for message in item['said'])}".lower()]
    found.sort(key=lambda item: item["updatedAt"], reverse=True)
    return {"conversations": [library.summary(item) for item in found[:int(request.query.get("limit", 50))]], "total": len(found)}


@api("post", "/api/conversations")
async def create(library, request):
    await body(request)
    return 201, library.summary(library.talk(library.conversation()))


@api("get", "/api/conversations/{id}")
async def conversation(library, request):
    talk = library.talk(request.match_info["id"])
    before, limit = int(request.query.get("before", 10**9)), int(request.query.get("limit", 200))
    said = [message for message in talk["said"] if message["id"] < before]
    return {"conversation": library.summary(talk), "messages": said[-limit:], "hasEarlier": len(said) > limit}


@api("patch", "/api/conversations/{id}")
async def rename(library, request):
    talk = library.talk(request.match_info["id"])
    talk.update({key: value for key, value in (await body(request)).items() if key in ("title", "systemPrompt")})
    return library.summary(talk)


@api("delete", "/api/conversations/{id}")
async def forget(library, request):
    talk = library.talk(request.match_info["id"])
    del library.conversations[talk["conversationID"]]
    return {"conversationID": talk["conversationID"], "messages": len(talk["said"])}


@api("get", "/api/conversations/{id}/export")
async def export(library, request):
    talk = library.talk(request.match_info["id"])
    as_json = request.query.get("format") == "json"
    text = json.dumps(talk) if as_json else "\n\n".join(f"**{message['role']}**\n\n{message['content']}" for message in talk["said"])
    return web.Response(text=text, content_type="application/json" if as_json else "text/markdown", headers={"Content-Disposition": "attachment; filename=conversation." + ("json" if as_json else "md")})


LONG = """Here is everything that Markdown can do.

## A heading

1. First, with **strong** and *soft* words and `code`.
2. Second
   - nested
   - items

> A quotation of somebody.

```swift
let hearth = try Hearth()
print("a line of code that is rather long, so that it has to scroll by itself and not with the page around it")
```

| Item | Number | Price |
|---|---|---|
| Tulips | 40 | 32 euros |
| Compost | 12 | 66 euros |

See https://example.org/page for more, or [this](https://example.org). Not this: [evil](javascript:alert(1)).
"""


def compose(library, wanted):
    """An answer and its citations from what was found."""
    found = library.search(wanted["text"], 4, wanted.get("scope", ()))
    if "long" in wanted["text"].lower():
        return LONG, [], found, []
    if wanted.get("about") == "none":
        return "I am a scripted model and know nothing of the world. But I can say this at some length, word by word, until somebody stops me. " * (12 if "slow" in wanted["text"].lower() else 1), [], [], []
    if not found:
        return "The documents do not say.", [], [], []
    parts, citations = [], []
    for index, passage in enumerate(found[:2], 1):
        sentence = re.split(r"(?<=[.。!])\s", passage["text"])[0][:240]
        at = passage["start"] + size(passage["text"][:passage["text"].index(sentence)])
        parts.append(f"{' '.join(sentence.split())} [{index}]")
        citations.append(library.citation(index, library.document(passage["documentID"]), at, at + size(sentence), index == 1))
    answer = " ".join(parts)
    tail = " Most people find that fair."
    if "slow" in wanted["text"].lower():
        tail = " And so it goes on, one word after the other, for quite a while." * 12 + tail
    return answer + tail, citations, found, [{"start": size(answer + tail) - len(tail.split(". ")[-1].encode()), "end": size(answer + tail)}]


@api("post", "/api/conversations/{id}/messages")
async def send(library, request):
    identifier = request.match_info["id"]
    talk, wanted = library.talk(identifier), await body(request, "text")
    question = wanted["text"].lower()
    if "refuse" in question:
        raise Refusal(403, "refused-by-policy", "Your privacy settings let no engine that could serve see private text for the task answer.", rejected=[{"engine": "openai", "reason": "private text never leaves this machine", "byPolicy": True}, {"engine": "local", "reason": "no model file is set"}])
    if identifier in library.live and not library.live[identifier]["over"]:
        raise Refusal(409, "busy", "This conversation is being answered already, in another tab perhaps.")
    if wanted.get("replaceFrom") is not None:
        at = next((index for index, message in enumerate(talk["said"]) if message["id"] == wanted["replaceFrom"]), None)
        if at is None:
            raise unknown("message")
        del talk["said"][at:]
    asked = library.say(identifier, "user", wanted["text"], state="unanswered")
    talk["title"] = talk["title"] or wanted["text"][:60]
    state = library.live[identifier] = {"over": False, "stop": False}
    response, emit = await events(request)
    engine = wanted.get("engine", "local")
    chosen = route("chat" if wanted.get("about") == "none" else "answer", engine)
    if engine in ("openai", "anthropic"):
        chosen |= {"host": "api.openai.com", "onDevice": False, "model": "gpt-4o-mini"}
    text, citations, found, unsupported = compose(library, wanted)
    said, thought = "", ""

    def store(state):
        asked["state"] = "complete"
        return library.say(identifier, "assistant", said, state=state, engine=engine, model=chosen["model"], onDevice=chosen["onDevice"], route=chosen, reasoning=thought or None, citations=citations if state == "complete" else [],
                           unsupported=unsupported if state == "complete" else [], abstained=text.startswith("The documents do not"), usage={"promptTokens": 640, "completionTokens": len(said.split())}, timings={"prompt": 0.4, "generation": 1.9},
                           finishReason="stop", dropped={"passages": found[2:4], "messages": 3, "tokens": 812} if state == "complete" and len(found) > 2 else None, notes=[])
    try:
        await emit("question", asked)
        await asyncio.sleep(0.15 / library.speed)
        await emit("route", chosen)
        await emit("found", {"passages": found})
        if "reason" in question:
            for word in "The question is about facts. I look at the passages, one after the other, and choose the first.".split():
                thought += word + " "
                await emit("reasoning", {"text": word + " "})
                await asyncio.sleep(0.02 / library.speed)
        for number, word in enumerate(re.findall(r"\s*\S+|\s+$", text)):
            if state["stop"]:
                await emit("final", {"message": store("stopped")})
                return response
            if number == 6 and "fail" in question:
                await emit("error", {"error": {"code": "engine-failed", "message": "The engine stopped in the middle of its answer. Ask again, or choose another one."}})
                return response
            if number == 8 and "cut" in question:
                store("stopped")
                request.transport.abort()
                return response
            said += word
            await emit("text", {"text": word})
            await asyncio.sleep((0.12 if "slow" in question else 0.015) / library.speed)
        await emit("final", {"message": store("complete")})
    except (ConnectionResetError, asyncio.CancelledError):
        if said:
            store("stopped")
        raise
    finally:
        state["over"] = True
    return response


@api("post", "/api/conversations/{id}/stop")
async def stop(library, request):
    state = library.live.get(request.match_info["id"])
    if not state or state["over"]:
        raise Refusal(409, "not-running", "Nothing is being written.")
    state["stop"] = True
    while not state["over"]:
        await asyncio.sleep(0.02)
    return library.talk(request.match_info["id"])["said"][-1]


# Transcripts

@api("get", "/api/transcripts")
async def transcripts(library, request):
    return {"transcripts": [{key: document.facts()[key] for key in ("documentID", "title", "path", "format", "language", "label", "ingestedAt")} | {"cues": len(document.cues), "duration": document.cues[-1]["end"], "hasAudio": False} for document in library.documents.values() if document.cues]}


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
    return {key: found.facts()[key] for key in ("documentID", "title", "path", "format", "language", "label", "ingestedAt", "warnings")} | {"duration": found.cues[-1]["end"], "hasAudio": False, "cues": found.cues}


@api("get", "/api/transcripts/{id}/analysis")
async def analysis(library, request):
    return library.analyses.get(transcript_of(library, request).id, {})


def timed(document, index):
    cue = document.cues[index % len(document.cues)]
    return {"quote": cue["text"], "startTime": cue["start"], "endTime": cue["end"], "speaker": cue["speaker"], "cues": [index % len(document.cues), index % len(document.cues) + 1]}


def analyse(document, aspects):
    at = lambda index: timed(document, index)
    everything = {
        "summary": {"summary": "Ines and Tom Okafor talk about heat pumps in old houses: insulation first, nine to fourteen thousand euros, and quiet at night.", "mainTopics": ["heat pumps", "insulation", "grants"], "keyTakeaways": ["Insulate before you buy a pump.", "The grant pays a third."], "targetAudience": "owners of old houses", "engagementLevel": "high", "evidence": [at(3), at(4)], "estimated": ["engagementLevel"]},
        "tags": {"keywords": ["heat pump", "insulation", "grant", "noise"], "primaryCategory": None, "secondaryCategories": [], "difficulty": "beginner", "technicalTerms": ["decibel", "radiator"], "estimated": ["difficulty", "technicalTerms"]},
        "entities": {"people": [{"name": "Tom Okafor", "mentions": 3, **at(1)}], "organizations": [], "products": [], "locations": [{"name": "Lisbon", "mentions": 1, **at(1)}], "resources": []},
        "highlights": {"highlights": [{"title": "What a family pays", **at(4)}, {"title": "How loud it is", **at(7)}], "bestQuote": {"title": "On windows", **at(5)}, "entertainingMoment": None, "controversialPoint": None, "actionItems": [{"task": "Send the list of grants", "owner": "Tom", "due": "Friday", **at(8)}]},
        "chapters": [{"start": 0.0, "end": 30.0, "title": "Why old houses are different", "keyphrases": ["old houses", "insulation"], "cues": [0, 4]}, {"start": 30.0, "end": 82.5, "title": "Money and noise", "keyphrases": ["grant", "decibels"], "cues": [4, 11]}],
        "questions": [{"question": at(3), "answer": at(4), "confidence": 0.82, "relatedTopics": ["grant"]}, {"question": at(6), "answer": at(7), "confidence": 0.74, "relatedTopics": []}],
    }
    return {key: everything[key] for key in aspects} | {
        "language": "en", "coverage": {"parts": 3, "cues": len(document.cues), "read": 3, "gaps": [{"outcome": "truncated", "work": "notes", "startTime": 90.0, "endTime": 120.0, "cues": [12, 16], "reason": "The answer about it was cut off at its limit."}], "unverified": 1}, "route": route("extract"), "usage": {"promptTokens": 3100, "completionTokens": 540}, "reused": 2, "notes": []}


@api("post", "/api/transcripts/{id}/analysis")
async def analyze(library, request):
    found, wanted = transcript_of(library, request), await body(request, "aspects")

    async def work(job):
        for number in range(1, 11):
            await library.step(job, 0.15, fraction=number / 10, message=f"Summarizing part {number} of 10")
        job["analysis"] = analyse(found, wanted["aspects"])
        library.analyses[found.id] = library.analyses.get(found.id, {}) | job["analysis"]
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


# Journal

@api("get", "/api/journal/entries")
async def entries(library, request):
    found = [entry for entry in library.entries.values() if not entry["date"]] if request.query.get("undated") == "true" else library.dated(request.query.get("from"), request.query.get("to"))
    return {"entries": [{key: value for key, value in entry.items() if key not in ("text", "languages")} for entry in found[:int(request.query.get("limit", 200))]], "total": len(found)}


@api("post", "/api/journal/entries")
async def write(library, request):
    entry = await body(request, "text")
    if not entry["text"].strip():
        raise Refusal(422, "invalid-input", "An entry needs a text.", field="text")
    return 201, library.write({"date": now()[:10]} | entry)


def entry_of(library, request):
    if request.match_info["id"] not in library.entries:
        raise unknown("entry")
    return library.entries[request.match_info["id"]]


@api("get", "/api/journal/entries/{id}")
async def entry(library, request):
    return entry_of(library, request)


@api("put", "/api/journal/entries/{id}")
async def change_entry(library, request):
    old = entry_of(library, request)
    return library.write({"date": old["date"], "label": old["label"]} | await body(request, "text"), old["id"])


@api("delete", "/api/journal/entries/{id}")
async def remove_entry(library, request):
    del library.entries[entry_of(library, request)["id"]]
    return None


@api("post", "/api/journal/import")
async def import_journal(library, request):
    results = []
    for number, line in enumerate((await request.text()).splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            results.append({"id": row["id"], "status": library.write(row, row["id"])["status"]})
        except (ValueError, KeyError, TypeError):
            results.append({"id": f"line {number}", "error": {"code": "bad-row", "message": "The line is no entry with an id and a text."}})
    count = lambda status: sum(row.get("status") == status for row in results)
    return {"results": results, "added": count("added"), "updated": count("updated"), "unchanged": 0, "undated": count("undated"), "failed": count(None)}


@api("get", "/api/journal/calendar")
async def calendar(library, request):
    days = library.days()
    return {"days": library.days(request.query.get("from"), request.query.get("to")), "streak": 3, "entries": len(library.entries), "undated": sum(not entry["date"] for entry in library.entries.values()), "first": days[0]["date"] if days else None, "last": days[-1]["date"] if days else None}


@api("get", "/api/journal/periods")
async def periods(library, request):
    found = library.periods(request.query["level"], request.query.get("from"), request.query.get("to"))
    return {"periods": found, "stale": sum(period["state"] != "current" for period in found)}


@api("post", "/api/journal/rollups")
async def roll_up(library, request):
    wanted = await body(request, "level")

    async def work(job):
        found = library.periods(wanted["level"], wanted.get("from"), wanted.get("to"))
        for number in range(8):
            await library.step(job, 0.12, done=number, total=8, fraction=number / 8, message=f"Reading entries, {number} of 8")
        for period in found:
            library.made[(wanted["level"], period["period"])] = True
        job["periods"] = []
    return 202, library.job("rollup", wanted["level"], work, subject=wanted["level"])


@api("get", "/api/journal/wrapped/{year}")
async def wrapped(library, request):
    year = request.match_info["year"]
    found = library.periods("yearWrap", f"{year}-01-01", f"{year}-12-31")
    state = found[0] if found else None
    return {"year": state["rollup"] if state else None, "months": [], "days": library.days(f"{year}-01-01", f"{year}-12-31"), "isCurrent": bool(state and state["state"] == "current")}


@api("get", "/api/journal/wrapped/{year}/page")
async def wrapped_page(library, request):
    return web.Response(text="<!DOCTYPE html><title>A year</title>", content_type="text/html", headers={"Content-Disposition": "attachment; filename=year.html"})


# Models

@api("get", "/api/models")
async def models(library, request):
    return {"models": [library.model(identifier) for identifier in library.models], "machine": {"memory": 16_777_216_000, "availableMemory": 9_100_000_000, "freeDisk": 84_000_000_000, "cores": 8}}


@api("get", "/api/models/kinds")
async def kinds(library, request):
    return {"kinds": [{"modality": modality, "title": title, "runtimes": [{"name": name, "available": available, "formats": formats, **({} if available else {"reason": reason})} for name, available, formats, reason in runtimes]} for modality, title, runtimes in data.KINDS]}


def look(wanted):
    place = wanted["place"]
    name = re.sub(r"[^a-z0-9.-]+", "-", place.rstrip("/").rsplit("/", 1)[-1].lower().removesuffix(".gguf")) or "model"
    fits = place.endswith(".gguf")
    manifest = {"id": name, "name": name.replace("-", " ").title(), "modality": wanted.get("modality") or "text-generation", "runtimes": ["llama.cpp"], "format": "gguf" if fits else None, "bytes": 668_788_096, "quantization": "Q4_K_M", "parameters": 1_100_048_384, "contextLength": 2048, "architecture": "llama", "licence": "apache-2.0", "urls": [place]}
    checks = [{"name": "format", "state": "passed" if fits else "failed", "reason": "It is a GGUF file." if fits else "It is of a format that nothing here reads.", "remedy": None if fits else "Look for the same model as GGUF."}, {"name": "memory", "state": "passed", "reason": "It needs about 1.1 GB of memory."}, {"name": "hash", "state": "unknown", "reason": "Its server does not tell a SHA-256."}]
    return {"id": wanted.get("name") or name, "compatible": fits, "overridable": not fits, "manifest": manifest, "checks": checks, "fit": {"memory": "fits", "disk": "fits", "reason": "needs about 1.1 GB of memory at 2048 tokens"}, "fetchedBytes": 786_432, "resumable": True}


@api("post", "/api/models/inspect")
async def inspect(library, request):
    wanted = await body(request, "place")
    await asyncio.sleep(0.5 / library.speed)
    if library.routing["offline"]:
        raise Refusal(403, "refused-by-policy", "Hearth is offline, so nothing may be fetched. Switch offline off in Privacy.")
    if not wanted["place"].startswith(("https://", "http://", "/")):
        raise Refusal(422, "invalid-input", "Give an address that begins with https://, or a path.", field="place")
    return look(wanted)


@api("post", "/api/models")
async def add_model(library, request):
    wanted = await body(request, "place")
    found = look(wanted)
    library.models[found["id"]] = {**found["manifest"], "id": found["id"], "origin": "user"}
    job = download(library, found["id"]) if wanted.get("download", True) else None
    return 201, {"model": library.model(found["id"]), "job": job}


def download(library, identifier):
    model = library.models[identifier]

    async def work(job):
        total = model["bytes"]
        done = model.get("partialBytes") or 0
        while done < total:
            done = min(total, done + total // 60)
            model["partialBytes"] = done
            await library.step(job, 0.15, bytes=done, totalBytes=total, bytesPerSecond=total / 9, secondsRemaining=(total - done) / (total / 9), fraction=done / total)
        model.update(installed=True, partialBytes=None, path=f"/home/me/models/{identifier}.gguf", sha256="ab" * 32)
    return library.job("download", model["name"], work, subject=identifier, can_pause=True)


@api("get", "/api/models/{id}")
async def model(library, request):
    return library.model(request.match_info["id"])


@api("delete", "/api/models/{id}")
async def remove_model(library, request):
    found = library.model(request.match_info["id"])
    if found["inUse"]:
        raise Refusal(409, "in-use", f"{found['name']} is in use; choose another model first.")
    if found["origin"] == "user":
        del library.models[found["id"]]
    else:
        library.models[found["id"]].update(installed=False, path=None, partialBytes=None)
    return {"id": found["id"], "removed": True, "freedBytes": found["bytes"]}


@api("post", "/api/models/{id}/pull")
async def pull(library, request):
    return 202, download(library, library.model(request.match_info["id"])["id"])


@api("post", "/api/models/{id}/use")
async def use_model(library, request):
    found = library.model(request.match_info["id"])
    for other in library.models.values():
        if other["modality"] == found["modality"]:
            other["inUse"] = other["id"] == found["id"]
    return library.model(found["id"])


@api("post", "/api/models/{id}/verify")
async def verify_model(library, request):
    found = library.model(request.match_info["id"])

    async def work(job):
        await library.step(job, 0.6, message="Reading the file")
    return 202, library.job("verify-model", found["name"], work, subject=found["id"])


# Privacy

@api("get", "/api/routing")
async def routing(library, request):
    return library.routing | {"enforcement": {"state": "not-enforced", "message": "This process could make an internet socket."}, "sources": {"mode": "default"}}


@api("patch", "/api/routing")
async def change_routing(library, request):
    library.routing.update(await body(request))
    return await_routing(library)


def await_routing(library):
    enforced = library.routing["offline"] and library.routing["enforce"] == "kernel"
    message = "The kernel just denied this process an internet socket." if enforced else "This process could make an internet socket."
    return library.routing | {"enforcement": {"state": "enforced" if enforced else "not-enforced", "message": message}, "sources": {"mode": "the settings file"}}


@api("post", "/api/route")
async def explain(library, request):
    return route((await body(request, "task"))["task"])


@api("get", "/api/consents")
async def consents(library, request):
    return {"consents": [item for item in library.consents if request.query.get("all") == "true" or not item["revokedAt"]]}


@api("post", "/api/consents")
async def grant(library, request):
    wanted = await body(request, "engine")
    item = {"id": secrets.token_hex(4), "engine": wanted["engine"], "host": "api.openai.com", "task": wanted.get("task"), "grantedAt": now(), "revokedAt": None}
    library.consents.append(item)
    return 201, item


@api("delete", "/api/consents/{id}")
async def revoke(library, request):
    for item in library.consents:
        if item["id"] == request.match_info["id"]:
            item["revokedAt"] = now()
            return None
    raise unknown("consent")


@api("get", "/api/ledger")
async def ledger(library, request):
    query = request.query
    before, limit = int(query.get("before", 10**9)), int(query.get("limit", 100))
    found = [record for record in library.ledger[::-1] if record["number"] < before and all(query.get(key) in (None, record[key]) for key in ("kind", "engine", "host"))]
    return {"records": found[:limit], "hasEarlier": len(found) > limit, "total": len(library.ledger)}


@api("get", "/api/ledger/totals")
async def totals(library, request):
    sent = [record for record in library.ledger if record["host"]]
    hosts = [{"host": host, "engines": ["openai"], "connections": len(rows), "failed": 0, "bytesOut": sum(row["bytesOut"] for row in rows), "bytesIn": sum(row["bytesIn"] for row in rows), "last": rows[-1]["time"]} for host in sorted({record["host"] for record in sent}) for rows in [[record for record in sent if record["host"] == host]]]
    usage = [{"day": None, "engine": "local", "model": "llama-3.2-1b-instruct", "requests": 30, "failed": 0, "promptTokens": 12_600, "completionTokens": 2_880, "cachedTokens": 0, "costMicros": 0, "unpriced": 0, "seconds": 42.0}] if library.ledger else []
    return {"hosts": hosts, "usage": usage}


@api("post", "/api/ledger/verify")
async def verify(library, request):
    await asyncio.sleep(0.4 / library.speed)
    return {"valid": True, "records": len(library.ledger), "firstBroken": None, "anchor": f"{len(library.ledger)}:{'9f' * 32}"}


@api("get", "/api/ledger/export")
async def export_ledger(library, request):
    return web.Response(text="".join(json.dumps(record) + "\n" for record in library.ledger), content_type="application/x-ndjson", headers={"Content-Disposition": "attachment; filename=ledger.jsonl"})


@api("post", "/api/data/delete")
async def delete_everything(library, request):
    if (await body(request, "confirm"))["confirm"] != "delete everything":
        raise Refusal(422, "invalid-input", "Confirm with the words “delete everything”.", field="confirm")
    library.reset()
    return {"deleted": ["hearth.db", "hearth.key", "settings.json"], "completedAt": now()}


# Settings

def setting_row(row):
    name, kind, value, source, allowed, summary = row
    return {"name": name, "value": value, "source": source, "from": {"default": "default", "file": "the settings file", "variable": "the variable HEARTH_CUSTOM_URL"}[source], "allowed": allowed, "summary": summary, "kind": kind, **({"choices": allowed.split(", ")} if kind == "choice" else {})}


@api("get", "/api/settings")
async def settings(library, request):
    return {"settings": [setting_row(row) for row in library.settings.values()], "environment": "production", "warnings": []}


@api("put", "/api/settings/{name}")
async def set_setting(library, request):
    row, value = library.settings.get(request.match_info["name"]), (await body(request, "value"))["value"]
    if not row:
        raise unknown("setting")
    if row[1] == "integer" and not value.isdigit():
        raise Refusal(422, "invalid-input", f"{row[0]} takes {row[4]}.", field="value")
    row[2], row[3] = value, "file"
    return setting_row(row)


@api("delete", "/api/settings/{name}")
async def unset_setting(library, request):
    row = library.settings.get(request.match_info["name"])
    if not row:
        raise unknown("setting")
    row[2], row[3] = next(default[2] for default in data.SETTINGS if default[0] == row[0]), "default"
    return setting_row(row)


@api("get", "/api/settings/generation")
async def generation(library, request):
    return {"defaults": [{"task": task, "temperature": temperature, "maxTokens": tokens, "reason": reason} for task, temperature, tokens, reason in data.GENERATION]}


def provider(library, name):
    key = library.keys.get(name)
    host = {"openai": "api.openai.com", "anthropic": "api.anthropic.com", "custom": "127.0.0.1:11434", "huggingface": "huggingface.co"}[name]
    return {"provider": name, "configured": bool(key), "environment": "production", "name": f"{name}-key", "place": "file" if key else None, "reachable": True, "set": key and key["set"], "lastCharacters": key and key["last"], "host": host, "model": "gpt-4o-mini" if name == "openai" else None}


@api("get", "/api/keys")
async def keys(library, request):
    return {"providers": [provider(library, name) for name in ("openai", "anthropic", "custom", "huggingface")]}


@api("put", "/api/keys/{provider}")
async def set_key(library, request):
    key = (await body(request, "key"))["key"]
    library.keys[request.match_info["provider"]] = {"set": now(), "last": key[-4:]}
    return provider(library, request.match_info["provider"])


@api("delete", "/api/keys/{provider}")
async def remove_key(library, request):
    if not library.keys.pop(request.match_info["provider"], None):
        raise unknown("key")
    return None


@api("post", "/api/keys/{provider}/validate")
async def validate_key(library, request):
    await asyncio.sleep(0.4 / library.speed)
    name = request.match_info["provider"]
    if name not in library.keys:
        raise Refusal(409, "no-key", f"There is no key for {name}.")
    return {"provider": name, "host": "api.openai.com", "status": 200, "valid": True, "message": "api.openai.com accepts the key."}


def environment(item):
    return {"name": item["name"], "current": item["current"], "dataFolder": "/home/me/.local/share/hearth", "ownDataFolder": False, "settings": item["settings"], "keyNames": {}}


@api("get", "/api/environments")
async def environments(library, request):
    return {"environments": [environment(item) for item in library.environments.values()]}


@api("post", "/api/environments")
async def add_environment(library, request):
    wanted = await body(request, "name")
    if wanted["name"] in library.environments:
        raise Refusal(409, "exists", f"There is an environment {wanted['name']} already.")
    library.environments[wanted["name"]] = {"name": wanted["name"], "settings": wanted.get("settings", {}), "current": False}
    return 201, environment(library.environments[wanted["name"]])


@api("delete", "/api/environments/{name}")
async def remove_environment(library, request):
    if not library.environments.pop(request.match_info["name"], None):
        raise unknown("environment")
    return None


@api("post", "/api/environments/{name}/use")
async def use_environment(library, request):
    for item in library.environments.values():
        item["current"] = item["name"] == request.match_info["name"]
    return environment(library.environments[request.match_info["name"]])


@api("get", "/api/storage")
async def storage(library, request):
    return {"folder": "/home/me/.local/share/hearth", "databaseBytes": 48_300_032, "documents": len(library.documents), "chunks": 412, "vectors": 412, "conversations": len(library.conversations), "journalEntries": len(library.entries), "ledgerRecords": len(library.ledger), "modelsBytes": 853_643_680, "freeDisk": 84_000_000_000, "encrypted": True, "keyPlace": "key file"}


@api("get", "/api/about")
async def about(library, request):
    found = {"version": "0.1.0", "platform": "Linux x86_64", "telemetry": False, "engines": [{"engine": "apple", "available": False, "onDevice": True, "reason": "Apple's model is part of macOS 26 and iOS 26; this is Linux."}, {"engine": "local", "model": "llama-3.2-1b-instruct", "available": True, "onDevice": True}, {"engine": "openai", "model": "gpt-4o-mini", "host": "api.openai.com", "onDevice": False, "available": True}, {"engine": "basic", "available": True, "onDevice": True}]}
    if request.query.get("examine") == "true":
        found["findings"] = [{"name": "store", "state": "good", "detail": "6 documents, 412 chunks, encrypted, whole"}, {"name": "PDF reader", "state": "missing", "detail": "pdftotext is not installed; PDFs cannot be read", "remedy": "sudo apt-get install poppler-utils"}]
    return found


@api("get", "/api/openapi.json")
async def description(library, request):
    return web.FileResponse(PAGE / "openapi.json")


@routes.get("/{path:.*}")
async def asset(request):
    file = (PAGE / (request.match_info["path"] or "index.html")).resolve()
    if PAGE not in file.parents or not file.is_file():
        raise Refusal(404, "unknown-item", "There is no such file.")
    return web.Response(body=file.read_bytes(), content_type=TYPES[file.suffix], charset="utf-8")


def application(speed=1.0, is_empty=False):
    app = web.Application(middlewares=[guard], client_max_size=64 << 20)
    app["library"], app["sessions"] = Library(speed), set()
    if not is_empty:
        app["library"].fill()
    app.add_routes(routes)
    return app


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8137)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--empty", action="store_true")
    options = parser.parse_args()
    print(f"http://127.0.0.1:{options.port}/sign-in?code={TOKEN}", flush=True)
    web.run_app(application(options.speed, options.empty), host="127.0.0.1", port=options.port, print=None)


if __name__ == "__main__":
    main()
