"""Settings, keys, environments, storage and what the program says of itself."""

import asyncio

from aiohttp import web

from . import data
from .http import PAGE, api, body
from .library import Refusal, etag, now, unchanged, unknown


def setting_row(row):
    name, kind, value, source, allowed, summary = row
    return {"name": name, "value": value, "source": source, "etag": etag(value, source), "from": {"default": "default", "file": "the settings file", "variable": "the variable HEARTH_CUSTOM_URL"}[source], "allowed": allowed, "summary": summary, "kind": kind, **({"choices": allowed.split(", ")} if kind == "choice" else {})}


@api("get", "/api/settings")
async def settings(library, request):
    return {"settings": [setting_row(row) for row in library.settings.values()], "environment": "production", "warnings": []}


@api("put", "/api/settings/{name}")
async def set_setting(library, request):
    row, value = library.settings.get(request.match_info["name"]), (await body(request, "value"))["value"]
    if not row:
        raise unknown("setting")
    unchanged(request, etag(row[2], row[3]))
    if row[1] == "integer" and not value.isdigit():
        raise Refusal(422, "invalid-input", f"{row[0]} takes {row[4]}.", field="value")
    row[2], row[3] = value, "file"
    return setting_row(row)


@api("delete", "/api/settings/{name}")
async def unset_setting(library, request):
    row = library.settings.get(request.match_info["name"])
    if not row:
        raise unknown("setting")
    row[2], row[3] = next(default[2] for default in data.SETTINGS if default[0] == row[0]), "default"
    return setting_row(row)


@api("get", "/api/settings/generation")
async def generation(library, request):
    return {"defaults": [{"task": task, "temperature": temperature, "maxTokens": tokens, "reason": reason} for task, temperature, tokens, reason in data.GENERATION]}


def provider(library, name):
    key = library.keys.get(name)
    host = {"openai": "api.openai.com", "anthropic": "api.anthropic.com", "custom": "127.0.0.1:11434", "huggingface": "huggingface.co"}.get(name, "gpu.example.com")
    return {"provider": name, "configured": bool(key), "environment": "production", "name": f"{name}-key", "place": "file" if key else None, "reachable": True, "set": key and key["set"], "lastCharacters": key and key["last"], "host": host, "model": "gpt-4o-mini" if name == "openai" else None}


@api("get", "/api/keys")
async def keys(library, request):
    return {"providers": [provider(library, name) for name in ("openai", "anthropic", "custom", "huggingface", *(item["engine"] for item in library.endpoints.values()))]}


@api("put", "/api/keys/{provider}")
async def set_key(library, request):
    key = (await body(request, "key"))["key"]
    library.keys[request.match_info["provider"]] = {"set": now(), "last": key[-4:]}
    return provider(library, request.match_info["provider"])


@api("delete", "/api/keys/{provider}")
async def remove_key(library, request):
    if not library.keys.pop(request.match_info["provider"], None):
        raise unknown("key")
    return None


@api("post", "/api/keys/{provider}/validate")
async def validate_key(library, request):
    await asyncio.sleep(0.4 / library.speed)
    name = request.match_info["provider"]
    if name not in library.keys:
        raise Refusal(409, "no-key", f"There is no key for {name}.", kind="not-configured")
    return {"provider": name, "host": "api.openai.com", "status": 200, "valid": True, "message": "api.openai.com accepts the key."}


def endpoint(library, item):
    held = [consent for consent in library.consents if consent["engine"] == item["engine"] and not consent["revokedAt"]]
    return {**item, "hasKey": item["engine"] in library.keys, "consents": held}


@api("get", "/api/endpoints")
async def endpoints(library, request):
    return {"endpoints": [endpoint(library, item) for item in library.endpoints.values()]}


@api("put", "/api/endpoints/{name}")
async def set_endpoint(library, request):
    name, wanted = request.match_info["name"], await body(request, "url")
    if not wanted["url"].startswith(("https://", "http://127.0.0.1:")):
        raise Refusal(422, "invalid-input", "`url` has to be a URL that begins with https://.", field="url")
    host = wanted["url"].split("/")[2]
    library.endpoints[name] = {
        "name": name, "engine": f"custom:{name}", "url": wanted["url"], "host": host, "model": wanted.get("model"),
        "contextLength": wanted.get("contextLength"), "label": wanted.get("label") or "personal", "weight": wanted.get("weight") or 1, "parallel": wanted.get("parallel")}
    return endpoint(library, library.endpoints[name])


@api("get", "/api/tool-servers")
async def tool_servers(library, request):
    return {"servers": [
        {"name": "files", "url": None, "command": "mcp-server-filesystem", "host": None, "label": "personal", "hasKey": False, "isSignedIn": False,
         "isForPrograms": "files" in library.tools_for_programs},
        {"name": "web", "url": "https://tools.example.org/mcp", "command": None, "host": "tools.example.org", "label": "public", "hasKey": False,
         "isSignedIn": library.signed_in, "isForPrograms": "web" in library.tools_for_programs}]}


@api("patch", "/api/tool-servers/{name}")
async def change_tool_server(library, request):
    name = request.match_info["name"]
    (library.tools_for_programs.add if (await body(request))["isForPrograms"] else library.tools_for_programs.discard)(name)
    return next(each for each in (await tool_servers(library, request))["servers"] if each["name"] == name)


@api("post", "/api/tool-servers/{name}/sign-in")
async def sign_in_at_tool_server(library, request):
    if "auth.example.org" not in ((await body(request)).get("hosts") or []):
        return {"url": None, "host": None, "scope": None, "hosts": ["auth.example.org"]}
    library.signed_in = True
    return {"url": f"{request.url.origin()}/#/settings/tools", "host": "auth.example.org", "scope": "look", "hosts": []}


@api("delete", "/api/tool-servers/{name}/sign-in")
async def sign_out_of_tool_server(library, request):
    was, library.signed_in = library.signed_in, False
    return {"wasSignedIn": was, "isRevoked": was}


@api("delete", "/api/endpoints/{name}")
async def remove_endpoint(library, request):
    item = library.endpoints.pop(request.match_info["name"], None)
    if not item:
        raise unknown("endpoint")
    library.keys.pop(item["engine"], None)
    for consent in library.consents:
        if consent["engine"] == item["engine"]:
            consent["revokedAt"] = consent["revokedAt"] or now()
    return None


@api("post", "/api/endpoints/{name}/test")
async def test_endpoint(library, request):
    item = library.endpoints.get(request.match_info["name"])
    if not item:
        raise unknown("endpoint")
    models = ["qwen3", "qwen3-small"]
    return {"host": item["host"], "models": models, "hasModel": item["model"] and item["model"] in models}


def group(library, item):
    known = {member["name"]: library.endpoints.get(member["name"]) for member in item["members"]}

    def member(share):
        own = known[share["name"]]
        held = endpoint(library, own)["consents"] if own else []
        problem = None if held else "personal text needs your consent" if own else "there is no endpoint of that name"
        return {
            "name": share["name"], "engine": f"custom:{share['name']}", "weight": share.get("weight") or 1, "host": own and own["host"],
            "model": own and own["model"], "label": own["label"] if own else "public", "consents": held, "outstanding": 0,
            "isResting": False, "problem": problem}

    return {**item, "members": [member(share) for share in item["members"]], "waiting": 0}


@api("get", "/api/endpoint-groups")
async def endpoint_groups(library, request):
    return {"groups": [group(library, item) for item in library.groups.values()]}


@api("put", "/api/endpoint-groups/{name}")
async def set_endpoint_group(library, request):
    name, wanted = request.match_info["name"], await body(request, "members")
    missing = [share["name"] for share in wanted["members"] if share["name"] not in library.endpoints]
    if missing or not wanted["members"]:
        raise Refusal(422, "invalid-input", f"There is no endpoint {missing[0] if missing else ''}.", field="members")
    library.groups[name] = {
        "name": name, "engine": f"custom:{name}", "parallel": wanted.get("parallel") or 8, "queue": wanted.get("queue") or 64,
        "members": wanted["members"]}
    return group(library, library.groups[name])


@api("delete", "/api/endpoint-groups/{name}")
async def remove_endpoint_group(library, request):
    if not library.groups.pop(request.match_info["name"], None):
        raise unknown("group")
    return None


def environment(item):
    return {"name": item["name"], "current": item["current"], "dataFolder": "/home/me/.local/share/hearth", "ownDataFolder": False, "settings": item["settings"], "keyNames": {}}


@api("get", "/api/environments")
async def environments(library, request):
    return {"environments": [environment(item) for item in library.environments.values()]}


@api("post", "/api/environments")
async def add_environment(library, request):
    wanted = await body(request, "name")
    if wanted["name"] in library.environments:
        raise Refusal(409, "exists", f"There is an environment {wanted['name']} already.")
    library.environments[wanted["name"]] = {"name": wanted["name"], "settings": wanted.get("settings", {}), "current": False}
    return 201, environment(library.environments[wanted["name"]])


@api("delete", "/api/environments/{name}")
async def remove_environment(library, request):
    if not library.environments.pop(request.match_info["name"], None):
        raise unknown("environment")
    return None


@api("post", "/api/environments/{name}/use")
async def use_environment(library, request):
    for item in library.environments.values():
        item["current"] = item["name"] == request.match_info["name"]
    return environment(library.environments[request.match_info["name"]])


@api("get", "/api/storage")
async def storage(library, request):
    return {"folder": "/home/me/.local/share/hearth", "databaseBytes": 48_300_032, "documents": len(library.documents), "chunks": 412, "vectors": 412, "conversations": len(library.conversations), "journalEntries": len(library.entries), "ledgerRecords": len(library.ledger), "modelsBytes": 853_643_680, "freeDisk": 84_000_000_000, "encrypted": True, "keyPlace": "/home/me/.local/share/hearth/hearth.key"}


@api("get", "/api/about")
async def about(library, request):
    found = {"version": "0.1.0", "platform": "Linux x86_64", "telemetry": False, "engines": [{"engine": "apple", "available": False, "onDevice": True, "reason": "Apple's model is part of macOS 26 and iOS 26; this is Linux."}, {"engine": "local", "model": "llama-3.2-1b-instruct", "available": True, "onDevice": True}, {"engine": "openai", "model": "gpt-4o-mini", "host": "api.openai.com", "onDevice": False, "available": True}, {"engine": "custom", "model": "scripted", "host": "127.0.0.1:11434", "onDevice": True, "available": True}, {"engine": "basic", "available": True, "onDevice": True}]}
    found["engines"] += [{"engine": item["engine"], "model": item["model"], "host": item["host"], "onDevice": item["host"].startswith("127."), "available": bool(item["model"]), **({} if item["model"] else {"reason": "no model is chosen for its endpoint"})} for item in library.endpoints.values()]
    if request.query.get("examine") == "true":
        found["findings"] = [{"name": "store", "state": "good", "detail": "6 documents, 412 chunks, encrypted, whole"}, {"name": "PDF reader", "state": "missing", "detail": "pdftotext is not installed; PDFs cannot be read", "remedy": "sudo apt-get install poppler-utils"}]
    return found


@api("get", "/api/openapi.json")
async def description(library, request):
    return web.FileResponse(PAGE / "openapi.json")
