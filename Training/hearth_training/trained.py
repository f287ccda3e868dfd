"""An encoder with heads of its own, as it is trained, kept in checkpoints and exported."""

from __future__ import annotations

from typing import ClassVar

import torch
from torch import nn

from .base import Base, Shape
from .encoder import Encoder


class Trained(nn.Module):
    """The encoder; who derives from it adds heads."""

    # What the names of its heads' tensors begin with in an exported file.
    prefix: ClassVar[str]

    def __init__(self, shape: Shape, dropout: float = 0.0):
        super().__init__()
        self.encoder = Encoder(shape, dropout)

    def head_tensors(self) -> dict[str, nn.Parameter]:
        """What there is besides the encoder, by the names that the file has for it."""
        return {f"{self.prefix}.{name}": value for name, value in self.named_parameters() if not name.startswith("encoder.")}

    @classmethod
    def read(cls, base: Base, path: str, dropout: float = 0.0) -> Trained:
        """A trained one: a checkpoint, or the file that was exported (`*.gguf`)."""
        model = cls(base.shape, dropout)
        if not path.endswith(".gguf"):
            model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True)["model"])
            return model
        exported = Base(path)
        model.encoder.load_gguf(exported)
        for name, value in model.head_tensors().items():
            value.data.copy_(torch.from_numpy(exported.weights[name]))
        return model

    @classmethod
    def begun(cls, base: Base, start: str | None, dropout: float) -> Trained:
        """One to train: from the base, or from what was trained before."""
        if start:
            return cls.read(base, start, dropout)
        model = cls(base.shape, dropout)
        model.encoder.load_gguf(base)
        return model

    @classmethod
    def teachers(cls, base: Base, paths: list[str], device: str) -> list[Trained]:
        """Trained ones that are only listened to."""
        found = [cls.read(base, path).to(device).eval() for path in paths]
        for teacher in found:
            teacher.requires_grad_(False)
        return found
