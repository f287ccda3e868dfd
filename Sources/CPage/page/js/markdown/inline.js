// What is inside a paragraph: emphasis, code, links, and the marks that name citations.
//
// The way of CommonMark's appendix (https://spec.commonmark.org/0.31.2/#phase-2-inline-structure): one pass that puts aside
// what may open something, and joins pieces when it meets what closes it. No text takes more than linear time.

import {characterReference, afterSpace, destination, isPunctuation, label, normalized, title} from "./links.js";
import {Emphasis} from "./emphasis.js";
import {Markup} from "./markup.js";
import {append, deepest, heightAround, made, moveBetween, unlink} from "./pieces.js";
import {SourceText} from "./source-text.js";

/**
 * The text of a block's lines, and the pieces of it.
 */
export class Inline extends SourceText {
    /**
     * @param {{text: string, at: number}[]} lines
     * @param {object} options
     * @param {(label: string) => ({destination: string, title: string}|undefined)} [options.definition] What a label stands for.
     * @param {(numbers: number[]) => Node|null} [options.citation]
     * @param {boolean} isCell Whether it is of a table, where a bar in code has a backslash.
     */
    constructor(lines, options, isCell = false) {
        super(lines);
        this.text = this.text.trimEnd();
        this.options = options;
        this.isCell = isCell;
        this.root = made("root", 0, 0);
        this.emphasis = new Emphasis();
        this.brackets = [];
        // Brackets below this place hold a link already, so that none of them can be one.
        this.closedBelow = 0;
        this.markup = new Markup(this.text);
        this.at = 0;
        while (this.at < this.text.length) this.step();
        this.emphasis.resolve(null);
    }

    step() {
        const {text, at} = this;
        switch (text[at]) {
            case "\n": return this.lineEnd();
            case "\\":
                if (text[at + 1] === "\n") return this.put("break", at, at + 2);
                if (isPunctuation(text[at + 1])) {
                    append(this.root, made("text", at + 1, at + 2));
                    this.at = at + 2;
                    return;
                }
                return this.plain(at + 1);
            case "`": return this.code();
            case "&": {
                const found = characterReference(text, at);
                return found ? this.put("text", at, found.end, {literal: found.value}) : this.plain(at + 1);
            }
            case "<": return this.angle();
            case "*":
            case "_":
            case "~": return this.mark();
            case "!":
                if (text[at + 1] !== "[") return this.plain(at + 1);
                return this.bracket(at + 2, true);
            case "[": return this.citation() || this.bracket(at + 1, false);
            case "]": return this.close();
            case "h": return this.bare();
            default:
                ordinary.lastIndex = at;
                ordinary.exec(text);
                return this.plain(ordinary.lastIndex);
        }
    }

    /** Adds a piece and goes on behind it. */
    put(kind, from, to, more) {
        const piece = made(kind, from, to, more);
        append(this.root, piece);
        this.at = to;
        return piece;
    }

    /** Text as it stands. */
    plain(to) {
        const last = this.root.last;
        if (last?.kind === "text" && last.to === this.at && last.literal === undefined && !last.isMark)
            last.to = to;
        else
            append(this.root, made("text", this.at, to));
        this.at = to;
    }

    lineEnd() {
        const {text, at} = this;
        let end = at;
        while (text[end - 1] === " ") end -= 1;
        const last = this.root.last;
        if (last?.kind === "text" && last.literal === undefined && last.to === at) last.to = Math.max(last.from, end);
        this.put(at - end >= 2 && last ? "break" : "space", at, at + 1);
    }

    code() {
        const {text, at} = this;
        let open = at;
        while (text[open] === "`") open += 1;
        const end = this.backticks(open - at, open);
        if (end < 0) return this.plain(open);
        let inner = text.slice(open, end).replaceAll("\n", " ");
        if (this.isCell) inner = inner.replaceAll("\\|", "|");
        const isPadded = inner.trim() && inner.startsWith(" ") && inner.endsWith(" ");
        if (isPadded) inner = inner.slice(1, -1);
        return this.put("code", at, end + open - at, {literal: inner, inner: isPadded ? open + 1 : open});
    }

    /** Where a row of so many backticks stands next. All rows are looked for once, or many rows would take quadratic time. */
    backticks(length, from) {
        if (!this.rows) {
            this.rows = new Map();
            for (const match of this.text.matchAll(/`+/g)) {
                const found = this.rows.get(match[0].length);
                if (found)
                    found.places.push(match.index);
                else
                    this.rows.set(match[0].length, {places: [match.index], next: 0});
            }
        }
        const row = this.rows.get(length);
        while (row && row.places[row.next] < from) row.next += 1;
        return row?.places[row.next] ?? -1;
    }

    angle() {
        const {text, at} = this;
        for (const [pattern, prefix] of autolinks) {
            pattern.lastIndex = at;
            const match = pattern.exec(text);
            if (match) return this.address(at, pattern.lastIndex, prefix + match[1], at + 1, pattern.lastIndex - 1);
        }
        const end = this.markup.end(at);
        return end < 0 ? this.plain(at + 1) : this.put("markup", at, end);
    }

    /** An address that is its own text. */
    address(from, to, url, textFrom, textTo) {
        const link = this.put("link", from, to, {destination: url, title: "", height: 1});
        append(link, made("text", textFrom, textTo));
    }

    /** An address without brackets around it, as models write them. */
    bare() {
        const {text, at} = this;
        bareAddress.lastIndex = at;
        const match = /[\p{L}\p{N}]/u.test(text[at - 1] ?? "") ? null : bareAddress.exec(text);
        if (!match) return this.plain(at + 1);
        const end = at + withoutTail(match[0]);
        return this.address(at, end, text.slice(at, end), at, end);
    }

    /** `[1]`, `[1, 3]`. */
    citation() {
        const {at, text, options} = this;
        if (!options.citation) return false;
        cited.lastIndex = at;
        const mark = cited.exec(text);
        const node = mark && options.citation(mark[1].split(",").map(Number));
        if (node) this.put("citation", at, cited.lastIndex, {node});
        return Boolean(node);
    }

    /** A row of stars or the like, which may open or close something. */
    mark() {
        const {text, at} = this;
        let end = at;
        while (text[end] === text[at]) end += 1;
        this.emphasis.add(this.put("text", at, end, {isMark: true}), text);
    }

    // Links

    bracket(end, isPicture) {
        const below = this.brackets[this.brackets.length - 1];
        if (below) below.hasInner = true;
        const piece = this.put("text", this.at, end, {isMark: true});
        this.brackets.push({piece, isPicture, end, mark: this.emphasis.last, hasInner: false});
    }

    close() {
        const {at} = this;
        const bracket = this.brackets.pop();
        if (!bracket) return this.plain(at + 1);
        const isClosed = !bracket.isPicture && this.brackets.length < this.closedBelow;
        this.closedBelow = Math.min(this.closedBelow, this.brackets.length);
        const found = isClosed ? null : this.target(bracket);
        if (!found) return this.plain(at + 1);
        const {piece} = bracket;
        if (heightAround(piece.next, null, deepest + 1) > deepest + 1) {
            piece.height = deepest + 1;
            return this.plain(at + 1);
        }
        this.emphasis.resolve(bracket.mark);
        const height = heightAround(piece.next, null, deepest + 1);
        const link = made(bracket.isPicture ? "picture" : "link", piece.from, found.end, {...found, height});
        moveBetween(piece, null, link);
        unlink(piece);
        append(this.root, link);
        this.at = found.end;
        if (!bracket.isPicture) this.closedBelow = this.brackets.length;
    }

    /** Where the link leads whose text ends here: what is in parentheses behind it, or a definition. */
    target(bracket) {
        const {text, at} = this;
        if (text[at + 1] === "(") {
            const address = destination(text, afterSpace(text, at + 2));
            if (address) {
                let end = afterSpace(text, address.end);
                const named = end > address.end ? title(text, end) : null;
                if (named) end = afterSpace(text, named.end);
                if (text[end] === ")") return {destination: address.value, title: named?.value ?? "", end: end + 1};
            }
        }
        const named = label(text, at + 1);
        const key = named?.value                         ? named.value
            : bracket.hasInner || at - bracket.end > 999 ? ""
                                                         : text.slice(bracket.end, at);
        const found = key.trim() ? this.options.definition?.(normalized(key)) : undefined;
        return found ? {destination: found.destination, title: found.title, end: named ? named.end : at + 1} : null;
    }
}

const ordinary = /[^\n\\`&<*_~![\]h]+/y;
const autolinks = [
    [/<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^<>\x00-\x20]*)>/y, ""],
    [
        /<([a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)>/y,
        "mailto:"
    ]
];
const bareAddress = /https?:\/\/[^\s<>"'`\\*[\]]{1,2000}/y;
const cited = /\[(\d{1,4}(?:\s{0,9},\s{0,9}\d{1,4}){0,9})\](?!\()/y;

/** How much of a bare address is not the end of the sentence around it. */
function withoutTail(url) {
    let end = url.length;
    const opened = url.split("(").length;
    let closed = url.split(")").length;
    for (; end > 0; end--) {
        const last = url[end - 1];
        if (last === ")" && closed > opened)
            closed -= 1;
        else if (!".,;:!?_~".includes(last))
            break;
    }
    return end;
}
