// Who people are whom a chat calls by their numbers. The server tells the names beside a text, which stays what it is.

import {spansToIndices} from "./bytes.js";

/**
 * Names with the places of a text that they stand for, in UTF-16 units.
 *
 * @param {string} text
 * @param {{start: number, end: number, name: string}[]} [names] In bytes, in order.
 * @param {number} [base] The byte offset of the text's own beginning.
 */
export const namePlaces = (text, names, base = 0) =>
    spansToIndices(text, names ?? [], base).map((place, index) => ({...place, name: names[index].name}));

/**
 * The same, with what of the text is shown otherwise than it is written, such as marks of Markdown.
 *
 * @param {{start: number, end: number, shown: string}[]} [marks] In bytes, in order.
 */
export const shownPlaces = (text, names, marks, base = 0) => namePlaces(text,
    [...(names ?? []), ...(marks ?? []).map(({shown, ...place}) => ({...place, name: shown}))]
        .sort((one, other) => one.start - other.start), base);

/** A piece of a text with the names that lie in it, in UTF-16 units. */
export function named(text, places, from = 0, to = text.length) {
    let shown = "";
    let at = from;
    for (const {start, end, name} of places) {
        if (start < at || end > to || start >= end) continue;
        shown += text.slice(at, start) + name;
        at = end;
    }
    return shown + text.slice(at, to);
}

/** Where spans of a text are once the names stand in it. */
export const moved = (text, places, spans) => spans.map(({start, end}) => ({
    start: named(text, places, 0, start).length,
    end: named(text, places, 0, end).length
}));
