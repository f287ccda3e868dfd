"""Signing in and out."""

import secrets

from aiohttp import web

from .http import TOKEN, api, body, routes
from .library import Refusal


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
