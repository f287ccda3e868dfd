"""BERT (Devlin et al. 2018, arXiv:1810.04805) with GGUF's names for its weights, so that export needs no table."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from .base import Base, Shape


class Layer(nn.Module):
    def __init__(self, shape: Shape, dropout: float):
        super().__init__()
        width = shape.width
        self.heads = shape.heads
        self.dropout = dropout
        self.attn_qkv = nn.Linear(width, 3 * width)  # three of GGUF's matrices in one product
        self.attn_output = nn.Linear(width, width)
        self.attn_output_norm = nn.LayerNorm(width, eps=shape.epsilon)
        self.ffn_up = nn.Linear(width, shape.feed_forward)
        self.ffn_down = nn.Linear(shape.feed_forward, width)
        self.layer_output_norm = nn.LayerNorm(width, eps=shape.epsilon)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape
        q, k, v = self.attn_qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        dropped = self.dropout if self.training else 0.0
        seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=dropped)
        x = self.attn_output_norm(x + F.dropout(self.attn_output(seen.transpose(1, 2).reshape(batch, length, width)), dropped))
        return self.layer_output_norm(x + F.dropout(self.ffn_down(F.gelu(self.ffn_up(x))), dropped))


class Encoder(nn.Module):
    """Tokens, their segments (0 or 1) and a mask of real tokens, each batch × length, to batch × length × width.

    `added`, of the output's form, goes to the embeddings before they are normalized: what a model knows of a token besides.
    `dropout` holds while training, where BERT has it: after the embeddings, over attention, after both parts of a layer."""

    def __init__(self, shape: Shape, dropout: float = 0.0):
        super().__init__()
        self.shape = shape
        self.dropout = dropout
        self.token_embd = nn.Embedding(shape.vocabulary, shape.width)
        self.token_types = nn.Embedding(2, shape.width)
        self.position_embd = nn.Embedding(shape.positions, shape.width)
        self.token_embd_norm = nn.LayerNorm(shape.width, eps=shape.epsilon)
        self.blk = nn.ModuleList(Layer(shape, dropout) for _ in range(shape.layers))

    def forward(self, tokens: torch.Tensor, segments: torch.Tensor, real: torch.Tensor, added: torch.Tensor | None = None) -> torch.Tensor:
        positions = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.token_embd(tokens) + self.token_types(segments) + self.position_embd(positions)
        x = F.dropout(self.token_embd_norm(x if added is None else x + added), self.dropout, self.training)
        mask = torch.zeros(real.shape, dtype=x.dtype, device=x.device).masked_fill(~real, -1e4)[:, None, None, :]
        if torch.is_autocast_enabled(x.device.type):
            mask = mask.to(torch.get_autocast_dtype(x.device.type))
        for layer in self.blk:
            x = layer(x, mask)
        return x

    def gguf_tensors(self) -> dict[str, torch.Tensor]:
        """The weights under GGUF's names."""
        named = {}
        for name, value in self.state_dict().items():
            if ".attn_qkv." in name:
                for part, tensor in zip("qkv", value.chunk(3)):
                    named[name.replace("attn_qkv", f"attn_{part}")] = tensor
            else:
                named[name] = value
        return named

    def load_gguf(self, base: Base) -> None:
        """Takes the weights of a file; one that lacks a tensor, or has it in another shape, is refused."""
        state = {}
        for name in self.state_dict():
            if ".attn_qkv." in name:
                state[name] = torch.cat([torch.from_numpy(base.weights[name.replace("attn_qkv", f"attn_{p}")]) for p in "qkv"])
            else:
                state[name] = torch.from_numpy(base.weights[name])
        self.load_state_dict(state)
