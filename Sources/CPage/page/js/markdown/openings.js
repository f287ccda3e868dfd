// Where blocks begin. Each function is given the reader at a place of a line, and adds the block that begins there; null when
// none does.

import {isSpace} from "./cursor.js";
import {atxHeading, bullet, divider, isRule, openingFence, ordinal, rowCells, underline, withoutClosing} from "./lines.js";
import {unescaped} from "./links.js";
import {blockEnding} from "./markup.js";

/** How deep quotes and items may lie in each other; deeper ones are text. A model may write anything. */
const deepest = 12;

/** The block that begins here, in `container`. */
export function begin(reader, container) {
    const {cursor} = reader;
    const {rest} = cursor;
    const sign = rest[0];
    if (cursor.indent >= 4) return indentedCode(reader);
    if (sign === undefined || /[A-Za-z]/.test(sign)) return null;
    if (sign === ">" && container.depth < deepest) {
        reader.closeUnmatched();
        intoQuote(cursor);
        return reader.add("quote");
    }
    if (sign === "#" && atxHeading.test(rest)) return heading(reader, atxHeading.exec(rest)[0].length);
    const fence = openingFence.exec(rest);
    if (fence) return fencedCode(reader, fence[1] ?? fence[3], fence[2] ?? fence[4]);
    return (sign === "<" ? markup(reader, container) : null)
        ?? (container.kind === "paragraph" ? underlined(reader, container) ?? table(reader, container) : null)
        ?? (isRule(rest)                    ? rule(reader)
                : container.depth < deepest ? item(reader, container)
                                            : null);
}

/** Takes the sign of a quote, and the space behind it. */
export function intoQuote(cursor) {
    cursor.skip();
    cursor.advance(1);
    if (isSpace(cursor.sign)) cursor.advance(1);
}

function indentedCode(reader) {
    if (reader.cursor.isBlank || reader.tip.kind === "paragraph") return null;
    reader.cursor.advance(4);
    reader.closeUnmatched();
    return reader.add("code");
}

function heading(reader, level) {
    const {cursor} = reader;
    reader.closeUnmatched();
    const added = reader.add("heading", {level});
    let from = cursor.next + level;
    while (isSpace(cursor.text[from])) from += 1;
    added.lines = [{text: withoutClosing(cursor.text.slice(from).trimEnd()), at: cursor.at + from}];
    cursor.toEnd();
    return added;
}

function fencedCode(reader, fence, info) {
    reader.closeUnmatched();
    reader.isTaken = true;
    return reader.add("code", {fence, indent: reader.cursor.indent, language: unescaped(info.trim()).split(/\s+/)[0]});
}

function markup(reader, container) {
    const ending = blockEnding(reader.cursor.rest);
    const isInParagraph = container.kind === "paragraph" || (!reader.isAllMatched && reader.tip.kind === "paragraph");
    if (!ending || (ending === "alone" && isInParagraph)) return null;
    reader.closeUnmatched();
    // The spaces in front are its own.
    return reader.add("markup", {ending});
}

function rule(reader) {
    reader.closeUnmatched();
    const added = reader.add("rule");
    reader.cursor.toEnd();
    return added;
}

/** A line of `=` or `-` makes a heading of the paragraph above it. */
function underlined(reader, paragraph) {
    const {cursor} = reader;
    if (!underline.test(cursor.rest)) return null;
    reader.closeUnmatched();
    reader.define(paragraph);
    if (!paragraph.lines.length) return null;
    paragraph.kind = "heading";
    paragraph.level = cursor.rest[0] === "=" ? 1 : 2;
    reader.see(paragraph);
    cursor.toEnd();
    return paragraph;
}

/** A row of dashes and bars makes a table of the line above it, when both have as many cells. */
function table(reader, paragraph) {
    const {rest} = reader.cursor;
    const head = paragraph.lines[paragraph.lines.length - 1];
    if (!head?.text.includes("|") || !rest.includes("-") || !divider.test(rest)) return null;
    const cells = rowCells(head);
    if (cells.length !== rowCells({text: rest, at: 0}).length) return null;
    reader.closeUnmatched();
    paragraph.lines.pop();
    if (paragraph.lines.length) {
        reader.close(paragraph, reader.number - 2);
        paragraph.seen = reader.number - 2;
    } else {
        reader.tip = paragraph.parent;
        reader.tip.blocks.pop();
    }
    const added = reader.add("table", {head: cells});
    added.first = reader.number - 1;
    reader.isTaken = true;
    return added;
}

function item(reader, container) {
    const {cursor} = reader;
    const {indent, rest} = cursor;
    const mark = bullet.exec(rest) ?? ordinal.exec(rest);
    if (!mark) return null;
    const width = mark[0].length;
    const isOrdered = mark[1] !== undefined;
    // "1986. A great year." in the middle of a paragraph is no list.
    if (container.kind === "paragraph" && (!rest.slice(width).trim() || (isOrdered && Number(mark[1]) !== 1)))
        return null;
    cursor.skip();
    cursor.advance(width);
    reader.closeUnmatched();
    const {offset, column} = cursor;
    do cursor.advance(1);
    while (cursor.column - column < 5 && isSpace(cursor.sign));
    let spaces = cursor.column - column;
    if (spaces >= 5 || spaces < 1 || cursor.isAtEnd) {
        // Code, or nothing, follows: only one space belongs to the mark.
        spaces = 1;
        Object.assign(cursor, {offset, column, isInTab: false});
        if (isSpace(cursor.sign)) cursor.advance(1);
    }
    const sign = isOrdered ? mark[2] : mark[0];
    if (reader.tip.kind !== "list" || reader.tip.sign !== sign)
        reader.add("list", {sign, isOrdered, start: isOrdered ? Number(mark[1]) : 1});
    return reader.add("item", {indent: indent + width + spaces});
}
