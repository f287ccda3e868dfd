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

features=(-swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility -package-name hearth -warnings-as-errors)

# check MODULE FRAMEWORK FILE… — the files as part of the module, with only that framework there.
check() {
    local module=$1 framework=$2
    shift 2
    mkdir -p "$work/$framework"
    swiftc -emit-module -parse-as-library -module-name "$framework" -enable-upcoming-feature InternalImportsByDefault \
        -emit-module-path "$work/$framework/$framework.swiftmodule" "scripts/check.d/apple/$framework.swift"
    # Modules of the same names as the one that is checked must not be found beside it.
    swiftc -typecheck -parse-as-library -module-name "$module" "${features[@]}" -I "$work/$framework" -I "$modules" "$@"
    echo "check: $module is well-typed with $framework"
}

# File names hold no spaces here (fences.py).
# shellcheck disable=SC2046
{
check HearthApple FoundationModels $(find Sources/HearthApple -name '*.swift' | sort)
check HearthStore Security Sources/HearthStore/Keys/KeychainSecretStore.swift Sources/HearthStore/Database/StoreError.swift
check HearthDocuments PDFKit -I Sources/CZlib \
    -I .build/checkouts/swift-system/Sources/CSystem/include -I .build/checkouts/swift-subprocess/Sources/_SubprocessCShims/include $(find Sources/HearthDocuments -name '*.swift' | sort)
}
