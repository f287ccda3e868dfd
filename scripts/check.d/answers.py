#!/usr/bin/env python3
"""Asks `hearth` the questions of a JSONL file and compares the answers with what the file expects of them.

    answers.py HEARTH QUESTIONS.jsonl

A question expects either `abstains`, or that the first citation names `path` (its end) and `page`, is verified, and that
the answer or one of its quotes contains `contains`. Ends with 1 if an answer is not as expected.
"""

import json
import subprocess
import sys


def complaint(wanted, got):
    """What is wrong with the answer, or None."""
    if "error" in got:
        return got["error"].get("message", "an error without a message")
    citations = got["citations"]
    if wanted.get("abstains"):
        return None if got["abstained"] else f"should have abstained, said: {got['answer']}"
    if got["abstained"]:
        return "abstained"
    if not citations:
        return "has no citation"
    first = citations[0]
    if not first["path"].endswith(wanted["path"]):
        return f"cites {first['path']}, expected {wanted['path']}"
    if not first["verified"]:
        return f"cites a quote that is not verified: {first['quote']}"
    if "page" in wanted and first.get("page") != wanted["page"]:
        return f"cites page {first.get('page')}, expected {wanted['page']}"
    if not any(wanted["contains"] in text for text in [got["answer"]] + [citation["quote"] for citation in citations]):
        return f"does not say \u201c{wanted['contains']}\u201d: {got['answer']}"
    return None


def main(hearth, path):
    with open(path, encoding="utf-8") as file:
        questions = [json.loads(line) for line in file if line.strip()]
    asked = "".join(json.dumps({"id": row["id"], "text": row["text"]}, ensure_ascii=False) + "\n" for row in questions)
    run = subprocess.run([hearth, "ask", "--questions", "-", "--json"], input=asked.encode(), stdout=subprocess.PIPE)
    lines = [json.loads(line) for line in run.stdout.decode("utf-8").splitlines()]
    if run.returncode != 0 or [line.get("id") for line in lines] != [row["id"] for row in questions]:
        print(f"{hearth} ask ended with {run.returncode} and {len(lines)} answers", file=sys.stderr)
        return 1
    wrong = 0
    for row, line in zip(questions, lines):
        problem = complaint(row, line)
        if problem:
            wrong += 1
            print(f"wrong: {row['text']}\n       {problem}", file=sys.stderr)
    verified = sum(citation["verified"] for line in lines for citation in line.get("citations", []))
    print(f"checked: {len(lines) - wrong} of {len(lines)} answers are as expected, {verified} citations verified")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:3]))
