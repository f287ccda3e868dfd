// Blocks into elements, and a view of a text that is still being written.

import {h} from "../lib/dom.js";
import {say} from "../lib/words.js";
import {Inline} from "./inline.js";
import {parse} from "./blocks.js";
import {codePieces, pieces, standing} from "./marked.js";
import {SourceText} from "./source-text.js";

/**
 * A whole text.
 *
 * @param {string} text
 * @param {{citation?: (numbers: number[]) => Node|null, keepsLines?: (text: string) => boolean} & import("./marked.js").Marking} options
 *   `citation` makes the mark of a source, or tells that there is no such source; `keepsLines` tells whether a text's lines end where they
 *   do in the source.
 */
export function markdown(text, options = {}) {
    const {blocks, definitions} = parse(text, reserved(options));
    const definition = (label) => definitions.get(label);
    return directed("div.prose", null, blocks.map((block) => element(block, {...options, definition})));
}

/** Where numbers name sources, `[1]: …` is text: as the definition of a link it would not be seen at all. */
const reserved = (options) => (label) => Boolean(options.citation) && /^\d{1,4}(?:\s*,\s*\d{1,4})*$/.test(label);

/**
 * A text that grows: only the blocks at its end that changed are drawn anew, so that nothing above moves, a selection stays,
 * and the work does not grow with the length. A block above is drawn anew only when a link in it got another meaning.
 */
export class GrowingText {
    constructor(options = {}) {
        this.element = h("div.prose", {dir: "auto"});
        this.options = options;
        this.shown = [];
    }

    show(text) {
        const {blocks, definitions} = parse(text, reserved(this.options));
        const isSame = (block, shown) => block.source === shown?.source &&
            [...shown.labels].every(([label, meant]) => means(definitions.get(label), meant));
        let same = 0;
        while (same < blocks.length && isSame(blocks[same], this.shown[same])) same += 1;
        while (this.element.children.length > same) this.element.lastElementChild.remove();
        this.shown.length = same;
        for (const block of blocks.slice(same)) {
            const labels = new Map();
            const definition = (label) => {
                labels.set(label, definitions.get(label));
                return definitions.get(label);
            };
            this.element.append(element(block, {...this.options, definition}));
            this.shown.push({source: block.source, labels});
        }
    }
}

/**
 * An element whose text tells its direction. It is told so when its children are in it: the browser looks through them again
 * for each that comes, which takes quadratic time.
 */
function directed(name, attributes, ...children) {
    const made = h(name, attributes, ...children);
    made.dir = "auto";
    return made;
}

const means = (one, other) => one?.destination === other?.destination && one?.title === other?.title;

function element(block, options) {
    const children = (blocks) => blocks.map((inner) => element(inner, options));
    switch (block.kind) {
        // Headings of an answer lie below those of the page.
        case "heading": return directed(`h${Math.min(6, block.level + 2)}`, null, inline(block.lines, options));
        case "paragraph": return directed("p", null, inline(block.lines, options));
        case "rule": return h("hr");
        case "code": return code(block, options);
        // HTML is shown, not obeyed.
        case "markup": return directed("p.markup", null, whole(block, options));
        case "quote": return directed("blockquote", null, children(block.blocks));
        case "list":
            return directed(block.isOrdered ? "ol" : "ul",
                {start: block.isOrdered && block.start !== 1 ? block.start : null},
                block.blocks.map(
                    (item) => directed("li", null, block.isTight ? tight(item, options) : children(item.blocks))));
        case "table": return table(block, options);
        default: return h("p");
    }
}

/** In a list without empty lines, paragraphs need no element of their own. */
function tight(item, options) {
    return item.blocks.map(
        (block) => block.kind === "paragraph" ? inline(block.lines, options) : element(block, options));
}

/** The lines of a block as they stand. */
function whole({lines}, options) {
    const read = new SourceText(lines);
    return pieces(read, 0, read.text.length, options);
}

function code(block, options) {
    // Code may be wider than the page; it scrolls by itself, and so must be reachable by the keyboard.
    return h("pre", {
        dir: "ltr",
        tabindex: "0",
        role: "region",
        "aria-label": block.language ? say("Code, {language}", {language: block.language}) : say("Code")
    },
        h("code", null, whole(block, options)));
}

function table(block, options) {
    const row = (cells, name) =>
        h("tr", null, cells.map((cell) => directed(name, null, inline([cell], options, true))));
    return h("div.table-scroll", {tabindex: "0", role: "region", "aria-label": say("Table")},
        h("table", null, h("thead", null, row(block.head, "th")),
            h("tbody", null, block.rows.map((cells) => row(cells, "td")))));
}

// What is inside a line

/** @returns {Node[]} */
function inline(lines, options, isCell = false) {
    const read = new Inline(lines, options, isCell);
    const lineEnd = options.keepsLines?.(read.text) ? "\n" : " ";
    return nodes(read, read.root, {...options, lineEnd}, false);
}

function nodes(read, parent, options, isInLink) {
    const found = [];
    const inner = (piece, inLink) => nodes(read, piece, options, inLink);
    for (let piece = parent.first; piece; piece = piece.next) {
        switch (piece.kind) {
            case "text": {
                const {from} = piece;
                // Marks that opened nothing are text like that around them.
                while (piece.literal === undefined && piece.next?.kind === "text" && piece.next.literal === undefined
                    && piece.next.from === piece.to)
                    piece = piece.next;
                found.push(...(piece.literal === undefined ? pieces(read, from, piece.to, options)
                                                           : [standing(piece.literal, read, from, options)]));
                break;
            }
            case "space": found.push(standing(options.lineEnd, read, piece.from, options)); break;
            case "break": found.push(h("br")); break;
            case "code": found.push(h("code", null, codePieces(read, piece, options))); break;
            case "markup": found.push(h("span.markup", null, pieces(read, piece.from, piece.to, options))); break;
            case "citation":
                // A mark is a button, which a link may not hold.
                found.push(...(isInLink ? pieces(read, piece.from, piece.to, options) : [piece.node]));
                break;
            case "picture": found.push(picture(read, piece, isInLink)); break;
            case "link":
                if (isInLink)
                    found.push(...inner(piece, true));
                else
                    found.push(anchor(piece, inner(piece, true)));
                break;
            default: found.push(h(piece.kind, null, inner(piece, isInLink)));
        }
    }
    return found;
}

/** Addresses that a link may have. Everything else, `javascript:` above all, stays text. */
const linkable = /^(?:https?:\/\/|mailto:)[^\s<>]+$/i;

/** An address with what may not stand in one as it does in UTF-8. */
function encoded(url) {
    const wellFormed = url.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
    return wellFormed.split(/(%[0-9a-fA-F]{2})/).map((part, index) => index % 2 ? part : encodeURI(part)).join("");
}

/** A link; where its address may not be followed, its text, which says under the pointer where it would lead. */
function anchor(piece, children, name = "") {
    const url = encoded(piece.destination);
    const title = piece.title ? `${piece.title}\n${url}` : url;
    if (!linkable.test(url)) return h(`span.address${name}`, {title}, children);
    // A new tab that knows nothing of this one.
    return h(`a${name}`, {href: url, target: "_blank", rel: "noopener noreferrer", title}, children);
}

/** Pictures are not loaded: a request would tell their host that this answer is being read. */
function picture(read, piece, isInLink) {
    const text = spoken(read, piece) || "picture";
    return isInLink ? h("span.picture", {title: encoded(piece.destination)}, text) : anchor(piece, text, ".picture");
}

/** What is inside a piece, as text alone. */
function spoken(read, parent) {
    let text = "";
    for (let piece = parent.first; piece; piece = piece.next) {
        if (piece.first)
            text += spoken(read, piece);
        else if (piece.kind === "space" || piece.kind === "break")
            text += " ";
        else
            text += piece.literal ?? read.text.slice(piece.from, piece.to);
    }
    return text;
}
