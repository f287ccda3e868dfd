# Step 3: SQLCipher, the encrypted SQLite. Its amalgamation (one C file) is compiled as our target CSQLCipher, so that no
# system library can take its place by chance.

SQLCIPHER_FILE=$ROOT/Sources/CSQLCipher/vendor/sqlite3.c
SQLCIPHER_SHA256=f6d54c906fefdc09124c845cb8f45145a8049aee32c0e5aad95c042b9e4dc8d3

# The stamp lies beside the file: two checkouts may share one .deps.
if [ ! -s "$SQLCIPHER_FILE" ] || [ "$(cat "$SQLCIPHER_FILE.sha256" 2>/dev/null)" != "$SQLCIPHER_SHA256" ]; then
    step "bringing the source of SQLCipher 4.19.0 (2.7 MB)"
    SQLCIPHER_PACKAGE=sqlcipher3-0.6.4
    need_venv
    # Without --no-build-isolation pip would first download what the package's own build wants, which we do not build.
    "$VENV/bin/python3" -m pip --quiet --disable-pip-version-check install --require-hashes \
        --requirement "$ROOT/scripts/setup.d/requirements-build.txt" ||
        die "pip could not install setuptools and wheel." "Check the network and run scripts/setup again."
    # --no-binary for this package only: the wheels hold no C source.
    pip_download "$SQLCIPHER_PACKAGE.tar.gz" "$ROOT/scripts/setup.d/requirements-sqlcipher.txt" \
        --no-build-isolation --no-binary sqlcipher3

    tar -xzf "$DEPS/dl/$SQLCIPHER_PACKAGE.tar.gz" -O "$SQLCIPHER_PACKAGE/vendor/sqlite3.c" >"$SQLCIPHER_FILE.part"
    [ "$(sha256 "$SQLCIPHER_FILE.part")" = "$SQLCIPHER_SHA256" ] ||
        { rm -f "$SQLCIPHER_FILE.part"; die "the package's sqlite3.c is not the one that was pinned."; }
    mv "$SQLCIPHER_FILE.part" "$SQLCIPHER_FILE"
    {
        echo "sqlite3.c is SQLite, which is in the public domain, with SQLCipher, which is under this licence:"
        echo
        awk '/Copyright \(c\).*ZETETIC/ { on = 1 } on && /^\*\// { exit } on { sub(/^\*\* ?/, ""); print }' \
            "$SQLCIPHER_FILE"
    } >"$ROOT/Sources/CSQLCipher/vendor/LICENSE.txt"
    # The compiler's record of what csqlcipher.c includes does not know a file that was not there before.
    touch "$ROOT/Sources/CSQLCipher/csqlcipher.c"
    echo "$SQLCIPHER_SHA256" >"$SQLCIPHER_FILE.sha256"
fi
