"""Feeds and podcasts: what is followed, what was read of it, and hosts that are not allowed yet."""

from aiohttp import web

from .data import HOSTILE
from .documents import receipt, uploaded
from .http import api, body
from .library import Document, Refusal, ago, now

ITEMS = [("moss", "Moss on the roof", None), ("slate", f"Slate {HOSTILE}", 1830.0)]


def feeds_of(library):
    if not hasattr(library, "feeds"):
        library.feeds = {}
    return library.feeds


def add_feed(library, name, title, url, hosts, label=None, reads=True):
    entries = []
    for identifier, item, duration in ITEMS if reads else []:
        document = library.add(Document(item, f"feed:{name}#{identifier}", "text", f"{item}. It keeps the rain back.", label or "personal"))
        entries.append({"id": identifier, "title": item, "date": ago(days=1), "address": None, "documentID": document.id, "transcriptID": None,
                        "recordingHost": "cdn.example.net" if duration else None, "duration": duration, "transcript": "none"})
    feeds_of(library)[name] = {"name": name, "title": title, "url": url, "hosts": hosts, "label": label, "entries": entries, "addedAt": now(),
                               "refreshedAt": now() if reads else None}


def facts(feed):
    told = {key: value for key, value in feed.items() if key != "entries"}
    return told | {"items": len(feed["entries"]), "episodes": sum(1 for entry in feed["entries"] if entry["recordingHost"])}


def report(name, **more):
    return {"name": name, "added": 0, "updated": 0, "transcripts": 0, "waiting": 0, "notes": [], "refusedHosts": []} | more


def named(library, name):
    if name not in feeds_of(library):
        raise Refusal(404, "unknown-feed", "There is no such feed.", kind="unknown-item")
    return feeds_of(library)[name]


def refuse(job, host, allowed):
    """Ends work for a host that its owner has not allowed."""
    if host in allowed:
        return
    message = f"It leads to {host}, and nothing was allowed to be fetched from there."
    job["feeds"] = [report(job["title"], refusedHosts=[host])]
    raise Refusal(403, "host-not-allowed", message, kind="refused-by-policy")


@api("get", "/api/feeds")
async def feeds(library, request):
    return {"feeds": [facts(feed) for _, feed in sorted(feeds_of(library).items())]}


@api("post", "/api/feeds")
async def add(library, request):
    wanted = await body(request, "address")
    host = wanted["address"].removeprefix("https://").split("/")[0]

    async def work(job):
        await library.step(job, message=f"Looking at {host}")
        if host.startswith("moved."):
            refuse(job, "elsewhere.example", wanted.get("hosts") or [])
        add_feed(library, "roof-talk", "Roof Talk", wanted["address"], [host, *(wanted.get("hosts") or [])], wanted.get("label"))
        job["feeds"] = [report("roof-talk", added=len(ITEMS))]
    return 202, library.job("feeds", host, work)


@api("post", "/api/feeds/refresh")
async def refresh(library, request):
    wanted = await body(request)
    names = wanted.get("names") or list(feeds_of(library))
    for name in names:
        feed = named(library, name)
        feed["hosts"] += [host for host in wanted.get("hosts") or [] if host not in feed["hosts"]]

    async def work(job):
        job["feeds"] = [report(name, added=0) for name in names]
        for name in names:
            feeds_of(library)[name]["refreshedAt"] = now()
    return 202, library.job("feeds", names[0] if len(names) == 1 else "", work)


@api("get", "/api/feeds/list")
async def export(library, request):
    return web.Response(text="<opml/>", content_type="text/x-opml", headers={"Content-Disposition": "attachment; filename=hearth-feeds.opml"})


@api("post", "/api/feeds/list")
async def take(library, request):
    await uploaded(request)
    add_feed(library, "far", "Far away", "https://far.example/rss", [], reads=False)
    return {"added": [facts(feeds_of(library)["far"])], "known": 0, "unusable": 1}


@api("get", "/api/feeds/{name}/items")
async def items(library, request):
    feed, query = named(library, request.match_info["name"]), request.query.get("query", "").lower()
    found = [entry for entry in feed["entries"] if query in entry["title"].lower()]
    start = int(request.query.get("offset", 0))
    return {"feed": facts(feed), "items": found[start:start + int(request.query.get("limit", 50))], "total": len(found)}


@api("post", "/api/feeds/{name}/items/{id}/fetch")
async def fetch(library, request):
    feed, wanted = named(library, request.match_info["name"]), await body(request)
    entry = next(entry for entry in feed["entries"] if entry["id"] == request.match_info["id"])
    feed["hosts"] += [host for host in wanted.get("hosts") or [] if host not in feed["hosts"]]

    async def work(job):
        refuse(job, entry["recordingHost"], feed["hosts"])
        for number in range(5):
            await library.step(job, fraction=number / 5, message="0:10 of 30:30")
        entry["transcriptID"], entry["transcript"] = entry["documentID"], "transcribed"
    return 202, library.job("transcription", entry["title"], work, subject=f"{feed['name']}/{entry['id']}")


@api("delete", "/api/feeds/{name}")
async def remove(library, request):
    feed = named(library, request.match_info["name"])
    del feeds_of(library)[feed["name"]]
    proof = receipt(library, [entry["documentID"] for entry in feed["entries"]]) if request.query.get("documents") == "true" else None
    return {"name": feed["name"], "receipt": proof}


@api("post", "/api/clip")
async def clip(library, request):
    wanted = await body(request, "address")
    host = wanted["address"].removeprefix("https://").split("/")[0]

    async def work(job):
        await library.step(job, message=f"Looking at {host}")
        document = library.add(Document("A kept page", wanted["address"], "html", "The words of the page.", wanted.get("label") or "personal"))
        job["files"] = [{"path": document.title, "documentID": document.id, "status": "added", "format": "html", "pages": 0, "chunks": 1, "bytes": 20}]
    return 202, library.job("clip", host, work)
