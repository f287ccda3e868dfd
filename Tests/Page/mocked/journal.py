"""The journal: entries, calendar, periods and the wrap of a year."""

import json

from aiohttp import web

from .http import api, body
from .library import Refusal, etag, now, unchanged, unknown


def naming(library, request, entries):
    """Those that name the person who is asked for, if any is."""
    who = request.query.get("person")
    if not who:
        return entries
    names = next((person["names"] for person in library.persons if who in (person["id"], *person["names"])), None)
    if names is None:
        raise unknown("person")
    return [entry for entry in entries if any(name in entry["text"] for name in names)]


@api("get", "/api/journal/entries")
async def entries(library, request):
    found = [entry for entry in library.entries.values() if not entry["date"]] if request.query.get("undated") == "true" else library.dated(request.query.get("from"), request.query.get("to"))
    found = naming(library, request, found)
    return {"entries": [{key: value for key, value in entry.items() if key not in ("text", "languages")} for entry in found[int(request.query.get("offset", 0)):][:int(request.query.get("limit", 200))]], "total": len(found)}


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
    found = entry_of(library, request)
    return found | {"etag": etag(found)}


@api("put", "/api/journal/entries/{id}")
async def change_entry(library, request):
    old = entry_of(library, request)
    unchanged(request, etag(old))
    return library.write({"date": old["date"], "time": old["time"], "label": old["label"], "title": old["title"]} | await body(request, "text"), old["id"])


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
            results.append({"id": f"line {number}", "error": {"code": "bad-row", "kind": "invalid-input", "message": "The line is no entry with an id and a text."}})
    count = lambda status: sum(row.get("status") == status for row in results)
    return {"results": results, "added": count("added"), "updated": count("updated"), "unchanged": 0, "undated": count("undated"), "failed": count(None)}


@api("get", "/api/journal/calendar")
async def calendar(library, request):
    days = library.days()
    named = {entry["date"] for entry in naming(library, request, library.entries.values())}
    return {"days": [day for day in library.days(request.query.get("from"), request.query.get("to")) if day["date"] in named], "streak": 3, "entries": len(library.entries), "undated": sum(not entry["date"] for entry in library.entries.values()), "first": days[0]["date"] if days else None, "last": days[-1]["date"] if days else None}


def upkeep(library, level, is_stale):
    """What the server makes by itself: everything, when something is not as it should be."""
    job = next((job for job in library.jobs.values() if job["kind"] == "rollup" and job["subject"] == "journal" and job["state"] == "running"), None)
    if job or not is_stale:
        return job

    async def work(job):
        for number, level in enumerate(("day", "week", "month", "year", "yearWrap")):
            await library.step(job, 0.1, done=number, total=5, fraction=number / 5, message=f"{level}: 0 of 1")
            for period in library.periods(level):
                library.made[(level, period["period"])] = True
    return library.job("rollup", "journal", work, subject="journal")


@api("get", "/api/journal/periods")
async def periods(library, request):
    found = library.periods(request.query["level"], request.query.get("from"), request.query.get("to"))
    stale = sum(period["state"] != "current" for period in found)
    return {"periods": found, "stale": stale, "job": upkeep(library, request.query["level"], stale)}


@api("post", "/api/journal/rollups")
async def roll_up(library, request):
    wanted = await body(request, "level")

    async def work(job):
        found = library.periods(wanted["level"], wanted.get("from"), wanted.get("to"))
        for number in range(8):
            await library.step(job, 0.12, done=number, total=8, fraction=number / 8, message=f"Reading entries, {number} of 8")
        for period in found:
            # Who asks for it has it made by the model; its first answer is none that can be used.
            library.made[(wanted["level"], period["period"])] = "local" if wanted.get("again") else "stood-in"
        job["periods"] = []
    return 202, library.job("rollup", wanted["level"], work, subject=wanted["level"])


@api("get", "/api/journal/wrapped/{year}")
async def wrapped(library, request):
    year = request.match_info["year"]
    found = library.periods("yearWrap", f"{year}-01-01", f"{year}-12-31")
    state = found[0] if found else None
    job = upkeep(library, "yearWrap", bool(state and state["state"] != "current"))
    return {"job": job, "year": state["rollup"] if state else None, "months": [], "days": library.days(f"{year}-01-01", f"{year}-12-31"), "isCurrent": bool(state and state["state"] == "current")}


@api("get", "/api/journal/wrapped/{year}/page")
async def wrapped_page(library, request):
    return web.Response(text="<!DOCTYPE html><title>A year</title>", content_type="text/html", headers={"Content-Disposition": "attachment; filename=year.html"})


@api("get", "/api/journal/people")
async def people(library, request):
    return library.people()


@api("post", "/api/journal/people/corrections")
async def correct_people(library, request):
    wanted = await body(request, "person", "action")
    name, action = wanted["person"], wanted["action"]
    known = {person["id"]: person for person in library.persons} | {person["name"]: person for person in library.persons}
    if action == "forget" and any(item["name"] == name for item in library.not_people):
        library.not_people = [item for item in library.not_people if item["name"] != name]
        library.persons.append({"id": name.lower(), "name": name, "names": [name], "mentions": 1})
    elif action == "split":
        for person in library.persons:
            if name in person["names"]:
                person["names"].remove(name)
                person["isCorrected"] = True
        library.persons.append({"id": f"split-{name.lower()}", "name": name, "names": [name], "mentions": 1, "isCorrected": True})
    elif name not in known:
        raise unknown("person")
    elif action == "rename":
        if wanted["name"] in known:
            raise Refusal(422, "invalid-input", f"{wanted['name']} is somebody else in the journal.")
        known[name] |= {"name": wanted["name"], "names": [*known[name]["names"], wanted["name"]], "isCorrected": True}
    elif action == "merge":
        one, other = known[name], known[wanted["into"]]
        other |= {"names": other["names"] + one["names"], "mentions": other["mentions"] + one["mentions"], "isCorrected": True}
        library.persons.remove(one)
    elif action == "exclude":
        library.persons.remove(known[name])
        library.not_people = [*library.not_people, *({"name": each, "kind": wanted["kind"]} for each in known[name]["names"])]
    elif action == "forget":
        known[name]["isCorrected"] = False
    return library.people()
