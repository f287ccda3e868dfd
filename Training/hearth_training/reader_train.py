"""Trains the reader, resumably; `training.py` has the loop and says how.

    python -m hearth_training.reader_train --features FOLDER --base all-MiniLM-L6-v2.gguf --out FOLDER --windows 80000
"""

from __future__ import annotations

import os

import numpy as np
import torch

from . import training
from .base import Base
from .reader import Reader, batch, loss


class Features:
    """Windows in pairs (a question with the passage that answers and one that does not stay together), in batches of like length."""

    def __init__(self, path: str):
        with np.load(path) as file:
            self.data = {name: file[name] for name in file.files}
        self.offsets = np.concatenate([[0], np.cumsum(self.data["lengths"])])
        starts = np.flatnonzero(np.diff(self.data["pair"], prepend=-1))
        ends = np.append(starts[1:], len(self.data["pair"]))
        self.units = list(zip(starts.tolist(), ends.tolist()))
        self.count = len(self.data["lengths"])

    def row(self, index: int):
        return self.data["tokens"][self.offsets[index] : self.offsets[index + 1]], int(self.data["passage"][index])

    def batches(self, seed: int, size: int, skip: int):
        """Batches without end, of about `size` windows, `skip` of them passed over."""
        epoch, given = 0, 0
        longest = np.array([self.data["lengths"][a:b].max() for a, b in self.units])
        while True:
            random = np.random.default_rng([seed, epoch])
            order = random.permutation(len(self.units))
            for at in range(0, len(order), size * 40):
                chunk = order[at : at + size * 40]
                chunk = chunk[np.argsort(longest[chunk], kind="stable")]
                made, current = [], []
                for unit in chunk:
                    current += range(*self.units[unit])
                    if len(current) >= size:
                        made.append(current)
                        current = []
                if current:
                    made.append(current)
                for index in random.permutation(len(made)):
                    given += 1
                    if given > skip:
                        yield made[index]
            epoch += 1


def main() -> None:
    options = training.options(__doc__.split("\n")[0], windows=160_000, cooldown=16_000, warm=3_000, batch=16).parse_args()
    torch.manual_seed(options.seed)
    base = Base(options.base)
    model = Reader(base.shape)
    model.encoder.load_gguf(base)
    model.to(options.device).train()
    features = Features(os.path.join(options.features, "features.npz"))

    def step(run, rows):
        inputs = batch([features.row(i) for i in rows], options.device, multiple=32 if options.compile else 8)
        column = lambda name, kind: torch.from_numpy(features.data[name][rows]).to(options.device, kind)
        with torch.autocast(options.device, torch.bfloat16):
            spans, passage = run(*inputs)
        total, parts = loss(
            spans, passage, column("first", torch.long), column("last", torch.long), column("answerable", torch.float32),
            column("relevant", torch.float32), column("pair", torch.long),
        )
        return total, parts, len(rows)

    heads = [*model.span.parameters(), *model.passage.parameters()]
    training.train(options, model, heads, lambda skip: features.batches(options.seed, options.batch, skip), step)


if __name__ == "__main__":
    main()
