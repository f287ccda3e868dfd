"""A Whisper model that says the same words whatever it hears, for scripts; the tests' own is Tests/TinyModels/ScriptedWhisperModel.swift,
which says how it works.
"""

import struct

WIDTH, AUDIO_LAYERS, AUDIO, TEXT, VOCABULARY = 64, 4, 1500, 448, 51_865
END, LANGUAGE, FIRST_TIME = 50_257, 50_259, 50_364


def scripted_whisper(vocabulary, words):
    """The file. `vocabulary` is the model without weights that comes with whisper.cpp's source; `words` have their space before them."""
    with open(vocabulary, "rb") as file:
        source = file.read()
    mels, length, offset = *struct.unpack_from("<ii", source, 48), 56
    offset += mels * length * 4
    count, offset = struct.unpack_from("<i", source, offset)[0], offset + 4
    tokens = {}
    for index in range(count):
        size = struct.unpack_from("<i", source, offset)[0]
        tokens[source[offset + 4:offset + 4 + size]] = index
        offset += 4 + size
    shape = [VOCABULARY, AUDIO, WIDTH, 1, AUDIO_LAYERS, TEXT, WIDTH, 1, 1, 80, 1]
    parts = [source[:4], struct.pack("<11i", *shape), source[48:offset]]

    def tensor(name, sizes, data=None, half=False):
        elements = 1
        for size in sizes:
            elements *= size
        parts.append(struct.pack(f"<{3 + len(sizes)}i", len(sizes), len(name), int(half), *sizes) + name.encode())
        parts.append(bytes(data or elements * (2 if half else 4)))

    def norm(name):
        tensor(name + ".weight", [WIDTH], struct.pack(f"<{WIDTH}f", *[1] * WIDTH))
        tensor(name + ".bias", [WIDTH])

    def linear(name, inner, outer, bias=True):
        tensor(name + ".weight", [inner, outer], half=True)
        if bias:
            tensor(name + ".bias", [outer])

    def attention(name):
        for part in ["query", "key", "value", "out"]:
            linear(f"{name}.{part}", WIDTH, WIDTH, bias=part != "key")

    def layer(name, crosses):
        norm(name + ".attn_ln")
        attention(name + ".attn")
        if crosses:
            norm(name + ".cross_attn_ln")
            attention(name + ".cross_attn")
        norm(name + ".mlp_ln")
        linear(name + ".mlp.0", WIDTH, 4 * WIDTH)
        linear(name + ".mlp.2", 4 * WIDTH, WIDTH)

    tensor("encoder.positional_embedding", [WIDTH, AUDIO])
    for name, sizes in [("encoder.conv1", [3, 80, WIDTH]), ("encoder.conv2", [3, WIDTH, WIDTH])]:
        tensor(name + ".weight", sizes, half=True)
        tensor(name + ".bias", [1, WIDTH])
    norm("encoder.ln_post")
    for index in range(AUDIO_LAYERS):
        layer(f"encoder.blocks.{index}", crosses=False)
    positions = bytearray(WIDTH * TEXT * 4)
    for position in range(WIDTH):
        struct.pack_into("<f", positions, 4 * (position * WIDTH + position), 1000)
    tensor("decoder.positional_embedding", [WIDTH, TEXT], positions)
    # Position 0 is the start, 1 the language, 2 the task; what is said at 2 comes first: from 0 to 30 seconds, the words.
    said = [FIRST_TIME] + [tokens[word.encode()] for word in words] + [FIRST_TIME + 1500, END]
    embedding = bytearray(WIDTH * VOCABULARY * 2)
    for position, token in [(0, LANGUAGE)] + list(enumerate(said, 2)):
        struct.pack_into("<H", embedding, 2 * (token * WIDTH + position), 0x4500)  # 5, in 16 bits
    tensor("decoder.token_embedding.weight", [WIDTH, VOCABULARY], embedding, half=True)
    norm("decoder.ln")
    layer("decoder.blocks.0", crosses=True)
    return b"".join(parts)
