"""Holds what the page sends and every answer that it gets against openapi.json: so the page, its mock and the real server cannot drift apart."""

import json
import pathlib
import re
import urllib.parse

from jsonschema import Draft202012Validator

DOCUMENT = json.loads((pathlib.Path(__file__).resolve().parents[2] / "Sources" / "CPage" / "page" / "openapi.json").read_text())


def patterns():
    """Paths with the exact ones first: /api/models/kinds is no /api/models/{id}."""
    found = [(re.compile("^" + re.sub(r"\{[^/]+\}", "[^/]+", path) + "$"), item) for path, item in DOCUMENT["paths"].items()]
    return sorted(found, key=lambda pair: pair[0].pattern.count("[^/]+"))


PATTERNS = patterns()


def operation(method, url):
    path = urllib.parse.urlsplit(url).path
    item = next((item for pattern, item in PATTERNS if pattern.match(path)), None)
    return item.get(method.lower()) if item else None


def schema_of(found, status):
    # What may fail anywhere stands under `default`; what is found or done has a status of its own.
    answer = found["responses"].get(str(status)) or (found["responses"].get("default") if status >= 400 and status != 404 else None)
    if answer is None:
        return None
    if "$ref" in answer:
        answer = DOCUMENT["components"]["responses"][answer["$ref"].rsplit("/", 1)[-1]]
    return answer.get("content", {}).get("application/json", {}).get("schema", {})


def check(schema, value):
    validator = Draft202012Validator({**schema, "components": DOCUMENT["components"]})
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in list(validator.iter_errors(value))[:3]]


def strays(found, request):
    """Names that the page sends and the server does not know: it refuses them."""
    named = {item["name"] for item in found.get("parameters", []) if item["in"] == "query"} | {"ticket"}
    given = urllib.parse.parse_qs(urllib.parse.urlsplit(request.url).query, keep_blank_values=True)
    wrong = [f"`{name}` is no name of its address" for name in given if name not in named]
    schema = found.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if schema and "application/json" in request.headers.get("content-type", "") and request.post_data:
        validator = Draft202012Validator({**schema, "components": DOCUMENT["components"]})
        wrong += [error.message[:200] for error in validator.iter_errors(json.loads(request.post_data)) if error.validator == "additionalProperties"]
    return wrong


def complaints(response, base):
    """What is wrong with an answer; a list, mostly empty."""
    if not response.url.startswith(base + "/api/"):
        return []
    method = response.request.method
    name = f"{method} {urllib.parse.urlsplit(response.url).path}"
    found = operation(method, response.url)
    if found is None:
        return [f"{name} is not in openapi.json"]
    if wrong := strays(found, response.request):
        return [f"{name}: {problem}" for problem in wrong]
    if response.status == 204 or "application/json" not in response.headers.get("content-type", ""):
        return [] if str(response.status) in found["responses"] else [f"{name}: the status {response.status} is not in openapi.json"]
    schema = schema_of(found, response.status)
    if schema is None:
        return [f"{name}: the status {response.status} is not in openapi.json"]
    try:
        body = response.json()
    except Exception:  # The browser lets go of bodies when the page goes elsewhere.
        return []
    return [f"{name} {response.status}: {problem}" for problem in check(schema, body)]
