// The server counts places in texts in UTF-8 bytes; JavaScript counts UTF-16 units.

/** How many UTF-8 bytes the character with this code point takes. */
const width = (code) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/**
 * The index in `text` of each byte offset. Offsets inside a character give its beginning; those past the end give the end.
 *
 * @param {string} text
 * @param {number[]} offsets In any order.
 * @param {number} [base] The byte offset of the text's own beginning.
 * @returns {Map<number, number>} By offset.
 */
export function indices(text, offsets, base = 0) {
    const wanted = [...new Set(offsets)].sort((a, b) => a - b);
    const found = new Map();
    let next = 0;
    let byte = base;
    for (let index = 0; index < text.length && next < wanted.length;) {
        const code = text.codePointAt(index);
        const after = byte + width(code);
        while (next < wanted.length && wanted[next] < after) found.set(wanted[next++], index);
        byte = after;
        index += code > 0xffff ? 2 : 1;
    }
    while (next < wanted.length) found.set(wanted[next++], text.length);
    return found;
}

/** Spans of bytes as pieces of the text: `[{start, end}]` in UTF-16 units. */
export function spansToIndices(text, spans, base = 0) {
    const map = indices(text, spans.flatMap((span) => [span.start, span.end]), base);
    return spans.map((span) => ({start: map.get(span.start), end: map.get(span.end)}));
}
