// Markdown into blocks, as CommonMark 0.31.2 has them (https://spec.commonmark.org/0.31.2/#phase-1-block-structure), with the
// tables of GitHub. Only the structure; what is inside a line is for inline.js.
//
// Written here and not taken from a library: every node must be made without innerHTML, a text that is still being written
// must not be drawn anew as a whole, and the places of quotes and of unsupported sentences, which are counted in the source, must be
// found again in what is shown.

import {Cursor, isSpace} from "./cursor.js";
import {closingFence, endsTable, rowCells} from "./lines.js";
import {definition} from "./links.js";
import {begin, intoQuote} from "./openings.js";

/**
 * One line, and where in the source it begins. What a quote or a list puts in front is cut off.
 * @typedef {{text: string, at: number}} Line
 */

/**
 * @typedef {object} Block
 * @property {"document"|"quote"|"list"|"item"|"paragraph"|"heading"|"rule"|"code"|"markup"|"table"} kind
 * @property {Block[]} blocks What is in it.
 * @property {Line[]} lines Of a paragraph, heading, code or markup.
 * @property {string} source The lines it was made of; tells when one changed. Only of the outermost.
 */

/**
 * @param {string} text
 * @param {(label: string) => boolean} isReserved Labels that define no link, whatever stands behind them.
 * @returns {{blocks: Block[], definitions: Map<string, {destination: string, title: string}>}}
 */
export function parse(text, isReserved = () => false) {
    const reader = new BlockReader(isReserved);
    const lines = [];
    const pattern = /\r\n|\n|\r/g;
    let at = 0;
    // A character of its own length, so that no place moves.
    const whole = text.replaceAll("\0", "\ufffd");
    for (let match = pattern.exec(whole); match; match = pattern.exec(whole)) {
        lines.push({text: whole.slice(at, match.index), at});
        at = pattern.lastIndex;
    }
    if (at < whole.length) lines.push({text: whole.slice(at), at});
    lines.forEach((line, number) => reader.read(line, number));
    reader.end(lines.length - 1);
    const {blocks} = reader.root;
    for (const block of blocks) {
        const last = Math.max(block.first, block.seen);
        block.source = block.kind + lines.slice(block.first, last + 1).map((line) => line.text).join("\n");
    }
    return {blocks, definitions: reader.definitions};
}

/** Reads line by line. Between lines it knows the blocks that are open: the root, and the last one in each. */
class BlockReader {
    constructor(isReserved) {
        this.isReserved = isReserved;
        this.definitions = new Map();
        this.root = this.made("document", null, 0);
        this.tip = this.root;
    }

    made(kind, parent, first, more) {
        const depth = parent ? parent.depth + (kind === "quote" || kind === "item" ? 1 : 0) : 0;
        return {kind, parent, depth, first, last: first, seen: first, isOpen: true, blocks: [], lines: [], ...more};
    }

    read(line, number) {
        const cursor = new Cursor(line);
        this.cursor = cursor;
        this.number = number;
        this.isTaken = false;
        const before = this.tip;
        let container = this.root;
        for (;;) {
            const inner = container.blocks[container.blocks.length - 1];
            if (!inner?.isOpen) break;
            cursor.look();
            const goesOn = this.goesOn(inner);
            if (goesOn === "ended") return;
            if (!goesOn) break;
            container = inner;
        }
        this.matched = container;
        this.isAllMatched = container === before;
        while (container.kind === "paragraph" || !takesLines(container)) {
            cursor.look();
            const begun = begin(this, container);
            if (!begun) {
                cursor.skip();
                break;
            }
            container = begun;
            if (!isContainer(begun)) break;
        }
        if (!this.isAllMatched && !cursor.isBlank && this.tip.kind === "paragraph") {
            // A line that goes on with a paragraph, though what is around it did not go on.
            this.addLine();
            this.see(this.tip);
            return;
        }
        this.closeUnmatched();
        if (takesLines(container)) {
            // The line of a fence, or below a table's head, is none of the text.
            if (!this.isTaken) this.addLine();
            if (container.kind === "markup" && container.ending instanceof RegExp
                && container.ending.test(cursor.text.slice(cursor.offset)))
                this.close(container, number);
            this.see(container);
        } else if (!cursor.isBlank && !cursor.isAtEnd) {
            const paragraph = this.add("paragraph");
            cursor.skip();
            this.addLine();
            this.see(paragraph);
        } else if (!cursor.isBlank) {
            this.see(container);
        }
    }

    end(number) {
        while (this.tip) this.close(this.tip, number);
    }

    /** Notes that the outermost block around `block` reaches to this line. */
    see(block) {
        while (block.parent?.parent) block = block.parent;
        block.seen = this.number;
    }

    // Blocks that are open

    /** Whether a block goes on in this line; "ended" when the line is its last. */
    goesOn(block) {
        const {cursor} = this;
        switch (block.kind) {
            case "list": return true;
            case "quote":
                if (cursor.indent >= 4 || cursor.text[cursor.next] !== ">") return false;
                intoQuote(cursor);
                return true;
            case "item":
                if (cursor.isBlank) {
                    // An item may begin with one empty line, not with two.
                    if (!block.blocks.length) return false;
                    cursor.skip();
                } else if (cursor.indent >= block.indent) {
                    cursor.advance(block.indent);
                } else {
                    return false;
                }
                return true;
            case "code":
                if (!block.fence) {
                    if (cursor.indent >= 4)
                        cursor.advance(4);
                    else if (cursor.isBlank)
                        cursor.skip();
                    else
                        return false;
                    return true;
                }
                if (cursor.indent < 4 && cursor.text[cursor.next] === block.fence[0]) {
                    const closing = closingFence.exec(cursor.rest);
                    if (closing && closing[0].length >= block.fence.length) {
                        this.see(block);
                        this.close(block, this.number);
                        return "ended";
                    }
                }
                for (let i = 0; i < block.indent && isSpace(cursor.text[cursor.offset]); i++) cursor.advance(1);
                return true;
            case "markup": return !(cursor.isBlank && typeof block.ending === "string");
            case "paragraph": return !cursor.isBlank;
            case "table": return !cursor.isBlank && cursor.text.includes("|") && !endsTable(cursor);
            default: return false;
        }
    }

    addLine() { this.tip.lines.push(this.cursor.taken()); }

    add(kind, more) {
        while (!holds(this.tip, kind)) this.close(this.tip, this.number - 1);
        const block = this.made(kind, this.tip, this.number, more);
        this.tip.blocks.push(block);
        this.tip = block;
        this.see(block);
        return block;
    }

    closeUnmatched() {
        if (this.isAllMatched) return;
        while (this.tip !== this.matched) this.close(this.tip, this.number - 1);
        this.isAllMatched = true;
    }

    close(block, number) {
        block.isOpen = false;
        block.last = number;
        this.tip = block.parent;
        switch (block.kind) {
            case "paragraph":
                this.define(block);
                if (!block.lines.length) block.parent.blocks.pop();
                break;
            case "code": {
                const {lines} = block;
                if (!block.fence)
                    while (lines.length && !lines[lines.length - 1].text.trim()) lines.pop();
                if (!block.fence) block.last = block.first + lines.length - 1;
                block.text = lines.map((line) => line.text).join("\n");
                break;
            }
            case "markup":
                while (block.lines.length && !block.lines[block.lines.length - 1].text.trim()) block.lines.pop();
                block.last = block.first + block.lines.length - 1;
                block.text = block.lines.map((line) => line.text).join("\n");
                break;
            case "table": block.rows = block.lines.map((line) => rowCells(line).slice(0, block.head.length)); break;
            case "item":
            case "list":
                block.last = block.blocks[block.blocks.length - 1]?.last ?? block.first;
                if (block.kind === "list") block.isTight = isTight(block);
                break;
            default:
        }
    }

    /** Takes the definitions of links that a paragraph begins with out of it. */
    define(paragraph) {
        const {lines} = paragraph;
        if (lines[0]?.text[0] !== "[") return;
        const text = lines.map((line) => line.text).join("\n");
        let at = 0;
        let taken = 0;
        while (text[at] === "[") {
            const found = definition(text, at);
            if (!found || this.isReserved(found.label)) break;
            if (!this.definitions.has(found.label)) this.definitions.set(found.label, found);
            for (; at < found.end; at += lines[taken++].text.length + 1) {}
        }
        lines.splice(0, taken);
    }
}

const isContainer = (block) => ["document", "quote", "list", "item"].includes(block.kind);
const holds = (block, kind) => kind === "item" ? block.kind === "list" : block.kind !== "list" && isContainer(block);
const takesLines = (block) => ["paragraph", "code", "markup", "table"].includes(block.kind);

/** Whether nothing in a list has an empty line behind it. */
function isTight(list) {
    const touches = (block, index, all) => index + 1 === all.length || block.last >= all[index + 1].first - 1;
    return list.blocks.every(touches) && list.blocks.every((item) => item.blocks.every(touches));
}
