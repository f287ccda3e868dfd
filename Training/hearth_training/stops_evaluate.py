"""Measures a restorer of full stops on talk that it was not trained on, beside what needs no model.

    python -m hearth_training.stops_evaluate --data … --model stops.npz --part test --threshold -0.8
    python -m hearth_training.stops_evaluate --data … --model stops.npz --part dev            # prints the best threshold as well

Weights are rounded as the exported file has them. A gap at which the speaker changes is left out of "within turns": where a transcript names
speakers, sentences end there in any case.
"""

from __future__ import annotations

import argparse

import numpy as np

from .stops_data import UNKNOWN, YES, Document, arrays, read
from .stops_export import rounded
from .stops_train import Model, best_threshold, f1


def lines(documents: list[Document], words: int) -> np.ndarray:
    """A boundary after every so many words, as where captions of one length end."""
    return np.concatenate([(np.arange(1, len(document.words)) % words) == 0 for document in documents])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--part", choices=("dev", "test"), required=True)
    parser.add_argument("--threshold", type=float)
    options = parser.parse_args()
    documents = read(options.data, {options.part})
    model = rounded(Model.load(options.model))[0]
    labels, turns = arrays(documents)
    logits = model.logits(model.rows(documents))
    threshold = options.threshold
    if threshold is None:
        threshold = best_threshold(logits, labels)[0]
        print(f"threshold {threshold:.2f}")
    source = np.concatenate([np.full(len(document.words) - 1, document.source) for document in documents])
    mean = int(np.rint(len(labels) / (labels == YES).sum()))
    told = {
        "restored": logits > threshold,
        "every 7 words": lines(documents, 7),
        f"every {mean} words": lines(documents, mean),
        "none": np.zeros(len(labels), bool),
    }
    for name, guess in told.items():
        for kind in ("all", *sorted(set(source))):
            chosen = np.ones(len(labels), bool) if kind == "all" else source == kind
            inner = chosen & ~turns
            whole, within = f1(guess[chosen], labels[chosen]), f1(guess[inner], labels[inner])
            print(
                f"{name:16} {kind:12} precision {whole[0]:.3f} recall {whole[1]:.3f} F1 {whole[2]:.3f}   "
                f"within turns {within[0]:.3f} {within[1]:.3f} {within[2]:.3f}   "
                f"{int((labels[chosen] == YES).sum())} ends, {int((labels[chosen] == UNKNOWN).sum())} gaps not known"
            )


if __name__ == "__main__":
    main()
