#!/usr/bin/env python3
"""Writes the reference vectors that the tests compare with: 32-bit arithmetic of onnxruntime over the original weights.

    pip install onnxruntime onnx tokenizers numpy
    make_fixtures.py MODEL_FOLDER > Tests/HearthEmbeddingTests/ReferenceVectors.swift
"""
import base64
import json
import sys

import numpy as np
from reference import Reference

TEXTS = [
    "The quick brown fox jumps over the lazy dog.",
    "What did we agree about the Q3 budget?",
    "Der Kündigungsfrist beträgt drei Monate zum Monatsende.",
    "我们明天早上九点在会议室见面。",
    "Быстрая лиса прыгает через ленивую собаку",
    "안녕하세요, 반갑습니다! こんにちは",
    "for (i, x) in values.enumerated() { print(\"\\(i): \\(x)\") } // naïve café ½",
    "!",
    " ".join("Paragraph %d says that the meeting was moved from Monday to Tuesday because of the strike." % i
             for i in range(30)),
]

reference = Reference(sys.argv[1])
out = ["/// Tokens and vectors of all-MiniLM-L6-v2 by the reference implementation.",
       "/// Written by Benchmarks/embedding/make_fixtures.py; do not edit.",
       "struct ReferenceVector: Sendable {",
       "    let text: String",
       "    /// With the special tokens at both ends, cut to 256.",
       "    let tokens: [Int32]",
       "    /// 384 little-endian 16-bit integers: the components times 32767, in Base64.",
       "    let components: String",
       "",
       "    static let all = ["]
for text in TEXTS:
    tokens = reference.tokens(text, 256)
    vector = reference.embed([tokens])[0]
    packed = base64.b64encode(np.round(vector * 32767).astype("<i2").tobytes()).decode()
    out.append("        ReferenceVector(")
    out.append("            text: " + json.dumps(text, ensure_ascii=False) + ",")
    out.append("            tokens: [" + ", ".join(map(str, tokens)) + "],")
    out.append('            components: "' + packed + '"),')
out += ["    ]", "}"]
print("\n".join(out))
