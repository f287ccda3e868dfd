#!/usr/bin/env bash
# Type-checks the files that only Apple's platforms compile, against interfaces of our own (scripts/check.d/apple) that
# declare the part of each framework which is used. It finds a wrong name, type or missing case on our side; whether Apple's
# frameworks behave as documented it cannot tell. On a Mac the build itself does this better, and this is skipped.
#
#   scripts/check.d/apple.sh MODULES    MODULES: the folder of the debug build's .swiftmodule files
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "$(uname -s)" != Darwin ] || exit 0
modules=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What is declared for the package is seen by modules of the same name for it, which SwiftPM takes from the folder.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9\n' '_')
features=(-swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility -package-name "$package" -warnings-as-errors
    -Xcc "-fmodule-map-file=$modules/../CSandbox.build/module.modulemap")

# check MODULE FRAMEWORK[,FRAMEWORK…] FILE… — the files as part of the module, with only these frameworks there.
check() {
    local module=$1 frameworks=$2 framework folder
    folder=$work/$frameworks
    shift 2
    mkdir -p "$folder"
    for framework in ${frameworks//,/ }; do
        swiftc -emit-module -parse-as-library -module-name "$framework" -enable-upcoming-feature InternalImportsByDefault \
            -I "$folder" -emit-module-path "$folder/$framework.swiftmodule" "scripts/check.d/apple/$framework.swift"
    done
    # Modules of the same names as the one that is checked must not be found beside it.
    swiftc -typecheck -parse-as-library -module-name "$module" "${features[@]}" -I "$folder" -I "$modules" "$@"
    echo "check: $module is well-typed with $frameworks"
}

# File names hold no spaces here (fences.py).
# shellcheck disable=SC2046
{
check HearthApple FoundationModels,AVFoundation,Speech $(find Sources/HearthApple -name '*.swift' | sort)
check HearthStore Security Sources/HearthStore/Keys/KeychainSecretStore.swift \
    Sources/HearthStore/Keys/SystemKeychain.swift
check HearthDocuments AppKit,PDFKit,Vision -I Sources/CZlib $(find Sources/HearthDocuments -name '*.swift' | sort)
}
