"""Trains the tagger, resumably; `training.py` has the loop and says how.

    python -m hearth_training.tagger_train --features FOLDER --base all-MiniLM-L6-v2.gguf --out FOLDER --windows 150000

FOLDER is where `tagger_data` wrote `sentences.npz`. All tasks are trained at once, each batch a mixture (`tagger_windows.py` says
in which shares); a head learns from the sentences whose source says something about it.
"""

from __future__ import annotations

import os

import torch

from . import training
from .base import Base
from .tagger import Tagger, Window, batch, label_loss, name_loss, salience_loss, sentence_states, valence_loss
from .tagger_labels import POLARITIES
from .tagger_windows import Drawing, Sentences

# What each part of the loss weighs. A sentence's emotions and acts are sums over twelve and nine labels, so they count less.
WEIGHTS = dict(names=1.0, valence=0.15, polarity=0.4, emotions=0.25, acts=0.3, salience=0.4)


def losses(model: Tagger, states: torch.Tensor, windows: list[Window], sentences: Sentences) -> dict[str, torch.Tensor]:
    """The parts of the loss that a batch has something for."""
    data, device = sentences.data, states.device
    columns = lambda name, numbers: torch.from_numpy(data[name][numbers]).to(device)
    numbers = [i for window in windows for i in window.sentences]
    whole = sentence_states(states, windows)
    parts = {}

    labelled = [(row, place, choice) for row, window in enumerate(windows) for place, choice in enumerate(window.names) if choice > 0]
    if labelled:
        row, place, choice = torch.tensor(labelled, device=device).unbind(1)
        chosen = choice.cpu().numpy()
        parts["names"] = name_loss(model.names(states[row, place]).float(), columns("choice_shares", chosen), columns("choice_weights", chosen))
    mood = model.mood(whole).float()
    polarity, valence = columns("polarity", numbers), columns("valence", numbers)
    if bool((polarity >= 0).any() or (~valence.isnan()).any()):
        parts["valence"] = valence_loss(mood[:, 0], valence, polarity)
        parts["polarity"] = label_loss(mood[:, 1 : 1 + len(POLARITIES)], polarity)
    for name, logits in (("emotions", mood[:, 1 + len(POLARITIES) :]), ("acts", model.acts(whole).float())):
        labels = columns(name, numbers)
        if bool((labels >= 0).any()):
            parts[name] = label_loss(logits, labels)
    worth, document = columns("worth", numbers), columns("document", numbers)
    if bool((~worth.isnan()).any()):
        parts["salience"] = salience_loss(model.salience(whole)[:, 0].float(), worth, document)
    return parts


def main() -> None:
    parser = training.options(__doc__.split("\n")[0], windows=150_000, cooldown=25_000, warm=4_000, batch=2_560)
    parser.add_argument("--alone", action="store_true", help="windows of one sentence, for comparison")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    base = Base(options.base)
    model = Tagger(base.shape)
    model.encoder.load_gguf(base)
    model.to(options.device).train()
    sentences = Sentences(os.path.join(options.features, "sentences.npz"))
    drawing = Drawing(sentences, options.alone)

    def step(run, windows):
        with torch.autocast(options.device, torch.bfloat16):
            states = run(*batch(windows, options.device, multiple=32 if options.compile else 8))
            parts = losses(model, states, windows, sentences)
        total = sum(WEIGHTS[name] * part for name, part in parts.items())
        return total, {name: parts[name].item() if name in parts else float("nan") for name in WEIGHTS}, len(windows)

    training.train(options, model, list(model.head_tensors().values()), lambda skip: drawing.batches(options.seed, options.batch, skip), step)


if __name__ == "__main__":
    main()
