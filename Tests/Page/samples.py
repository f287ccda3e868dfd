"""Files that the tests bring: a real PDF, notes, a transcript, a model."""

import re
import struct
import time

DEPOSIT = "The tenant pays a deposit of 2300 euros before the keys are handed over."
QUESTION = "What deposit does the tenant pay before the keys are handed over?"
HOSTILE = "<img src=x onerror=\"window.pwned=1\"><script>window.pwned=1</script>"

LEASE = [
    ["Lease agreement for the flat at Harbour Street", "The lease begins on 1 March 2026 and ends on 28 February 2028."],
    ["Rent and deposit", "The rent is 1150 euros a month, payable in advance.", DEPOSIT, "The landlord returns it within six weeks after the end of the lease."],
    ["Care of the flat", "Repairs of up to 100 euros are paid by the tenant."],
]

NOTES = f"""# Garden club

The club decided to order 40 tulip bulbs and 12 bags of compost. Bruno will fetch them by 20 November.

A remark about zeppelins: {HOSTILE} is no markup.
"""

CUES = [
    ("Ines", "Welcome to the show. Today we talk about heat pumps in old houses."),
    ("Tom", "The first thing to know is that insulation comes before the pump."),
    ("Ines", "What does a family pay for a heat pump, all in all?"),
    ("Tom", "Between nine and fourteen thousand euros, and the grant pays a third."),
    ("Ines", "Please send us the list of grants, so that we can link it by Friday."),
    ("Tom", "I will. How loud it is at night depends on the radiators in the house."),
]


def pdf(pages):
    """A PDF of these pages, each a list of lines; uncompressed, with a text layer."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for lines in pages:
        commands = "BT /F1 12 Tf 60 760 Td " + " ".join(f"({line}) Tj 0 -26 Td" for line in lines) + " ET"
        objects.append(f"<< /Length {len(commands)} >>\nstream\n{commands}\nendstream".encode())
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects)} 0 R /Resources << /Font << /F1 3 0 R >> >> >>".encode())
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    return out + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n".encode()


def vtt():
    stamp = lambda seconds: f"00:{seconds // 60:02d}:{seconds % 60:02d}.000"
    return ("WEBVTT\n\n" + "\n\n".join(f"{stamp(index * 8)} --> {stamp(index * 8 + 7)}\n<v {speaker}>{text}" for index, (speaker, text) in enumerate(CUES)) + "\n").encode()


def gguf(megabytes=4):
    """A small, valid GGUF file of a BERT with one large tensor of zeros (github.com/ggml-org/ggml, docs/gguf.md). A BERT, because
    Hearth's own encoder reads it: every build can run it, also one without llama.cpp."""
    text = lambda value: struct.pack("<Q", len(value)) + value.encode()
    word = lambda key, value: text(key) + struct.pack("<I", 8) + text(value)
    number = lambda key, value: text(key) + struct.pack("<II", 4, value)
    pairs = [word("general.architecture", "bert"), word("general.name", "Tiny test model"), number("general.alignment", 32), number("bert.context_length", 512), number("bert.embedding_length", 64),
             number("bert.block_count", 1), number("bert.attention.head_count", 4), number("bert.pooling_type", 1), text("bert.attention.causal") + struct.pack("<I?", 7, False)]
    count = megabytes * (1 << 20) // 4
    tensor = text("token_embd.weight") + struct.pack("<IQQIQ", 2, 64, count // 64, 0, 0)
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, len(pairs)) + b"".join(pairs) + tensor
    return head + b"\0" * (-len(head) % 32) + b"\0" * (count // 64 * 64 * 4)


def choose_answerer(page, engine=None, about=None):
    """Says who answers, in the sheet of the composer."""
    page.get_by_role("button", name=re.compile("^Who answers")).click()
    sheet = page.get_by_role("dialog", name="Who answers")
    for name, value in (("answerer", engine), ("about", about)):
        if value is not None:
            sheet.locator(f'input[name="{name}"][value="{value}"]').check()
    sheet.get_by_role("button", name="Done").click()


def finished(request, server, job):
    """The job when it has ended."""
    for _ in range(1200):
        if job["state"] != "running":
            break
        time.sleep(0.05)
        job = request.get(f"{server.url}/api/jobs/{job['id']}").json()
    return job


def library(request, server):
    """Uploads the samples. Returns the ids of the documents."""
    found = {}
    for key, path, name, kind, body in [("lease", "/api/documents", "test-lease.pdf", "application/pdf", pdf(LEASE)), ("notes", "/api/documents", "test-notes.md", "text/markdown", NOTES.encode()), ("talk", "/api/transcripts", "test-talk.vtt", "text/vtt", vtt())]:
        answer = request.post(server.url + path, multipart={"label": "public", "file": {"name": name, "mimeType": kind, "buffer": body}})
        assert answer.status == 202, f"uploading {name} was answered with {answer.status}: {answer.text()[:300]}"
        job = finished(request, server, answer.json())
        assert job["state"] == "done", f"{name}: {job}"
        row = job["files"][0]
        assert row["status"] in ("added", "updated", "unchanged"), f"{name}: {row}"
        found[key] = row["documentID"]
    return found
