// Rows of spreadsheets and of files of values. The server writes each as a line with the number that a spreadsheet shows, and its cells with
// the names of their columns, so that a quoted line says what it is of: "Row 7 · Date: 2024-03-01 · Amount: 920". Empty cells are left
// out. Here the lines become rows again. Places are in UTF-16 units of the text.

const opening = /^Row (\d+) · /;
const parting = " · ";

/** Lines that may stand above the names of the columns, as in a bank's export. */
const mostAbove = 20;

/** Letters of a name that has one line. */
const shortName = 16;

/** A row without its cells. @typedef {{number: number, start: number, from: number, to: number}} Line `from` is behind its number. */

/** The number of the row that a quote is, and where its cells begin; null for what is no row, or several. */
export function rowQuote(quote) {
    const found = opening.exec(quote);
    return found && !quote.trim().includes("\n") ? {number: Number(found[1]), from: found[0].length} : null;
}

/** The rows of a passage that fit, where it is rows; else the passage as it is. @param {(row: string) => boolean} fits */
export function rowsThatFit(text, fits, named) {
    const rows = text.split("\n").filter((line) => line.trim());
    if (!rows.length || !rows.every((row) => opening.test(row))) return text;
    const found = rows.filter(fits);
    return (found.length ? found : rows).slice(0, 4).map((row) => row.replace(opening, (_, number) => `${named(number)} · `)).join("\n");
}

/** The lines of a piece of a text that are rows; null where it is no sheet. @returns {Line[]|null} */
export function sheetLines(text, from = 0, to = text.length) {
    const lines = [];
    for (let at = from; at < to;) {
        const end = text.indexOf("\n", at);
        const stop = end < 0 || end > to ? to : end;
        const found = opening.exec(text.slice(at, Math.min(stop, at + 24)));
        if (found) lines.push({number: Number(found[1]), start: at, from: at + found[0].length, to: stop});
        // What was cut at the beginning of a piece belongs to no row that is there.
        else if (at > from && text.slice(at, stop).trim()) return null;
        at = stop + 1;
    }
    return lines.length ? lines : null;
}

/** What stands before a cell of a column of this name. */
const prefixOf = (name) => (/[:?!：？]$/u.test(name) ? `${name} ` : `${name}: `);

const pieces = (text, {from, to}) => {
    const found = [];
    for (let at = from; at <= to;) {
        const next = text.indexOf(parting, at);
        const end = next < 0 || next > to - parting.length ? to : next;
        found.push({from: at, to: end});
        at = end + parting.length;
    }
    return found;
};

/**
 * The row that names the columns: the first whose cells stand before those of the rows below.
 *
 * @returns {{at: number, names: string[]}|null} `at` is its index among the lines.
 */
export function sheetHead(text, lines) {
    for (let at = 0; at <= mostAbove && at + 1 < lines.length; at += 1) {
        const names = pieces(text, lines[at]).map(({from, to}) => text.slice(from, to));
        const below = lines.slice(at + 1, at + 6);
        const isNamed = (line) => pieces(text, line).some(({from}) => names.some((name) => text.startsWith(prefixOf(name), from)));
        if (below.some(isNamed)) return {at, names};
    }
    return null;
}

/**
 * The cells of a row by their columns: the names in their order, before them one for what stands before the first that is named.
 * Without names they stand as they come.
 */
function cellsOf(text, line, names) {
    if (!names) return pieces(text, line);
    const cells = Array(names.length + 1).fill(null);
    let last = 0;
    for (const piece of pieces(text, line)) {
        const column = names.findIndex((name, index) => index >= last && text.startsWith(prefixOf(name), piece.from));
        if (column >= 0) {
            last = column + 1;
            cells[last] = {from: piece.from + prefixOf(names[column]).length, to: piece.to};
        } else if (cells[last])
            // The words of a cell may have the mark in them that parts cells.
            cells[last].to = piece.to;
        else
            cells[last] = {...piece};
    }
    return cells;
}

/** Whether a cell is an amount, which is read from its end; not a day, a number of a telephone or of an account. */
const isAmount = (words) => /^[(+\-−]?\s*(?:\p{Sc}|[A-Z]{3})?\s*[+\-−]?(?!0\d)\d[\d.,'’\u00a0\u202f ]*\)?\s*(?:%|\p{Sc}|\p{L}{1,3})?$/u.test(words)
    && !/^\d{1,4}[./]\d{1,2}[./]\d{1,4}$/.test(words);

/**
 * A piece of a sheet as a table.
 *
 * @param {{names: string[]}|null} [known] The head of a sheet whose beginning is not in the piece.
 * @returns {{head: object|null, above: Line[], columns: {name: string, isAmount: boolean, width: number}[], rows: object[]}|null}
 *   `head` and `rows` are lines with `cells`, a place or null for each column; widths count letters. null where it is no sheet.
 */
export function sheetRows(text, from, to, known = null) {
    const lines = sheetLines(text, from, to);
    if (!lines) return null;
    const found = known ? null : sheetHead(text, lines);
    const names = known?.names ?? found?.names ?? null;
    const head = found && {...lines[found.at], cells: [null, ...pieces(text, lines[found.at])]};
    const rows = lines.slice(found ? found.at + 1 : 0).map((line) => ({...line, cells: cellsOf(text, line, names)}));
    const words = (cell) => (cell ? text.slice(cell.from, cell.to) : "");
    const count = names ? names.length + 1 : Math.max(...rows.map(({cells}) => cells.length));
    // Before the first name there is mostly nothing.
    const first = names && !rows.some(({cells}) => words(cells[0]).trim()) ? 1 : 0;
    const columns = Array.from({length: count - first}, (_, index) => {
        const name = (names && names[index + first - 1]) || "";
        const filled = rows.map(({cells}) => words(cells[index + first])).filter(Boolean);
        return {
            name,
            isAmount: filled.length > 0 && filled.filter(isAmount).length >= filled.length * 0.8,
            width: Math.max(longestWord(name), Math.min(wide(name) + 2, shortName), filled.reduce((most, cell) => Math.max(most, wide(cell)), 0))
        };
    });
    const cut = (row) => row && {...row, cells: Array.from({length: count - first}, (_, index) => row.cells[index + first] ?? null)};
    return {head: cut(head), above: found ? lines.slice(0, found.at) : [], columns, rows: rows.map(cut)};
}

/** How wide a text is, in letters; ideographs are twice as wide. */
const wide = (text) => text.length + (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0);
const longestWord = (text) => text.split(/\s+/u).reduce((most, word) => Math.max(most, wide(word)), 0);
