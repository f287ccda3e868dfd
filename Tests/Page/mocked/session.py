"""Signing in and out, and what a browser fetches by itself."""

import datetime
import secrets

from aiohttp import web

from .http import TOKEN, api, body, routes, signed_in
from .library import Refusal


def state(session, key=None):
    return {"signedIn": session is not None, "id": session and session["id"], "key": key, "version": "0.1.0", "expiresAt": None, "people": False, "providers": []}


@api("get", "/api/session")
async def session(library, request):
    return state(signed_in(request))


@api("post", "/api/session")
async def sign_in(library, request):
    given = (await body(request, "token"))["token"]
    _, end_of_link = request.app["links"].pop(given, (None, None))
    is_good = given == TOKEN or end_of_link is not None and datetime.datetime.now(datetime.timezone.utc) < end_of_link
    if not is_good:
        raise Refusal(401, "unauthorized", "That is not the token.")
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    made = {"id": secrets.token_urlsafe(9), "device": "Chromium on Linux", "origin": f"http://{request.host}", "createdAt": now, "usedAt": now, "expiresAt": now}
    key = f"{made['id']}.{secrets.token_urlsafe(32)}"
    request.app["sessions"][key] = made
    return state(made, key)


def end(request, keep):
    sessions = request.app["sessions"]
    gone = [key for key, session in sessions.items() if not keep(session)]
    for key in gone:
        del sessions[key]
    return len(gone)


@api("delete", "/api/session")
async def sign_out(library, request):
    own = signed_in(request)["id"]
    end(request, lambda session: session["id"] != own)
    return None


@api("get", "/api/sessions")
async def sessions(library, request):
    own = signed_in(request)["id"]
    return {"sessions": [{**session, "current": session["id"] == own} for session in request.app["sessions"].values()]}


@api("delete", "/api/sessions")
async def sign_others_out(library, request):
    own = signed_in(request)["id"]
    return {"ended": end(request, lambda session: session["id"] == own)}


@api("delete", "/api/sessions/{id}")
async def sign_one_out(library, request):
    if not end(request, lambda session: session["id"] != request.match_info["id"]):
        raise Refusal(404, "unknown-item", "There is no session of that id; it may have ended.")
    return None


@api("post", "/api/tickets")
async def ticket(library, request):
    target = (await body(request, "target"))["target"]
    made = secrets.token_urlsafe(32)
    request.app["tickets"][made] = (target, signed_in(request)["id"])
    return {"url": target + ("&" if "?" in target else "?") + "ticket=" + made}


@routes.get("/sign-in")
async def link(request):
    return web.Response(status=303, headers={"Location": f"/#/sign-in?code={request.query.get('code', '')}"})


# Where a code leads; other machines reach this server, as if it had been told of a second name.
LINK_SECONDS = 300


@api("post", "/api/session/link")
async def make_link(library, request):
    now = datetime.datetime.now(datetime.timezone.utc)
    code = secrets.token_urlsafe(32)
    own = signed_in(request)["id"]
    links = request.app["links"]
    for known in [known for known, (session, _) in links.items() if session == own]:
        del links[known]
    end = now + datetime.timedelta(seconds=LINK_SECONDS)
    links[code] = (own, end)
    return {"urls": [f"http://{request.host}/#/sign-in?code={code}", f"http://hearth.home/#/sign-in?code={code}"], "expiresAt": end.strftime("%Y-%m-%dT%H:%M:%SZ"), "encrypted": False}


@api("delete", "/api/session/link")
async def withdraw_link(library, request):
    own = signed_in(request)["id"]
    links = request.app["links"]
    for known in [known for known, (session, _) in links.items() if session == own]:
        del links[known]
    return None
