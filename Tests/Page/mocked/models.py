"""Models: the list, what fits, downloads, and adding by address."""

import asyncio
import re

from . import data
from .http import api, body
from .library import Refusal, ago


@api("get", "/api/models")
async def models(library, request):
    return {"models": [library.model(identifier) for identifier in library.models], "machine": {"memory": 16_777_216_000, "availableMemory": 9_100_000_000, "freeDisk": 84_000_000_000, "cores": 8}}


@api("get", "/api/models/kinds")
async def kinds(library, request):
    return {"kinds": [{"modality": modality, "title": title, "runtimes": [{"name": name, "available": available, "formats": formats, **({} if available else {"reason": reason})} for name, available, formats, reason in runtimes]} for modality, title, runtimes in data.KINDS]}


def look(wanted):
    place = wanted["place"]
    name = re.sub(r"[^a-z0-9.-]+", "-", place.rstrip("/").rsplit("/", 1)[-1].lower().removesuffix(".gguf")) or "model"
    fits = place.endswith(".gguf")
    manifest = {"id": name, "name": name.replace("-", " ").title(), "modality": wanted.get("modality") or "text-generation", "runtimes": ["llama.cpp"], "format": "gguf" if fits else None, "bytes": 668_788_096, "quantization": "Q4_K_M", "parameters": 1_100_048_384, "contextLength": 2048, "architecture": "llama", "licence": "apache-2.0", "urls": [place]}
    checks = [{"name": "format", "state": "passed" if fits else "failed", "reason": "It is a GGUF file." if fits else "It is of a format that nothing here reads.", "remedy": None if fits else "Look for the same model as GGUF."}, {"name": "memory", "state": "passed", "reason": "It needs about 1.1 GB of memory."}, {"name": "hash", "state": "unknown", "reason": "Its server does not tell a SHA-256."}]
    return {"id": wanted.get("name") or name, "compatible": fits, "overridable": not fits, "manifest": manifest, "checks": checks, "fit": {"memory": "fits", "disk": "fits", "reason": "needs about 1.1 GB of memory at 2048 tokens"}, "fetchedBytes": 786_432, "resumable": True}


def not_offline(library):
    if library.routing["offline"]:
        raise Refusal(403, "refused-by-policy", "Hearth is offline, so nothing may be fetched. Switch offline off in Privacy.")


@api("post", "/api/models/search")
async def search_hub(library, request):
    wanted = await body(request, "query")
    not_offline(library)
    names = ["example/Tiny-Chat-GGUF", "example/Large-Chat-GGUF"] if "chat" in wanted["query"].lower() else []
    return {"models": [{"name": name, "downloads": 1200, "likes": 7, "licence": "apache-2.0", "isGated": name.startswith("example/Large"), "changed": "2026-03-01"} for name in names]}


@api("post", "/api/models/search/files")
async def hub_files(library, request):
    wanted = await body(request, "name")
    not_offline(library)
    files = [("Q4_K_M", 668_788_096, "fits"), ("F16", 90_000_000_000, "too-large")]
    return {"files": [{"path": f"tiny-{quantization}.gguf", "url": f"https://huggingface.co/{wanted['name']}/resolve/main/tiny-{quantization}.gguf", "bytes": size, "sha256": "ab" * 32, "quantization": quantization, "fit": {"memory": fit, "disk": "fits", "estimate": None, "reason": "needs about 1.1 GB of memory" if fit == "fits" else "needs about 108 GB of memory, more than this machine's 16 GB can spare"}} for quantization, size, fit in files], "leftOut": 2}


@api("post", "/api/models/inspect")
async def inspect(library, request):
    wanted = await body(request, "place")
    await asyncio.sleep(0.5 / library.speed)
    if library.routing["offline"]:
        raise Refusal(403, "refused-by-policy", "Hearth is offline, so nothing may be fetched. Switch offline off in Privacy.")
    if not wanted["place"].startswith(("https://", "http://", "/")):
        raise Refusal(422, "invalid-input", "Give an address that begins with https://, or a path.", field="place")
    return look(wanted)


@api("post", "/api/models")
async def add_model(library, request):
    wanted = await body(request, "place")
    found = look(wanted)
    library.models[found["id"]] = {**found["manifest"], "id": found["id"], "origin": "user"}
    job = download(library, found["id"]) if wanted.get("download", True) else None
    return 201, {"model": library.model(found["id"]), "job": job}


def download(library, identifier):
    model = library.models[identifier]

    async def work(job):
        total = model["bytes"]
        done = model.get("partialBytes") or 0
        while done < total:
            done = min(total, done + total // 60)
            model["partialBytes"] = done
            await library.step(job, 0.3, bytes=done, totalBytes=total, bytesPerSecond=total / 9, secondsRemaining=(total - done) / (total / 9), fraction=done / total)
        model.update(installed=True, partialBytes=None, path=f"/home/me/models/{identifier}.gguf", sha256="ab" * 32)
    return library.job("download", model["name"], work, subject=identifier, can_pause=True)


def in_memory(library):
    found = [{"id": model["id"], "path": model["path"], "state": "ready", "progress": 1, "bytes": int(model["bytes"] * 1.35), "contextLength": 8192, "users": 0, "since": ago(minutes=9), "lastUsed": ago(minutes=4)}
             for model in library.models.values() if model.get("inUse") and model["id"] not in library.unloaded]
    found = [model for model in found if model["id"] != "all-minilm-l6-v2"]
    found.append({"id": "all-minilm-l6-v2", "path": "/home/me/models/all-MiniLM-L6-v2.gguf", "state": "ready", "progress": 1, "bytes": 90_897_888, "contextLength": 0, "users": 0, "isKept": True, "since": ago(minutes=9), "lastUsed": ago(minutes=9)})
    return {"models": found, "usedBytes": sum(model["bytes"] for model in found), "budgetBytes": 6_000_000_000}


@api("get", "/api/models/loaded")
async def loaded(library, request):
    return in_memory(library)


@api("post", "/api/models/{id}/unload")
async def unload(library, request):
    found = library.model(request.match_info["id"])
    was_loaded = found["id"] in [model["id"] for model in in_memory(library)["models"]]
    library.unloaded.add(found["id"])
    return {"id": found["id"], "unloaded": was_loaded}


SETTINGS = [("context-length", "the model's own, at most 8192", "a number from 256 to 1048576", "tokens of its window"), ("temperature", "0.3, or the task's", "a number from 0 to 2", "how freely it writes"), ("max-tokens", "the task's", "a number from 1 to 65536", "tokens of an answer at most")]


def settings_of(library, model):
    values = library.model_settings.setdefault(model["id"], {})
    return {"id": model["id"], "settings": [{"name": name, "value": values.get(name), "effective": values.get(name, default), "origin": "model" if name in values else "default", "default": default, "allowed": allowed, "summary": summary} for name, default, allowed, summary in SETTINGS]}


@api("get", "/api/models/{id}/settings")
async def model_settings(library, request):
    return settings_of(library, library.model(request.match_info["id"]))


@api("patch", "/api/models/{id}/settings")
async def change_model_setting(library, request):
    model, wanted = library.model(request.match_info["id"]), await body(request, "name")
    values = library.model_settings.setdefault(model["id"], {})
    if wanted.get("value") is None:
        values.pop(wanted["name"], None)
    elif not wanted["value"].replace(".", "").isdigit():
        raise Refusal(422, "invalid-input", f"{wanted['name']} takes a number.", field="value")
    else:
        values[wanted["name"]] = wanted["value"]
    return settings_of(library, model)


@api("delete", "/api/models/{id}/settings")
async def reset_model_settings(library, request):
    model = library.model(request.match_info["id"])
    library.model_settings[model["id"]] = {}
    return settings_of(library, model)


@api("get", "/api/models/{id}")
async def model(library, request):
    return library.model(request.match_info["id"])


@api("delete", "/api/models/{id}")
async def remove_model(library, request):
    found = library.model(request.match_info["id"])
    if found["inUse"]:
        raise Refusal(409, "in-use", f"{found['name']} is in use; choose another model first.")
    if found["origin"] == "user":
        del library.models[found["id"]]
    else:
        library.models[found["id"]].update(installed=False, path=None, partialBytes=None)
    return {"id": found["id"], "removed": True, "freedBytes": found["bytes"]}


@api("post", "/api/models/{id}/pull")
async def pull(library, request):
    return 202, download(library, library.model(request.match_info["id"])["id"])


@api("post", "/api/models/{id}/use")
async def use_model(library, request):
    found = library.model(request.match_info["id"])
    for other in library.models.values():
        if other["modality"] == found["modality"]:
            other["inUse"] = other["id"] == found["id"]
    return library.model(found["id"])


@api("post", "/api/models/{id}/verify")
async def verify_model(library, request):
    found = library.model(request.match_info["id"])

    async def work(job):
        await library.step(job, 0.6, message="Reading the file")
    return 202, library.job("verify-model", found["name"], work, subject=found["id"])
