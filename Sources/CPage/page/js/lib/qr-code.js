// A text as a QR code (ISO/IEC 18004): bytes, error correction of level M, up to what version 10 holds. A link of this program has
// some ninety characters, so neither other modes nor larger codes are here.

/** By version: codewords of correction in a block, and the data codewords of each block. */
const versions = [
    null, [10, [16]], [16, [28]], [26, [44]], [18, [32, 32]], [24, [43, 43]], [16, [27, 27, 27, 27]], [18, [31, 31, 31, 31]],
    [22, [38, 38, 39, 39]], [22, [36, 36, 36, 37, 37]], [26, [43, 43, 43, 43, 44]]
];
/** Where the centres of the small squares stand. */
const centres = [
    null, [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]
];
const masks = [
    (row, column) => (row + column) % 2 === 0, (row) => row % 2 === 0, (row, column) => column % 3 === 0,
    (row, column) => (row + column) % 3 === 0, (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
    (row, column) => row * column % 2 + row * column % 3 === 0, (row, column) => (row * column % 2 + row * column % 3) % 2 === 0,
    (row, column) => ((row + column) % 2 + row * column % 3) % 2 === 0
];

/** Multiplies in GF(256) over x⁸ + x⁴ + x³ + x² + 1. */
function times(a, b) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit -= 1) {
        product = (product << 1) ^ (product >>> 7) * 0x11d;
        product ^= (b >>> bit & 1) * a;
    }
    return product;
}

/** The Reed-Solomon remainder of a block. */
function correction(data, count) {
    const divisor = [...Array(count - 1).fill(0), 1];
    let root = 1;
    for (let step = 0; step < count; step += 1) {
        for (let index = 0; index < count; index += 1) divisor[index] = times(divisor[index], root) ^ (divisor[index + 1] ?? 0);
        root = times(root, 2);
    }
    const rest = Array(count).fill(0);
    for (const byte of data) {
        const factor = byte ^ rest.shift();
        rest.push(0);
        divisor.forEach((coefficient, index) => {
            rest[index] ^= times(coefficient, factor);
        });
    }
    return rest;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** All codewords of a text, in the order in which they are drawn; null where it is too long. */
function codewords(text) {
    const bytes = [...new TextEncoder().encode(text)];
    const lengthBits = (version) => (version < 10 ? 8 : 16);
    const version = versions.findIndex((entry, number) => entry && 4 + lengthBits(number) + 8 * bytes.length <= 8 * sum(entry[1]));
    if (version < 0) return null;
    const [count, sizes] = versions[version];
    const bits = [];
    const put = (value, length) => {
        for (let bit = length - 1; bit >= 0; bit -= 1) bits.push(value >>> bit & 1);
    };
    put(4, 4);
    put(bytes.length, lengthBits(version));
    for (const byte of bytes) put(byte, 8);
    const room = 8 * sum(sizes);
    put(0, Math.min(4, room - bits.length));
    put(0, (8 - bits.length % 8) % 8);
    for (let fill = 0xec; bits.length < room; fill ^= 0xec ^ 0x11) put(fill, 8);
    const data = Array.from({length: room / 8}, (_, index) => parseInt(bits.slice(8 * index, 8 * index + 8).join(""), 2));
    let start = 0;
    const blocks = sizes.map((size) => data.slice(start, start += size));
    const checks = blocks.map((block) => correction(block, count));
    // A byte of each block after the other; the shorter ones have none for the last.
    const woven = (lists, length) => Array.from({length}, (_, index) => lists.map((list) => list[index])).flat().filter((byte) => byte !== undefined);
    return {version, words: [...woven(blocks, Math.max(...sizes)), ...woven(checks, count)]};
}

/** A remainder of polynomials over two elements, behind the value. */
function guarded(value, generator, bits) {
    let rest = value << bits;
    for (let bit = 31 - Math.clz32(rest); bit >= bits; bit = 31 - Math.clz32(rest)) rest ^= generator << (bit - bits);
    return value << bits | rest;
}

/** What is the same in every code of a version; `null` where data goes. */
function frame(version) {
    const size = 17 + 4 * version;
    const grid = Array.from({length: size}, () => Array(size).fill(null));
    const square = (row, column, radius, isDark) => {
        for (let y = -radius; y <= radius; y += 1) {
            for (let x = -radius; x <= radius; x += 1) {
                if (grid[row + y]?.[column + x] !== undefined) grid[row + y][column + x] = isDark(Math.max(Math.abs(x), Math.abs(y)));
            }
        }
    };
    for (let at = 0; at < size; at += 1) grid[6][at] = grid[at][6] = at % 2 === 0;
    const corners = [[3, 3], [3, size - 4], [size - 4, 3]];
    for (const [row, column] of corners) square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
    const places = centres[version];
    for (const row of places) {
        for (const column of places) {
            const isCorner = corners.some(([y, x]) => Math.abs(y - row) < 5 && Math.abs(x - column) < 5);
            if (!isCorner) square(row, column, 2, (ring) => ring !== 1);
        }
    }
    note(grid, version, 0);
    return grid;
}

/** Writes which mask and which version it is. */
function note(grid, version, mask) {
    const size = grid.length;
    // Level M is 00.
    const format = guarded(mask, 0x537, 10) ^ 0x5412;
    const bit = (value, index) => (value >>> index & 1) === 1;
    for (let index = 0; index < 15; index += 1) {
        const along = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
        const across = index < 8 ? size - 1 - index : index === 8 ? 7 : 14 - index;
        grid[along][8] = bit(format, index);
        grid[8][across] = bit(format, index);
    }
    grid[size - 8][8] = true;
    if (version < 7) return;
    const number = guarded(version, 0x1f25, 12);
    for (let index = 0; index < 18; index += 1) {
        const [far, near] = [size - 11 + index % 3, Math.floor(index / 3)];
        grid[far][near] = grid[near][far] = bit(number, index);
    }
}

/** Puts the data where nothing stands, from the lower right corner up and down in strips of two. */
function filled(version, words, mask) {
    const grid = frame(version);
    const size = grid.length;
    let place = 0;
    for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
        // The line at 6 belongs to no strip, so those beyond it are one further on.
        const goesUp = (right < 6 ? right + 1 : right) % 4 === 0;
        for (let step = 0; step < size; step += 1) {
            const row = goesUp ? size - 1 - step : step;
            for (const column of [right, right - 1]) {
                if (grid[row][column] !== null) continue;
                const isSet = ((words[place >>> 3] ?? 0) >>> (7 - (place & 7)) & 1) === 1;
                grid[row][column] = isSet !== masks[mask](row, column);
                place += 1;
            }
        }
    }
    note(grid, version, mask);
    return grid;
}

/** How hard a code is to read: long runs, squares, what looks like a corner, more of one colour. */
function hardness(grid) {
    const size = grid.length;
    let found = 0;
    const lines = [...grid, ...grid.map((_, column) => grid.map((row) => row[column]))].map((line) => line.map(Number).join(""));
    for (const line of lines) {
        for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) found += run.length - 2;
        for (const _ of line.matchAll(/(?=00001011101|10111010000)/g)) found += 40;
    }
    for (let row = 1; row < size; row += 1) {
        for (let column = 1; column < size; column += 1) {
            const own = grid[row][column];
            if (own === grid[row - 1][column] && own === grid[row][column - 1] && own === grid[row - 1][column - 1]) found += 3;
        }
    }
    const dark = sum(grid.flat().map(Number)) / (size * size);
    return found + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/**
 * The squares of a code, without the white around it.
 *
 * @param {string} text
 * @returns {boolean[][]|null} Rows; true is dark. Null where the text is longer than 213 bytes.
 */
export function qrCode(text) {
    const made = codewords(text);
    if (!made) return null;
    const all = masks.map((_, mask) => filled(made.version, made.words, mask));
    return all.reduce((best, grid) => (hardness(grid) < hardness(best) ? grid : best));
}
