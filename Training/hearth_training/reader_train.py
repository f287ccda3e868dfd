"""Trains the reader, resumably; `training.py` has the loop and says how.

    python -m hearth_training.reader_train --features FOLDER --base all-MiniLM-L6-v2.gguf --out FOLDER --windows 80000
"""

from __future__ import annotations

import os

import numpy as np
import torch

from . import training
from .base import Base
from .reader import Reader, batch, distilled, loss


class Features:
    """Windows in pairs (a question with the passage that answers and one that does not stay together), in batches of like length."""

    def __init__(self, path: str):
        with np.load(path) as file:
            self.data = {name: file[name] for name in file.files}
        self.offsets = np.concatenate([[0], np.cumsum(self.data["lengths"], dtype=np.int64)])
        starts = np.flatnonzero(np.diff(self.data["pair"], prepend=-1))
        ends = np.append(starts[1:], len(self.data["pair"]))
        # Of each pass over the questions its pairs: an epoch is a pass, cut and given wrong passages in its own way.
        cuts = np.flatnonzero(np.diff(self.data["pass"][starts])) + 1
        self.passes = [list(zip(a.tolist(), b.tolist())) for a, b in zip(np.split(starts, cuts), np.split(ends, cuts))]
        self.longest = np.maximum.reduceat(self.data["lengths"], starts)
        self.unit = {int(start): index for index, start in enumerate(starts)}

    def row(self, index: int):
        return self.data["tokens"][self.offsets[index] : self.offsets[index + 1]], int(self.data["passage"][index])

    def batches(self, seed: int, size: int, skip: int):
        """Batches without end, of about `size` windows, `skip` of them passed over."""
        epoch, given = 0, 0
        while True:
            random = np.random.default_rng([seed, epoch])
            units = self.passes[(seed + epoch) % len(self.passes)]
            longest = np.array([self.longest[self.unit[start]] for start, _ in units])
            order = random.permutation(len(units))
            for at in range(0, len(order), size * 40):
                chunk = order[at : at + size * 40]
                chunk = chunk[np.argsort(longest[chunk], kind="stable")]
                made, current = [], []
                for unit in chunk:
                    current += range(*units[unit])
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
    model = Reader.begun(base, options.start, options.dropout).to(options.device).train()
    teachers = Reader.teachers(base, options.teachers, options.device)
    features = Features(os.path.join(options.features, "features.npz"))
    kinds = dict(first=torch.long, last=torch.long, answerable=torch.float32, relevant=torch.float32, pair=torch.long)

    def batches(skip):
        for rows in features.batches(options.seed, options.batch, skip):
            inputs = batch([features.row(i) for i in rows], multiple=32 if options.compile else 8)
            yield inputs, {name: torch.from_numpy(features.data[name][rows]).to(kind) for name, kind in kinds.items()}

    def step(run, made):
        inputs, known = made
        inputs = [column.to(options.device, non_blocking=True) for column in inputs]
        known = {name: column.to(options.device, non_blocking=True) for name, column in known.items()}
        with torch.autocast(options.device, torch.bfloat16):
            spans, passage = run(*inputs)
            with torch.no_grad():
                taught = [teacher(*inputs) for teacher in teachers]
        total, parts = loss(spans, passage, **known)
        if taught:
            parts["taught"] = distilled(spans, passage, taught, known["answerable"])
            total = (1 - options.taught) * total + options.taught * parts["taught"]
        return total, parts, len(inputs[0])

    heads = [*model.span.parameters(), *model.passage.parameters()]
    training.train(options, model, heads, batches, step)


if __name__ == "__main__":
    main()
