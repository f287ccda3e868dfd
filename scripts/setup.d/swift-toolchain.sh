# Step 2: the Swift compiler, which we do not install: there are too many good ways to do that.

SWIFT_WANTED=6.2 # per-target warnings as errors

have swift || die "there is no Swift on this machine (no command 'swift')." \
    "Install Swift $SWIFT_WANTED or newer: swift.org/install (swiftly, a toolchain, or Xcode 26 on a Mac)."
# `swift --version` takes half a second, so it is asked only when the command found has changed.
SWIFT_FOUND=$(ls -lLi "$(command -v swift)")
if ! stamped swift "$SWIFT_WANTED $SWIFT_FOUND"; then
    SWIFT_VERSION=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -1)
    [ "$(printf '%s\n' "$SWIFT_WANTED" "${SWIFT_VERSION:-0}" | sort -V | head -1)" = "$SWIFT_WANTED" ] ||
        die "Swift is ${SWIFT_VERSION:-of an unknown version} here; Hearth needs $SWIFT_WANTED or newer." \
            "Install a newer one: swift.org/install"
    stamp swift "$SWIFT_WANTED $SWIFT_FOUND"
fi
