// A spreadsheet, or a file of values, as a table: the names of the columns stay above it and the number of the row beside it while it is
// scrolled, and amounts stand below each other. Rows are laid out in blocks, when they come near what is seen: there may be thousands.

import {h} from "../lib/dom.js";
import {sheetRows} from "../lib/sheet-rows.js";
import {say} from "../lib/words.js";
import {blocksOf} from "./blocks.js";

/** Letters of the widest column: longer cells have several lines. */
const widest = 30;
/** Pixels of a row whose cells have one line. */
const lineHeight = 36;

/**
 * @param {{from: number, to: number}} place Where it stands in the text, in UTF-16 units.
 * @param {{head?: {names: string[]}, span: (from: number, to: number) => any[], mark: {from: number, to: number, isDoubtful: boolean}|null}} options
 *   `span` gives what is shown of a place in the text.
 * @returns {HTMLElement|null} null where it is no sheet.
 */
export function sheetTable(text, {from, to}, {head, span, mark}) {
    const found = sheetRows(text, from, to, head);
    if (!found) return null;
    const {columns, rows, above} = found;
    const kind = (index) => (columns[index].isAmount ? "amount" : "");
    const cells = (row) => row.cells.map((cell, index) =>
        h("td", {role: "cell", class: kind(index), dir: "auto"}, cell && span(cell.from, cell.to)));
    const isCited = (row) => mark && row.start < mark.to && mark.from < row.to;
    const line = (row) => h("tr", {role: "row", class: isCited(row) ? citing(row, mark) : ""},
        h("th.row-number", {role: "rowheader", scope: "row"}, String(row.number)), cells(row));
    const names = columns.some(({name}) => name) && h("thead", {role: "rowgroup"},
        h("tr", {role: "row", class: found.head && isCited(found.head) ? citing(found.head, mark) : ""},
            h("th.row-number", {role: "columnheader", scope: "col"}, say("Row")),
            columns.map(({name}, index) => {
                const cell = found.head?.cells[index];
                return name ? h("th", {role: "columnheader", scope: "col", class: kind(index), dir: "auto"}, cell ? span(cell.from, cell.to) : name)
                            : h("td", {role: "cell"});
            })));
    const parts = blocksOf(rows.map(line), () => lineHeight, "tbody");
    const bodies = parts[0]?.localName === "tbody" ? parts : [h("tbody", null, parts)];
    for (const body of bodies) body.setAttribute("role", "rowgroup");
    const table = h("table.sheet", {role: "table", dir: direction(text.slice(rows[0]?.from ?? from, to))}, names, bodies);
    const widths = columns.map(({width}) => `calc(${Math.min(widest, Math.max(3, width)) + 1}ch + 1.5rem)`);
    const numbers = Math.max(3, String(rows.at(-1)?.number ?? "").length);
    table.style.setProperty("--columns", [`calc(${numbers}ch + 1.5rem)`, ...widths].join(" "));
    return h("div.sheet-place", {tabindex: "0", role: "region", "aria-label": say("Table")},
        above.map((row) => h("p", {dir: "auto"}, span(row.from, row.to))), table);
}

/** Its own, whatever the language of the page is: as its first letter is written. */
const direction = (words) => (/^[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u.test(/\p{L}/u.exec(words)?.[0] ?? "") ? "rtl" : "ltr");

/** How a row is marked that a place lies in: as a whole where all of it is meant. */
const citing = (row, mark) => ["cited", mark.from <= row.from && mark.to >= row.to && "whole", mark.isDoubtful && "unverified"].filter(Boolean).join(" ");
