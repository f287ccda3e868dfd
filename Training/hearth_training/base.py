"""The encoder that training starts from, read from the GGUF file that `scripts/setup` brings (all-MiniLM-L6-v2)."""

from __future__ import annotations

import dataclasses

import numpy as np
from gguf import GGUFReader, quants
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

# GGUF writes the first piece of a word with this mark and the others bare; WordPiece marks the others with "##".
WORD_START = "▁"
# Where BERT's vocabularies have the token that begins a text and the one that ends it.
CLS, SEP = 101, 102


@dataclasses.dataclass(frozen=True)
class Shape:
    """Sizes of a BERT encoder."""

    width: int
    layers: int
    heads: int
    feed_forward: int
    positions: int
    epsilon: float
    vocabulary: int


class Base:
    """Shape, weights (float32, by GGUF's names) and tokenizer of a BERT encoder in a GGUF file."""

    def __init__(self, path: str):
        self.path = path
        reader = GGUFReader(path)
        field = lambda key: reader.fields[key].contents()
        if field("general.architecture") != "bert":
            raise SystemExit(f"{path} holds no BERT encoder.")
        self.name = field("general.name")
        self.pieces: list[str] = field("tokenizer.ggml.tokens")
        self.shape = Shape(
            width=field("bert.embedding_length"),
            layers=field("bert.block_count"),
            heads=field("bert.attention.head_count"),
            feed_forward=field("bert.feed_forward_length"),
            positions=field("bert.context_length"),
            epsilon=field("bert.attention.layer_norm_epsilon"),
            vocabulary=len(self.pieces),
        )
        self.weights = {
            t.name: np.array(quants.dequantize(t.data, t.tensor_type), dtype=np.float32).reshape(tuple(reversed(t.shape)))
            for t in reader.tensors
        }

    def tokenizer(self) -> Tokenizer:
        """Lower-cased WordPiece without special tokens, with offsets in characters of the text."""
        special = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}

        def wordpiece(piece: str) -> str:
            if piece in special or (piece.startswith("[unused") and piece.endswith("]")):
                return piece
            return piece[1:] if piece.startswith(WORD_START) else "##" + piece

        vocabulary = {wordpiece(piece): index for index, piece in enumerate(self.pieces)}
        if len(vocabulary) != len(self.pieces):
            raise SystemExit(f"Two pieces of {self.path} have one form.")
        tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
        tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        tokenizer.decoder = decoders.WordPiece()
        return tokenizer
