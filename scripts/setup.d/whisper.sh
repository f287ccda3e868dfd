#!/bin/bash
# Builds whisper.cpp, the engine that writes down speech, into .deps/whisper: one static archive that exports nothing but
# whisper's own functions.
#
#   scripts/setup.d/whisper.sh
#
# The source is what the PyPI source package pywhispercpp carries (the whole whisper.cpp tree), pinned and checked by
# SHA-256. From the same package come the weights of the voice activity detector (Silero) and, for tests, a recording and
# the vocabulary of the models.
#
# llama.cpp carries another version of the same library, ggml. Two of them in one process end in a crash (or, worse, in
# wrong numbers), so whisper.cpp's is linked into one object and its names are made local to it. A broken-off run is taken
# up where it ended; a finished one costs nothing.
#
# Variables: HEARTH_DEPS (default .deps), WHISPER_NATIVE=OFF for a build that may move to an older CPU, WHISPER_METAL=OFF
# (macOS), JOBS.
set -euo pipefail

VERSION=1.5.1
WHISPER=1.8.5
SHA256=5df897e5dd9d9f16804fc937bd85b9f5880a0b29a55f8843585e0e03d76195e5
SILERO=ggml-silero-v6.2.0.bin
SILERO_SHA256=2aa269b785eeb53a82983a20501ddf7c1d9c48e33ab63a41391ac6c9f7fb6987
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "${HEARTH_DEPS:-$ROOT/.deps}"
DEPS=$(cd "${HEARTH_DEPS:-$ROOT/.deps}" && pwd -P)
PREFIX=$DEPS/whisper
WORK=$DEPS/build/whisper-$WHISPER
ARCHIVE=$DEPS/dl/pywhispercpp-$VERSION.tar.gz
NATIVE=${WHISPER_NATIVE:-ON}
OS=$(uname -s)

say() { echo "whisper.cpp: $*"; }
fail() { echo "whisper.cpp: $*" >&2; exit 1; }
sha256() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1; }

# A build for this very CPU must not be taken for one when the folder moves to another machine.
cpu() {
    if [ "$NATIVE" != ON ]; then echo portable
    elif [ "$OS" = Darwin ]; then sysctl -n machdep.cpu.brand_string | tr ' ' '-'
    else grep -m1 -E '^(flags|Features)' /proc/cpuinfo | tr ' ' '\n' | grep -E '^(avx|fma|f16c|amx|bmi2|sse4|asimd|sve|i8mm)' | sort | cksum | cut -d' ' -f1
    fi
}
STAMP="$WHISPER native=$NATIVE metal=${WHISPER_METAL:-} cpu=$(cpu) recipe=3"
if [ "$(cat "$PREFIX/.stamp" 2>/dev/null)" = "$STAMP" ] && [ -s "$DEPS/models/$SILERO" ]; then
    say "$WHISPER is in $PREFIX already"
    exit 0
fi

# --- tools ---------------------------------------------------------------------------------------------------------
if [ "$OS" = Darwin ]; then HINT="install Xcode's command line tools: xcode-select --install"
else HINT="install a C++ compiler and Python: apt-get install -y g++ binutils python3-venv cmake ninja-build"; fi
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
    say "downloading the source of pywhispercpp $VERSION (10 MB)"
    mkdir -p "$DEPS/dl"
    rm -f "$ARCHIVE"
    # pip reads the metadata of a source package through what it is built with; without --no-build-isolation it would fetch
    # whatever is newest of that.
    $PIP install --require-hashes --requirement "$ROOT/scripts/setup.d/requirements-build.txt" ||
        fail "pip could not install what reads the package's metadata. Check the network, then run this again."
    # `--no-binary :all:` would compile cmake as well
    $PIP download --no-deps --require-hashes --no-build-isolation --no-binary pywhispercpp \
        --requirement "$ROOT/scripts/setup.d/requirements-whisper.txt" -d "$DEPS/dl" ||
        fail "the download failed. Check the network (and pip's index setting), then run this again."
    [ "$(sha256 "$ARCHIVE")" = "$SHA256" ] ||
        { rm -f "$ARCHIVE"; fail "the downloaded package has the wrong SHA-256 and was removed. Do not use this index."; }
fi
if [ ! -f "$WORK/.unpacked" ]; then
    say "unpacking"
    rm -rf "$WORK"
    mkdir -p "$WORK"
    tar xzf "$ARCHIVE" -C "$WORK" --strip-components=2 "pywhispercpp-$VERSION/whisper.cpp"
    # As in llama.cpp's recipe: threads that wait for each other give their core away after a moment of spinning.
    BARRIER=$WORK/ggml/src/ggml-cpu/ggml-cpu.c
    sed -i.orig '/^    \/\/ wait for other threads$/,/^    }$/{
        s/^    while (\(.*\)) {$/    for (int spins = 0; \1;) {/
        s/^        ggml_thread_cpu_relax();$/        if (spins < 1024) { spins++; ggml_thread_cpu_relax(); } else { sched_yield(); }/
    }' "$BARRIER"
    [ "$(diff "$BARRIER.orig" "$BARRIER" | grep -c '^>')" = 2 ] || fail "the source is not the one this recipe was made for"
    touch "$WORK/.unpacked"
fi

# --- build ---------------------------------------------------------------------------------------------------------
OPTIONS=(-DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    -DWHISPER_BUILD_TESTS=OFF -DWHISPER_BUILD_EXAMPLES=OFF -DWHISPER_BUILD_SERVER=OFF
    "-DGGML_NATIVE=$NATIVE" -DGGML_OPENMP=OFF -DGGML_CCACHE=OFF -DGGML_BLAS=OFF)
if [ "$OS" = Darwin ]; then
    # The shader source travels inside the library and is compiled when first used, so no Metal compiler is needed here.
    OPTIONS+=("-DGGML_METAL=${WHISPER_METAL:-ON}" -DGGML_METAL_EMBED_LIBRARY=ON)
fi
say "configuring"
cmake -S "$WORK" -B "$WORK/build" -G Ninja "${OPTIONS[@]}" >"$WORK/configure.log" 2>&1 ||
    { tail -20 "$WORK/configure.log" >&2; fail "cmake failed; the log is $WORK/configure.log"; }
say "building; this takes a minute or so"
nice cmake --build "$WORK/build" -j "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" --target whisper >"$WORK/build.log" 2>&1 ||
    { tail -40 "$WORK/build.log" >&2; fail "the build failed; the log is $WORK/build.log"; }

# --- one object with one set of names ------------------------------------------------------------------------------
ARCHIVES=()
for name in whisper ggml ggml-metal ggml-cpu ggml-base; do
    file=$(find "$WORK/build" -name "lib$name.a" | head -1)
    [ -z "$file" ] || ARCHIVES+=("$file")
done
[ "${#ARCHIVES[@]}" -ge 4 ] || fail "the build made no static libraries; remove $WORK and run this again"
if [ "$OS" = Darwin ]; then
    # Apple's linker makes local what it is not told to export.
    FORCED=()
    for file in "${ARCHIVES[@]}"; do FORCED+=(-force_load "$file"); done
    ld -r -o "$WORK/whisper.o" "${FORCED[@]}" -exported_symbol '_whisper_*'
else
    # Without groups: of code that C++ puts into several objects, the linker of a program keeps the first it meets, and would
    # drop ours while local names still point to it.
    ld -r --force-group-allocation -o "$WORK/whole.o" --whole-archive "${ARCHIVES[@]}" --no-whole-archive
    # In two steps, because objcopy does not make local what GNU's compiler has marked as unique in a process.
    objcopy --wildcard --weaken-symbol='_Z*' "$WORK/whole.o"
    objcopy --wildcard --keep-global-symbol='whisper_*' "$WORK/whole.o" "$WORK/whisper.o"
fi
rm -f "$WORK/libwhisper-private.a"
ar rcs "$WORK/libwhisper-private.a" "$WORK/whisper.o"
if nm -g --defined-only "$WORK/whisper.o" 2>/dev/null | awk 'NF == 3 { print $3 }' | grep -qvE '^_?whisper_'; then
    fail "the archive still shows other names than whisper's, which would clash with llama.cpp's"
fi

# --- install -------------------------------------------------------------------------------------------------------
say "installing into $PREFIX"
rm -f "$PREFIX/.stamp"
mkdir -p "$PREFIX/lib/pkgconfig" "$PREFIX/include" "$PREFIX/share/licenses"
# Headers of two versions of ggml would clash just as the libraries do, so ours comes without: whisper.h uses three types.
cat >"$PREFIX/include/whisper-ggml.h" <<'HEADER'
// What whisper.h uses of ggml.h. The enumeration is the same in every version of ggml that there was.
#pragma once
#include <stdbool.h>
enum ggml_log_level {
    GGML_LOG_LEVEL_NONE  = 0,
    GGML_LOG_LEVEL_DEBUG = 1,
    GGML_LOG_LEVEL_INFO  = 2,
    GGML_LOG_LEVEL_WARN  = 3,
    GGML_LOG_LEVEL_ERROR = 4,
    GGML_LOG_LEVEL_CONT  = 5,
};
typedef void (*ggml_log_callback)(enum ggml_log_level level, const char * text, void * user_data);
typedef bool (*ggml_abort_callback)(void * data);
HEADER
sed 's/^#include "ggml\.h"$/#include "whisper-ggml.h"/; /^#include "ggml-cpu\.h"$/d' "$WORK/include/whisper.h" >"$PREFIX/include/whisper.h"
[ "$(grep -c '^#include "' "$PREFIX/include/whisper.h")" = 1 ] || fail "whisper.h is not the one this recipe was made for"
cp "$WORK/LICENSE" "$PREFIX/share/licenses/whisper.cpp.txt"
cat >"$PREFIX/share/licenses/silero-vad.txt" <<'TEXT'
ggml-silero-v6.2.0.bin holds the weights of Silero VAD, converted by the whisper.cpp project and carried in its source.
Silero VAD (Silero Team) is under the MIT License: https://github.com/snakers4/silero-vad/blob/master/LICENSE
TEXT
cp "$WORK/models/for-tests-silero-v6.2.0-ggml.bin" "$PREFIX/share/$SILERO"
[ "$(sha256 "$PREFIX/share/$SILERO")" = "$SILERO_SHA256" ] || fail "the detector's weights are not the ones that were pinned"
# Beside the other models that come with Hearth, where `hearth` looks for them.
mkdir -p "$DEPS/models"
cp "$PREFIX/share/$SILERO" "$DEPS/models/$SILERO"
cp "$PREFIX/share/licenses/silero-vad.txt" "$DEPS/models/$SILERO.LICENSE.txt"
# For tests: a recording in the public domain, and a model without weights, of which the vocabulary is used.
cp "$WORK/samples/jfk.wav" "$WORK/models/for-tests-ggml-tiny.bin" "$PREFIX/share/"
# By way of a rename, because another build may be linking right now.
cp "$WORK/libwhisper-private.a" "$PREFIX/lib/.new" && mv "$PREFIX/lib/.new" "$PREFIX/lib/libwhisper-private.a"
if [ "$OS" = Darwin ]; then
    SYSTEM="-lc++ -framework Accelerate -framework Foundation"
    [ "${WHISPER_METAL:-ON}" = OFF ] || SYSTEM+=" -framework Metal -framework MetalKit"
else
    SYSTEM="-lstdc++ -lm -lpthread -ldl"
fi
# SwiftPM takes only -I, -L, -l, -F and -framework from such a file.
cat >"$PREFIX/lib/pkgconfig/whisper.pc" <<PC
prefix=\${pcfiledir}/../..
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: whisper
Description: whisper.cpp $WHISPER with a private ggml, as carried by pywhispercpp $VERSION, static
Version: $WHISPER
Libs: -L\${libdir} -lwhisper-private $SYSTEM
Cflags: -I\${includedir}
PC
echo "$STAMP" >"$PREFIX/.stamp"
rm -rf "$WORK"
say "$WHISPER is in $PREFIX"
