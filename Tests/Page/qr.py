"""Reads a QR code (ISO/IEC 18004) that the page drew, as a camera would once it has found its squares: bytes of level M, up to version 10.
It shares nothing with the page, and takes nothing for good: what the error correction says of each block has to be so."""

import re

# By version: codewords of correction in a block, and the data codewords of each block (table 9).
BLOCKS = {1: (10, [16]), 2: (16, [28]), 3: (26, [44]), 4: (18, [32] * 2), 5: (24, [43] * 2), 6: (16, [27] * 4), 7: (18, [31] * 4), 8: (22, [38] * 2 + [39] * 2), 9: (22, [36] * 3 + [37] * 2), 10: (26, [43] * 4 + [44])}
CENTRES = {1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50]}
MASKS = [lambda i, j: (i + j) % 2, lambda i, j: i % 2, lambda i, j: j % 3, lambda i, j: (i + j) % 3, lambda i, j: (i // 2 + j // 3) % 2,
         lambda i, j: i * j % 2 + i * j % 3, lambda i, j: (i * j % 2 + i * j % 3) % 2, lambda i, j: ((i + j) % 2 + i * j % 3) % 2]

POWERS = [1]
for _ in range(254):
    POWERS.append(POWERS[-1] << 1 ^ (0x11D if POWERS[-1] & 0x80 else 0))


def drawn(path):
    """The rows of a drawing's path, in which each dark square is `M x y h1v1h-1z`, without the white around it."""
    dark = {(int(y), int(x)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    top, left = min(y for y, _ in dark), min(x for _, x in dark)
    size = max(y for y, _ in dark) - top + 1
    return [[(row + top, column + left) in dark for column in range(size)] for row in range(size)]


def is_data(version, row, column):
    """Whether a square is neither one of the three corners, of the small squares, of the lines nor of what is told beside them."""
    size = 17 + 4 * version
    if row == 6 or column == 6 or row < 9 and (column < 9 or column >= size - 8) or row >= size - 8 and column < 9:
        return False
    if version >= 7 and (row < 6 and column >= size - 11 or column < 6 and row >= size - 11):
        return False
    centres = CENTRES[version]
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    return not any(abs(row - y) < 3 and abs(column - x) < 3 for y in centres for x in centres if (y, x) not in corners)


def read(rows):
    """The text of a code."""
    size = len(rows)
    version = (size - 17) // 4
    format_bits = [rows[8][column] for column in (0, 1, 2, 3, 4, 5, 7, 8)] + [rows[row][8] for row in (7, 5, 4, 3, 2, 1, 0)]
    told = int("".join(map(str, map(int, format_bits))), 2) ^ 0x5412
    assert told >> 13 == 0, "level M"
    mask = MASKS[told >> 10 & 7]
    bits, column, goes_up = [], size - 1, True
    while column > 0:
        column -= column == 6
        for row in range(size - 1, -1, -1) if goes_up else range(size):
            for at in (column, column - 1):
                if is_data(version, row, at):
                    bits.append(rows[row][at] != (mask(row, at) == 0))
        column, goes_up = column - 2, not goes_up
    words = [int("".join(map(str, map(int, bits[start:start + 8]))), 2) for start in range(0, len(bits) - 7, 8)]
    count, sizes = BLOCKS[version]
    blocks = [[] for _ in sizes]
    places = [block for index in range(max(sizes)) for block, length in enumerate(sizes) if index < length]
    places += [block for _ in range(count) for block in range(len(sizes))]
    for word, block in zip(words, places):
        blocks[block].append(word)
    for block in blocks:
        for root in range(count):
            value = 0
            for word in block:
                value = (POWERS[(POWERS.index(value) + root) % 255] if value else 0) ^ word
            assert value == 0, "a block does not agree with its correction"
    data = "".join(f"{word:08b}" for block, length in zip(blocks, sizes) for word in block[:length])
    assert data[:4] == "0100", "bytes"
    start = 12 if version < 10 else 20
    length = int(data[4:start], 2)
    return bytes(int(data[start + 8 * at:start + 8 * at + 8], 2) for at in range(length)).decode()
