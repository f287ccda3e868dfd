"""A language model of random weights, written when a test needs one (github.com/ggml-org/ggml, docs/gguf.md).

It talks nonsense, half of it in bytes that are only parts of characters, and always the same nonsense for the same seed."""

import random
import struct

NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
TEMPLATE = "{% for m in messages %}{{ m['role'] + ': ' + m['content'] + '\\n' }}{% endfor %}"


def text(value):
    return struct.pack("<Q", len(value.encode())) + value.encode()


def pair(key, kind, value):
    return text(key) + struct.pack("<I", kind) + value


def array(key, kind, values):
    return pair(key, 9, struct.pack("<IQ", kind, len(values)) + b"".join(values))


def gguf(width=32, context=512):
    vocabulary = [("<unk>", UNKNOWN), ("<s>", CONTROL), ("</s>", CONTROL)]
    vocabulary += [(f"<0x{byte:02X}>", BYTE) for byte in range(256)]
    vocabulary += [(chr(code), NORMAL) for code in range(0x21, 0x7F)] + [("\u2581", NORMAL), ("é", NORMAL), ("€", NORMAL)]
    number = lambda value: struct.pack("<I", value)
    pairs = [
        pair("general.architecture", 8, text("llama")), pair("general.name", 8, text("Tiny test model")),
        *(pair(f"llama.{key}", 4, number(value)) for key, value in {
            "context_length": context, "embedding_length": width, "block_count": 1, "feed_forward_length": 2 * width,
            "attention.head_count": 4, "attention.head_count_kv": 2}.items()),
        pair("llama.attention.layer_norm_rms_epsilon", 6, struct.pack("<f", 1e-5)),
        pair("tokenizer.ggml.model", 8, text("llama")), pair("tokenizer.chat_template", 8, text(TEMPLATE)),
        pair("tokenizer.ggml.bos_token_id", 4, number(1)), pair("tokenizer.ggml.eos_token_id", 4, number(2)),
        array("tokenizer.ggml.tokens", 8, [text(token) for token, _ in vocabulary]),
        array("tokenizer.ggml.token_type", 5, [struct.pack("<i", kind) for _, kind in vocabulary]),
        array("tokenizer.ggml.scores", 6, [struct.pack("<f", -index) for index in range(len(vocabulary))]),
    ]
    noise = random.Random(1)
    size, half = len(vocabulary), width // 2
    shapes = {
        "token_embd.weight": (width, size), "output_norm.weight": (width,), "output.weight": (width, size),
        "blk.0.attn_norm.weight": (width,), "blk.0.ffn_norm.weight": (width,),
        "blk.0.attn_q.weight": (width, width), "blk.0.attn_k.weight": (width, half), "blk.0.attn_v.weight": (width, half),
        "blk.0.attn_output.weight": (width, width), "blk.0.ffn_gate.weight": (width, 2 * width),
        "blk.0.ffn_up.weight": (width, 2 * width), "blk.0.ffn_down.weight": (2 * width, width)}
    tensors, data = [], b""
    for name, shape in shapes.items():
        tensors.append(text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, len(data)))
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        values = [1.0] * count if len(shape) == 1 else [noise.gauss(0, shape[0] ** -0.5) for _ in range(count)]
        if name == "output.weight":
            # Of the likeliest tokens none ends the answer.
            values[:3 * width] = [0.0] * (3 * width)
        data += struct.pack(f"<{count}f", *values)
        data += b"\0" * (-len(data) % 32)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(pairs)) + b"".join(pairs + tensors)
    return head + b"\0" * (-len(head) % 32) + data
