"""Writes a trained tagger as the GGUF file that Hearth loads.

    python -m hearth_training.tagger_export --base … --checkpoint final.pt --calibration calibration.json --out hearth-tagger-en.gguf

The file is a BERT encoder as llama.cpp and Hearth know it (architecture `bert`, vocabulary and sizes under the usual keys, matrices in
Q8_0, norms and biases in float32), with heads of its own beside it.

**A window.** Sentences of a document in their order, as many as `hearth.tagger.window` tokens hold, special ones included:

    [CLS] pieces of the first sentence [CLS] pieces of the second … [SEP]

A sentence of more than `window` - 2 pieces is cut there. Pieces are the vocabulary's (lower-cased WordPiece, no special tokens within). Positions count
from 0 through the whole window. The token type is 0 from the start of the window and turns (0, 1, 0, …) at the [CLS] of each sentence that another
speaker says than the one before; the last [SEP] has that of the last sentence. Where nobody is named it is 0 throughout.

**Case.** To the sum of the token's, its type's and its position's embedding, before the embedding norm, row `c` of `tagger.case.weight` is added (also
row 0, which is not zero), where `c` is the shape of the word that the piece is of. A word is what the pre-tokenizer parts: a run of characters without
white space and punctuation, or a single character of punctuation. Of a word's characters as they stand in the text, before lower-casing:

    no letter:                          6 "digits" if it has a digit, else 0 "none" (also [CLS] and [SEP])
    no capital:                         7 "first lower" if no word with a letter stands before it in its sentence, else 1 "lower"
    one capital, at its beginning:      8 "first capital" if likewise first; else 2 "capital", or 4 "letter" for a word of one character
      (a word with no other letter counts here only where it is one character long: "A" does, "A30" goes on below)
    all letters capitals:               3 "upper"
    else:                               5 "mixed"

**Heads**, each a matrix (a row for each label, float32) and a bias, over the encoder's last states. What is told of a sentence is told of the mean of
the states of its tokens: its [CLS] and its pieces, without [SEP].

    tagger.names.{weight,bias}      at the first piece of every word, softmax over `hearth.tagger.names.labels` ("O", "B-PER", "I-PER", …). The best
                                    sequence of a sentence in which I-T follows only B-T or I-T (Viterbi over log-softmax; words that begin a
                                    sentence may not be I-…). A span goes from its first word's start to its last word's end.
    tagger.mood.{weight,bias}       of each sentence: rows as in `hearth.tagger.mood.labels`: "valence", a number of about -1 to 1 as it is
                                    (spread of 0.17 in EmoBank's texts); then "positive", "negative" and the emotions
    tagger.acts.{weight,bias}       of each sentence, rows as in `hearth.tagger.acts.labels`
    tagger.salience.{weight,bias}   of each sentence, one row: higher is worth more for the summary of the document. Only differences within a document mean
                                    something; bring them to mean 0 and spread 1 before joining them with anything else

Mood and acts are each told by themselves: p = sigmoid(scale · logit + shift), and the label holds where p ≥ threshold, with the arrays
`hearth.tagger.{mood,acts}.{scale,shift,threshold}` in the order of the labels (valence's are 1, 0 and 0 and mean nothing). p is the frequency
among sentences of the sources' development parts; the threshold gives the best F1 there.

`hearth.tagger.version` is 2 (1 told sentences by their [CLS] alone), `hearth.tagger.case.labels` names the shapes; a reader refuses a version that it does not know, and label lists that lack a name
it needs.
"""

from __future__ import annotations

from . import export
from .base import Base
from .tagger import CASES, WINDOW, Tagger
from .tagger_labels import ACTS, EMOTIONS, NAME_LABELS, POLARITIES

NAME = "hearth-tagger-en"
AS_IT_IS = [1.0, 0.0, 0.0]
UNCALIBRATED = [1.0, 0.0, 0.5]


def write(base: Base, model: Tagger, calibration: dict[str, list[float]], path: str) -> None:
    description = "Tells names, mood, acts of speech and what matters for a summary, sentence by sentence. English."
    file = export.writer(base, path, NAME, description)
    file.add_uint32("hearth.tagger.version", 2)
    file.add_uint32("hearth.tagger.window", WINDOW)
    file.add_array("hearth.tagger.case.labels", list(CASES))
    file.add_array("hearth.tagger.names.labels", list(NAME_LABELS))
    mood = {"valence": AS_IT_IS}
    for column, labels in (("polarity", POLARITIES), ("emotions", EMOTIONS)):
        mood |= {label: calibration.get(f"{column}.{label}", UNCALIBRATED) for label in labels}
    acts = {label: calibration.get(f"acts.{label}", UNCALIBRATED) for label in ACTS}
    for head, fitted in (("mood", mood), ("acts", acts)):
        file.add_array(f"hearth.tagger.{head}.labels", list(fitted))
        for index, key in enumerate(("scale", "shift", "threshold")):
            file.add_array(f"hearth.tagger.{head}.{key}", [float(values[index]) for values in fitted.values()])
    export.finish(file, path, model)


if __name__ == "__main__":
    export.main(__doc__, Tagger, write)
