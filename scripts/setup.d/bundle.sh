# What SwiftPM links llama.cpp and whisper.cpp from: an artifact bundle of one static library, with its headers and module map
# (SE-0482). Plain `swift build`, an editor and Xcode find it by Package.swift alone: no variable, no pkg-config. Sourced by
# the recipes behind ggml.sh.

# make_bundle MODULE VERSION SYSTEM HEADER… -- ARCHIVE… — makes PREFIX/MODULE.artifactbundle, with a module MODULE of these headers,
# from what lies in PREFIX, unless it is there and nothing is newer. SYSTEM are the options of a linker for what the archives
# need of the system; the module map names them, so that whoever imports the module links them, with no setting in a package.
make_bundle() {
    local module=$1 version=$2 system=$3 headers=() archives=() file
    shift 3
    while [ "$1" != -- ]; do headers+=("$1"); shift; done
    shift
    archives=("$@")
    local bundle=$PREFIX/$module.artifactbundle
    if [ -s "$bundle/info.json" ]; then
        local stale=
        for file in "${archives[@]}" "${BASH_SOURCE[0]}"; do [ "$bundle/info.json" -nt "$file" ] || stale=1; done
        [ -n "$stale" ] || return 0
    fi
    say "making $module.artifactbundle"
    local fresh=$bundle.new
    rm -rf "$fresh"
    mkdir -p "$fresh/include"
    cp "$PREFIX"/include/*.h "$fresh/include/"
    {
        echo "module $module [system] {"
        for file in "${headers[@]}"; do echo "    header \"$file\""; done
        echo "    export *"
        set -f
        # shellcheck disable=SC2086
        set -- $system
        while [ $# -gt 0 ]; do
            case $1 in
                -l*) echo "    link \"${1#-l}\"" ;;
                -framework) echo "    link framework \"$2\""; shift ;;
                *) fail "a module map cannot say $1" ;;
            esac
            shift
        done
        set +f
        echo "}"
    } >"$fresh/include/module.modulemap"
    join_archives "$fresh/lib$module.a" "${archives[@]}"
    cat >"$fresh/info.json" <<JSON
{
  "schemaVersion": "1.0",
  "artifacts": {
    "$module": {
      "type": "staticLibrary",
      "version": "$version",
      "variants": [
        {
          "path": "lib$module.a",
          "supportedTriples": ["$(triple)"],
          "staticLibraryMetadata": {
            "headerPaths": ["include"],
            "moduleMapPath": "include/module.modulemap"
          }
        }
      ]
    }
  }
}
JSON
    # The one that is there stays whole until then: a build may be reading it.
    rm -rf "$bundle.old"
    [ ! -e "$bundle" ] || mv "$bundle" "$bundle.old"
    mv "$fresh" "$bundle"
    rm -rf "$bundle.old"
    forget_manifests
}

# SwiftPM keeps what Package.swift said, by its text, and ours looks whether the bundles are there: a build from before the
# set-up would go on without them. What is removed is made again by the next build, in less than a second a package.
forget_manifests() {
    if [ "$OS" = Darwin ]; then
        rm -rf "$HOME/Library/Caches/org.swift.swiftpm/manifests"
    else
        rm -rf "${XDG_CACHE_HOME:-$HOME/.cache}/org.swift.swiftpm/manifests"
    fi
}

# join_archives RESULT ARCHIVE… — a bundle holds one library.
join_archives() {
    local result=$1 file
    shift
    if [ "$OS" = Darwin ]; then
        libtool -static -no_warning_for_no_symbols -o "$result" "$@"
    else
        {
            echo "CREATE $result"
            for file in "$@"; do echo "ADDLIB $file"; done
            echo SAVE
            echo END
        } | ar -M
    fi
}

# What SwiftPM calls this machine; Swift itself knows.
triple() {
    swift -print-target-info | sed -n 's/.*"unversionedTriple": *"\([^"]*\)".*/\1/p' | head -1
}
