// Tables in texts: cells parted by tabs and lines, as Word documents and web pages have them, and those of Markdown.

/**
 * The cells of a table, as places in the text: parted by tabs and lines, or as Markdown has them. null where it is neither.
 *
 * @returns {{rows: {from: number, to: number}[][], hasHead: boolean}|null}
 */
export function tableRows(text, from, to) {
    const lines = [];
    for (let at = from; at < to;) {
        const end = text.indexOf("\n", at);
        const stop = end < 0 || end > to ? to : end;
        if (text.slice(at, stop).trim()) lines.push({from: at, to: stop});
        at = stop + 1;
    }
    const line = ({from: start, to: stop}) => text.slice(start, stop);
    if (!lines.length) return null;
    if (lines.some((item) => line(item).includes("\t"))) {
        const rows = lines.map((item) => cells(text, item.from, item.to, (at) => text[at] === "\t"));
        const hasWords = rows[0].every((place) => /\p{L}/u.test(text.slice(place.from, place.to)));
        return {rows: evened(rows), hasHead: rows.length > 1 && hasWords};
    }
    const ruler = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
    if (lines.length < 2 || !ruler.test(line(lines[1])) || !line(lines[0]).includes("|")) return null;
    const rows = [lines[0], ...lines.slice(2)].map((item) => {
        const words = line(item);
        const start = item.from + /^\s*\|?/.exec(words)[0].length;
        const stop = item.to - /(?<!\\)\|?\s*$/.exec(words)[0].length;
        return cells(text, start, Math.max(start, stop), (at) => text[at] === "|" && text[at - 1] !== "\\");
    });
    return {rows: evened(rows), hasHead: true};
}

function cells(text, from, to, isEdge) {
    const found = [];
    let start = from;
    for (let at = from; at <= to; at += 1) {
        if (at < to && !isEdge(at)) continue;
        const words = text.slice(start, at);
        const before = words.length - words.trimStart().length;
        found.push({from: start + before, to: start + Math.max(before, words.trimEnd().length)});
        start = at + 1;
    }
    return found;
}

/** Rows of the same length: what a row lacks is empty. */
function evened(rows) {
    const width = Math.max(...rows.map((row) => row.length));
    return rows.map((row) => [...row, ...Array.from({length: width - row.length}, () => ({from: 0, to: 0}))]);
}
