"""Writes a trained restorer of full stops as the GGUF file that Hearth loads, and prints its size and hash.

    python -m hearth_training.stops_export --model stops.npz --threshold -0.8 --out hearth-stops-en.gguf

Keys of the file beside the usual ones:

    hearth.stops.version      1; a reader refuses a version that it does not know
    hearth.stops.frequent     the words that are kinds of their own (`stops_features.Lexicon`)
    hearth.stops.bias         float64
    hearth.stops.scale        float64: what one unit of a weight is worth
    hearth.stops.threshold    float64: the logit from which on a gap is the end of a sentence

and two tensors of as many numbers: `stops.keys` (I32, ascending) and `stops.weights` (I8). The logit of a gap is bias + scale · the sum of the
weights of its features (`stops_features.keys`), one for each template; a feature that is not in the table has weight 0.
"""

from __future__ import annotations

import argparse
import hashlib
import struct

import numpy as np

from .stops_train import Model

NAME = "hearth-stops-en"
MOST = 190_000
"""Keys that are kept, those with the largest weights: five bytes each, a megabyte in all at most."""
ALIGNMENT = 32


def rounded(model: Model) -> tuple[Model, np.ndarray, float]:
    """The model with weights in eight bits, those weights, and their unit. What rounds to nothing is left out."""
    weights = model.weights[1:]
    largest = np.argsort(-np.abs(weights), kind="stable")[:MOST]
    kept = np.sort(largest)
    unit = float(np.abs(weights).max()) / 127
    units = np.rint(weights[kept] / unit).astype(np.int8)
    kept, units = kept[units != 0], units[units != 0]
    values = np.concatenate([[0.0], units * unit])
    return Model(model.frequent, model.known[kept], values, model.bias), units, unit


def string(text: str | bytes) -> bytes:
    raw = text.encode() if isinstance(text, str) else text
    return struct.pack("<Q", len(raw)) + raw


def value(item: object) -> bytes:
    """A value of the format with its type before it."""
    if isinstance(item, list):
        return struct.pack("<IIQ", 9, 8, len(item)) + b"".join(string(part) for part in item)
    if isinstance(item, str):
        return struct.pack("<I", 8) + string(item)
    if isinstance(item, float):
        return struct.pack("<Id", 12, item)
    return struct.pack("<II", 4, item)


def write(model: Model, units: np.ndarray, unit: float, threshold: float, path: str) -> None:
    metadata = {
        "general.architecture": "hearth-stops",
        "general.name": NAME,
        "general.description": "Tells where sentences end in talk without marks. English.",
        "general.license": "cc-by-sa-4.0",
        "general.languages": ["en"],
        "hearth.stops.version": 1,
        "hearth.stops.frequent": list(model.frequent),
        "hearth.stops.bias": float(model.bias),
        "hearth.stops.scale": unit,
        "hearth.stops.threshold": float(threshold),
    }
    tensors = {"stops.keys": (26, model.known.astype("<i4").tobytes()), "stops.weights": (24, units.tobytes())}
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), len(metadata))
    head += b"".join(string(key) + value(item) for key, item in metadata.items())
    data = b""
    for name, (kind, content) in tensors.items():
        data += bytes(-len(data) % ALIGNMENT)
        head += string(name) + struct.pack("<IQIQ", 1, len(units), kind, len(data))
        data += content
    content = head + bytes(-len(head) % ALIGNMENT) + data + bytes(-len(data) % ALIGNMENT)
    with open(path, "wb") as file:
        file.write(content)
    print(f"{path}: {len(content) / 1e6:.2f} MB, {len(units)} weights, sha256 {hashlib.sha256(content).hexdigest()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", required=True)
    parser.add_argument("--threshold", type=float, required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    write(*rounded(Model.load(options.model)), options.threshold, options.out)


if __name__ == "__main__":
    main()
