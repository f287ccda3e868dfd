// What is in the library.

import {debounce, fill, h, keepingFocus} from "../../lib/dom.js";
import {get, part, post, wasStopped} from "../../lib/api.js";
import {ended, track} from "../../lib/jobs.js";
import {bytes, counted, entryOf, fileName, moment, recent, shownPath, titleOf} from "../../lib/format.js";
import {formatName} from "../../lib/formats.js";
import {Pages} from "../../lib/pages.js";
import {address, change, go, read} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {button, chip, empty, linkButton, select, skeleton} from "../../ui/controls.js";
import {labels, labelMark} from "../../ui/labels.js";
import {menuButton} from "../../ui/menu.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";
import {WindowedList} from "../../ui/windowed-list.js";
import {addExamples} from "../start/example-library.js";
import {addToCollection} from "./collections.js";
import {atOnce, KindOfDocuments, kindChoices} from "./kinds.js";
import {removeWithReceipt} from "./receipt.js";
import {relabel} from "./relabel.js";

const pageSize = 100;

/** The most chosen documents of which it is asked whether they are still there. */
const mostChecked = 50;

export class DocumentList {
    constructor(stop) {
        this.stop = stop;
        /** @type {Map<string, object>} Documents by their ids: what was chosen stays so when it is scrolled out of the page. */
        this.picked = new Map();
        this.pages = new Pages({
            size: pageSize,
            fetch: async (offset, limit, signal) => {
                const {kind, ...values} = this.values;
                if (kind) return (this.ofKind ??= new KindOfDocuments(kind, values)).page(offset, limit, signal);
                const {documents, total} = await get("/api/documents", {...values, offset, limit}, {signal});
                return {items: documents, total};
            },
            arrived: () => keepingFocus(this.element, () => this.draw()),
            failed: (error) => this.fail(error),
            stop
        });
        this.rows = h("ul.rows");
        this.list = new WindowedList(this.rows, {
            item: (index) => this.pages.item(index),
            key: (document) => document.documentID,
            row: (document) => this.row(document),
            blank: () => h("li.row.blank", null, h("span")),
            near: (first, end) => this.pages.near(first, end),
            stop
        });
        this.count = h("p.help", {role: "status"});
        this.problem = h("div");
        this.filter = h("input", {
            type: "search",
            placeholder: say("Filter by title or path"),
            "aria-label": say("Filter by title or path"),
            autocomplete: "off",
            oninput: debounce((event) => change({q: this.filter.value.trim() || null}, {replace: true}))
        });
        this.kind = select(kindChoices(null), "", (value) => change({kind: value || null}, {replace: true}), {"aria-label": say("Kind of document")});
        this.label = select([["", say("All labels")], ...labels], "",
            (value) => change({label: value || null}, {replace: true}), {"aria-label": say("Label")});
        this.bar = h("div.selection-bar", {role: "status"});
        this.items = h("div", null, skeleton(6));
        this.element = h("section.library", {"aria-label": say("Library")},
            h("div.filters", null, this.filter, this.kind, this.label), this.bar, this.items);
    }

    show(query) {
        const values = {
            query: query.get("q") ?? "",
            kind: query.get("kind") ?? "",
            label: query.get("label") ?? ""
        };
        if (document.activeElement !== this.filter) this.filter.value = values.query;
        this.kind.value = values.kind;
        this.label.value = values.label;
        if (JSON.stringify(values) === JSON.stringify(this.values)) return;
        const isOther = this.values !== undefined;
        this.values = values;
        this.hasOtherFilter = isOther;
        this.ofKind = null;
        this.pages.restart();
    }

    load() {
        this.checkPicked();
        this.ofKind = null;
        return this.pages.again();
    }

    /** A document that was chosen far from what is seen may be gone. */
    async checkPicked() {
        const far = [...this.picked.keys()].slice(0, mostChecked);
        await Promise.all(far.map(async (id) => {
            try {
                await get(`/api/documents/${part(id)}`, {}, {signal: this.stop});
            } catch (error) {
                if (error.status === 404) this.picked.delete(id);
            }
        }));
        this.drawBar();
    }

    fail(error) {
        const card = problemCard(error, {retry: () => this.load()});
        // What is there already is better than nothing.
        fill(this.rows.isConnected ? this.problem : this.items, card);
    }

    draw() {
        const {total} = this.pages;
        const isFiltered = Object.values(this.values ?? {}).some(Boolean);
        fill(this.problem);
        if (!isFiltered) this.offerKinds();
        this.tidyPicked();
        if (!total) {
            fill(this.items,
                isFiltered
                    ? empty("search", say("No document fits"), say("Change or clear the filters."),
                          button(say("Clear filters"), () => change({q: null, kind: null, label: null})))
                    : empty("documents", say("Your library is empty"),
                          say("Add PDFs, letters, notes, books, mails, tables or subtitles. They are read on this machine and kept encrypted."),
                          button(say("Add the example library"), () => attempt(addExamples), {symbol: "documents"})));
        } else {
            const words = counted(total, "{count} document|{count} documents");
            if (this.count.textContent !== words) this.count.textContent = words;
            if (!this.rows.isConnected) fill(this.items, this.count, this.problem, this.rows);
            this.list.show(total);
        }
        // Nothing to find or to filter: then there is one thing to do.
        this.element.closest(".view")?.classList.toggle("library-empty", !isFiltered && !total);
        this.drawBar();
    }

    /** Only kinds are offered that are there, where that can be told. */
    async offerKinds() {
        const {total, items} = this.pages;
        if (this.offeredOf === total) return;
        this.offeredOf = total;
        let all = items.length === total ? items : null;
        if (!all && total <= atOnce) {
            try {
                all = (await get("/api/documents", {limit: atOnce}, {signal: this.stop})).documents;
            } catch { /* then all are offered */
            }
        }
        const chosen = this.kind.value;
        fill(this.kind, kindChoices(all, chosen).map(([key, words]) => h("option", {value: key}, words)));
        this.kind.value = chosen;
    }

    /** What is chosen is what is told now of it. What another filter does not show at once is chosen no longer: nobody would see it. */
    tidyPicked() {
        if (!this.picked.size) return;
        const there = new Map(this.pages.items.map((document) => [document.documentID, document]));
        for (const id of [...this.picked.keys()]) {
            if (there.has(id))
                this.picked.set(id, there.get(id));
            else if (this.hasOtherFilter)
                this.picked.delete(id);
        }
        this.hasOtherFilter = false;
    }

    drawBar() {
        const ids = [...this.picked.keys()].join(",");
        // It is said aloud, and may have the focus: it changes only with what is chosen.
        if (ids === this.shownIDs) return;
        this.shownIDs = ids;
        fill(this.bar, ids && [
            h("span", null, counted(this.picked.size, "{count} document chosen|{count} documents chosen")),
            linkButton(say("Ask about these"), address(["chat"], {in : ids}), {symbol: "chat"}),
            button(say("Change privacy"), () => relabel([...this.picked.values()]), {symbol: "privacy"}),
            button(say("Add to a collection"), () => attempt(() => addToCollection([...this.picked.values()]))),
            button(say("Remove"),
                async () => {
                    if (!await removeWithReceipt([...this.picked.values()])) return;
                    this.picked.clear();
                    this.drawBar();
                },
                {symbol: "trash"}),
            button(say("Clear"),
                () => {
                    this.picked.clear();
                    for (const box of this.rows.querySelectorAll("input:checked")) box.checked = false;
                    this.drawBar();
                },
                {kind: "quiet"})
        ]);
    }

    row(document) {
        const {documentID: id} = document;
        const title = titleOf(document);
        const name = shownPath(document.paths[0]);
        return h("li.row", null, h("input", {
            type: "checkbox",
            "aria-label": say("Choose {name}", {name: title}),
            "data-focus": `pick-${id}`,
            checked: this.picked.has(id),
            onchange: (event) => {
                if (event.target.checked)
                    this.picked.set(id, document);
                else
                    this.picked.delete(id);
                this.drawBar();
            }
        }),
            h("div.row-main", null,
                h("a.row-title", {href: address(["documents", id]), dir: "auto", "data-focus": `open-${id}`}, title),
                h("p.row-sub", {dir: "auto", title: document.paths.join("\n")}, title === fileName(name) ? "" : name),
                document.awaitsPictures ? chip(say("pages still to be read"))
                                        : document.withoutText && chip(say("no text"), "warn"),
                document.warnings?.length > 0
                    && chip(counted(document.warnings.length, "{count} warning|{count} warnings"), "warn")),
            h("p.row-facts", null, chip(formatName(document.format, document.path ?? undefined)),
                h("span", null, document.pages > 1 ? counted(document.pages, "{count} page|{count} pages") : ""),
                h("span", null, bytes(document.bytes)),
                h("time", {datetime: document.ingestedAt, title: moment(document.ingestedAt)},
                    recent(document.ingestedAt))),
            labelMark(document.label, title, () => relabel([document]), {"data-focus": `label-${id}`}),
            menuButton(say("Actions for {name}", {name: title}), [
                {label: say("Change privacy"), symbol: "privacy", run: () => relabel([document])}, ...actions(document)
            ],
                {"data-focus": `menu-${id}`}));
    }
}

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
