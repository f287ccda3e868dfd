"""What every exported model has in its GGUF file: the encoder as it is, its tokenizer, matrices in Q8_0 and all else in float32."""

from __future__ import annotations

import hashlib

import numpy as np
import torch
from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter, TokenType, quants

from .base import CLS, SEP, Base


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


def finish(file: GGUFWriter, path: str, encoder: dict[str, torch.Tensor], heads: dict[str, torch.Tensor]) -> None:
    """Writes the tensors, those of `heads` in float32, and prints size and hash."""
    for name, tensor in (encoder | heads).items():
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
