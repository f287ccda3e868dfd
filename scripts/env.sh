# The flags that `make` and the scripts build with, the same everywhere, so that nothing is compiled twice in one folder. Plain
# `swift build` and `swift test` need none of this; in the same folder they compile once more what these flags change.

# Release: the Swift runtime goes into the program, which then runs from anywhere and starts in milliseconds. A backtrace names
# functions without debug information, which is half of the file.
HEARTH_RELEASE_FLAGS=(-c release --product hearth -debug-info-format none)
if [ "$(uname -s)" != Darwin ]; then
    # Nothing looks up the program's symbols by name, so what nobody calls may go; and SQLite's are SQLCipher's, which is in it.
    HEARTH_RELEASE_FLAGS+=(
        --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=safe
        -Xswiftc -Xfrontend -Xswiftc -disable-autolink-library -Xswiftc -Xfrontend -Xswiftc sqlite3
    )
    # 200,000 addresses are set right at each start. Packed they take no time to speak of, and glibc 2.36.
    glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
    if [ -n "$glibc" ] && [ "$(printf '2.36\n%s\n' "${glibc#glibc }" | sort -V | head -1)" = 2.36 ]; then
        HEARTH_RELEASE_FLAGS+=(-Xlinker -z -Xlinker pack-relative-relocs)
    fi
fi
# Debug: what a file uses, its target must name as a dependency. Warnings of ours are errors there (see Package.swift).
# Our C that computes is compiled with optimization in debug builds too (see Package.swift): the encoder's and SQLCipher's inner loops are
# 20 times slower without, and the tests run through them. Other C is not: BoringSSL, which is in the build twice, takes the
# compiler three times as long with it.
export HEARTH_OPTIMIZED_C=1
# What tests are run with as well: `swift test` plans the build even where it may not build, and with other flags leaves behind a plan by which
# the next build makes everything anew.
HEARTH_TEST_FLAGS=(--explicit-target-dependency-import-check error)
# Nobody debugs what continuous integration builds, and backtraces name functions without: a fifth of the compiler's work.
[ -z "${CI:-}" ] || HEARTH_TEST_FLAGS+=(-debug-info-format none)
HEARTH_DEBUG_FLAGS=(--build-tests "${HEARTH_TEST_FLAGS[@]}")
