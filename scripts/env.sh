# What `swift build` must know to find llama.cpp and whisper.cpp. Source it before you call swift by hand; make and the scripts do.
HEARTH_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]:-$0}")/.." && pwd)
export PKG_CONFIG_PATH="$HEARTH_ROOT/.deps/llama/lib/pkgconfig:$HEARTH_ROOT/.deps/whisper/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"

# `make` and the scripts build with the same flags, so that nothing is compiled twice in one folder.
# Release: the Swift runtime goes into the program, which then runs from anywhere and starts in milliseconds.
HEARTH_RELEASE_FLAGS=(-c release --product hearth)
[ "$(uname -s)" = Darwin ] || HEARTH_RELEASE_FLAGS+=(--static-swift-stdlib)
# Debug: what a file uses, its target must name as a dependency. Warnings of ours are errors there (see Package.swift).
# C is compiled with optimization in debug builds too: the encoder's and SQLCipher's inner loops are 20 times slower without,
# and the tests run through them.
HEARTH_DEBUG_FLAGS=(--build-tests -Xcc -O2 --explicit-target-dependency-import-check error)
