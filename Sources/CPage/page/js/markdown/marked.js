// Text into nodes, with what is marked of the source in elements of its own, and names where the source has numbers.

import {h} from "../lib/dom.js";

/**
 * @typedef {object} Marking
 * @property {{start: number, end: number, name: string}[]} [marked] Pieces of the source, in UTF-16 units, and the element (`span.unsupported`)
 *   that what is shown of each is put into.
 * @property {Map<number, {end: number, name: string}>} [names] What is shown in place of a piece of the source, by where that begins.
 */

/**
 * A piece of a text.
 *
 * @param {{text: string, source: (index: number) => number}} read
 * @param {Marking} options
 * @returns {Node[]}
 */
export function pieces(read, from, to, options) {
    if (from >= to) return [];
    if (!options.marked?.length) return [document.createTextNode(worded(read, from, to, options))];
    const found = [];
    let start = from;
    let mark = markAt(read, from, options);
    for (let i = from + 1; i <= to; i++) {
        const next = i < to ? markAt(read, i, options) : null;
        if (i < to && next === mark) continue;
        found.push(node(worded(read, start, i, options), mark));
        [start, mark] = [i, next];
    }
    return found;
}

/** What stands for the source at `index`, whole: a character that is written as a reference, or the space that a line ends with. */
export const standing = (text, read, index, options) => node(text, markAt(read, index, options));

/** Code inside a line: of what it is written as, some signs are not shown. */
export function codePieces(read, piece, options) {
    const places = [];
    let at = piece.inner;
    for (let shown = 0; shown < piece.literal.length; shown++) {
        if (read.isCell && read.text.startsWith("\\|", at)) at += 1;
        places.push(at++);
    }
    return pieces({text: piece.literal, source: (index) => read.source(places[index])}, 0, piece.literal.length, options);
}

function markAt(read, index, {marked}) {
    if (!marked?.length) return "";
    const source = read.source(index);
    return marked.find((span) => span.start <= source && source < span.end)?.name ?? "";
}

function worded(read, from, to, {names}) {
    if (!names?.size) return read.text.slice(from, to);
    let shown = "";
    for (let i = from; i < to;) {
        const start = read.source(i);
        const known = names.get(start);
        const last = known ? i + known.end - start - 1 : i;
        const isWhole = known && last < to && read.source(last) === known.end - 1;
        shown += isWhole ? known.name : read.text[i];
        i = isWhole ? last + 1 : i + 1;
    }
    return shown;
}

const node = (text, mark) => mark ? h(mark, null, text) : document.createTextNode(text);
