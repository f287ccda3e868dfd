#!/usr/bin/env python3
"""A server for working on the page without the real one: serves the page's files under the same content security policy and
answers as openapi.json says, with data that is made up.

    mock.py [--port 8137] [--speed 1.0] [--empty | --tidy]

Needs aiohttp (Tests/Page/requirements.txt). Prints the sign-in link. Some questions are understood in a special way:
"slow" answers slowly, "fail" fails in the middle, "refuse" is refused before anything is sent, "cut" drops the connection,
"reason" thinks aloud first, "ponder" waits before the first word, "long" writes Markdown of every kind.
"""

import argparse

from aiohttp import web

from mocked.http import TOKEN, application
# Each registers its routes; the files of the page come last, because they take every path.
from mocked import session, jobs, documents, feeds, folders, chat, transcripts, journal, models, privacy, settings, moving, files


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8137)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--empty", action="store_true")
    parser.add_argument("--tidy", action="store_true")
    options = parser.parse_args()
    print(f"http://127.0.0.1:{options.port}/sign-in?code={TOKEN}", flush=True)
    web.run_app(application(options.speed, options.empty, options.tidy), host="127.0.0.1", port=options.port, print=None)


if __name__ == "__main__":
    main()
