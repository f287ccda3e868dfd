"""Trains the tagger, resumably; `training.py` has the loop and says how.

    python -m hearth_training.tagger_train --features FOLDER --base all-MiniLM-L6-v2.gguf --out FOLDER --windows 150000

FOLDER is where `tagger_data` wrote `sentences.npz`. All tasks are trained at once, each batch a mixture (`tagger_windows.py` says
in which shares); a head learns from the sentences whose source says something about it.
"""

from __future__ import annotations

import os

import torch
from torch.nn import functional as F

from . import training
from .base import WORD_START, Base
from .tagger import Tagger, Window, batch, label_loss, name_loss, salience_loss, sentence_places, sentence_states, valence_loss
from .tagger_labels import POLARITIES
from .tagger_windows import Drawing, Sentences

# What each part of the loss weighs. A sentence's emotions and acts are sums over twelve and nine labels, so they count less.
WEIGHTS = dict(names=1.0, valence=0.15, polarity=0.4, emotions=0.25, acts=0.3, salience=0.4)
Made = dict[str, torch.Tensor]


def made(windows: list[Window], sentences: Sentences, multiple: int) -> tuple[tuple[torch.Tensor, ...], Made]:
    """The input of a batch, and what is known of it; only what it has something for."""
    data = sentences.data
    numbers = [i for window in windows for i in window.sentences]
    column = lambda name: torch.from_numpy(data[name][numbers])
    known = dict(zip(("row", "start", "end"), sentence_places(windows)))
    labelled = [(row, place, choice) for row, window in enumerate(windows) for place, choice in enumerate(window.names) if choice > 0]
    if labelled:
        known["name row"], known["name place"], choice = torch.tensor(labelled).unbind(1)
        known["shares"], known["weights"] = (torch.from_numpy(data[name][choice.numpy()]) for name in ("choice_shares", "choice_weights"))
    polarity, valence, worth = column("polarity"), column("valence"), column("worth")
    if bool((polarity >= 0).any() or (~valence.isnan()).any()):
        known |= dict(polarity=polarity, valence=valence)
    for name in ("emotions", "acts"):
        if bool((column(name) >= 0).any()):
            known[name] = column(name)
    if bool((~worth.isnan()).any()):
        known |= dict(worth=worth, document=column("document"))
    return batch(windows, multiple=multiple), known


def losses(model: Tagger, states: torch.Tensor, whole: torch.Tensor, known: Made) -> dict[str, torch.Tensor]:
    """The parts of the loss that a batch has something for."""
    parts = {}
    if "shares" in known:
        parts["names"] = name_loss(model.names(states[known["name row"], known["name place"]]).float(), known["shares"], known["weights"])
    mood = model.mood(whole).float()
    if "polarity" in known:
        parts["valence"] = valence_loss(mood[:, 0], known["valence"], known["polarity"])
        parts["polarity"] = label_loss(mood[:, 1 : 1 + len(POLARITIES)], known["polarity"])
    for name, logits in (("emotions", mood[:, 1 + len(POLARITIES) :]), ("acts", model.acts(whole).float())):
        if name in known:
            parts[name] = label_loss(logits, known[name])
    if "worth" in known:
        parts["salience"] = salience_loss(model.salience(whole)[:, 0].float(), known["worth"], known["document"])
    return parts


def taught(model: Tagger, teachers: list[Tagger], inputs, states: torch.Tensor, whole: torch.Tensor, known: Made, begins: torch.Tensor) -> torch.Tensor:
    """How far what is said lies from the mean of what teachers say, of every word and every sentence, whatever its source knows of it: so a mood is
    learned from meetings too, and names from forums. `begins`: of each token of the vocabulary whether it begins a word."""
    words = begins[inputs[0]] & inputs[2]
    emotions, count = slice(1 + len(POLARITIES), None), len(whole)
    with torch.no_grad():
        names, moods, acts = [], [], []
        for teacher in teachers:
            theirs = teacher(*inputs)
            sentence = sentence_states(theirs, known["row"], known["start"], known["end"])
            names.append(torch.softmax(teacher.names(theirs[words]).float(), 1))
            moods.append(teacher.mood(sentence).float())
            acts.append(torch.sigmoid(teacher.acts(sentence).float()))
        chances = torch.stack([torch.sigmoid(mood[:, 1:]) for mood in moods]).mean(0)
        valence = torch.stack([mood[:, 0] for mood in moods]).mean(0)
    mood = model.mood(whole).float()
    away = lambda logits, target: F.binary_cross_entropy_with_logits(logits, target, reduction="sum") / count
    return (
        WEIGHTS["names"] * F.kl_div(torch.log_softmax(model.names(states[words]).float(), 1), torch.stack(names).mean(0), reduction="batchmean")
        + WEIGHTS["valence"] * ((mood[:, 0] - valence) / 0.17).square().mean()
        + WEIGHTS["polarity"] * away(mood[:, 1 : 1 + len(POLARITIES)], chances[:, : len(POLARITIES)])
        + WEIGHTS["emotions"] * away(mood[:, emotions], chances[:, len(POLARITIES) :])
        + WEIGHTS["acts"] * away(model.acts(whole).float(), torch.stack(acts).mean(0))
    )


def main() -> None:
    parser = training.options(__doc__.split("\n")[0], windows=150_000, cooldown=25_000, warm=4_000, batch=2_560)
    parser.add_argument("--alone", action="store_true", help="windows of one sentence, for comparison")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    base = Base(options.base)
    model = Tagger.begun(base, options.start, options.dropout).to(options.device).train()
    teachers = Tagger.teachers(base, options.teachers, options.device)
    begins = torch.tensor([piece.startswith(WORD_START) for piece in base.pieces], device=options.device)
    sentences = Sentences(os.path.join(options.features, "sentences.npz"))
    drawing = Drawing(sentences, options.alone)

    def batches(skip):
        for windows in drawing.batches(options.seed, options.batch, skip):
            yield made(windows, sentences, 32 if options.compile else 8)

    def step(run, prepared):
        inputs, known = prepared
        inputs = [column.to(options.device, non_blocking=True) for column in inputs]
        known = {name: column.to(options.device, non_blocking=True) for name, column in known.items()}
        with torch.autocast(options.device, torch.bfloat16):
            states = run(*inputs)
            whole = sentence_states(states, known["row"], known["start"], known["end"])
            parts = losses(model, states, whole, known)
            total = sum(WEIGHTS[name] * part for name, part in parts.items())
            if teachers:
                parts["taught"] = taught(model, teachers, inputs, states, whole, known, begins)
                total = (1 - options.taught) * total + options.taught * parts["taught"]
        return total, parts, len(inputs[0])

    training.train(options, model, list(model.head_tensors().values()), batches, step)


if __name__ == "__main__":
    main()
