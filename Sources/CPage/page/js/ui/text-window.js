// Pieces of a document's text: the server cuts them at bytes, here they begin and end where they can be read.

import {get, part} from "../lib/api.js";
import {indices} from "../lib/bytes.js";
import {sheetHead, sheetLines} from "../lib/sheet-rows.js";
import {cleanStart, isMarkdown} from "./markdown-document.js";

/** @param {{documentID: string, start: number, end: number}} place In bytes; `latest` and `first` have to stay in it. */
export async function textWindow({documentID, start, end}, {signal, latest = start, first = start}) {
    const piece = await get(`/api/documents/${part(documentID)}/text`, {start, end}, {signal});
    return ended(begun(piece, latest), first);
}

const tableAt = (piece, offset) => piece.blocks.find((block) => block.kind === "table" && block.start < offset && offset < block.end);
const hasRows = /^Row \d+ · /m;
const size = (text) => new TextEncoder().encode(text).length;

/** A piece, from where it can be read. */
function begun(piece, latest) {
    let start = null;
    if (isMarkdown(piece)) {
        const places = indices(piece.text, piece.blocks.map((block) => block.start), piece.start);
        start = cleanStart(piece, (offset) => piece.text[places.get(offset) - 1] === "\n", latest);
    } else if (tableAt(piece, piece.start) && hasRows.test(piece.text)) {
        // A row is a line; half of one says what is not so.
        const from = /^Row \d+ · /.test(piece.text) ? 0 : piece.text.indexOf("\n") + 1;
        start = piece.start + size(piece.text.slice(0, from));
    }
    if (start === null || start === piece.start || start > latest) return piece;
    const from = indices(piece.text, [start], piece.start).get(start);
    return {...piece, start, text: piece.text.slice(from), blocks: piece.blocks.filter((block) => block.end > start),
        names: piece.names?.filter((name) => name.start >= start)};
}

/** The same at its end, where a row of a sheet was cut. */
function ended(piece, first) {
    if (piece.end >= piece.total || !tableAt(piece, piece.end)) return piece;
    const cut = piece.text.lastIndexOf("\n") + 1;
    const end = piece.start + size(piece.text.slice(0, cut));
    if (!cut || end <= first || !hasRows.test(piece.text)) return piece;
    return {...piece, end, text: piece.text.slice(0, cut), blocks: piece.blocks.filter((block) => block.start < end),
        names: piece.names?.filter((name) => name.end <= end)};
}

/** Bytes in which a sheet names its columns. */
const headSize = 16_384;

/** How the columns are called of the table with which a piece begins, where that began before it; null for any other. */
export async function headBefore(documentID, piece, signal) {
    const table = tableAt(piece, piece.start);
    if (!table) return null;
    const {text} = await get(`/api/documents/${part(documentID)}/text`, {start: table.start, end: Math.min(table.end, table.start + headSize)}, {signal});
    const lines = sheetLines(text);
    return lines && sheetHead(text, lines);
}
