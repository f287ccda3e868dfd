#!/bin/bash
# Builds llama.cpp, the engine behind local models, into .deps/llama as static libraries.
#
#   scripts/setup.d/llama.sh          the libraries that `hearth` links (about two minutes on two cores)
#   scripts/setup.d/llama.sh full     also llama-bench and llama-quantize, for Benchmarks/generation
#
# The source is what the PyPI source package llama-cpp-python carries (the whole llama.cpp tree), pinned and checked by
# SHA-256. Static, so that `hearth` stays one file that needs no library path. A broken-off run is taken up where it
# ended; a finished one costs nothing.
#
# Variables: HEARTH_DEPS (default .deps), LLAMA_NATIVE=OFF for a build that may move to an older CPU,
# LLAMA_OPENMP=ON, LLAMA_METAL=OFF (macOS), JOBS.
set -euo pipefail

MODE=${1:-libs}
case $MODE in libs | full) ;; *) echo "usage: $0 [libs|full]" >&2; exit 2 ;; esac

VERSION=0.3.36
SHA256=832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "${HEARTH_DEPS:-$ROOT/.deps}"
DEPS=$(cd "${HEARTH_DEPS:-$ROOT/.deps}" && pwd -P)
PREFIX=$DEPS/llama
WORK=$DEPS/build/llama-$VERSION
ARCHIVE=$DEPS/dl/llama_cpp_python-$VERSION.tar.gz
NATIVE=${LLAMA_NATIVE:-ON} OPENMP=${LLAMA_OPENMP:-OFF}
OS=$(uname -s)

say() { echo "llama.cpp: $*"; }
fail() { echo "llama.cpp: $*" >&2; exit 1; }
sha256() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1; }

# A build for this very CPU must not be taken for one when the folder moves to another machine.
cpu() {
    if [ "$NATIVE" != ON ]; then echo portable
    elif [ "$OS" = Darwin ]; then sysctl -n machdep.cpu.brand_string | tr ' ' '-'
    else grep -m1 -E '^(flags|Features)' /proc/cpuinfo | tr ' ' '\n' | grep -E '^(avx|fma|f16c|amx|bmi2|sse4|asimd|sve|i8mm)' | sort | cksum | cut -d' ' -f1
    fi
}
STAMP="$VERSION native=$NATIVE openmp=$OPENMP metal=${LLAMA_METAL:-} cpu=$(cpu) recipe=2"
if [ "$(cat "$PREFIX/.stamp" 2>/dev/null)" = "$STAMP" ] && { [ "$MODE" = libs ] || [ -x "$PREFIX/bin/llama-bench" ]; }; then
    say "$VERSION is in $PREFIX already"
    exit 0
fi

# --- tools ---------------------------------------------------------------------------------------------------------
if [ "$OS" = Darwin ]; then HINT="install Xcode's command line tools: xcode-select --install"
else HINT="install a C++ compiler and Python: apt-get install -y g++ python3-venv cmake ninja-build"; fi
command -v c++ >/dev/null || fail "no C++ compiler (c++). $HINT"
command -v python3 >/dev/null || fail "no python3. $HINT"
VENV=$DEPS/venv
if [ ! -x "$VENV/bin/pip" ]; then
    say "making a Python environment for the download"
    python3 -m venv "$VENV" || fail "python3 -m venv failed. $HINT"
fi
PIP="$VENV/bin/pip -q --disable-pip-version-check"
if ! command -v cmake >/dev/null || ! command -v ninja >/dev/null; then
    [ -x "$VENV/bin/cmake" ] && [ -x "$VENV/bin/ninja" ] || { say "installing cmake and ninja from PyPI"; $PIP install cmake ninja; }
    export PATH="$VENV/bin:$PATH"
fi

# --- source --------------------------------------------------------------------------------------------------------
if [ "$(sha256 "$ARCHIVE" 2>/dev/null || true)" != "$SHA256" ]; then
    say "downloading the source of llama-cpp-python $VERSION (74 MB)"
    mkdir -p "$DEPS/dl"
    rm -f "$ARCHIVE"
    $PIP install scikit-build-core # pip reads a source package's metadata through its build tool
    # `--no-binary :all:` would compile cmake as well
    $PIP download --no-deps --no-build-isolation --no-binary llama-cpp-python "llama-cpp-python==$VERSION" -d "$DEPS/dl" ||
        fail "the download failed. Check the network (and pip's index setting), then run this again."
    [ "$(sha256 "$ARCHIVE")" = "$SHA256" ] ||
        { rm -f "$ARCHIVE"; fail "the downloaded package has the wrong SHA-256 and was removed. Do not use this index."; }
fi
if [ ! -f "$WORK/.unpacked" ]; then
    say "unpacking"
    rm -rf "$WORK"
    mkdir -p "$WORK"
    tar xzf "$ARCHIVE" -C "$WORK" --strip-components=3 "llama_cpp_python-$VERSION/vendor/llama.cpp"
    # Threads that wait for each other spin for ever, which on a busy machine keeps the very thread they wait for from
    # running. So after some 20 microseconds of spinning they offer their core to others, which costs nothing when
    # nobody wants it. On two busy cores with two threads the tests of HearthLlama took 393 seconds before, 18 after.
    BARRIER=$WORK/ggml/src/ggml-cpu/ggml-cpu.c
    sed -i.orig '/^    \/\/ wait for other threads$/,/^    }$/{
        s/^    while (\(.*\)) {$/    for (int spins = 0; \1;) {/
        s/^        ggml_thread_cpu_relax();$/        if (spins < 1024) { spins++; ggml_thread_cpu_relax(); } else { sched_yield(); }/
    }' "$BARRIER"
    [ "$(diff "$BARRIER.orig" "$BARRIER" | grep -c '^>')" = 2 ] || fail "the source is not the one this recipe was made for"
    touch "$WORK/.unpacked"
fi

# --- build ---------------------------------------------------------------------------------------------------------
[ "$MODE" = full ] && TOOLS=ON || TOOLS=OFF
OPTIONS=(-DCMAKE_BUILD_TYPE=Release "-DCMAKE_INSTALL_PREFIX=$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib
    -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    "-DGGML_NATIVE=$NATIVE" "-DGGML_OPENMP=$OPENMP" -DGGML_CCACHE=OFF -DGGML_BLAS=OFF -DLLAMA_OPENSSL=OFF
    "-DLLAMA_BUILD_COMMON=$TOOLS" "-DLLAMA_BUILD_TOOLS=$TOOLS" -DLLAMA_TOOLS_INSTALL=OFF -DLLAMA_BUILD_TESTS=OFF
    -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF -DLLAMA_BUILD_APP=OFF -DLLAMA_BUILD_UI=OFF
    -DLLAMA_USE_PREBUILT_UI=OFF -DLLAMA_BUILD_COMMIT=unknown -DLLAMA_BUILD_NUMBER=0)
if [ "$OS" = Darwin ]; then
    # The shader source travels inside the library and is compiled when first used, so no Metal compiler is needed here.
    OPTIONS+=("-DGGML_METAL=${LLAMA_METAL:-ON}" -DGGML_METAL_EMBED_LIBRARY=ON)
fi
say "configuring"
cmake -S "$WORK" -B "$WORK/build" -G Ninja "${OPTIONS[@]}" >"$WORK/configure.log" 2>&1 ||
    { tail -20 "$WORK/configure.log" >&2; fail "cmake failed; the log is $WORK/configure.log"; }
TARGETS=(llama ggml ggml-cpu ggml-base)
[ "$MODE" = full ] && TARGETS+=(llama-bench llama-quantize)
say "building ($MODE); this takes a minute or two"
nice cmake --build "$WORK/build" -j "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" --target "${TARGETS[@]}" >"$WORK/build.log" 2>&1 ||
    { tail -40 "$WORK/build.log" >&2; fail "the build failed; the log is $WORK/build.log"; }

# --- install -------------------------------------------------------------------------------------------------------
say "installing into $PREFIX"
rm -f "$PREFIX/.stamp"
mkdir -p "$PREFIX/lib/pkgconfig" "$PREFIX/include" "$PREFIX/bin" "$PREFIX/share/licenses"
cp "$WORK/include/llama.h" "$WORK"/ggml/include/*.h "$PREFIX/include/"
cp "$WORK/LICENSE" "$PREFIX/share/licenses/llama.cpp.txt"
NAMES=()
# The order in which a linker wants them: users before what they use.
for name in llama ggml ggml-metal ggml-cpu ggml-base; do
    file=$(find "$WORK/build" -name "lib$name.a" | head -1)
    [ -n "$file" ] || continue
    # By way of a rename, because another build may be linking right now.
    cp "$file" "$PREFIX/lib/.new" && mv "$PREFIX/lib/.new" "$PREFIX/lib/lib$name.a"
    NAMES+=("-l$name")
done
[ "${#NAMES[@]}" -ge 4 ] || fail "the build made no static libraries; remove $WORK and run this again"
if [ "$MODE" = full ]; then cp "$WORK/build/bin/llama-bench" "$WORK/build/bin/llama-quantize" "$PREFIX/bin/"; fi
if [ "$OS" = Darwin ]; then
    SYSTEM="-lc++ -framework Accelerate -framework Foundation"
    [ "${LLAMA_METAL:-ON}" = OFF ] || SYSTEM+=" -framework Metal -framework MetalKit"
else
    SYSTEM="-lstdc++ -lm -lpthread -ldl"
    [ "$OPENMP" = OFF ] || SYSTEM+=" -lgomp"
fi
# SwiftPM takes only -I, -L, -l, -F and -framework from such a file.
cat >"$PREFIX/lib/pkgconfig/llama.pc" <<PC
prefix=\${pcfiledir}/../..
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: llama
Description: llama.cpp as carried by llama-cpp-python $VERSION, static
Version: $VERSION
Libs: -L\${libdir} ${NAMES[*]} $SYSTEM
Cflags: -I\${includedir}
PC
echo "$STAMP" >"$PREFIX/.stamp"
rm -rf "$WORK"
say "$VERSION ($MODE) is in $PREFIX"
