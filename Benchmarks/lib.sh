# Shared by the benchmarks' `run` scripts: a virtual environment for the peers, made once.
# needs_packages PACKAGE… — sets PYTHON; pinned in each caller.
needs_packages() {
    local root venv stamp
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    venv=$root/.deps/bench-venv
    PYTHON=$venv/bin/python
    [ -x "$PYTHON" ] || python3 -m venv "$venv"
    stamp=$venv/.has-$(printf '%s ' "$@" | cksum | cut -d' ' -f1)
    [ -f "$stamp" ] || { "$PYTHON" -m pip install -q --disable-pip-version-check "$@" && touch "$stamp"; }
}
