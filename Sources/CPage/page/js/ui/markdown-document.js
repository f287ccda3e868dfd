// A Markdown document as it is meant to be read. Places in documents are of what its file says, signs and all; they are found again in what
// is shown.

import {h} from "../lib/dom.js";
import {isWrapped} from "../lib/wrapped-lines.js";
import {markdown} from "../markdown/render.js";

/** Whether a text is to be read as Markdown. */
export const isMarkdown = ({format}) => format === "markdown";

/**
 * Where a piece of a Markdown document may begin so that it reads as it does in the whole: with a heading or a paragraph that no list or quote
 * is around, after where it was cut. null where there is none, or the piece is the document's beginning.
 *
 * @param {{start: number, blocks: {kind: string, start: number}[]}} piece Places in bytes.
 * @param {(offset: number) => boolean} isAtLineStart
 * @param {number} latest What has to stay in it.
 */
export function cleanStart({start, blocks}, isAtLineStart, latest) {
    if (start === 0) return null;
    const found = blocks.find((block) => block.start > start && ["heading", "paragraph"].includes(block.kind) && isAtLineStart(block.start));
    return found && found.start <= latest ? found.start : null;
}

/** The block with which a piece begins that is no Markdown: front matter, or code that began before it. */
export function lead({start, text, blocks}) {
    const [first] = blocks;
    if (first?.kind !== "code") return null;
    return first.start < start || (first.start === 0 && /^\ufeff?(?:---|\+\+\+)/.test(text)) ? first : null;
}

/**
 * @param {string} text
 * @param {number} from Where in it Markdown begins.
 * @param {{mark?: {start: number, end: number, isDoubtful: boolean}, names: {start: number, end: number, name: string}[]}} places In
 *   UTF-16 units.
 */
export function markdownDocument(text, from, {mark, names}) {
    return markdown(text.slice(from), {
        // Poems and addresses, which many write without a thought of Markdown.
        keepsLines: (lines) => !isWrapped(lines),
        marked: mark ? [{start: mark.start - from, end: mark.end - from, name: mark.isDoubtful ? "mark.unverified" : "mark"}] : [],
        names: new Map(names.map(({start, end, name}) => [start - from, {end: end - from, name}]))
    });
}

/** The text around what was made of it, as {@link DocumentText} has its body. */
export const markdownBody = (...children) => h("div.document-body.doc-markdown", {dir: "auto"}, children);
