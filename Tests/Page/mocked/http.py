"""What every part of the mock stands on: how a route is written, who may call it, and the page's own files."""

import json
import pathlib

from aiohttp import web

from .library import Library, Refusal

PAGE = pathlib.Path(__file__).resolve().parents[3] / "Sources" / "CPage" / "page"
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; "
          "font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml", ".md": "text/markdown", ".vtt": "text/vtt", ".webmanifest": "application/manifest+json"}
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


async def events(request):
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Content-Security-Policy": POLICY})
    await response.prepare(request)

    async def send(name, value):
        await response.write(f"event: {name}\ndata: {json.dumps(value)}\n\n".encode())
    return response, send


def signed_in(request):
    """The session of a request, by its header or by a ticket for its address; None when there is none."""
    app = request.app
    found = app["sessions"].get(request.headers.get("hearth-session"))
    place, _, ticket = request.raw_path.replace("?ticket=", "&ticket=").partition("&ticket=")
    if not found and ticket and app["tickets"].get(ticket, ("", ""))[0] == place:
        found = next((session for session in app["sessions"].values() if session["id"] == app["tickets"][ticket][1]), None)
    return found


@web.middleware
async def guard(request, handler):
    app = request.app
    is_public = not request.path.startswith("/api/") or request.path in ("/api/session", "/api/openapi.json")
    try:
        if not is_public and signed_in(request) is None:
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


def application(speed=1.0, is_empty=False, is_tidy=False):
    app = web.Application(middlewares=[guard], client_max_size=64 << 20)
    app["library"], app["sessions"], app["tickets"], app["links"] = Library(speed), {}, {}, {}
    if not is_empty:
        app["library"].fill(is_tidy)
    app.add_routes(routes)
    return app
