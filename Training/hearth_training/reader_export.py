"""Writes a trained reader as the GGUF file that Hearth loads: matrices in Q8_0, all else in float32.

    python -m hearth_training.reader_export --base … --checkpoint final.pt --calibration calibration.json --out hearth-reader-en.gguf
"""

from __future__ import annotations

import argparse
import hashlib
import json

import numpy as np
import torch
from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter, TokenType, quants

from .base import Base
from .reader import Reader
from .reader_data import QUESTION_TOKENS, STRIDE, WINDOW
from .reader_evaluate import SPAN_TOKENS

NAME = "hearth-reader-en"


def export(base: Base, model: Reader, calibration: dict[str, float], path: str) -> None:
    writer = GGUFWriter(path, "bert")
    writer.add_name(NAME)
    writer.add_description("Reads a passage for the answer to a question: span, answerability, relevance. English.")
    writer.add_license("cc-by-sa-4.0")
    writer.add_languages(["en"])
    writer.add_context_length(base.shape.positions)
    writer.add_embedding_length(base.shape.width)
    writer.add_block_count(base.shape.layers)
    writer.add_feed_forward_length(base.shape.feed_forward)
    writer.add_head_count(base.shape.heads)
    writer.add_layer_norm_eps(base.shape.epsilon)
    writer.add_causal_attention(False)
    original = GGUFReader(base.path)
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre(original.fields["tokenizer.ggml.pre"].contents())
    writer.add_token_list(base.pieces)
    writer.add_token_types([TokenType(kind) for kind in original.fields["tokenizer.ggml.token_type"].contents()])
    writer.add_token_type_count(2)
    writer.add_unk_token_id(100)
    writer.add_sep_token_id(102)
    writer.add_pad_token_id(0)
    writer.add_bos_token_id(101)
    writer.add_mask_token_id(103)
    for key, number in (("version", 1), ("question_tokens", QUESTION_TOKENS), ("window", WINDOW), ("stride", STRIDE), ("span_tokens", SPAN_TOKENS)):
        writer.add_uint32(f"hearth.reader.{key}", number)
    for key, value in calibration.items():
        writer.add_float32(f"hearth.reader.{key}", value)
    named = model.encoder.gguf_tensors()
    named |= {f"reader.{head}.{part}": getattr(getattr(model, head), part) for head in ("span", "passage") for part in ("weight", "bias")}
    for name, tensor in named.items():
        data = tensor.detach().float().cpu().numpy()
        if data.ndim == 2 and not name.startswith("reader."):
            data = quants.quantize(np.ascontiguousarray(data), GGMLQuantizationType.Q8_0)
            writer.add_tensor(name, data, raw_dtype=GGMLQuantizationType.Q8_0)
        else:
            writer.add_tensor(name, data)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--base", required=True)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--calibration", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    base = Base(options.base)
    model = Reader(base.shape)
    model.load_state_dict(torch.load(options.checkpoint, map_location="cpu", weights_only=True)["model"])
    with open(options.calibration) as file:
        export(base, model, json.load(file), options.out)
    with open(options.out, "rb") as file:
        content = file.read()
    print(f"{options.out}: {len(content) / 1e6:.2f} MB, sha256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
