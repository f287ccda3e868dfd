"""The table of docs/clients.md is of the tests that are here: what it says of a client, one of them shows.

    HEARTH_WRITE_CLIENTS=1 scripts/test-clients -k table    writes it anew
"""

import os
import pathlib

import pytest

PAGE = pathlib.Path(__file__).parent.parent.parent / "docs" / "clients.md"
BEGIN, END = "<!-- table: scripts/test-clients -->\n", "<!-- /table -->\n"


def table(features):
    clients = sorted({client for client, _ in features})
    names = sorted({name for _, name in features}, key=lambda name: (-sum(n == name for _, n in features), name))
    rows = [["", *clients], ["---"] * (len(clients) + 1)]
    rows += [[name, *("yes" if (client, name) in features else "" for client in clients)] for name in names]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def test_the_table_of_clients_says_what_is_tested(request):
    here = {path.name for path in pathlib.Path(__file__).parent.glob("test_*.py")}
    if request.config.modules != here:
        pytest.skip("not all tests were looked at")
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    wanted = before + BEGIN + table(request.config.features) + END + rest.split(END)[1]
    if os.environ.get("HEARTH_WRITE_CLIENTS"):
        PAGE.write_text(wanted)
    assert PAGE.read_text() == wanted, "HEARTH_WRITE_CLIENTS=1 scripts/test-clients -k table writes it"
