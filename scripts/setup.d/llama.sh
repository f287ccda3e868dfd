#!/bin/bash
# Builds llama.cpp, the engine behind local models, into .deps/llama as static libraries.
#
#   scripts/setup.d/llama.sh          the libraries that `hearth` links (about three minutes on two cores)
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

NAME=llama.cpp
VERSION=0.3.36
NATIVE=${LLAMA_NATIVE:-ON} OPENMP=${LLAMA_OPENMP:-OFF}
# shellcheck source=ggml.sh
. "$(dirname "$0")/ggml.sh"
# shellcheck source=bundle.sh
. "$(dirname "$0")/bundle.sh"
PREFIX=$DEPS/llama
WORK=$DEPS/build/llama-$VERSION
# Users before what they use, as a linker wants them; ggml-metal is there on a Mac. mtmd is what lets models see.
LIBRARIES=(mtmd llama ggml ggml-metal ggml-cpu ggml-base)

bundle() {
    local archives=() name system
    for name in "${LIBRARIES[@]}"; do [ ! -e "$PREFIX/lib/lib$name.a" ] || archives+=("$PREFIX/lib/lib$name.a"); done
    system=$(system_libraries "${LLAMA_METAL:-}")
    [ "$OS" = Darwin ] || [ "$OPENMP" = OFF ] || system+=" -lgomp"
    make_bundle CLlama "$VERSION" "$system" llama.h gguf.h ggml-cpu.h mtmd.h hearth_picture.h -- "${archives[@]}"
}

STAMP="$VERSION native=$NATIVE openmp=$OPENMP metal=${LLAMA_METAL:-} cpu=$(cpu) recipe=5"
if [ "$(cat "$PREFIX/.stamp" 2>/dev/null)" = "$STAMP" ] && { [ "$MODE" = libs ] || [ -x "$PREFIX/bin/llama-batched-bench" ]; }; then
    bundle
    say "$VERSION is in $PREFIX already"
    exit 0
fi

need_tools
need_source "llama_cpp_python-$VERSION.tar.gz" "74 MB" llama-cpp-python requirements-llama-build.txt requirements-llama.txt \
    "llama_cpp_python-$VERSION/vendor/llama.cpp"

# Of llama.cpp's library for pictures (libmtmd) what is left out is its helper: that decodes files of every kind, sounds among them
# (miniaudio), and starts ffmpeg. What reads pictures here is stb_image for PNG and JPEG alone; and projectors are read from files
# that somebody else opened.
only_pictures() {
    local mtmd=$WORK/tools/mtmd
    # Ours may have changed since the source was unpacked.
    cp "$ROOT"/scripts/setup.d/mtmd/open_weights.h "$ROOT"/scripts/setup.d/mtmd/hearth_picture.c "$mtmd/"
    [ ! -e "$mtmd/hearth_picture.h" ] || return 0
    sed -i.orig -e '/^ *mtmd-helper-gen\.cpp$/d' -e 's/^\( *\)mtmd-helper\.cpp$/\1hearth_picture.c/' \
        -e 's/^\(target_link_libraries *(mtmd PRIVATE Threads::Threads\) vendor::hash vendor::miniaudio vendor::stb vendor::sheredom)$/\1 vendor::stb)/' \
        "$mtmd/CMakeLists.txt"
    [ "$(diff "$mtmd/CMakeLists.txt.orig" "$mtmd/CMakeLists.txt" | grep -c '^[<>]')" = 5 ] ||
        fail "the source is not the one this recipe was made for"
    sed -i.orig -e 's/^#include "clip\.h"$/#include "open_weights.h"/' -e 's/(gguf_init_from_file(fname, params))/(gguf_init_from_weights(fname, params))/' \
        -e 's/^        auto fin = open_ifstream_binary(fname);$/        open_weights fin(fname);/' "$mtmd/clip.cpp"
    [ "$(diff "$mtmd/clip.cpp.orig" "$mtmd/clip.cpp" | grep -c '^>')" = 3 ] ||
        fail "the source is not the one this recipe was made for"
    # The last of them: it says that all is done.
    cp "$ROOT/scripts/setup.d/mtmd/hearth_picture.h" "$mtmd/"
}
only_pictures

# --- build ---------------------------------------------------------------------------------------------------------
[ "$MODE" = full ] && TOOLS=ON || TOOLS=OFF
OPTIONS=(-DCMAKE_BUILD_TYPE=Release "-DCMAKE_INSTALL_PREFIX=$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib
    -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    "-DGGML_NATIVE=$NATIVE" "-DGGML_OPENMP=$OPENMP" -DGGML_CCACHE=OFF -DGGML_BLAS=OFF -DLLAMA_OPENSSL=OFF
    "-DLLAMA_BUILD_COMMON=$TOOLS" "-DLLAMA_BUILD_TOOLS=$TOOLS" -DLLAMA_TOOLS_INSTALL=OFF -DLLAMA_BUILD_TESTS=OFF
    -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF -DLLAMA_BUILD_APP=OFF -DLLAMA_BUILD_UI=OFF
    -DLLAMA_BUILD_MTMD=ON -DMTMD_VIDEO=OFF -DLLAMA_USE_PREBUILT_UI=OFF -DLLAMA_BUILD_COMMIT=unknown -DLLAMA_BUILD_NUMBER=0)
metal_options "${LLAMA_METAL:-}"
TARGETS=(llama mtmd ggml ggml-cpu ggml-base)
[ "$MODE" = full ] && TARGETS+=(llama-bench llama-batched-bench llama-quantize)
build " ($MODE)" "${TARGETS[@]}"

# --- install -------------------------------------------------------------------------------------------------------
say "installing into $PREFIX"
rm -f "$PREFIX/.stamp"
rm -rf "$PREFIX/lib/pkgconfig" # of earlier versions of this recipe
mkdir -p "$PREFIX/lib" "$PREFIX/include" "$PREFIX/bin" "$PREFIX/share/licenses"
cp "$WORK/include/llama.h" "$WORK"/tools/mtmd/{mtmd,hearth_picture}.h "$WORK"/ggml/include/*.h "$PREFIX/include/"
cp "$WORK/LICENSE" "$PREFIX/share/licenses/llama.cpp.txt"
sed -n -e '/^\*\/$/d' -e '/^This software is available under 2 licenses/,$p' "$WORK/vendor/stb/stb_image.h" \
    >"$PREFIX/share/licenses/stb_image.txt"
find_archives "${LIBRARIES[@]}"
for file in "${ARCHIVES[@]}"; do put "$file" "$PREFIX/lib/$(basename "$file")"; done
if [ "$MODE" = full ]; then cp "$WORK"/build/bin/llama-{bench,batched-bench,quantize} "$PREFIX/bin/"; fi
bundle
echo "$STAMP" >"$PREFIX/.stamp"
rm -rf "$WORK"
say "$VERSION ($MODE) is in $PREFIX"
