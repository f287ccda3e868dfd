"""Routing, consents, the ledger, and deleting everything."""

import asyncio
import json
import secrets

from aiohttp import web

from .http import api, body
from .library import Refusal, now, route, unknown


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
    wanted = await body(request, "task")
    return route(wanted["task"], wanted.get("engine", "local"))


@api("get", "/api/labels")
async def labels(library, request):
    own, elsewhere = ["local", "basic"], ["openai", "anthropic", "custom", *(item["engine"] for item in library.endpoints.values())]
    trusted = {item["engine"] for item in library.consents if not item["revokedAt"]}
    seen = {"public": own + elsewhere, "personal": own + [engine for engine in elsewhere if engine in trusted], "private": own}
    return {"labels": [{"label": label, "sentence": f"{label}: seen by {', '.join(engines)}.", "engines": [{"engine": engine, "host": None if engine in own else f"{engine}.example.com", "tasks": ["answer"]} for engine in engines], "mcp": label != "private", "api": label != "private", "tools": []} for label, engines in seen.items()]}


def hosts(library):
    """Where each engine is, as the router has it."""
    services = {"openai": "api.openai.com", "anthropic": "api.anthropic.com", "custom": "127.0.0.1:11434"}
    return services | {item["engine"]: item["host"] for item in library.endpoints.values()}


@api("get", "/api/consents")
async def consents(library, request):
    return {"consents": [item for item in library.consents if request.query.get("all") == "true" or not item["revokedAt"]]}


@api("post", "/api/consents")
async def grant(library, request):
    wanted = await body(request, "engine")
    host = hosts(library).get(wanted["engine"])
    if not host:
        raise Refusal(409, "no-host", f"The engine {wanted['engine']} has no host yet.", kind="conflict")
    if wanted.get("host") not in (None, host):
        raise Refusal(409, "other-host", f"The engine {wanted['engine']} is at {host} now, and not at the host that was meant. No consent was given.", kind="conflict")
    item = {"id": secrets.token_hex(4), "engine": wanted["engine"], "host": host, "task": wanted.get("task"), "grantedAt": now(), "revokedAt": None}
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
    sent = [record for record in library.ledger if record["host"] and record["kind"] == "connection"]
    hosts = [{"host": host, "engines": ["openai"], "connections": len(rows), "failed": 0, "bytesOut": sum(row["bytesOut"] for row in rows), "bytesIn": sum(row["bytesIn"] for row in rows), "last": rows[-1]["time"]} for host in sorted({record["host"] for record in sent}) for rows in [[record for record in sent if record["host"] == host]]]
    usage = [{"day": None, "engine": "local", "model": "llama-3.2-1b-instruct", "requests": 30, "failed": 0, "promptTokens": 12_600, "completionTokens": 2_880, "cachedTokens": 0, "costMicros": 0, "unpriced": 0, "seconds": 42.0}] if library.ledger else []
    read = [record for record in library.ledger if record["kind"] == "read"]
    programs = [{"program": name, "times": len(rows), "last": rows[-1]["time"]} for name in sorted({record["host"] for record in read}) for rows in [[record for record in read if record["host"] == name]]]
    return {"hosts": hosts, "programs": programs, "usage": usage}


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
