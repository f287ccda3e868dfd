// Search in what the documents say.

import {debounce, fill, h} from "../../lib/dom.js";
import {post, wasStopped} from "../../lib/api.js";
import {highlight} from "../../lib/highlight.js";
import {clock, counted, titleOf} from "../../lib/format.js";
import {named, shownPlaces} from "../../lib/names.js";
import {change} from "../../lib/router.js";
import {rowsThatFit} from "../../lib/sheet-rows.js";
import {say} from "../../lib/words.js";
import {button, chip, empty, skeleton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {placeQuery} from "../chat/citations.js";
import {serverNotes} from "../../ui/server-words.js";

export class SearchPanel {
    constructor(stop) {
        this.stop = stop;
        this.input = h("input", {
            type: "search",
            placeholder: say("Search in your documents"),
            "aria-label": say("Search in your documents"),
            "data-key": "search",
            autocomplete: "off",
            dir: "auto",
            oninput: debounce(() => change({find: this.input.value.trim() || null}, {replace: true}), 300),
        });
        this.results = h("section.results", {"aria-label": say("Search results"), "aria-live": "polite"});
        this.element = h("form.search-form", {
            role: "search",
            onsubmit: (event) => {
                event.preventDefault();
                change({find: this.input.value.trim() || null});
            }
        },
            this.input);
        this.limit = 20;
    }

    /** @returns {boolean} Whether there is a search. */
    show(query) {
        const text = query.get("find") ?? "";
        if (document.activeElement !== this.input) this.input.value = text;
        if (text === this.text) return Boolean(text);
        this.text = text;
        this.limit = 20;
        if (text)
            this.search();
        else
            fill(this.results);
        return Boolean(text);
    }

    async search() {
        const {text} = this;
        if (!this.results.childElementCount) fill(this.results, skeleton(5));
        try {
            const {results, notes = []} = await post("/api/search", {text, limit: this.limit}, {signal: this.stop});
            if (text !== this.text) return;
            const hits = byDocument(results).map((own) => this.group(own));
            const more = () => {
                this.limit += 40;
                this.search();
            };
            const canMore = results.length >= this.limit && this.limit < 100;
            fill(this.results,
                hits.length === 0 ? nothing()
                                  : h("p.help", null, counted(results.length, "{count} passage|{count} passages")),
                hits.length > 0 && h("ol.hits", null, hits), canMore && button(say("Show more"), more),
                serverNotes(notes));
        } catch (error) {
            if (!wasStopped(error) && text === this.text)
                fill(this.results, problemCard(error, {retry: () => this.search()}));
        }
    }

    /** Of a table only the rows that have a word of the search. */
    rows(text) {
        const words = this.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
        return rowsThatFit(text, (row) => words.some((word) => row.toLowerCase().includes(word)), (number) => say("Row {number}", {number}));
    }

    /** What was found in one document, whose name is said once. */
    group(results) { return h("li.hit-group", null, results.map((result, index) => this.hit(result, index > 0))); }

    hit(result, isMore) {
        const where = Number.isFinite(result.startTime) ? clock(result.startTime)
            : result.page                               ? say("Page {number}", {number: result.page})
                                                        : null;
        const above = headingsAbove(result);
        return h("button.hit", {type: "button", onclick: () => change({...placeQuery(result), v: null})},
            h("span.hit-title", {dir: "auto"}, h("span", {class: isMore ? "visually-hidden" : ""}, titleOf(result)), where && chip(where),
                !isMore && result.sharedBy && chip(say("Shared by {name}", {name: result.sharedBy}))),
            above.length > 0 && h("span.hit-headings", {dir: "auto"}, above.join(" › ")),
            h("span.hit-text", {dir: "auto"}, highlight(excerpt(this.rows(named(result.text, shownPlaces(result.text, result.names, result.marks, result.start))), this.text), this.text)));
    }
}

/** Results by their documents, of which the one with the best comes first. */
function byDocument(results) {
    const groups = new Map();
    for (const result of results) groups.set(result.documentID, [...groups.get(result.documentID) ?? [], result]);
    return [...groups.values()];
}

const nothing = () => empty("search", say("Nothing found"), say("Try other words, or fewer."),
    button(say("Clear search"), () => change({find: null})));

/** The headings that a passage stands below, without what is read beside them: the name of its document, and its own first line. */
function headingsAbove(result) {
    const headings = (result.headings ?? []).map(unmarked);
    const first = unmarked(result.text.trimStart().split("\n", 1)[0].trim());
    return headings.slice(headings[0] === titleOf(result) ? 1 : 0, headings.at(-1) === first ? -1 : undefined);
}

/** A heading without Markdown's marks, which say nothing to whoever reads a path of headings. */
const unmarked = (heading) => heading.replace(/^#{1,6}\s+|\s+#+\s*$/g, "");

/** A part of a passage around the first word that fits. */
function excerpt(text, query) {
    const most = 420;
    if (text.length <= most) return text;
    const word =
        query.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.find((candidate) => text.toLowerCase().includes(candidate));
    const at = word ? text.toLowerCase().indexOf(word) : 0;
    const from = Math.max(0, Math.min(at - 120, text.length - most));
    return `${from > 0 ? "…" : ""}${text.slice(from, from + most)}${from + most < text.length ? "…" : ""}`;
}
