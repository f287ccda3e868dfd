"""Requests made from our own description of /api, at random: no crash, and every answer as it is described."""

import json
import os
import pathlib

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings

from conftest import TOKEN

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE = ROOT / "Sources/CPage/page/openapi.json"
EXAMPLES = int(os.environ.get("HEARTH_EXAMPLES", "6"))
# What deletes everything, or changes how the server that is tested listens, is tested by hand elsewhere.
SPARED = ["/api/data/delete", "/api/settings", "/api/environments", "/api/routing", "/api/documents/paths"]



@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


schema = schemathesis.openapi.from_path(FILE) if FILE.exists() else None


if schema is not None:
    @schema.exclude(path=SPARED).exclude(path_regex="^/api/(settings|environments|models|keys)/").parametrize()
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    def test_answers_as_described(case, server):
        response = case.call(base_url=server.url, headers={"authorization": f"Bearer {TOKEN}"})
        assert response.status_code < 500 or response.status_code in (501, 503), response.text
        if response.status_code < 500:
            case.validate_response(
                response, checks=[schemathesis.checks.CHECKS.get_one("response_schema_conformance")])


def test_the_description_is_served(server):
    served = requests.get(server.url + "/api/openapi.json", headers={"authorization": f"Bearer {TOKEN}"}, timeout=30)
    if served.status_code == 404 or not FILE.exists():
        pytest.skip("the page is not part of this build")
    assert served.json() == json.loads(FILE.read_text())
