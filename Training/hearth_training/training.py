"""The loop that every model here is trained with, resumably.

The rate rises over the first windows, stays, and falls to nothing over the last `--cooldown` windows (warm-up, stable, decay: Hu
et al. 2024, arXiv:2404.06395), so that a run can be lengthened: `stable.pt` is the state before the fall, and `--resume` goes on
from it (or from `latest.pt`, written every few minutes). Making a file named `cool` in the output folder begins the fall at once. Where a machine
is lent for a time, `--seconds` says when to end instead, whatever number of windows that makes.

Several runs of different seeds can teach one (`--teachers`): it learns from the data and from the mean of what they say of it, which is
worth nearly what asking all of them would be (Hinton et al. 2015, arXiv:1503.02531).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset

REPORT_SECONDS, SAVE_SECONDS = 30, 300


def options(summary: str, windows: int, cooldown: int, warm: int, batch: int) -> argparse.ArgumentParser:
    """The options that all trainings have; the numbers are their defaults."""
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument("--features", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--windows", type=int, default=windows, help="windows to train on in all, those before a resumption too")
    parser.add_argument("--cooldown", type=float, default=cooldown)
    parser.add_argument("--warm", type=int, default=warm)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--head-rate", type=float, default=7.5e-4)
    parser.add_argument("--seconds", type=float, help="how long to train; --windows says nothing then, and --cooldown is a share")
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--start", help="a checkpoint whose weights training begins with, instead of the base's")
    parser.add_argument("--teachers", nargs="*", default=[], help="checkpoints whose mean it learns from as well")
    parser.add_argument("--taught", type=float, default=0.5, help="what the teachers weigh, the data having the rest")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--resume")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--compile", action="store_true", help="compile the encoder: slow to begin, then faster")
    return parser


def rate(seen: int, warm: int, cooling_from: int | None, cooldown: int) -> float:
    if cooling_from is not None:
        return max(0.0, 1 - (seen - cooling_from) / cooldown)
    return min(1.0, (seen + 1) / warm)


class Ahead(IterableDataset):
    """Batches that are made ready while the one before is learned from."""

    def __init__(self, batches: Callable[[], Iterator]):
        self.batches = batches

    def __iter__(self) -> Iterator:
        return iter(self.batches())


def ahead(batches: Callable[[], Iterator], device: str) -> Iterator:
    """On a GPU, whose steps are shorter than what it takes to make a batch ready, a process of its own does it."""
    if device == "cpu":
        return batches()
    return iter(DataLoader(Ahead(batches), batch_size=None, num_workers=1, prefetch_factor=16, collate_fn=lambda batch: batch))


def train(
    chosen: argparse.Namespace,
    model: nn.Module,
    heads: list[nn.Parameter],
    batches: Callable[[int], Iterator],
    loss: Callable[[nn.Module, object], tuple[torch.Tensor, dict[str, torch.Tensor], int]],
) -> None:
    """Trains `model`, already on its device, whose freshly made parameters are `heads`, and writes `final.pt`.

    `batches` gives batches without end, as many passed over as it is asked; `loss` puts one through the model and gives what is
    to be made smaller, those of its parts by name that the batch had something for, and how many windows there were.
    """
    os.makedirs(chosen.out, exist_ok=True)
    ours = {id(parameter) for parameter in heads}
    optimizer = torch.optim.AdamW(
        [
            {"params": [p for p in model.parameters() if id(p) not in ours], "lr": chosen.rate, "weight_decay": 0.01},
            {"params": heads, "lr": chosen.head_rate, "weight_decay": 0.0},
        ],
        fused=True,
    )
    top = [group["lr"] for group in optimizer.param_groups]
    step = seen = 0
    cooling_from: int | None = None
    if chosen.resume:
        state = torch.load(chosen.resume, map_location=chosen.device, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        step, seen, cooling_from = state["step"], state["seen"], state["cooling_from"]

    def save(name: str) -> None:
        state = dict(model=model.state_dict(), optimizer=optimizer.state_dict(), step=step, seen=seen, cooling_from=cooling_from)
        path = os.path.join(chosen.out, name)
        torch.save(state, path + ".part")
        os.replace(path + ".part", path)

    run = model
    if chosen.compile:
        torch._dynamo.config.cache_size_limit = 64
        run = torch.compile(model, dynamic=False)
    cool = os.path.join(chosen.out, "cool")
    began = reported = saved = time.time()
    first_seen, tally = seen, []
    for batch in ahead(lambda: batches(step), chosen.device):
        if chosen.seconds:
            left = 1 - (time.time() - began) / chosen.seconds
            factor = min(rate(seen, chosen.warm, None, 0), max(0.0, left / chosen.cooldown))
        else:
            if cooling_from is None and (seen >= chosen.windows - chosen.cooldown or os.path.exists(cool)):
                save("stable.pt")
                cooling_from = seen
            factor = rate(seen, chosen.warm, cooling_from, chosen.cooldown)
        if factor <= 0:
            break
        for group, highest in zip(optimizer.param_groups, top):
            group["lr"] = highest * factor
        total, parts, count = loss(run, batch)
        optimizer.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step, seen = step + 1, seen + count
        tally.append({name: part.detach() for name, part in parts.items()})
        now = time.time()
        if now - reported > REPORT_SECONDS:
            means = {name: round(mean([t[name].item() for t in tally if name in t]), 3) for name in sorted({n for t in tally for n in t})}
            pace = (seen - first_seen) / (now - began)
            minutes = (now - began) / 60
            print(json.dumps(dict(step=step, seen=seen, minutes=round(minutes, 1), per_second=round(pace, 1), rate=factor, **means)), flush=True)
            reported, tally = now, []
        if now - saved > SAVE_SECONDS:
            save("latest.pt")
            saved = now
    save("final.pt")
    print(json.dumps(dict(done=True, step=step, seen=seen, minutes=round((time.time() - began) / 60, 1))), flush=True)


def mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else float("nan")
