"""Conversations, and answers that come word by word. The module mock.py says which words in a question do what."""

import asyncio
import json
import re

from aiohttp import web

from .http import api, body, events
from .library import Refusal, route, size, unchanged, unknown


@api("get", "/api/suggestions")
async def suggest(library, request):
    titles = [(document.title, document.id) for document in library.documents.values() if document.title][:3]
    return {"questions": [{"text": f"What does “{title}” say about its beginning?", "documentID": identifier} for title, identifier in titles], "documents": len(library.documents)}


@api("get", "/api/conversations")
async def conversations(library, request):
    query = request.query.get("query", "").lower()
    found = [item for item in library.conversations.values() if item["said"] and query in f"{item['title']} {' '.join(message['content'] for message in item['said'])}".lower()]
    names = [item["folder"] for item in library.conversations.values() if item["said"] and item["folder"]]
    folder, start = request.query.get("folder"), int(request.query.get("offset", 0))
    found = [item for item in found if not folder or item["folder"] == folder]
    found.sort(key=lambda item: (item["isPinned"], item["updatedAt"]), reverse=True)
    return {"conversations": [library.summary(item) for item in found[start:start + int(request.query.get("limit", 50))]], "total": len(found), "folders": [{"name": name, "conversations": names.count(name)} for name in sorted(set(names))]}


@api("post", "/api/conversations")
async def create(library, request):
    return 201, library.summary(library.talk(library.conversation((await body(request)).get("title"))))


@api("get", "/api/conversations/{id}")
async def conversation(library, request):
    talk = library.talk(request.match_info["id"])
    before, limit = int(request.query.get("before", 10**9)), int(request.query.get("limit", 200))
    said = [message for message in talk["said"] if message["id"] < before]
    return {"conversation": library.summary(talk), "messages": said[-limit:], "hasEarlier": len(said) > limit, "isBeingAnswered": not library.live.get(request.match_info["id"], {"over": True})["over"]}


@api("patch", "/api/conversations/{id}")
async def rename(library, request):
    talk = library.talk(request.match_info["id"])
    unchanged(request, library.summary(talk)["etag"])
    talk.update({key: value for key, value in (await body(request)).items() if key in ("title", "systemPrompt", "isPinned", "folder")})
    return library.summary(talk)


@api("post", "/api/conversations/{id}/branch")
async def branch(library, request):
    talk, last = library.talk(request.match_info["id"]), (await body(request)).get("upTo")
    made = library.talk(library.conversation(talk["title"]))
    made.update(systemPrompt=talk["systemPrompt"], folder=talk["folder"], said=[message | {"id": next(library.numbers)} for message in talk["said"] if last is None or message["id"] <= last])
    return 201, library.summary(made)


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


NO_DOCUMENTS = "There are no documents with text to answer from yet. Add some first."


def compose(library, wanted):
    """An answer and its citations from what was found."""
    found = library.search(wanted["text"], 4, wanted.get("scope", ()))
    if "long" in wanted["text"].lower():
        return LONG, [], found, []
    if wanted.get("about") == "none":
        return "I am a scripted model and know nothing of the world. But I can say this at some length, word by word, until somebody stops me. " * (12 if "slow" in wanted["text"].lower() else 1), [], [], []
    if "nothing yet" in wanted["text"].lower():
        return NO_DOCUMENTS, [], [], []
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
        raise Refusal(409, "being-answered", "This conversation is being answered already, in another tab perhaps.")
    at = asked = None
    if wanted.get("replaceFrom") is not None:
        at = next((index for index, message in enumerate(talk["said"]) if message["id"] == wanted["replaceFrom"]), None)
        if at is None:
            raise unknown("message")
    # One that is asked again is stored with its answer; until then the turn before stays.
    if at is None:
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
        nonlocal asked
        if asked is None:
            del talk["said"][at:]
            asked = library.say(identifier, "user", wanted["text"])
        asked["state"] = "complete"
        return library.say(identifier, "assistant", said, state=state, engine=engine, model=chosen["model"], onDevice=chosen["onDevice"], route=chosen, reasoning=thought or None, citations=citations if state == "complete" else [],
                           unsupported=unsupported if state == "complete" else [], abstained=text == NO_DOCUMENTS or text.startswith("The documents do not"), abstention="no-documents" if text == NO_DOCUMENTS else "not-said" if text.startswith("The documents do not") else None, usage={"promptTokens": 640, "completionTokens": len(said.split())}, timings={"prompt": 0.4, "generation": 1.9},
                           finishReason="stop", dropped={"passages": found[2:4], "messages": 3, "tokens": 812} if state == "complete" and len(found) > 2 else None, notes=[])

    async def end(state):
        message = store(state)
        if at is not None:
            await emit("question", asked)
        await emit("final", {"message": message})

    try:
        if asked:
            await emit("question", asked)
        await asyncio.sleep(0.15 / library.speed)
        await emit("found", {"passages": found})
        await emit("route", chosen)
        if "reason" in question:
            for word in "The question is about facts. I look at the passages, one after the other, and choose the first.".split():
                thought += word + " "
                await emit("reasoning", {"text": word + " "})
                await asyncio.sleep(0.02 / library.speed)
        for _ in range(200 if "ponder" in question else 0):
            if state["stop"]:
                break
            await asyncio.sleep(0.05)
        for number, word in enumerate(re.findall(r"\s*\S+|\s+$", text)):
            if state["stop"]:
                if said:
                    await end("stopped")
                else:
                    await emit("final", {"message": None, "question": asked or next(message for message in reversed(talk["said"]) if message["role"] == "user")})
                return response
            if number == 6 and "fail" in question:
                await emit("error", {"error": {"code": "engine-failed", "kind": "model-failed", "message": "The engine stopped in the middle of its answer. Ask again, or choose another one."}})
                return response
            if number == 8 and "cut" in question:
                store("stopped")
                request.transport.abort()
                return response
            said += word
            await emit("text", {"text": word})
            await asyncio.sleep((0.12 if "slow" in question else 0.015) / library.speed)
        await end("complete")
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
