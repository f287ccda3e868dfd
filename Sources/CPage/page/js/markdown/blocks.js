// Markdown into blocks. Only the structure; what is inside a line is for inline.js.
//
// Written here and not taken from a library: an answer needs little of the language, every node must be made without
// innerHTML, a text that is still being written must not be drawn anew as a whole, and the places of unsupported sentences,
// which the server counts in the source, must be found again in what is shown.

/** How deep quotes and lists may lie in each other; deeper ones are text. A model may write anything. */
const deepest = 8;

/**
 * One line, and where in the source it begins. What a quote or a list puts in front is cut off.
 * @typedef {{text: string, at: number}} Line
 */

/** @returns {{kind: string, source: string, lines?: Line[], blocks?: object[]}[]} Blocks in order; `source` tells when one changed. */
export function parse(text) {
    const lines = [];
    let at = 0;
    for (const line of text.split("\n")) {
        lines.push({text: line.endsWith("\r") ? line.slice(0, -1) : line, at});
        at += line.length + 1;
    }
    return read(lines, 0);
}

// No two of their parts may take the same spaces: on a line of nothing but those, that takes quadratic time.
const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const heading = /^ {0,3}(#{1,6})(?=\s|$)/;
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const quote = /^ {0,3}> ?/;
const bullet = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)/;
const divider = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;

function read(lines, depth) {
    const blocks = [];
    const add = (kind, from, to, more) => {
        blocks.push({kind, source: kind + lines.slice(from, to).map((line) => line.text).join("\n"), ...more});
        return to;
    };
    for (let i = 0; i < lines.length;) {
        const {text} = lines[i];
        if (!text.trim()) {
            i += 1;
            continue;
        }
        const open = fence.exec(text);
        if (open) {
            i = code(lines, i, open, add);
            continue;
        }
        const head = heading.exec(text);
        if (head) {
            const rest = cut(lines[i], head[0].length);
            const inner = cut(rest, rest.text.length - rest.text.trimStart().length);
            i = add("heading", i, i + 1,
                {level: head[1].length, lines: [{text: withoutClosing(inner.text.trimEnd()), at: inner.at}]});
            continue;
        }
        if (rule.test(text)) {
            i = add("rule", i, i + 1);
            continue;
        }
        if (depth < deepest && quote.test(text)) {
            i = quoted(lines, i, depth, add);
            continue;
        }
        if (depth < deepest && bullet.test(text)) {
            i = list(lines, i, depth, add);
            continue;
        }
        if (text.includes("|") && i + 1 < lines.length && lines[i + 1].text.includes("-")
            && divider.test(lines[i + 1].text.trim())) {
            i = table(lines, i, add);
            continue;
        }
        i = paragraph(lines, i, add);
    }
    return blocks;
}

/** `Title ##` is a title, `C#` is one too. */
function withoutClosing(text) {
    let end = text.length;
    while (text[end - 1] === "#") end -= 1;
    return end === 0 || /\s/.test(text[end - 1]) ? text.slice(0, end).trimEnd() : text;
}

function code(lines, i, [, marks, language], add) {
    let end = i + 1;
    const closing = new RegExp(`^ {0,3}${marks[0]}{${marks.length},}\\s*$`);
    while (end < lines.length && !closing.test(lines[end].text)) end += 1;
    return add("code", i, Math.min(lines.length, end + 1), {
        language: language.trim().split(/\s+/)[0],
        text: lines.slice(i + 1, end).map((line) => line.text).join("\n"),
    });
}

const cut = (line, length) => ({text: line.text.slice(length), at: line.at + Math.min(length, line.text.length)});

function quoted(lines, i, depth, add) {
    let end = i;
    const inner = [];
    while (end < lines.length && quote.test(lines[end].text)) {
        inner.push(cut(lines[end], quote.exec(lines[end].text)[0].length));
        end += 1;
    }
    return add("quote", i, end, {blocks: read(inner, depth + 1)});
}

function list(lines, i, depth, add) {
    const first = bullet.exec(lines[i].text);
    const ordered = /\d/.test(first[2]);
    const sign = first[2].slice(-1);
    const items = [];
    let end = i;
    while (end < lines.length) {
        const mark = bullet.exec(lines[end].text);
        if (!mark || /\d/.test(mark[2]) !== ordered || mark[2].slice(-1) !== sign || rule.test(lines[end].text)) break;
        const indent = mark[0].length;
        const inner = [cut(lines[end], indent)];
        end += 1;
        while (end < lines.length) {
            const {text} = lines[end];
            const indented = text.length - text.trimStart().length;
            if (!text.trim()) {
                const next = lines[end + 1]?.text ?? "";
                if (!next.trim() || next.length - next.trimStart().length < Math.min(indent, 2)) break;
                inner.push(cut(lines[end], text.length));
            } else if (indented >= Math.min(indent, 2))
                inner.push(cut(lines[end], Math.min(indented, indent)));
            else if (bullet.test(text) || starts(text))
                break;
            else
                inner.push(lines[end]);
            end += 1;
        }
        items.push({blocks: read(inner, depth + 1)});
        // Items may have an empty line between them.
        if (!lines[end]?.text.trim() && bullet.test(lines[end + 1]?.text ?? "")) end += 1;
    }
    return add("list", i, end, {ordered, first: ordered ? Number.parseInt(first[2], 10) : 1, items});
}

function table(lines, i, add) {
    const cells = (line) => {
        const found = [];
        let start = 0;
        const text = line.text;
        for (let k = 0; k <= text.length; k++) {
            if (k < text.length && (text[k] !== "|" || text[k - 1] === "\\")) continue;
            const piece = text.slice(start, k);
            const lead = piece.length - piece.trimStart().length;
            found.push({text: piece.trim(), at: line.at + start + lead});
            start = k + 1;
        }
        if (!found[0]?.text) found.shift();
        if (found.length && !found[found.length - 1].text) found.pop();
        return found;
    };
    const head = cells(lines[i]);
    const rows = [];
    let end = i + 2;
    while (end < lines.length && lines[end].text.includes("|")) rows.push(cells(lines[end++]).slice(0, head.length));
    return add("table", i, end, {head, rows});
}

const starts = (text) => fence.test(text) || heading.test(text) || quote.test(text) || rule.test(text);

function paragraph(lines, i, add) {
    let end = i + 1;
    while (end < lines.length && lines[end].text.trim() && !starts(lines[end].text)
        && !/^ {0,3}(?:[-*+]|1[.)]) +\S/.test(lines[end].text))
        end += 1;
    const inner = lines.slice(i, end).map((line) => cut(line, line.text.length - line.text.trimStart().length));
    return add("paragraph", i, end, {lines: inner});
}
