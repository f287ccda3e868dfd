"""Libraries that are larger than what a test would put in: the page asks, and these answer in the server's place."""

import json
import urllib.parse

DAY = "2026-03-01T09:00:00Z"


def asked(route):
    return {name: values[0] for name, values in urllib.parse.parse_qs(urllib.parse.urlsplit(route.request.url).query).items()}


def answer(route, found):
    route.fulfill(status=200, content_type="application/json", body=json.dumps(found))


def document(number):
    name = f"letter-{number:06d}"
    # Some titles need two lines, so that heights differ.
    title = f"Letter {number}" if number % 7 else f"Letter {number}, " + "a title that goes on and on over the width of the window " * 4
    return {"documentID": f"many{number:012d}", "title": title, "path": f"letters/{name}.txt", "paths": [f"letters/{name}.txt"], "format": "text", "language": "en", "label": "personal", "pages": 1, "chunks": 3,
            "bytes": 1000 + number, "ingestedAt": DAY, "createdAt": None, "isTranscript": False, "withoutText": False, "canReindex": True, "warnings": []}


def documents(context, count):
    """A library of so many documents. Gives the pages that were asked for, as (offset, limit), as they come."""
    seen = []

    def serve(route):
        query = asked(route)
        if route.request.method != "GET":
            return route.fallback()
        start, limit = int(query.get("offset", 0)), int(query.get("limit", 50))
        seen.append((start, limit))
        answer(route, {"documents": [document(number) for number in range(start, min(count, start + limit))], "total": count})
    context.route(lambda url: urllib.parse.urlsplit(url).path == "/api/documents", serve)
    context.route("**/api/documents/many*", lambda route: answer(route, document(int(urllib.parse.urlsplit(route.request.url).path[-12:]))))
    return seen


def entries(context, count):
    """A journal of so many entries, whoever is asked for. Gives what was asked for, as (offset, person), as it comes."""
    seen = []

    def entry(number):
        return {"id": f"many-{number}", "date": "2026-03-01", "time": None, "title": f"Entry {number}", "words": 9, "duration": None, "label": "private"}

    def serve(route):
        query = asked(route)
        if route.request.method != "GET":
            return route.fallback()
        start, limit = int(query.get("offset", 0)), int(query.get("limit", 200))
        seen.append((start, query.get("person")))
        answer(route, {"entries": [entry(number) for number in range(start, min(count, start + limit))], "total": count})
    context.route(lambda url: urllib.parse.urlsplit(url).path == "/api/journal/entries", serve)
    return seen


def message(number):
    facts = {"id": 100 + number, "createdAt": DAY, "state": "complete", "label": "personal"}
    if number % 2 == 0:
        return facts | {"role": "user", "content": f"Question {number}: what does the lease say about the garden?"}
    words = "\n\n".join(f"**Paragraph {part}** of answer {number}. The garden is looked after by the tenant, who waters it." for part in range(1, 2 + number // 2 % 9))
    return facts | {"role": "assistant", "content": words, "engine": "basic", "model": "", "onDevice": True}


def conversation(context, count, identifier="manymessages"):
    """A conversation of so many messages. Gives what was asked for, as (before, limit)."""
    seen = []
    facts = {"conversationID": identifier, "title": "A long talk", "systemPrompt": None, "messages": count, "createdAt": DAY, "updatedAt": DAY, "etag": '"1"'}

    def serve(route):
        query = asked(route)
        before, limit = int(query.get("before", 10**9)), int(query.get("limit", 200))
        end = min(count, max(0, before - 100))
        seen.append((query.get("before"), limit))
        answer(route, {"conversation": facts, "messages": [message(number) for number in range(max(0, end - limit), end)], "hasEarlier": end > limit, "isBeingAnswered": False})
    context.route(lambda url: urllib.parse.urlsplit(url).path == f"/api/conversations/{identifier}", serve)
    return seen


def conversations(context, count):
    """A list of so many conversations."""
    seen = []

    def serve(route):
        query = asked(route)
        if route.request.method != "GET":
            return route.fallback()
        start, limit = int(query.get("offset", 0)), int(query.get("limit", 50))
        seen.append((start, limit))
        found = [{"conversationID": f"talk{number}", "title": f"Talk {number}", "systemPrompt": None, "messages": 2, "createdAt": DAY, "updatedAt": DAY, "etag": '"1"'} for number in range(start, min(count, start + limit))]
        answer(route, {"conversations": found, "total": count})
    context.route(lambda url: urllib.parse.urlsplit(url).path == "/api/conversations", serve)
    return seen


def transcript(context, count, identifier="manycues"):
    """A transcript of so many cues."""
    cues = [{"start": number * 4.0, "end": number * 4.0 + 3.5, "speaker": ("Ines", "Tom")[number // 3 % 2], "text": f"Sentence {number} of the talk. " + "It goes on for a while. " * (number % 5)} for number in range(count)]
    facts = {"documentID": identifier, "title": "A long talk", "path": "talk.srt", "format": "srt", "label": "personal", "language": "en", "ingestedAt": DAY, "duration": count * 4.0, "hasAudio": False, "cues": cues}
    context.route(f"**/api/transcripts/{identifier}", lambda route: answer(route, facts))
    context.route(f"**/api/transcripts/{identifier}/analysis", lambda route: answer(route, {}))


def ledger(context, count):
    """A ledger of so many records, an hour between each two."""
    seen = []

    def record(number):
        return {"number": number, "kind": "decision" if number % 3 else "outcome", "time": f"2026-{1 + number // 672 % 12:02d}-{1 + number // 24 % 28:02d}T{number % 24:02d}:00:00.000000Z", "task": "answer", "engine": "local", "model": "llama", "host": None,
                "label": "personal", "bytesOut": None, "bytesIn": None, "errorCode": None, "wasFallback": False, "hash": f"{number:064x}"}

    def serve(route):
        query = asked(route)
        before, limit = min(count + 1, int(query.get("before", 10**9))), int(query.get("limit", 100))
        seen.append((query.get("before"), limit))
        answer(route, {"records": [record(number) for number in range(before - 1, max(0, before - 1 - limit), -1)], "hasEarlier": before - 1 > limit, "total": count})
    context.route(lambda url: urllib.parse.urlsplit(url).path == "/api/ledger", serve)
    return seen
