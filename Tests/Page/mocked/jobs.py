"""Work that goes on in the server: its state, its events, and steering it."""

import asyncio

from .http import api, events
from .library import Refusal, unknown


def find_job(library, request):
    if request.match_info["id"] not in library.jobs:
        raise unknown("job")
    return library.jobs[request.match_info["id"]]


@api("get", "/api/jobs")
async def jobs(library, request):
    return {"jobs": list(library.jobs.values())[::-1]}


@api("get", "/api/jobs/{id}")
async def job(library, request):
    return find_job(library, request)


@api("get", "/api/jobs/{id}/events")
async def follow(library, request):
    found = find_job(library, request)
    response, send = await events(request)
    while True:
        change = library.live[found["id"]]["change"]
        await send("job", found)
        if found["state"] in ("done", "failed", "cancelled"):
            return response
        await change.wait()


@api("post", "/api/jobs/{id}/{verb}")
async def steer(library, request):
    found, verb = find_job(library, request), request.match_info["verb"]
    live = library.live[found["id"]]
    if found["state"] in ("done", "failed", "cancelled"):
        raise Refusal(409, "not-running", "It has ended already.")
    if verb == "cancel":
        live["paused"].set()
        live["task"].cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    elif verb == "pause":
        found["state"] = "paused"
        live["paused"].clear()
    else:
        found["state"] = "running"
        live["paused"].set()
    library.tell(found)
    return found
