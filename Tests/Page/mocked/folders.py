"""Folders that the library is kept in step with. None of them is on a disk: what they have is made up."""

from .http import api, body
from .library import Refusal, now, unknown

NONE = {"read": 0, "skipped": 0, "failed": 0, "excluded": 0, "gone": 0, "away": 0}


def folder(library, request):
    found = library.folders.get(request.match_info["name"])
    if not found:
        raise unknown("folder")
    return found


@api("get", "/api/folders")
async def folders(library, request):
    return {"folders": [library.folders[name] for name in sorted(library.folders)], "usualExclusions": ["*~", "*.tmp"]}


# What lies on the made-up disk, and who looks at it from elsewhere sees none of it.
PLACES = {"/": ["home"], "/home": ["me"], "/home/me": ["Documents", "letters", "Papers 10", "Papers 9"], "/home/me/Documents": ["Contracts"], "/home/me/Documents/Contracts": []}


@api("get", "/api/machine/folders")
async def places(library, request):
    path = (request.query.get("path") or "/home/me").replace("~", "/home/me", 1)
    if path not in PLACES:
        raise Refusal(422, "no-folder", f"There is no folder at {path}, or it may not be looked at.", kind="unreadable")
    return {"path": path, "parent": None if path == "/" else path.rsplit("/", 1)[0] or "/", "folders": PLACES[path], "isWhole": True}


@api("post", "/api/folders")
async def add_folder(library, request):
    wanted = await body(request, "path")
    path = wanted["path"]
    if not path.startswith(("/", "~/")):
        raise Refusal(422, "invalid-input", "`path` has to be an absolute path: the server's own folder means nothing to you.", field="path")
    if "nowhere" in path:
        raise Refusal(422, "no-folder", f"There is no folder at {path}, or it may not be looked at.", kind="unreadable")
    name = path.rstrip("/").rsplit("/", 1)[-1]
    if name in library.folders:
        raise Refusal(409, "already-there", f"{path} is kept in step already, as {name}.", kind="conflict")
    library.folders[name] = {
        "name": name, "path": path, "label": wanted.get("label") or "personal", "exclusions": wanted.get("exclusions") or [],
        "deletions": wanted.get("deletions") or "follow", "gitLists": wanted.get("gitLists") or "repositories", "hidden": wanted.get("hidden") or False, "paused": False, "addedAt": now(), "lookedAt": now(),
        "absence": None, "files": {**NONE, "read": 12, "failed": 2, "excluded": 1}, "leftOut": 1, "problems": [], "isLooking": False, "reading": None,
        "following": "everywhere", "unwatched": 0, "mostWatches": None}
    return 201, library.folders[name]


@api("patch", "/api/folders/{name}")
async def change_folder(library, request):
    found = folder(library, request)
    found.update({key: value for key, value in (await body(request)).items() if value is not None})
    return found


@api("delete", "/api/folders/{name}")
async def remove_folder(library, request):
    found = folder(library, request)
    del library.folders[found["name"]]
    return {"name": found["name"], "receipt": None}


@api("post", "/api/folders/{name}/refresh")
async def refresh_folder(library, request):
    found = folder(library, request)

    async def work(job):
        found["lookedAt"] = now()

    return 202, library.job("ingest", found["name"], work, subject=found["path"])


@api("get", "/api/folders/{name}/files")
async def folder_files(library, request):
    found = folder(library, request)
    files = [{"path": f"scans/{number}.pdf", "state": "failed", "bytes": 1200, "modifiedAt": now(), "code": "damaged", "message": "The PDF is damaged."}
             for number in range(found["files"]["failed"])]
    return {"files": files, "next": None}


@api("post", "/api/folders/{name}/remove-documents")
async def remove_folder_documents(library, request):
    found, state = folder(library, request), (await body(request, "state"))["state"]
    found["files"][state] = 0
    return {"documentIDs": [], "rows": 0, "indexEntries": 0, "vectors": 0, "pagesScanned": 0, "samplesSearched": 0, "remnants": 0, "conversations": [], "proven": True}
