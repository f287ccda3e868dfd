"""The mock server's memory: documents, conversations, jobs and the rest, and what is worked out from them."""

import asyncio
import datetime
import hashlib
import itertools
import json
import math
import pathlib
import re
import struct

from . import data

DESCRIPTION = json.loads((pathlib.Path(__file__).resolve().parents[3] / "Sources" / "CPage" / "page" / "openapi.json").read_text())
KINDS = set(DESCRIPTION["components"]["schemas"]["FailureKind"]["enum"])

ONE_DAY = datetime.timedelta(days=1)


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def ago(**span):
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(**span)).isoformat(timespec="seconds").replace("+00:00", "Z")


class Refusal(Exception):
    """An answer with an error's status."""

    def __init__(self, status, code, message, kind=None, **more):
        super().__init__(message)
        self.status = status
        # Where a code is no kind, the status says enough for the page to be tried.
        kind = kind or (code if code in KINDS else {401: "unauthorized", 404: "unknown-item", 409: "conflict", 422: "invalid-input"}.get(status, "bad-request"))
        self.body = {"error": {"code": code, "kind": kind, "message": message, **more}}


def unknown(what):
    return Refusal(404, "unknown-item", f"There is no {what} of this id; it may have been removed.")


def size(text):
    return len(text.encode())


def etag(*parts):
    """What If-Match is held against."""
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:12]}"'


def unchanged(request, current):
    """Refuses a change of what somebody else has changed since it was read."""
    if request.headers.get("If-Match") not in (None, current):
        raise Refusal(412, "changed-meanwhile", "It was changed elsewhere meanwhile. Fetch it again.")


def route(task="answer", engine="local", label="personal"):
    local = engine == "local"
    return {
        "task": task, "mode": "auto", "label": label, "engine": engine, "model": "llama-3.2-1b-instruct" if local else "", "host": None, "onDevice": True,
        "reason": "It is the first engine in your order that can do this and may see it." if local else "No other engine is allowed and able.",
        "rejected": [{"engine": "apple", "reason": "Apple's model is not on this system."}] + ([] if local else [{"engine": "local", "reason": "no model file is set"}]), "wasFallback": False, "ledgerRecord": 12,
    }


class Document:
    """A document with its blocks and pages, found in its text as the real reader would, more or less."""

    def __init__(self, title, path, format, text, label="personal", language="en", warnings=(), cues=None, sound=None):
        raw, self.pages, start = text, [], 0
        parts = raw.split("\f")
        self.text = "".join(parts)
        for number, part in enumerate(parts, 1):
            self.pages.append({"number": number, "start": start, "end": start + size(part)})
            start += size(part)
        self.id = hashlib.sha256(raw.encode() + path.encode()).hexdigest()[:16]
        self.title, self.path, self.format, self.label, self.language, self.cues = title, path, format, label, language, cues
        self.warnings, self.ingested = list(warnings), now()
        # The bytes of the recording, where there is one.
        self.sound = sound
        self.blocks = cue_blocks(self.text, cues) if cues else [{"kind": "table", "start": 0, "end": size(self.text)}] if format == "csv" else blocks(self.text)
        self.chunks = max(1, len(self.blocks) // 3) if self.text.strip() else 0

    def facts(self):
        return {
            "documentID": self.id, "title": self.title, "path": self.path, "paths": [self.path], "format": self.format, "language": self.language, "label": self.label, "pages": len(self.pages), "chunks": self.chunks,
            "bytes": size(self.text), "ingestedAt": self.ingested, "createdAt": None, "isTranscript": self.cues is not None, "withoutText": self.chunks == 0, "canReindex": True, "warnings": self.warnings,
        }

    def window(self, start, end):
        raw = self.text.encode()
        start, end = max(0, min(start, len(raw))), max(0, min(end, len(raw), start + 262_144))
        while 0 < start < len(raw) and raw[start] & 0xC0 == 0x80:
            start -= 1
        while 0 < end < len(raw) and raw[end] & 0xC0 == 0x80:
            end += 1
        end = max(start, end)
        within = lambda item: item["start"] < end and item["end"] > start
        return {
            "documentID": self.id, "title": self.title, "path": self.path, "format": self.format, "start": start, "end": end, "total": len(raw), "text": raw[start:end].decode(),
            "pages": [page for page in self.pages if within(page)], "blocks": [block for block in self.blocks if within(block)],
        }

    def page_of(self, at):
        return next((page["number"] for page in reversed(self.pages) if page["start"] <= at), 1) if self.format == "pdf" else None


def blocks(text):
    found = []
    for match in re.finditer(r"(?:(?!\n\s*\n).)+", text, re.S):
        piece = match.group().strip("\n")
        if not piece.strip():
            continue
        start = match.start() + match.group().index(piece)
        for line in re.finditer(r"^[-|].*$", piece, re.M) if piece.startswith("- ") else [None]:
            a, b = (start + line.start(), start + line.end()) if line else (start, start + len(piece))
            shown = text[a:b]
            heading = re.match(r"#+|\d\. \w+[^.]*$|Lease agreement$", shown)
            kind = "code" if shown.startswith(("---\n", "```")) else "heading" if heading else "listItem" if shown.startswith("- ") else "table" if shown.startswith("|") else "paragraph"
            found.append({"kind": kind, "level": min(6, len(heading.group())) if heading else None, "start": size(text[:a]), "end": size(text[:b])})
    return found


def cue_blocks(text, cues):
    found, at = [], 0
    for cue in cues:
        at = text.index(cue["text"], at)
        found.append({"kind": "utterance", "start": size(text[:at]), "end": size(text[:at + len(cue["text"])]), "startTime": cue["start"], "endTime": cue["end"], "speaker": cue["speaker"]})
        at += len(cue["text"])
    return found


class Library:
    """Everything that the mock knows."""

    def __init__(self, speed=1.0):
        self.speed = speed
        self.is_tidy = False
        self.numbers = itertools.count(1)
        self.reset()
        self.models = {model["id"]: dict(model) for model in data.MODELS}
        self.unloaded, self.model_settings = set(), {}

    def reset(self):
        self.documents, self.conversations, self.jobs, self.analyses, self.keys = {}, {}, {}, {}, {}
        self.consents, self.ledger, self.entries, self.made, self.live = [], [], {}, {}, {}
        self.persons = [{"id": "anna", "name": "Anna", "names": ["Anna", "Anna K."], "mentions": 14}, {"id": "bruno", "name": "Bruno", "names": ["Bruno"], "mentions": 7}, {"id": "mum", "name": "Mum", "names": ["Mum", "Mom"], "mentions": 3}, {"id": "lisbon", "name": "Lisbon", "names": ["Lisbon"], "mentions": 2}, {"id": "hostile", "name": "Chiara" if self.is_tidy else data.HOSTILE, "names": ["Chiara" if self.is_tidy else data.HOSTILE], "mentions": 1}]
        self.not_people = []
        self.routing = {"mode": "auto", "order": ["apple", "local", "custom", "openai", "anthropic", "basic"], "offline": False, "enforce": "policy", "redact": False, "keepPrompts": False}
        self.settings = {row[0]: list(row) for row in data.SETTINGS}
        self.endpoints = {}
        self.groups = {}
        self.signed_in = False
        self.tools_for_programs = set()
        self.folders = {}
        self.environments = {"production": {"name": "production", "settings": {}, "current": True}, "staging": {"name": "staging", "settings": {"custom-url": "http://127.0.0.1:8081/v1"}, "current": False}}

    def fill(self, is_tidy=False):
        """The data that a test or a person finds at the start; tidy leaves out what attacks and what is ugly."""
        hostile = lambda text: is_tidy and (data.HOSTILE in text or text.startswith("A_file"))
        for item in data.DOCUMENTS:
            if not hostile(item["title"]):
                self.add(Document(**item))
        cues = [{**cue, "text": cue["text"].replace("<b>", "").replace("</b>", "") if is_tidy else cue["text"]} for cue in data.CUES]
        text = "\n".join(cue["text"] for cue in cues)
        self.add(Document("Heat pumps in old houses", "/home/me/podcasts/heat-pumps.vtt", "vtt", text, cues=cues, sound=tone(len(cues) * 7.5)))
        day = datetime.date.today()
        for number in range(0, 300, 2):
            date = day - number * ONE_DAY
            text = data.ENTRIES[number // 2 % len(data.ENTRIES)] * (1 + number % 7)
            self.write({"text": text, "date": date.isoformat(), "title": None if number % 3 else data.HOSTILE if number == 6 and not is_tidy else ["By the harbour", "Garden club", "A long day"][number // 2 % 3]})
        self.write({"text": "A thought without a day.", "date": None})
        self.made = {("week", name): True for name in ()}
        for number in range(1, 90):
            engine = ["local", "basic", "openai"][number % 3]
            self.log("decision", engine=engine, task="chat", label="personal")
            if engine == "openai":
                self.log("connection", engine=engine, host="api.openai.com", bytesOut=1200 + number, bytesIn=5300, duration=1.2, success=True)
            self.log("outcome", engine=engine, task="chat", promptTokens=420, completionTokens=96, duration=1.4, costMicros=120 if engine == "openai" else None)
        self.log("read", host="lister", purpose="mcp read_document", label="personal")
        self.log("refusal", task="answer", label="private", errorCode="refused-by-policy")
        self.consents.append({"id": "3f2a91c0", "engine": "openai", "host": "api.openai.com", "task": "chat", "grantedAt": ago(days=12), "revokedAt": None})
        self.keys["openai"] = {"set": ago(days=12), "last": "f3Qa"}
        first = self.conversation(title="When does the lease end, and what about the deposit?")
        lease = next(iter(self.documents.values()))
        quote = "The landlord returns the deposit within six weeks after the end of the lease, less what is owed."
        at = size(lease.text[:lease.text.index(quote)])
        self.say(first, "user", "What happens to the deposit?")
        self.say(first, "assistant", "The landlord returns it within six weeks after the lease has ended [1]. Interest is paid on it as well.", engine="local", model="llama-3.2-1b-instruct", onDevice=True, route=route(),
                 citations=[self.citation(1, lease, at, at + size(quote), True)], unsupported=[{"start": 72, "end": 103}], usage={"promptTokens": 812, "completionTokens": 31})
        if is_tidy:
            self.is_tidy = True
            self.models = {name: model for name, model in self.models.items() if not hostile(model["name"])}
            for title, answer in (("What did the garden club decide?", "They order 40 tulip bulbs and 12 bags of compost."), ("Notice period for the landlord's visits", "The landlord gives notice of 48 hours.")):
                other = self.conversation(title=title)
                self.say(other, "user", title)
                self.say(other, "assistant", answer, engine="local", model="llama-3.2-1b-instruct", onDevice=True)
            self.talk(first)["updatedAt"] = ago(seconds=-5)
            return
        second = self.conversation(title=f"Soup {data.HOSTILE}")
        self.say(second, "user", data.HOSTILE)
        self.say(second, "assistant", f"{data.HOSTILE}\n\n[click](javascript:window.pwned=1) and ![x](https://example.org/pixel.png)", engine="basic", model="", onDevice=True)
        third = self.conversation(title="رحلة إلى الميناء")
        self.say(third, "user", "متى وصلنا إلى الميناء؟")
        self.say(third, "assistant", "وصلنا إلى الميناء في الساعة السابعة صباحا.", engine="basic", model="", onDevice=True)

    # Documents

    def add(self, document):
        self.documents[document.id] = document
        return document

    def document(self, identifier):
        if identifier not in self.documents:
            raise unknown("document")
        return self.documents[identifier]

    def citation(self, index, document, start, end, verified):
        quote = document.text.encode()[start:end].decode(errors="replace")
        cue = next((block for block in document.blocks if block["start"] <= start < block["end"]), {})
        return {"index": index, "documentID": document.id, "path": document.path, "title": document.title, "page": document.page_of(start), "start": start, "end": end, "quote": quote, "verified": verified,
                "startTime": cue.get("startTime"), "endTime": cue.get("endTime")}

    def search(self, text, limit=10, scope=()):
        words = {word.lower() for word in re.findall(r"\w{3,}|[\u3040-\u9fff]", text)}
        found = []
        for document in self.documents.values():
            if scope and document.id not in scope:
                continue
            for block in document.blocks:
                piece = document.text.encode()[block["start"]:block["end"]].decode()
                score = sum(word[:6] in piece.lower() for word in words)
                if score and block["kind"] != "heading":
                    found.append({"documentID": document.id, "path": document.path, "title": document.title, "page": document.page_of(block["start"]), "start": block["start"], "end": block["end"], "text": piece, "score": float(score),
                                  "headings": [], "startTime": block.get("startTime"), "endTime": block.get("endTime"), "label": document.label})
        return sorted(found, key=lambda item: -item["score"])[:limit]

    # Conversations

    def conversation(self, title=None):
        identifier = f"c{next(self.numbers):07d}"
        self.conversations[identifier] = {"conversationID": identifier, "title": title, "systemPrompt": None, "createdAt": now(), "updatedAt": now(), "isPinned": False, "folder": None, "said": []}
        return identifier

    def summary(self, item):
        return {key: value for key, value in item.items() if key != "said"} | {"messages": len(item["said"]), "etag": etag(item["title"], item["systemPrompt"])}

    def talk(self, identifier):
        if identifier not in self.conversations:
            raise unknown("conversation")
        return self.conversations[identifier]

    def say(self, identifier, role, content, state="complete", **more):
        message = {"id": next(self.numbers), "role": role, "content": content, "createdAt": now(), "state": state, "label": "personal", **more}
        talk = self.talk(identifier)
        talk["said"].append(message)
        talk["updatedAt"] = now()
        return message

    # Journal

    def write(self, entry, identifier=None):
        identifier = identifier or f"e{next(self.numbers):06d}"
        old = self.entries.get(identifier)
        day, _, clock = (entry.get("date") or "").partition("T")
        entry = {**entry, "date": day or None, "time": f"{clock}:00" if clock else entry.get("time")}
        self.entries[identifier] = {"id": identifier, "date": entry.get("date"), "time": entry["time"], "title": entry.get("title"), "text": entry["text"], "words": len(entry["text"].split()), "duration": None, "label": entry.get("label") or "private", "languages": ["en"]}
        if entry.get("date"):
            for key in [key for key in self.made if key[1] and entry["date"].startswith(key[1][:4])]:
                self.made[key] = False
        return {"id": identifier, "status": "updated" if old else "added" if entry.get("date") else "undated", "date": entry.get("date"), "words": self.entries[identifier]["words"], "etag": etag(self.entries[identifier])}

    def dated(self, start=None, end=None):
        return sorted((entry for entry in self.entries.values() if entry["date"] and (not start or entry["date"] >= start) and (not end or entry["date"] <= end)), key=lambda entry: entry["date"])

    def days(self, start=None, end=None):
        days = {}
        for entry in self.dated(start, end):
            day = days.setdefault(entry["date"], {"date": entry["date"], "entries": 0, "words": 0})
            day["entries"] += 1
            day["words"] += entry["words"]
        return list(days.values())

    def periods(self, level, start=None, end=None):
        groups = {}
        for entry in self.dated():
            groups.setdefault(period_name(level, entry["date"]), []).append(entry)
        states = []
        for name, entries in sorted(groups.items()):
            first, last = period_span(level, name)
            if (end and first > end) or (start and last < start):
                continue
            kept = self.made.get((level, name))
            state = "missing" if kept is None else "current" if kept else "stale"
            states.append({"level": level, "period": name, "start": first, "end": last, "entries": len(entries), "words": sum(entry["words"] for entry in entries), "state": state, "rollup": None if kept is None else self.report(level, name, first, last, entries, kept)})
        return states

    def people(self):
        found = sorted(self.persons, key=lambda person: -person["mentions"])
        return {"people": [{"entries": person["mentions"], "first": "2019-01-03", "last": "2019-12-17", "isCorrected": False, **person} for person in found], "notPeople": self.not_people, "job": None}

    def report(self, level, name, first, last, entries, kept=True):
        words = sum(entry["words"] for entry in entries)
        below = {"year": "month", "yearWrap": "month", "month": "week", "week": "day"}.get(level)
        parts = {}
        for entry in entries:
            if below:
                part = parts.setdefault(period_name(below, entry["date"]), {"period": period_name(below, entry["date"]), "entries": 0, "words": 0, "mood": 0.0})
                part["entries"] += 1
                part["words"] += entry["words"]
                part["mood"] = round(((part["words"] * 7) % 13) / 10 - 0.5, 2)
        rows = list(parts.values())
        themes = [{"theme": theme, "entries": 2 + number, "byPart": [(index * (number + 2)) % 5 for index in range(len(rows))], "trend": ["rising", "steady", "fading"][number % 3]} for number, theme in enumerate(["walking by the sea", "garden and fence", "work with Bruno", "reading about tea" if self.is_tidy else data.HOSTILE])]
        return {
            "level": level, "period": name, "start": first, "end": last, "entries": len(entries), "words": words, "minutes": 0.0, "days": len({entry["date"] for entry in entries}), "longestStreak": {"days": 3, "start": first, "end": first},
            "busiestDays": sorted(self.days(first, last), key=lambda day: -day["words"])[:3], "people": [{"name": "Anna", "entries": 9, "mentions": 14}, {"name": "Bruno", "entries": 6, "mentions": 7}, {"name": "Chiara" if self.is_tidy else data.HOSTILE, "entries": 1, "mentions": 1}],
            "places": [{"name": "Lisbon", "entries": 5, "mentions": 5}, {"name": "the harbour", "entries": 4, "mentions": 4}], "themes": themes, "parts": rows, "mood": {"label": "mixed", "score": 0.21, "positive": 12, "negative": 7},
            "headline": "A time by the water" if level in ("year", "yearWrap") else None, "summary": f"{len(entries)} entries and {words} words, mostly about walks, the garden and work with Bruno.",
            "keyInsights": ["Mornings by the harbour are the glad ones.", "The fence comes up again and again."], "mainThemes": ["walking", "garden", "work"], "thoughtProcess": "From tired to relieved.", "actionItems": ["Write to the bank", "Repair the fence before the winter"],
            "quotes": [{"text": "Cold, clear, glad of it.", "entryID": entries[0]["id"], "date": entries[0]["date"]}], "label": "private", "engine": "local" if kept == "local" else "basic", "model": "llama-3.2-1b-instruct" if kept == "local" else "", "coverage": {"parts": len(rows), "read": len(rows), "shortened": 0, "actionItems": 2}, "notes": ["The model gave no answer that could be used; this was made without it."] if kept == "stood-in" else [], "recomputed": False,
        }

    # Ledger

    def log(self, kind, **more):
        number = len(self.ledger) + 1
        at = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=max(0, 400 - number))
        record = {"number": number, "kind": kind, "time": at.isoformat(timespec="microseconds").replace("+00:00", "Z"), "task": None, "engine": None, "model": None, "host": None, "label": None, "bytesOut": None, "bytesIn": None, "errorCode": None, "wasFallback": False}
        self.ledger.append(record | more | {"hash": hashlib.sha256(str(number).encode()).hexdigest()})

    # Models

    def model(self, identifier):
        if identifier not in self.models:
            raise unknown("model")
        model = dict(self.models[identifier])
        large = model.pop("tooLarge", False)
        total = int(model["bytes"] * 1.35)
        reason = "needs about 44 GB of memory at 8192 tokens, more than this machine's 16.0 GB can spare" if large else f"needs about {total / 1e9:.1f} GB of memory at 8192 tokens"
        defaults = {"estimatedBytes": model["bytes"], "installed": False, "inUse": False, "path": None, "partialBytes": None, "recommended": None, "note": None, "sha256": None}
        job = next((job["id"] for job in self.jobs.values() if job["kind"] == "download" and job["subject"] == identifier and job["state"] in ("running", "paused")), None)
        defaults["removable"] = bool(model.get("installed") or model.get("partialBytes") or model.get("origin") == "user")
        return defaults | model | {"fit": {"memory": "too-large" if large else "fits", "disk": "too-large" if large else "fits", "estimate": {"total": total, "context": 8192}, "reason": reason}, "job": job}

    # Jobs

    def job(self, kind, title, work, subject=None, can_pause=False):
        identifier = f"j{next(self.numbers):06d}"
        job = {"id": identifier, "kind": kind, "state": "running", "title": title, "subject": subject, "createdAt": now(), "endedAt": None, "canPause": can_pause, "progress": {}}
        self.jobs[identifier] = job
        job_change = asyncio.Event()
        self.live[identifier] = {"change": job_change, "paused": asyncio.Event(), "task": None}
        self.live[identifier]["paused"].set()
        self.live[identifier]["task"] = asyncio.create_task(self.run(job, work))
        return dict(job)

    async def run(self, job, work):
        try:
            await work(job)
            job["state"] = "done"
        except asyncio.CancelledError:
            job["state"] = "cancelled"
        except Refusal as error:
            job["state"], job["error"] = "failed", error.body["error"]
        job["endedAt"] = now()
        self.tell(job)

    def tell(self, job):
        live = self.live[job["id"]]
        live["change"].set()
        live["change"] = asyncio.Event()

    async def step(self, job, seconds=0.05, **progress):
        job["progress"] = progress
        self.tell(job)
        await asyncio.sleep(seconds / self.speed)
        await self.live[job["id"]]["paused"].wait()


def period_name(level, date):
    day = datetime.date.fromisoformat(date)
    if level == "week":
        return "%04d-W%02d" % day.isocalendar()[:2]
    return {"day": date, "month": date[:7]}.get(level, date[:4])


def period_span(level, name):
    if level == "day":
        return name, name
    if level == "week":
        first = datetime.date.fromisocalendar(int(name[:4]), int(name[6:]), 1)
        return first.isoformat(), (first + 6 * ONE_DAY).isoformat()
    if level == "month":
        first = datetime.date.fromisoformat(name + "-01")
        return first.isoformat(), ((first + 31 * ONE_DAY).replace(day=1) - ONE_DAY).isoformat()
    return name + "-01-01", name + "-12-31"


def tone(seconds, rate=8000):
    """A WAV file of a quiet tone."""
    second = b"".join(struct.pack("<h", int(900 * math.sin(2 * math.pi * 220 * index / rate))) for index in range(rate))
    samples = (second * (int(seconds) + 1))[:int(seconds * rate) * 2]
    return struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(samples), b"WAVE", b"fmt ", 16, 1, 1, rate, rate * 2, 2, 16, b"data", len(samples)) + samples
