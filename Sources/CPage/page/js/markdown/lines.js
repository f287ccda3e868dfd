// What single lines look like that begin or end blocks.

export const atxHeading = /^#{1,6}(?=[ \t]|$)/;
export const openingFence = /^(?:(`{3,})([^`]*)|(~{3,})([^]*))$/;
export const closingFence = /^(?:`{3,}|~{3,})(?=[ \t]*$)/;
export const underline = /^(?:=+|-+)[ \t]*$/;
export const bullet = /^[-*+](?=[ \t]|$)/;
export const ordinal = /^(\d{1,9})([.)])(?=[ \t]|$)/;
// No two parts may take the same spaces: on a line of nothing but those, that takes quadratic time.
export const divider = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

export function isRule(text) {
    const sign = text[0];
    if (sign !== "-" && sign !== "*" && sign !== "_") return false;
    let count = 0;
    for (const character of text) {
        if (character === sign)
            count += 1;
        else if (character !== " " && character !== "\t")
            return false;
    }
    return count >= 3;
}

/** `Title ##` is a title, `C#` is one too. */
export function withoutClosing(text) {
    let end = text.length;
    while (text[end - 1] === "#") end -= 1;
    return end === 0 || /[ \t]/.test(text[end - 1]) ? text.slice(0, end).trimEnd() : text;
}

/** The cells of a table's row, with the places where they begin. */
export function rowCells(line) {
    const found = [];
    let start = 0;
    const {text} = line;
    for (let k = 0; k <= text.length; k++) {
        if (text[k] === "\\") {
            k += 1;
            if (k < text.length) continue;
        }
        if (k < text.length && text[k] !== "|") continue;
        const piece = text.slice(start, k);
        const lead = piece.length - piece.trimStart().length;
        found.push({text: piece.trim(), at: line.at + start + lead});
        start = k + 1;
    }
    if (!found[0]?.text) found.shift();
    if (found.length && !found[found.length - 1].text) found.pop();
    return found;
}

/** Whether a line that has a bar is none of the table above it. */
export function endsTable({indent, rest}) {
    return indent >= 4 || rest[0] === ">" ||
        [atxHeading, openingFence, bullet, ordinal].some((pattern) => pattern.test(rest)) || isRule(rest);
}
