"""What every exported model has in its GGUF file: the encoder as it is, its tokenizer, matrices in Q8_0 and all else in float32."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable

import numpy as np
from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter, TokenType, quants

from .base import CLS, SEP, Base
from .trained import Trained


def writer(base: Base, path: str, name: str, description: str) -> GGUFWriter:
    """A file that has what is said about the encoder and its vocabulary; keys of its heads follow, then `finish`."""
    file = GGUFWriter(path, "bert")
    file.add_name(name)
    file.add_description(description)
    file.add_license("cc-by-sa-4.0")
    file.add_languages(["en"])
    file.add_context_length(base.shape.positions)
    file.add_embedding_length(base.shape.width)
    file.add_block_count(base.shape.layers)
    file.add_feed_forward_length(base.shape.feed_forward)
    file.add_head_count(base.shape.heads)
    file.add_layer_norm_eps(base.shape.epsilon)
    file.add_causal_attention(False)
    original = GGUFReader(base.path)
    file.add_tokenizer_model("bert")
    file.add_tokenizer_pre(original.fields["tokenizer.ggml.pre"].contents())
    file.add_token_list(base.pieces)
    file.add_token_types([TokenType(kind) for kind in original.fields["tokenizer.ggml.token_type"].contents()])
    file.add_token_type_count(2)
    file.add_unk_token_id(100)
    file.add_sep_token_id(SEP)
    file.add_pad_token_id(0)
    file.add_bos_token_id(CLS)
    file.add_mask_token_id(103)
    return file


def finish(file: GGUFWriter, path: str, model: Trained) -> None:
    """Writes the tensors, those of the heads in float32, and prints size and hash."""
    heads = model.head_tensors()
    for name, tensor in (model.encoder.gguf_tensors() | heads).items():
        data = tensor.detach().float().cpu().numpy()
        if data.ndim == 2 and name not in heads:
            data = quants.quantize(np.ascontiguousarray(data), GGMLQuantizationType.Q8_0)
            file.add_tensor(name, data, raw_dtype=GGMLQuantizationType.Q8_0)
        else:
            file.add_tensor(name, data)
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()
    with open(path, "rb") as written:
        content = written.read()
    print(f"{path}: {len(content) / 1e6:.2f} MB, sha256 {hashlib.sha256(content).hexdigest()}")


def main(about: str, kind: type[Trained], write: Callable[[Base, Trained, dict, str], None]) -> None:
    """The command of a module that exports: `write` is called with the base, the trained model, its calibration and the file's path."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("--base", required=True)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--calibration", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    base = Base(options.base)
    with open(options.calibration) as file:
        write(base, kind.read(base, options.checkpoint), json.load(file), options.out)
