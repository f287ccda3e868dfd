# What the recipes of llama.cpp and whisper.cpp share: both carry ggml, come as a source package from PyPI (the whole tree of
# the library inside) and are built with cmake into static archives. Sourced, not run. The recipe sets NAME, VERSION, PREFIX,
# WORK and NATIVE.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
OS=$(uname -s)

say() { echo "$NAME: $*"; }
fail() { echo "$NAME: $*" >&2; exit 1; }

# A build for this very CPU must not be taken for one when the folder moves to another machine.
cpu() {
    if [ "$NATIVE" != ON ]; then echo portable
    elif [ "$OS" = Darwin ]; then sysctl -n machdep.cpu.brand_string | tr ' ' '-'
    else grep -m1 -E '^(flags|Features)' /proc/cpuinfo | tr ' ' '\n' | grep -E '^(avx|fma|f16c|amx|bmi2|sse4|asimd|sve|i8mm)' | sort | cksum | cut -d' ' -f1
    fi
}

# need_tools — a compiler and Python must be there; cmake and ninja come from PyPI where the system has none.
need_tools() {
    local hint="install a C++ compiler and Python: apt-get install -y g++ binutils python3-venv cmake ninja-build"
    [ "$OS" != Darwin ] || hint="install Xcode's command line tools: xcode-select --install"
    have c++ || fail "no C++ compiler (c++). $hint"
    have python3 || fail "no python3. $hint"
    if ! have cmake || ! have ninja; then
        need_venv
        [ -x "$VENV/bin/cmake" ] && [ -x "$VENV/bin/ninja" ] ||
            { say "installing cmake and ninja from PyPI"; venv_pip install cmake ninja; }
        export PATH="$VENV/bin:$PATH"
    fi
}

venv_pip() { "$VENV/bin/python3" -m pip --quiet --disable-pip-version-check "$@"; }

# need_source FILE SIZE PACKAGE BUILD REQUIREMENTS INSIDE — brings the source package and unpacks the folder INSIDE of it
# into WORK. BUILD are the requirements for reading its metadata.
need_source() {
    local file=$1 size=$2 package=$3 build=$4 requirements=$5 inside=$6
    local pinned levels
    pinned=$(sed -n 's/.*sha256:\([0-9a-f]*\).*/\1/p' "$ROOT/scripts/setup.d/$requirements")
    if [ "$(sha256 "$DEPS/dl/$file" 2>/dev/null || true)" != "$pinned" ]; then
        say "downloading the source of ${file%.tar.gz} ($size)"
        need_venv
        # pip reads the metadata of a source package through what it is built with; without --no-build-isolation it would
        # fetch whatever is newest of that.
        venv_pip install --require-hashes --requirement "$ROOT/scripts/setup.d/$build" ||
            fail "pip could not install what reads the package's metadata. Check the network, then run this again."
        # `--no-binary :all:` would compile cmake as well.
        pip_download "$file" "$ROOT/scripts/setup.d/$requirements" --no-build-isolation --no-binary "$package"
    fi
    if [ ! -f "$WORK/.unpacked" ]; then
        say "unpacking"
        rm -rf "$WORK"
        mkdir -p "$WORK"
        levels=$(echo "$inside" | tr -cd / | wc -c)
        tar xzf "$DEPS/dl/$file" -C "$WORK" --strip-components=$((levels + 1)) "$inside"
        yield_at_barriers
        ask_for_huge_pages
        touch "$WORK/.unpacked"
    fi
}

# Threads that wait for each other spin for ever, which on a busy machine keeps the very thread they wait for from running.
# So after some 20 microseconds of spinning they offer their core to others, which costs nothing when nobody wants it. On two
# busy cores with two threads the tests of HearthLlama took 393 seconds before, 18 after.
yield_at_barriers() {
    local barrier=$WORK/ggml/src/ggml-cpu/ggml-cpu.c
    sed -i.orig '/^    \/\/ wait for other threads$/,/^    }$/{
        s/^    while (\(.*\)) {$/    for (int spins = 0; \1;) {/
        s/^        ggml_thread_cpu_relax();$/        if (spins < 1024) { spins++; ggml_thread_cpu_relax(); } else { sched_yield(); }/
    }' "$barrier"
    [ "$(diff "$barrier.orig" "$barrier" | grep -c '^>')" = 2 ] || fail "the source is not the one this recipe was made for"
}

# Weights are read from end to end for every token, and with pages of 4 KiB the processor spends a tenth of that on finding
# them. Where Linux gives pages of 2 MiB to those who ask (the usual setting, "madvise"), generation is 7 to 10 % faster.
ask_for_huge_pages() {
    local memory=$WORK/ggml/src/ggml.c
    sed -i.orig -e '/^void \* ggml_aligned_malloc(size_t size) {$/,/^}$/{
        s/^    return aligned_memory;$/#if defined(__linux__)\n    if (size >= (4u << 20)) { madvise((void *) (((uintptr_t) aligned_memory + 65535) \& ~(uintptr_t) 65535), size - 65535, MADV_HUGEPAGE); }\n#endif\n    return aligned_memory;/
    }' -e '1s|^|#if defined(__linux__)\n#include <sys/mman.h>\n#endif\n|' "$memory"
    [ "$(diff "$memory.orig" "$memory" | grep -c '^>')" = 6 ] || fail "the source is not the one this recipe was made for"
}

# metal_options VALUE — adds to OPTIONS what a Mac's build wants.
metal_options() {
    # The shader source travels inside the library and is compiled when first used, so no Metal compiler is needed here.
    [ "$OS" != Darwin ] || OPTIONS+=("-DGGML_METAL=${1:-ON}" -DGGML_METAL_EMBED_LIBRARY=ON)
}

# build WHAT TARGET… — configures with OPTIONS and builds the targets.
build() {
    local what=$1
    shift
    say "configuring"
    cmake -S "$WORK" -B "$WORK/build" -G Ninja "${OPTIONS[@]}" >"$WORK/configure.log" 2>&1 ||
        { tail -20 "$WORK/configure.log" >&2; fail "cmake failed; the log is $WORK/configure.log"; }
    say "building$what; this takes a minute or two"
    nice cmake --build "$WORK/build" -j "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" --target "$@" >"$WORK/build.log" 2>&1 ||
        { tail -40 "$WORK/build.log" >&2; fail "the build failed; the log is $WORK/build.log"; }
}

# find_archives NAME… — fills ARCHIVES with the static libraries of these names that the build made, in this order, in which
# a linker wants them: users before what they use.
find_archives() {
    local name file
    ARCHIVES=()
    for name in "$@"; do
        file=$(find "$WORK/build" -name "lib$name.a" | head -1)
        [ -z "$file" ] || ARCHIVES+=("$file")
    done
    [ "${#ARCHIVES[@]}" -ge 4 ] || fail "the build made no static libraries; remove $WORK and run this again"
}

# put FILE PLACE — by way of a rename, because another build may be linking right now.
put() { cp "$1" "$2.new" && mv "$2.new" "$2"; }

# system_libraries METAL — what a program that links ggml needs of the system, as a linker's options.
system_libraries() {
    if [ "$OS" = Darwin ]; then
        echo "-lc++ -framework Accelerate -framework Foundation$([ "${1:-ON}" = OFF ] || echo " -framework Metal -framework MetalKit")"
    else
        echo "-lstdc++ -lm -lpthread -ldl"
    fi
}
