"""all-MiniLM-L6-v2 (or another small BERT) in onnxruntime, its graph built here from the original weights."""
import json
import math
import os
import struct

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer


def read_safetensors(path):
    with open(path, "rb") as file:
        data = file.read()
    length, = struct.unpack("<Q", data[:8])
    tensors = {}
    for name, entry in json.loads(data[8:8 + length]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            begin, end = entry["data_offsets"]
            values = np.frombuffer(data[8 + length + begin:8 + length + end], np.float32)
            tensors[name] = values.reshape(entry["shape"])
    return tensors


def build(folder):
    """The graph as exporters write it: tokens and mask in, vectors of length 1 out, mean pooling."""
    weights = read_safetensors(os.path.join(folder, "model.safetensors"))
    with open(os.path.join(folder, "config.json")) as file:
        config = json.load(file)
    width, heads = config["hidden_size"], config["num_attention_heads"]
    nodes, constants = [], {}

    def constant(name, value):
        constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def op(kind, *inputs, **attributes):
        name = f"{kind}_{len(nodes)}"
        nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def linear(x, name):
        product = op("MatMul", x, constant(name + ".w", weights[name + ".weight"].T))
        return op("Add", product, constant(name + ".b", weights[name + ".bias"]))

    def norm(x, name):
        return op("LayerNormalization", x, constant(name + ".g", weights[name + ".weight"]),
                  constant(name + ".h", weights[name + ".bias"]), axis=-1, epsilon=config["layer_norm_eps"])

    integers = {n: constant(n, np.array(v)) for n, v in {
        "zero": [0], "one": [1], "two": [2], "one_two": [1, 2], "split": [0, 0, heads, width // heads],
        "join": [0, 0, width]}.items()}
    x = op("Gather", constant("words", weights["embeddings.word_embeddings.weight"]), "tokens")
    x = op("Add", x, constant("segment", weights["embeddings.token_type_embeddings.weight"][0]))
    length = op("Slice", op("Shape", "tokens"), integers["one"], integers["two"])
    positions = constant("positions", weights["embeddings.position_embeddings.weight"])
    x = op("Add", x, op("Slice", positions, integers["zero"], length, integers["zero"]))
    x = norm(x, "embeddings.LayerNorm")
    mask = op("Cast", "mask", to=TensorProto.FLOAT)
    hidden = op("Mul", op("Sub", constant("unit", np.float32(1)), op("Unsqueeze", mask, integers["one_two"])),
                constant("far", np.float32(-10000)))
    root = constant("root", np.float32(math.sqrt(width // heads)))
    for layer in range(config["num_hidden_layers"]):
        prefix = f"encoder.layer.{layer}."

        def part(name, order):
            split = op("Reshape", linear(x, prefix + "attention.self." + name), integers["split"])
            return op("Transpose", split, perm=order)
        scores = op("MatMul", part("query", [0, 2, 1, 3]), part("key", [0, 2, 3, 1]))
        shares = op("Softmax", op("Add", op("Div", scores, root), hidden), axis=3)
        mixed = op("Transpose", op("MatMul", shares, part("value", [0, 2, 1, 3])), perm=[0, 2, 1, 3])
        mixed = linear(op("Reshape", mixed, integers["join"]), prefix + "attention.output.dense")
        x = norm(op("Add", mixed, x), prefix + "attention.output.LayerNorm")
        inner = op("Gelu", linear(x, prefix + "intermediate.dense"))
        x = norm(op("Add", linear(inner, prefix + "output.dense"), x), prefix + "output.LayerNorm")
    total = op("ReduceSum", op("Mul", x, op("Unsqueeze", mask, integers["two"])), integers["one"], keepdims=0)
    mean = op("Div", total, op("ReduceSum", mask, integers["one"], keepdims=1))
    nodes.append(helper.make_node("Div", [mean, op("ReduceL2", mean, integers["one"], keepdims=1)], ["vector"]))
    graph = helper.make_graph(
        nodes, "bert",
        [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "length"]) for n in ("tokens", "mask")],
        [helper.make_tensor_value_info("vector", TensorProto.FLOAT, ["batch", width])], list(constants.values()))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


class Reference:
    def __init__(self, folder, threads=1):
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        # Text that looks like a control token is text.
        self.tokenizer.encode_special_tokens = True
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(
            build(folder).SerializeToString(), options, providers=["CPUExecutionProvider"])

    def tokens(self, text, limit):
        ids = self.tokenizer.encode(text).ids
        return ids if len(ids) <= limit else ids[:limit - 1] + ids[-1:]

    def embed(self, sequences):
        """Vectors of sequences of equal length."""
        tokens = np.array(sequences, np.int64)
        return self.session.run(None, {"tokens": tokens, "mask": np.ones_like(tokens)})[0]
