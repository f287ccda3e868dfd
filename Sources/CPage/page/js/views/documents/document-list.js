// What is in the library.

import {debounce, fill, h, keepingFocus} from "../../lib/dom.js";
import {get, part, patch, post, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {ended, track} from "../../lib/jobs.js";
import {bytes, counted, entryOf, fileName, moment, recent, titleOf} from "../../lib/format.js";
import {address, change, go, read} from "../../lib/router.js";
import {term} from "../../lib/terms.js";
import {say} from "../../lib/words.js";
import {button, chip, empty, linkButton, select, skeleton} from "../../ui/controls.js";
import {labels, labelSelect} from "../../ui/labels.js";
import {menuButton} from "../../ui/menu.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";
import {addExamples} from "../start/example-library.js";
import {removeWithReceipt} from "./receipt.js";

export const formats = [
    ["", say("All formats")], ["pdf", "PDF"], ["markdown", "Markdown"], ["text", say("Text")], ["html", "HTML"],
    ["docx", "Word"], ["odt", "OpenDocument"], ["epub", "EPUB"], ["srt", "SubRip"], ["vtt", "WebVTT"], ["csv", "CSV"],
    ["xlsx", "Excel"], ["pptx", "PowerPoint"], ["rtf", "Rich Text"], ["mbox", say("Mailbox")],
    ["ods", say("OpenDocument spreadsheet")], ["odp", say("OpenDocument presentation")], ["ics", say("Calendar")],
    ["vcf", say("Contacts")], ["ipynb", say("Notebook")],
    ["chat", say("Conversations")], ["notes", say("Notes")], ["bookmarks", say("Bookmarks")], ["zip", say("Archive")]
];
const pageSize = 100;

export class DocumentList {
    constructor(stop) {
        this.stop = stop;
        this.picked = new Set();
        this.limit = pageSize;
        this.filter = h("input", {
            type: "search",
            placeholder: say("Filter by title or path"),
            "aria-label": say("Filter by title or path"),
            autocomplete: "off",
            oninput: debounce((event) => change({q: this.filter.value.trim() || null}, {replace: true}))
        });
        this.format = select(
            formats, "", (value) => change({format: value || null}, {replace: true}), {"aria-label": say("Format")});
        this.label = select([["", say("All labels")], ...labels], "",
            (value) => change({label: value || null}, {replace: true}), {"aria-label": say("Label")});
        this.bar = h("div.selection-bar", {role: "status"});
        this.items = h("div", null, skeleton(6));
        this.element = h("section.library", {"aria-label": say("Library")},
            h("div.filters", null, this.filter, this.format, this.label), this.bar, this.items);
    }

    show(query) {
        const values = {
            query: query.get("q") ?? "",
            format: query.get("format") ?? "",
            label: query.get("label") ?? ""
        };
        if (document.activeElement !== this.filter) this.filter.value = values.query;
        this.format.value = values.format;
        this.label.value = values.label;
        if (JSON.stringify(values) === JSON.stringify(this.values)) return;
        this.values = values;
        this.limit = pageSize;
        this.load();
    }

    async load() {
        try {
            const found = await get("/api/documents", {...this.values, limit: this.limit}, {signal: this.stop});
            this.documents = found.documents;
            keepingFocus(this.element, () => this.draw(found.total));
        } catch (error) {
            if (!wasStopped(error)) fill(this.items, problemCard(error, {retry: () => this.load()}));
        }
    }

    draw(total) {
        const isFiltered = Object.values(this.values ?? {}).some(Boolean);
        for (const id of this.picked)
            if (!this.documents.some((document) => document.documentID === id)) this.picked.delete(id);
        if (!this.documents.length) {
            fill(this.items,
                isFiltered
                    ? empty("search", say("No document fits"), say("Change or clear the filters."),
                          button(say("Clear filters"), () => change({q: null, format: null, label: null})))
                    : empty("documents", say("Your library is empty"),
                          say("Add PDFs, letters, notes, books, mails, tables or subtitles. They are read on this machine and kept encrypted."),
                          button(say("Add the example library"), () => attempt(addExamples), {symbol: "documents"})));
        } else {
            fill(this.items, h("p.help", {role: "status"}, counted(total, "{count} document|{count} documents")),
                h("ul.rows", null, this.documents.map((document) => this.row(document))),
                total > this.documents.length && button(say("Show more"), () => {
                    this.limit += pageSize;
                    this.load();
                }));
        }
        // Nothing to find or to filter: then there is one thing to do.
        this.element.closest(".view")?.classList.toggle("library-empty", !isFiltered && !this.documents.length);
        this.drawBar();
    }

    drawBar() {
        const chosen = (this.documents ?? []).filter((document) => this.picked.has(document.documentID));
        fill(this.bar, chosen.length > 0 && [
            h("span", null, counted(chosen.length, "{count} document chosen|{count} documents chosen")),
            linkButton(say("Ask about these"), address(["chat"], {in : [...this.picked].join(",")}), {symbol: "chat"}),
            button(say("Remove"),
                async () => {
                    if (await removeWithReceipt(chosen)) this.picked.clear();
                },
                {symbol: "trash"}),
            button(say("Clear"),
                () => {
                    this.picked.clear();
                    this.load();
                },
                {kind: "quiet"})
        ]);
    }

    row(document) {
        const {documentID: id} = document;
        const title = titleOf(document);
        const name = document.paths[0] ?? "";
        return h("li.row", null, h("input", {
            type: "checkbox",
            "aria-label": say("Choose {name}", {name: title}),
            "data-focus": `pick-${id}`,
            checked: this.picked.has(id),
            onchange: (event) => {
                this.picked[event.target.checked ? "add" : "delete"](id);
                this.drawBar();
            }
        }),
            h("div.row-main", null,
                h("a.row-title", {href: address(["documents", id]), dir: "auto", "data-focus": `open-${id}`}, title),
                h("p.row-sub", {dir: "auto", title: document.paths.join("\n")}, title === fileName(name) ? "" : name),
                document.withoutText && chip(say("no text"), "warn"),
                document.warnings?.length > 0
                    && chip(counted(document.warnings.length, "{count} warning|{count} warnings"), "warn")),
            h("p.row-facts", null, chip(document.format),
                h("span", null, document.pages > 1 ? counted(document.pages, "{count} page|{count} pages") : ""),
                h("span", null, bytes(document.bytes)),
                h("time", {datetime: document.ingestedAt, title: moment(document.ingestedAt)},
                    recent(document.ingestedAt))),
            labelSelect(document.label, (label) => setLabel(document, label),
                {"aria-label": say("Privacy of {name}", {name: title}), "data-focus": `label-${id}`}),
            menuButton(say("Actions for {name}", {name: title}), actions(document), {"data-focus": `menu-${id}`}));
    }
}

export const setLabel = (document, label) => attempt(async () => {
    await patch(`/api/documents/${part(document.documentID)}`, {label});
    announce("documents");
}, say("Labelled {label}.", {label: term(label)}));

const reindex = (document) => attempt(async () => {
    const state = await ended(track(await post(`/api/documents/${part(document.documentID)}/reindex`)).id);
    if (state.state === "failed") throw Object.assign(new Error(state.error.message), state.error);
}, say("{name} was read again.", {name: titleOf(document)}));

export function actions(document) {
    const entry = entryOf(document);
    if (entry) return [{label: say("Open in journal"), symbol: "journal", run: () => go(["journal", "entry", entry])}];
    return [
        {label: say("Ask about it"), symbol: "chat", run: () => go(["chat"], {in : document.documentID})},
        document.isTranscript && {
            label: say("Open as transcript"),
            symbol: "transcripts",
            run: () => go(["transcripts", document.documentID])
        },
        document.canReindex && {label: say("Re-index"), symbol: "again", run: () => reindex(document)},
        {
            label: say("Remove"),
            symbol: "trash",
            danger: true,
            run: async () => {
                if (await removeWithReceipt([document]) && read().path[0] === document.documentID) go(["documents"]);
            }
        },
    ];
}
