"""A library on its way to another machine. One mock is both machines: what was packed is unpacked where everything was deleted."""

import copy
import secrets

from aiohttp import web

from .http import api, body, routes
from .library import Refusal, now

PACKED = {}
MARK = "hearth library of the mock "


def amount(library):
    return {"documents": len(library.documents), "conversations": len(library.conversations), "journalEntries": len(library.entries)}


@api("post", "/api/data/packed")
async def pack(library, request):
    passphrase = (await body(request, "passphrase"))["passphrase"]
    if len(passphrase) < 12:
        raise Refusal(422, "weak-password", "A password has at least 12 characters; a few words together are easy to keep.")
    made = secrets.token_hex(8)
    PACKED.clear()
    PACKED[made] = {"passphrase": passphrase, "amount": amount(library), "kept": copy.deepcopy((library.documents, library.conversations, library.entries))}
    return {"id": made, "name": "hearth-2026-11-26.hearth", "bytes": len(MARK) + 16, "amount": amount(library), "expiresAt": now()}


@routes.get("/api/data/packed/{id}")
async def fetch(request):
    if request.match_info["id"] not in PACKED:
        raise Refusal(404, "unknown-item", "This file is not here any more; it is kept for an hour. Make it anew.")
    return web.Response(body=(MARK + request.match_info["id"]).encode(), content_type="application/octet-stream", headers={"Content-Disposition": 'attachment; filename="hearth-2026-11-26.hearth"'})


@api("post", "/api/data/unpack")
async def unpack(library, request):
    form = await request.post()
    text = form["file"].file.read().decode(errors="replace")
    found = PACKED.get(text.removeprefix(MARK))
    if any(amount(library).values()):
        raise Refusal(400, "not-empty", "This library holds something already. Nothing was changed.")
    if not text.startswith(MARK) or not found:
        raise Refusal(422, "invalid-backup", "This is no file with a library of Hearth. Nothing was changed.")
    if form["passphrase"] != found["passphrase"]:
        raise Refusal(422, "wrong-passphrase", "The passphrase does not open this file. Nothing was changed.")
    library.documents, library.conversations, library.entries = copy.deepcopy(found["kept"])
    return {"packed": found["amount"], "found": amount(library)}
