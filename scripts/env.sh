# The flags that `make` and the scripts build with, the same everywhere, so that nothing is compiled twice in one folder. Plain
# `swift build` and `swift test` need none of this; in the same folder they compile once more what these flags change.

# Release: the Swift runtime goes into the program, which then runs from anywhere and starts in milliseconds.
HEARTH_RELEASE_FLAGS=(-c release --product hearth)
[ "$(uname -s)" = Darwin ] || HEARTH_RELEASE_FLAGS+=(--static-swift-stdlib)
# Debug: what a file uses, its target must name as a dependency. Warnings of ours are errors there (see Package.swift).
# C is compiled with optimization in debug builds too: the encoder's and SQLCipher's inner loops are 20 times slower without,
# and the tests run through them.
HEARTH_DEBUG_FLAGS=(--build-tests -Xcc -O2 --explicit-target-dependency-import-check error)
