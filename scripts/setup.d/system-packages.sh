# Step 1: compilers, headers and tools of the system. Looks for what is needed, not for names of packages, so that it is
# content on every system that has them, and asks for nothing (no apt, no sudo) when they are there.

# What is needed, as "need|Debian package|Homebrew package"; "-" means: comes with the system there.
# A need is a command, `pc:NAME` for a library known to pkg-config, `lib:NAME` for one
# that programs can open, the path of a file, or `venv`.
SYSTEM_NEEDS=(
    "c++|g++|-"                        # links the Swift runtime; builds llama.cpp and whisper.cpp
    "cmake|cmake|cmake"                # builds llama.cpp and whisper.cpp
    "ninja|ninja-build|ninja"          # builds llama.cpp and whisper.cpp
    "pkg-config|pkg-config|pkgconf"    # tells SwiftPM where libraries are
    "pdftotext|poppler-utils|poppler"  # reads PDFs, in a child process
    "ffmpeg|ffmpeg|ffmpeg"             # decodes recordings, in a child process
    "python3|python3|python3"          # pip brings the pinned packages; converts the model
    "venv|python3-venv|-"
)
if [ "$(uname -s)" = Linux ]; then
    SYSTEM_NEEDS+=(
        "objcopy|binutils|-"           # keeps whisper.cpp's copy of ggml apart from llama.cpp's
        "flite|flite|-"                # speaks the sentences that the tests of the recognizers listen to
        "strace|strace|-"              # shows the tests that nothing is sent under --offline
        "pc:openssl|libssl-dev|-"      # SQLCipher's ciphers
        "pc:sqlite3|libsqlite3-dev|-"  # the header that GRDB is compiled against
        "pc:zlib|zlib1g-dev|-"         # DOCX, EPUB, ODT
    )
fi

system_has() {
    case $1 in
        venv) python3 -c 'import venv, ensurepip' 2>/dev/null ;;
        pc:*) pkg-config --exists "${1#pc:}" 2>/dev/null ;;
        lib:*) PATH=$PATH:/sbin ldconfig -p 2>/dev/null | grep -qF "${1#lib:}" ;;
        /*) [ -e "$1" ] ;;
        *) have "$1" ;;
    esac
}

# Fills MISSING with what is needed and not there, and PACKAGES with what brings it here (column 2 apt, 3 brew).
system_missing() {
    local line need column=$1
    MISSING=() PACKAGES=()
    for line in "${SYSTEM_NEEDS[@]}"; do
        need=${line%%|*}
        ! system_has "$need" || continue
        MISSING+=("$need")
        PACKAGES+=("$(echo "$line" | cut -d'|' -f"$column")")
    done
}

system_install() {
    local packages=("${PACKAGES[@]}")
    if have apt-get; then
        local log=$DEPS/apt.log apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -y)
        if [ "$(id -u)" != 0 ]; then
            have sudo || die "these are missing, and there is no sudo here: ${MISSING[*]}" \
                "Ask an administrator to run: apt-get update && apt-get install ${packages[*]}"
            apt=(sudo "${apt[@]}")
        fi
        local install=("${apt[@]}" install --no-install-recommends "${packages[@]}")
        step "installing ${packages[*]}, through apt"
        if ! "${install[@]}" </dev/null >"$log" 2>&1; then
            # The lists of a fresh container are empty, those of an old one name versions that are gone.
            step "refreshing apt's lists first"
            { "${apt[@]}" update && "${install[@]}"; } </dev/null >>"$log" 2>&1 ||
                { tail -5 "$log" >&2; die "apt could not install them; its log is $log." \
                    "Run by hand: apt-get update && apt-get install ${packages[*]}"; }
        fi
    elif have brew; then
        step "installing ${packages[*]}, through Homebrew"
        brew install --quiet "${packages[@]}" || die "Homebrew could not install ${packages[*]}."
    elif [ "$(uname -s)" = Darwin ]; then
        die "these are missing: ${MISSING[*]}" "Install Homebrew (brew.sh) and run scripts/setup again," \
            "or install them another way; the compiler comes with: xcode-select --install"
    else
        die "these are missing: ${MISSING[*]} (pc:NAME is the development package of a library)" \
            "On Debian and Ubuntu they are called: ${packages[*]}" "Install them with your system's package manager."
    fi
}

have brew && [ "$(uname -s)" = Darwin ] && COLUMN=3 || COLUMN=2
system_missing $COLUMN
if [ ${#MISSING[@]} -gt 0 ]; then
    for package in "${PACKAGES[@]}"; do
        [ "$package" != - ] || die "these are missing: ${MISSING[*]}" "Install Apple's tools: xcode-select --install"
    done
    system_install
    system_missing $COLUMN
    [ ${#MISSING[@]} = 0 ] || die "still missing after the installation: ${MISSING[*]}" "Install: ${PACKAGES[*]}"
fi

# A recognizer with trained weights, through which the tests send real speech: 30 MB, which nobody needs but they. They say
# so where it is missing, so a system that does not have it is no reason to end.
if [ -n "${CI:-}${HEARTH_WITH_POCKETSPHINX:-}" ] && have apt-get; then
    SYSTEM_NEEDS=(
        "lib:libpocketsphinx.so|libpocketsphinx3|-"
        "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin|pocketsphinx-en-us|-"
        "espeak-ng|espeak-ng|-"        # speaks the answers of `hearth listen --ask --speak`
    )
    system_missing 2
    [ ${#MISSING[@]} = 0 ] || (system_install) || step "going on without ${MISSING[*]}: some tests will be skipped"
fi

# What reads the text of pictures and scans: 40 MB with two languages, which the program works without. The tests of it say so where
# it is missing.
if [ -n "${CI:-}${HEARTH_WITH_TESSERACT:-}" ]; then
    if have apt-get; then
        SYSTEM_NEEDS=(
            "tesseract|tesseract-ocr|-"
            "/usr/share/tesseract-ocr/5/tessdata/osd.traineddata|tesseract-ocr-osd|-"
            "/usr/share/tesseract-ocr/5/tessdata/deu.traineddata|tesseract-ocr-deu|-"
        )
    else
        SYSTEM_NEEDS=("tesseract|-|tesseract")
    fi
    system_missing $COLUMN
    [ ${#MISSING[@]} = 0 ] || (system_install) || step "going on without ${MISSING[*]}: some tests will be skipped"
fi
