"""Writes a trained reader as the GGUF file that Hearth loads: matrices in Q8_0, all else in float32.

    python -m hearth_training.reader_export --base … --checkpoint final.pt --calibration calibration.json --out hearth-reader-en.gguf
"""

from __future__ import annotations

from . import export
from .base import Base
from .reader import Reader
from .reader_data import QUESTION_TOKENS, STRIDE, WINDOW
from .reader_evaluate import SPAN_TOKENS

NAME = "hearth-reader-en"


def write(base: Base, model: Reader, calibration: dict[str, float], path: str) -> None:
    description = "Reads a passage for the answer to a question: span, answerability, relevance. English."
    file = export.writer(base, path, NAME, description)
    for key, number in (("version", 1), ("question_tokens", QUESTION_TOKENS), ("window", WINDOW), ("stride", STRIDE), ("span_tokens", SPAN_TOKENS)):
        file.add_uint32(f"hearth.reader.{key}", number)
    for key, value in calibration.items():
        file.add_float32(f"hearth.reader.{key}", value)
    export.finish(file, path, model)


if __name__ == "__main__":
    export.main(__doc__, Reader, write)
