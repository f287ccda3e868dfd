"""Trains the reader, resumably.

    python -m hearth_training.reader_train --features FOLDER --base all-MiniLM-L6-v2.gguf --out FOLDER --windows 80000

The rate rises over the first windows, stays, and falls to nothing over the last `--cooldown` windows (warm-up, stable, decay: Hu
et al. 2024, arXiv:2404.06395), so that a run can be lengthened: `stable.pt` is the state before the fall, and `--resume` goes on
from it (or from `latest.pt`, written every few minutes). Making a file named `cool` in the output folder begins the fall at once.
"""

from __future__ import annotations

import argparse
import json
import os
import time

import numpy as np
import torch

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


def rate(seen: int, warm: int, cooling_from: int | None, cooldown: int) -> float:
    if cooling_from is not None:
        return max(0.0, 1 - (seen - cooling_from) / cooldown)
    return min(1.0, (seen + 1) / warm)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--features", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--windows", type=int, default=160_000, help="windows to train on in all, those before a resumption too")
    parser.add_argument("--cooldown", type=int, default=16_000)
    parser.add_argument("--warm", type=int, default=3_000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--head-rate", type=float, default=7.5e-4)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--resume")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--compile", action="store_true", help="compile the encoder: slow to begin, then faster")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    os.makedirs(options.out, exist_ok=True)

    base = Base(options.base)
    model = Reader(base.shape)
    model.encoder.load_gguf(base)
    model.to(options.device).train()
    heads = [*model.span.parameters(), *model.passage.parameters()]
    optimizer = torch.optim.AdamW(
        [
            {"params": list(model.encoder.parameters()), "lr": options.rate, "weight_decay": 0.01},
            {"params": heads, "lr": options.head_rate, "weight_decay": 0.0},
        ],
        fused=True,
    )
    top = [group["lr"] for group in optimizer.param_groups]
    features = Features(os.path.join(options.features, "features.npz"))
    step = seen = 0
    cooling_from: int | None = None
    if options.resume:
        state = torch.load(options.resume, map_location=options.device, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        step, seen, cooling_from = state["step"], state["seen"], state["cooling_from"]

    def save(name: str) -> None:
        state = dict(model=model.state_dict(), optimizer=optimizer.state_dict(), step=step, seen=seen, cooling_from=cooling_from)
        path = os.path.join(options.out, name)
        torch.save(state, path + ".part")
        os.replace(path + ".part", path)

    run = torch.compile(model, dynamic=False) if options.compile else model
    if options.compile:
        torch._dynamo.config.cache_size_limit = 64
    cool = os.path.join(options.out, "cool")
    began = reported = saved = time.time()
    first_seen, tally = seen, []
    for rows in features.batches(options.seed, options.batch, skip=step):
        if cooling_from is None and (seen >= options.windows - options.cooldown or os.path.exists(cool)):
            save("stable.pt")
            cooling_from = seen
        factor = rate(seen, options.warm, cooling_from, options.cooldown)
        if factor <= 0:
            break
        for group, highest in zip(optimizer.param_groups, top):
            group["lr"] = highest * factor
        inputs = batch([features.row(i) for i in rows], options.device, multiple=32 if options.compile else 8)
        column = lambda name, kind: torch.from_numpy(features.data[name][rows]).to(options.device, kind)
        with torch.autocast(options.device, torch.bfloat16):
            spans, passage = run(*inputs)
        total, parts = loss(
            spans, passage, column("first", torch.long), column("last", torch.long), column("answerable", torch.float32),
            column("relevant", torch.float32), column("pair", torch.long),
        )
        optimizer.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step, seen = step + 1, seen + len(rows)
        tally.append(parts)
        now = time.time()
        if now - reported > 30:
            means = {name: round(float(np.mean([t[name] for t in tally])), 3) for name in parts}
            pace = (seen - first_seen) / (now - began)
            print(json.dumps(dict(step=step, seen=seen, minutes=round((now - began) / 60, 1), per_second=round(pace, 1), rate=factor, **means)), flush=True)
            reported, tally = now, []
        if now - saved > 300:
            save("latest.pt")
            saved = now
    save("final.pt")
    print(json.dumps(dict(done=True, step=step, seen=seen, minutes=round((time.time() - began) / 60, 1))), flush=True)


if __name__ == "__main__":
    main()
