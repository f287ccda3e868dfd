"""The page's files, from the disk. The last of the routes, since it takes every path."""

from aiohttp import web

from .http import PAGE, TYPES, routes
from .library import Refusal


@routes.get("/{path:.*}")
async def asset(request):
    file = (PAGE / (request.match_info["path"] or "index.html")).resolve()
    if PAGE not in file.parents or not file.is_file():
        raise Refusal(404, "unknown-item", "There is no such file.")
    return web.Response(body=file.read_bytes(), content_type=TYPES[file.suffix], charset="utf-8")
