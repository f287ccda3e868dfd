# Step 4: Snowball's stemmers, which bring the forms of a word together in 28 languages. Their C is compiled as our target
# CSnowball. Their licence is in licenses/.

SNOWBALL=$ROOT/Sources/CSnowball
SNOWBALL_PACKAGE=pystemmer-2.2.0.2
# The package's hash stands for what is in it; the number is raised when what is done with it changes.
SNOWBALL_STAMP="$(sed -n 's/.*sha256:\([0-9a-f]*\).*/\1/p' "$ROOT/scripts/setup.d/requirements-snowball.txt") recipe=1"

# The stamp lies beside the files: two checkouts may share one .deps.
if [ ! -s "$SNOWBALL/generated/runtime.c" ] || [ "$(cat "$SNOWBALL/generated/.stamp" 2>/dev/null)" != "$SNOWBALL_STAMP" ]; then
    step "bringing the source of Snowball 2.2.0 (0.4 MB)"
    need_venv
    "$VENV/bin/python3" -m pip --quiet --disable-pip-version-check install --require-hashes \
        --requirement "$ROOT/scripts/setup.d/requirements-build.txt" ||
        die "pip could not install setuptools and wheel." "Check the network and run scripts/setup again."
    # Pip asks a source package for its name by its setup.py, which would look for the C of the system and of the network; told
    # that it is to use the system's, it looks for neither. Nothing is built.
    PYSTEMMER_SYSTEM_LIBSTEMMER=1 pip_download "$SNOWBALL_PACKAGE.tar.gz" \
        "$ROOT/scripts/setup.d/requirements-snowball.txt" --no-build-isolation --no-binary PyStemmer

    SNOWBALL_WORK=$(mktemp -d)
    tar -xzf "$DEPS/dl/$SNOWBALL_PACKAGE.tar.gz" -C "$SNOWBALL_WORK" --strip-components 1 \
        "$SNOWBALL_PACKAGE/libstemmer_c-2.2.0"
    rm -rf "$SNOWBALL/generated"
    mkdir "$SNOWBALL/generated"
    # Their warnings are not ours to mend; their headers are in runtime.h; their functions get a prefix, so that they do not
    # clash with another Snowball in the same program.
    snowball_file() {
        {
            echo '#pragma clang diagnostic ignored "-Weverything"'
            echo '#include "../runtime.h"'
            sed -E -e '/^#include ".*header\.h"$/d' \
                -e 's/([a-z]+)_UTF_8_(stem|create_env|close_env)/hearth_snowball_\1_\2/g' "$@"
        } >"$SNOWBALL_WORK/made.c"
    }
    for file in "$SNOWBALL_WORK"/libstemmer_c-2.2.0/src_c/stem_UTF_8_*.c; do
        language=$(basename "$file" .c)
        language=${language#stem_UTF_8_}
        # Porter's first English stemmer; English has his second.
        [ "$language" != porter ] || continue
        snowball_file "$file"
        mv "$SNOWBALL_WORK/made.c" "$SNOWBALL/generated/$language.c"
    done
    # The last one, because it tells the others are there.
    snowball_file "$SNOWBALL_WORK/libstemmer_c-2.2.0/runtime/utilities.c" "$SNOWBALL_WORK/libstemmer_c-2.2.0/runtime/api.c"
    mv "$SNOWBALL_WORK/made.c" "$SNOWBALL/generated/runtime.c"
    rm -rf "$SNOWBALL_WORK"
    # The compiler's record of what csnowball.c includes does not know a file that was not there before.
    touch "$SNOWBALL/csnowball.c"
    echo "$SNOWBALL_STAMP" >"$SNOWBALL/generated/.stamp"
fi
