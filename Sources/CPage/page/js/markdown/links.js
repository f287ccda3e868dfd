// The parts of links: labels, addresses, titles, and what stands escaped in them. Each function reads at a place of a text
// and says where it ended; null where there is no such part. None looks further than one pass over what it takes.

import {entity} from "./entities.js";

export const isPunctuation = (character) => /^[!-/:-@[-`{-~]$/.test(character ?? "");

const reference = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;

/** A character reference. */
export function characterReference(text, at) {
    reference.lastIndex = at;
    const match = reference.exec(text);
    if (!match) return null;
    const value = match[3] ? entity(match[3]) : scalar(match[1] ? Number.parseInt(match[1], 16) : Number(match[2]));
    return value === undefined ? null : {value, end: reference.lastIndex};
}

const scalar = (number) => number === 0 || number > 0x10ffff || (number >= 0xd800 && number < 0xe000)
    ? "\ufffd"
    : String.fromCodePoint(number);

/** A text with its backslashes and character references taken for what they stand for. */
export function unescaped(text) {
    if (!/[\\&]/.test(text)) return text;
    let result = "";
    for (let i = 0; i < text.length;) {
        const found = text[i] === "&" ? characterReference(text, i) : null;
        if (found) {
            result += found.value;
            i = found.end;
            continue;
        }
        if (text[i] === "\\" && isPunctuation(text[i + 1])) i += 1;
        result += text[i];
        i += 1;
    }
    return result;
}

const labelled = /\[(?:[^\\[\]]|\\[^]){0,999}\]/y;

/** `[label]`, with its brackets; an empty one, too. */
export function label(text, at) {
    labelled.lastIndex = at;
    const match = labelled.exec(text);
    return match ? {value: match[0].slice(1, -1), end: labelled.lastIndex} : null;
}

/** What two labels have in common that mean the same: neither case nor the kind of space counts. */
export const normalized = (text) => text.trim().replace(/[ \t\r\n]+/g, " ").toLowerCase().toUpperCase();

/** How many brackets an address may have open. */
const deepest = 32;

/** An address, in angle brackets or with its brackets in pairs. */
export function destination(text, at) {
    const isAngled = text[at] === "<";
    let open = 0;
    let i = isAngled ? at + 1 : at;
    for (; i < text.length; i++) {
        const character = text[i];
        if (character === "\\" && isPunctuation(text[i + 1])) {
            i += 1;
        } else if (isAngled) {
            if (character === ">") return {value: unescaped(text.slice(at + 1, i)), end: i + 1};
            if (character === "<" || character === "\n") return null;
        } else if (character === "(") {
            open += 1;
            if (open > deepest) return null;
        } else if (character === ")") {
            if (open === 0) break;
            open -= 1;
        } else if (character <= " " || character === "\x7f") {
            break;
        }
    }
    if (isAngled || open > 0 || (i === at && text[at] !== ")")) return null;
    return {value: unescaped(text.slice(at, i)), end: i};
}

const closings = {
    "\"": "\"",
    "'": "'",
    "(": ")"
};

/** `"title"`, `'title'` or `(title)`. */
export function title(text, at) {
    const opening = text[at];
    const closing = closings[opening];
    if (!closing) return null;
    for (let i = at + 1; i < text.length; i++) {
        if (text[i] === "\\")
            i += 1;
        else if (text[i] === closing)
            return {value: unescaped(text.slice(at + 1, i)), end: i + 1};
        else if (text[i] === opening)
            return null;
    }
    return null;
}

const space = /[ \t]*(?:\n[ \t]*)?/y;

/** Where what follows spaces, and at most one end of a line, begins. */
export function afterSpace(text, at) {
    space.lastIndex = at;
    space.exec(text);
    return space.lastIndex;
}

const lineEnd = /[ \t]*(?:\n|$)/y;

function afterLine(text, at) {
    lineEnd.lastIndex = at;
    return lineEnd.exec(text) ? lineEnd.lastIndex : -1;
}

/** `[label]: address "title"` on lines of its own. */
export function definition(text, at) {
    const name = label(text, at);
    if (!name || !name.value.trim() || text[name.end] !== ":") return null;
    const address =
        text.length > afterSpace(text, name.end + 1) ? destination(text, afterSpace(text, name.end + 1)) : null;
    if (!address) return null;
    const found = {label: normalized(name.value), destination: address.value, title: ""};
    const place = afterSpace(text, address.end);
    const named = place > address.end ? title(text, place) : null;
    if (named && afterLine(text, named.end) >= 0)
        return {...found, title: named.value, end: afterLine(text, named.end)};
    // What stands below may be text that happens to begin with a quotation mark.
    const end = afterLine(text, address.end);
    return end < 0 ? null : {...found, end};
}
