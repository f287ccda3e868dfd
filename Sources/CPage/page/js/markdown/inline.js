// What is inside a paragraph: emphasis, code, links, and the marks that name citations.

import {h} from "../lib/dom.js";

/** Emphasis in emphasis, up to here. */
const deepest = 6;

/** Addresses that a link may have. Everything else, `javascript:` above all, stays text. */
const linkable = /^(?:https?:\/\/|mailto:)[^\s<>]+$/i;

/**
 * @param {{text: string, at: number}[]} lines
 * @param {{citation?: (numbers: number[]) => Node, unsupported?: {start: number, end: number}[]}} options `unsupported` counts
 *   UTF-16 units of the source.
 * @returns {Node[]}
 */
export function inline(lines, options) {
    const starts = [];
    let text = "";
    for (const line of lines) {
        starts.push({from: text.length, at: line.at});
        text += line.text + "\n";
    }
    return new Reader(text.slice(0, -1), starts, options).read(0, text.length - 1, 0);
}

class Reader {
    constructor(text, starts, options) { Object.assign(this, {text, starts, options, found: new Map()}); }

    read(from, to, depth) {
        const nodes = [];
        let plain = from;
        const flush = (end) => {
            if (end > plain) nodes.push(...this.plain(plain, end));
        };
        for (let i = from; i < to;) {
            const found = this.special(i, to, depth);
            if (!found) {
                i += 1;
                continue;
            }
            flush(i);
            nodes.push(...found.nodes);
            i = plain = found.end;
        }
        flush(to);
        return nodes;
    }

    /** The node that begins at `i`, and where it ends; null where there is only text. */
    special(i, to, depth) {
        const {text} = this;
        switch (text[i]) {
            case "\\":
                if (text[i + 1] === "\n") return {nodes: [h("br")], end: i + 2};
                return /[!-/:-@[-`{-~]/.test(text[i + 1] ?? "") ? {nodes: this.plain(i + 1, i + 2), end: i + 2} : null;
            case "\n": {
                const breaks = text.slice(Math.max(0, i - 2), i) === "  ";
                return {nodes: breaks ? [h("br")] : [document.createTextNode(" ")], end: i + 1};
            }
            case "`": return this.code(i, to);
            case "*":
            case "_": return depth < deepest ? this.emphasis(i, to, depth) : null;
            case "~":
                return depth < deepest && text.startsWith("~~", i) ? this.wrapped("~~", "del", i, to, depth) : null;
            case "!": return text[i + 1] === "[" ? this.link(i + 1, to, depth) : null;
            case "[": return this.citation(i, to) ?? this.link(i, to, depth);
            case "<": return this.angle(i, to);
            case "h": return this.bare(i, to);
            default: return null;
        }
    }

    code(i, to) {
        const marks = /^`+/.exec(this.text.slice(i, Math.min(to, i + 32)))[0];
        const end = this.closing(marks, i + marks.length, to);
        if (end < 0) return {nodes: this.plain(i, i + marks.length), end: i + marks.length};
        const inner = this.text.slice(i + marks.length, end).replaceAll("\n", " ");
        return {
            nodes: [h("code", null, inner.trim() ? inner.replace(/^ (.*) $/, "$1") : inner)],
            end: end + marks.length
        };
    }

    emphasis(i, to, depth) {
        const sign = this.text[i];
        const isWord = (character) => /[\p{L}\p{N}]/u.test(character ?? "");
        // snake_case is no emphasis.
        if (sign === "_" && isWord(this.text[i - 1])) return null;
        const both = this.wrapped(sign.repeat(3), "em", i, to, depth);
        if (both) return {nodes: [h("strong", null, both.nodes)], end: both.end};
        return this.wrapped(sign + sign, "strong", i, to, depth) ?? this.wrapped(sign, "em", i, to, depth);
    }

    wrapped(marks, element, i, to, depth) {
        const {text} = this;
        const start = i + marks.length;
        if (!text.startsWith(marks, i) || !text[start] || /\s/.test(text[start])) return null;
        const end = this.closing(marks, start, to, true);
        if (end <= start || (marks.length === 1 && text[start] === marks)) return null;
        return {nodes: [h(element, null, this.read(start, end, depth + 1))], end: end + marks.length};
    }

    /** Where `marks` stand next; with `afterWord`, where they do so behind something that is no space. */
    closing(marks, from, to, afterWord = false) {
        const places = this.places(marks, afterWord);
        let [low, high] = [0, places.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (places[middle] < from)
                low = middle + 1;
            else
                high = middle;
        }
        const end = places[low] ?? Infinity;
        return end + marks.length <= to ? end : -1;
    }

    /** All places of some marks. Looked for once: looking anew for each row of stars takes quadratic time. */
    places(marks, afterWord) {
        const key = `${marks} ${afterWord}`;
        if (this.found.has(key)) return this.found.get(key);
        const places = [];
        for (let at = this.text.indexOf(marks); at >= 0;) {
            // One star of two ends nothing that began with one.
            const isSingle = marks.length > 1 || (this.text[at - 1] !== marks && this.text[at + 1] !== marks);
            const isClosing = !afterWord || (isSingle && !/\s/.test(this.text[at - 1] ?? " "));
            if (isClosing) places.push(at);
            at = this.text.indexOf(marks, at + (isClosing ? 1 : marks.length));
        }
        this.found.set(key, places);
        return places;
    }

    /** `[1]`, `[1, 3]`. */
    citation(i, to) {
        const mark = /^\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\](?!\()/.exec(this.text.slice(i, Math.min(to, i + 40)));
        if (!mark || !this.options.citation) return null;
        const node = this.options.citation(mark[1].split(",").map(Number));
        return node ? {nodes: [node], end: i + mark[0].length} : null;
    }

    link(i, to, depth) {
        const match = /^\[([^[\]\n]{0,1000})\]\(\s*<?([^\s()<>]{1,2000})>?(?:\s+"[^"\n]{0,500}")?\s*\)/.exec(
            this.text.slice(i, Math.min(to, i + 4000)));
        if (!match || depth >= deepest) return null;
        const isImage = this.text[i - 1] === "!";
        const end = i + match[0].length;
        // Pictures are not loaded: a request would tell their host that this answer is being read.
        const inner = isImage ? [document.createTextNode(match[1] || "picture")]
                              : this.read(i + 1, i + 1 + match[1].length, depth + 1);
        return {nodes: [anchor(match[2], inner)], end};
    }

    angle(i, to) {
        const match = /^<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/i.exec(this.text.slice(i, Math.min(to, i + 2010)));
        return match ? {nodes: [anchor(match[1], [match[1]])], end: i + match[0].length} : null;
    }

    bare(i, to) {
        if (!this.text.startsWith("http", i) || /[\p{L}\p{N}]/u.test(this.text[i - 1] ?? "")) return null;
        const match = /^https?:\/\/[^\s<>"'`]{1,2000}/i.exec(this.text.slice(i, Math.min(to, i + 2010)));
        if (!match) return null;
        const url = match[0].replace(/[.,;:!?)\]*_]+$/, "");
        return {nodes: [anchor(url, [url])], end: i + url.length};
    }

    /** Text, cut where unsupported sentences begin and end. */
    plain(from, to) {
        const spans = this.options.unsupported ?? [];
        if (!spans.length) return [document.createTextNode(this.text.slice(from, to))];
        const nodes = [];
        let start = from;
        const isMarked = (index) => {
            const source = this.source(index);
            return spans.some((span) => span.start <= source && source < span.end);
        };
        let marked = isMarked(from);
        for (let i = from + 1; i <= to; i++) {
            if (i < to && isMarked(i) === marked) continue;
            const piece = this.text.slice(start, i);
            nodes.push(marked ? h("span.unsupported", null, piece) : document.createTextNode(piece));
            [start, marked] = [i, !marked];
        }
        return nodes;
    }

    /** Where in the source a place of the text stands. */
    source(index) {
        let [low, high] = [0, this.starts.length - 1];
        while (low < high) {
            const middle = Math.ceil((low + high) / 2);
            if (this.starts[middle].from <= index)
                low = middle;
            else
                high = middle - 1;
        }
        return this.starts[low].at + index - this.starts[low].from;
    }
}

function anchor(url, children) {
    if (!linkable.test(url)) return h("span", null, children);
    // A new tab that knows nothing of this one.
    return h("a", {href: url, target: "_blank", rel: "noopener noreferrer", title: url}, children);
}
