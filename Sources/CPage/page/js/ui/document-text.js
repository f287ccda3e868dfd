// The text of a stored document, with a marked place in it. A window of it at a time: a book is megabytes.

import {fill, h} from "../lib/dom.js";
import {wasStopped} from "../lib/api.js";
import {indices} from "../lib/bytes.js";
import {clock, titleOf} from "../lib/format.js";
import {named, namePlaces} from "../lib/names.js";
import {tableRows} from "../lib/table-rows.js";
import {say} from "../lib/words.js";
import {isWrapped} from "../lib/wrapped-lines.js";
import {button, skeleton} from "./controls.js";
import {isMarkdown, lead, markdownBody, markdownDocument} from "./markdown-document.js";
import {PagePicture} from "./page-picture.js";
import {problemCard} from "./problem.js";
import {sheetTable} from "./sheet-table.js";
import {headBefore, textWindow} from "./text-window.js";

/** Bytes shown before and after the marked place, and those that each further step brings. */
const before = 6_000;
const after = 18_000;
const step = 48_000;

/** What a list in a text begins its items with. */
const itemMark = /^\s*([-*+•◦▪▫‣⁃·–—●○■□✓✔☐☑]|[([]?(\d{1,4}|\p{L}|[ivxlcdm]{1,6})[.)\]])(\s|$)/iu;

export class DocumentText {
    /** @param {{onTime?: (seconds: number) => void}} [options] What a click on a time does; without it, times are plain. */
    constructor(options = {}) {
        this.options = options;
        this.element = h("div.document-text");
        this.stop = new AbortController();
        this.picture = new PagePicture();
    }

    close() { this.stop.abort(); }

    /**
     * Shows a document around a place, and marks the place.
     *
     * @param {{documentID: string, start?: number, end?: number, verified?: boolean}} place Bytes; without them its beginning.
     * @returns {Promise<object|null>} The document's facts; null when it failed, which is then shown.
     */
    async show(place) {
        this.stop.abort();
        this.stop = new AbortController();
        this.place = place;
        fill(this.element, skeleton(8));
        const start = Math.max(0, (place.start ?? 0) - before);
        try {
            this.window = await this.fetch(start, (place.end ?? place.start ?? 0) + after, {latest: place.start ?? 0, first: place.end ?? 0});
            this.head = await headBefore(place.documentID, this.window, this.stop.signal);
        } catch (error) {
            if (!wasStopped(error)) fill(this.element, problemCard(error, {retry: () => this.show(place)}));
            return null;
        }
        this.draw();
        this.picture.show(place, this.window, this.stop.signal);
        this.reveal();
        return this.window;
    }

    fetch(start, end, needed) {
        return textWindow({documentID: this.place.documentID, start, end}, {signal: this.stop.signal, ...needed});
    }

    /** Brings the marked place into the middle. */
    reveal() {
        const mark = this.element.querySelector("mark");
        if (!mark) {
            this.element.scrollTop = 0;
            return;
        }
        // Not scrollIntoView: that moves everything around the panel, too.
        const [box, own] = [mark.getBoundingClientRect(), this.element.getBoundingClientRect()];
        this.element.scrollTop += box.top - own.top - Math.max(24, (own.height - box.height) / 2);
        // In a wide table it may stand beside what is seen.
        if (mark.closest(".sheet") && (box.right > own.right || box.left < own.left)) mark.scrollIntoView({block: "nearest", inline: "center"});
    }

    async extend(direction) {
        const {start, end, total} = this.window;
        try {
            const more = direction < 0 ? await this.fetch(Math.max(0, start - step), start, {latest: start})
                                       : await this.fetch(end, Math.min(total, end + step));
            const [first, second] = direction < 0 ? [more, this.window] : [this.window, more];
            const edge = first.end;
            const key = (item) => `${item.start}-${item.end}`;
            const merge = (a, b) => [...new Map([...a, ...b].map((item) => [key(item), item])).values()];
            const height = this.element.scrollHeight;
            if (edge !== second.start) return;
            this.window = {
                ...first,
                start: first.start,
                end: second.end,
                text: first.text + second.text,
                blocks: merge(first.blocks, second.blocks),
                pages: merge(first.pages, second.pages),
                names: [...(first.names ?? []), ...(second.names ?? [])]
            };
            if (direction < 0) this.head = await headBefore(this.place.documentID, this.window, this.stop.signal);
            this.draw();
            // What was being read stays where it is.
            if (direction < 0) this.element.scrollTop += this.element.scrollHeight - height;
        } catch (error) {
            if (!wasStopped(error)) this.element.append(problemCard(error, {retry: () => this.extend(direction)}));
        }
    }

    draw() {
        const {text, start, end, total, pages} = this.window;
        const blocks = this.window.blocks.length ? this.window.blocks : [{kind: "paragraph", start, end}];
        const mark = this.place.end > this.place.start ? this.place : null;
        const offsets = blocks.flatMap((block) => [block.start, block.end]).concat(mark ? [mark.start, mark.end] : []);
        this.at = indices(text, offsets, start);
        this.names = namePlaces(text, this.window.names, start);
        const scroll = this.element.scrollTop;
        fill(this.element, this.picture.element,
            start > 0 && button(say("Show earlier text"), () => this.extend(-1), {kind: "quiet", symbol: "up"}),
            this.belowTitle((isMarkdown(this.window) && this.markdown(mark)) || this.body(blocks, pages, mark)),
            end < total && button(say("Show later text"), () => this.extend(1), {kind: "quiet", symbol: "down"}));
        this.element.scrollTop = scroll;
    }

    /** Whoever shows the text has its title above it. A text that begins with the same, as its first heading, would say it twice. */
    belowTitle(body) {
        if (this.window.start > 0) return body;
        const parts = [...body.querySelectorAll(":scope > :not(.prose, .page-mark), .prose > *")];
        // Front matter may stand before it.
        const first = parts.find((part) => !part.matches("pre"));
        const isTitle = first?.matches("h1, h2, h3, h4, h5, h6, .doc-heading") && !first.querySelector("mark")
            && spoken(withoutSign(first)) === spoken(titleOf(this.window));
        // A document that is nothing but its title keeps it.
        if (isTitle && parts.length > 1) first.remove();
        return body;
    }

    /** The text as its blocks and pages part it. */
    body(blocks, pages, mark) {
        const children = [];
        let page = null;
        for (const block of blocks) {
            const on = pages.findLast((candidate) => candidate.start <= block.start) ?? pages[0];
            if (on && on.number !== page && (pages.length > 1 || on.number > 1))
                children.push(h("p.page-mark", null, say("Page {number}", {number: on.number})));
            page = on?.number ?? page;
            children.push(this.block(block, mark));
        }
        return h("div.document-body", {dir: "auto"}, children);
    }

    /** The text as Markdown; null where nothing of what is marked would be seen, as a link's address is not. */
    markdown(mark) {
        const {at, names, window: {text}} = this;
        const first = lead(this.window);
        const shown = markdownBody(first && this.block(first, mark), markdownDocument(text, first ? at.get(first.end) : 0, {
            mark: mark && {start: at.get(mark.start), end: at.get(mark.end), isDoubtful: mark.verified === false}, names}));
        return mark && !shown.querySelector("mark") ? null : shown;
    }

    block(block, mark) {
        const pieces = this.pieces(block, mark);
        const lines = isWrapped(this.window.text.slice(this.at.get(block.start), this.at.get(block.end))) ? "doc-wrapped" : "";
        switch (block.kind) {
            case "heading":
                return h("p.doc-heading",
                    {role: "heading", "aria-level": Math.min(6, (block.level ?? 2) + 2), dir: "auto"}, pieces);
            case "listItem": {
                const from = this.at.get(block.start);
                // Items of pages and of Word documents have their marks from how they are shown, and none in the text.
                const isMarked = itemMark.test(this.window.text.slice(from, from + 12));
                return h("p.doc-item", {class: [lines, isMarked ? "" : "doc-unmarked"].join(" ").trim(), dir: "auto"}, pieces);
            }
            case "table": {
                const sheet = this.sheet(block, mark);
                if (sheet) return sheet;
                const rows = tableRows(this.window.text, this.at.get(block.start), this.at.get(block.end));
                return rows ? this.table(rows, mark)
                            : h("pre.doc-pre", {tabindex: "0", role: "region", "aria-label": say("Table")}, pieces);
            }
            case "code": return h("pre.doc-pre", {tabindex: "0", role: "region", "aria-label": say("Code")}, pieces);
            case "quote": return h("blockquote", {class: lines, dir: "auto"}, pieces);
            case "utterance":
                return h("p.doc-utterance", {dir: "auto"},
                    Number.isFinite(block.startTime) && this.time(block.startTime), pieces);
            default: return h("p", {class: lines, dir: "auto"}, pieces);
        }
    }

    /** A table whose rows are those of a spreadsheet; null for any other. */
    sheet(block, mark) {
        const place = {from: this.at.get(block.start), to: this.at.get(block.end)};
        return sheetTable(this.window.text, place, {
            head: block.start < this.window.start ? this.head : null,
            span: (from, to) => this.span(from, to, mark),
            mark: mark && {from: this.at.get(mark.start), to: this.at.get(mark.end), isDoubtful: mark.verified === false}
        });
    }

    table({rows, hasHead}, mark) {
        const cell = (name) => ({from, to}) => h(name, {dir: "auto"}, this.span(from, to, mark));
        const [head, body] = hasHead ? [rows.slice(0, 1), rows.slice(1)] : [[], rows];
        return h("div.table-scroll", {tabindex: "0", role: "region", "aria-label": say("Table")},
            h("table.doc-table", null,
                head.length > 0 && h("thead", null, head.map((row) => h("tr", null, row.map(cell("th"))))),
                h("tbody", null, body.map((row) => h("tr", null, row.map(cell("td")))))));
    }

    time(seconds) {
        const {onTime} = this.options;
        return onTime ? h("button.time", {type: "button", onclick: () => onTime(seconds)}, clock(seconds))
                      : h("span.time", null, clock(seconds));
    }

    /** The block's text, with the part of it that is marked in a <mark>. */
    pieces(block, mark) {
        const {text} = this.window;
        const [from, to] = [this.at.get(block.start), this.at.get(block.end)];
        // The marks of Markdown's headings belong to the text, but not to what is read.
        const sign = block.kind === "heading" && !(mark && mark.start < block.end && block.start < mark.end)
            ? /^#{1,6}\s+/.exec(text.slice(from, from + 10))?.[0]
            : null;
        if (sign) return [h("span.doc-sign", null, sign), named(text, this.names, from + sign.length, to)];
        return this.span(from, to, mark);
    }

    /** A piece of the text, in UTF-16 units, with what is marked of it. */
    span(from, to, mark) {
        const {text} = this.window;
        const shown = (start, end) => named(text, this.names, start, end);
        if (!mark) return [shown(from, to)];
        const a = Math.min(Math.max(this.at.get(mark.start), from), to);
        const b = Math.min(Math.max(this.at.get(mark.end), from), to);
        if (a >= b) return [shown(from, to)];
        return [
            shown(from, a), h("mark", {class: mark.verified === false ? "unverified" : ""}, shown(a, b)), shown(b, to)
        ];
    }
}

/** What a heading says, without Markdown's mark of it. */
const withoutSign = (heading) => [...heading.childNodes].filter((node) => !node.matches?.(".doc-sign")).map((node) => node.textContent).join("");

/** A title as one reads it. */
const spoken = (text) => text.normalize("NFC").replace(/\s+/gu, " ").trim();
