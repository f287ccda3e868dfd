# What the steps of scripts/setup share. Sourced, not run.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "${HEARTH_DEPS:-$ROOT/.deps}"
DEPS=$(cd "${HEARTH_DEPS:-$ROOT/.deps}" && pwd -P)

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then BOLD=$'\e[1m' RED=$'\e[31m' PLAIN=$'\e[0m'; else BOLD='' RED='' PLAIN=''; fi

# step WHAT — says what is about to happen, in one line.
step() { echo "${BOLD}setup:${PLAIN} $*"; }

# die WHAT WHAT-TO-DO — ends the set-up.
die() {
    echo "${RED}setup: $1${PLAIN}" >&2
    [ $# -lt 2 ] || printf '       %s\n' "${@:2}" >&2
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

sha256() { if have sha256sum; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1; }

# stamped NAME VALUE FILE… — whether a step was finished with these pins and its files are still there. Stamps instead
# of hashes, because hashing a hundred megabytes on every `make` is what makes people stop using `make`.
stamped() {
    local name=$1 value=$2 file
    shift 2
    [ "$(cat "$DEPS/stamps/$name" 2>/dev/null)" = "$value" ] || return 1
    for file in "$@"; do [ -s "$file" ] || return 1; done
}

stamp() {
    mkdir -p "$DEPS/stamps"
    echo "$2" >"$DEPS/stamps/$1"
}

# A Python environment of our own, so that nothing is installed into the system's.
need_venv() {
    VENV=$DEPS/venv
    if ! "$VENV/bin/python3" -m pip --version >/dev/null 2>&1; then
        step "making a Python environment in .deps/venv, for pip's downloads"
        rm -rf "$VENV"
        python3 -m venv "$VENV" || die "python3 -m venv failed." "Install Python 3.9 or newer with its venv module."
    fi
}

# pip_download FILE REQUIREMENTS OPTION… — brings one package from PyPI into .deps/dl, unless it is there. pip compares
# it with the SHA-256 in the requirements file and refuses anything else.
pip_download() {
    local file=$DEPS/dl/$1 requirements=$2 pinned
    shift 2
    pinned=$(sed -n 's/.*sha256:\([0-9a-f]*\).*/\1/p' "$requirements")
    if [ -e "$file" ]; then
        [ "$(sha256 "$file")" != "$pinned" ] || return 0
        rm -f "$file" # broken off, or of an earlier version
    fi
    need_venv
    mkdir -p "$DEPS/dl"
    "$VENV/bin/python3" -m pip --quiet --disable-pip-version-check download --no-deps --require-hashes \
        --requirement "$requirements" --dest "$DEPS/dl" "$@" ||
        die "pip could not download $(basename "$file")." \
            "Check the network (pip uses its own settings: index, proxy, certificate) and run scripts/setup again." \
            "If pip speaks of a hash mismatch, the index serves something else than what was pinned: do not use it."
    [ -s "$file" ] || die "pip reported success, but $file is not there." "Run scripts/setup again."
}
