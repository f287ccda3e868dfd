// The marks in an answer's text, and the list of sources below it.

import {spansToIndices} from "../../lib/bytes.js";
import {h} from "../../lib/dom.js";
import {clock, titleOf} from "../../lib/format.js";
import {named, shownPlaces} from "../../lib/names.js";
import {change} from "../../lib/router.js";
import {rowQuote} from "../../lib/sheet-rows.js";
import {say} from "../../lib/words.js";

/** What is written in the address to open a source beside the answer. */
export function placeQuery(citation) {
    return {
        doc: citation.documentID,
        start: citation.start,
        end: citation.end,
        page: citation.page,
        t: Number.isFinite(citation.startTime) ? citation.startTime : null,
        v: citation.verified ? 1 : 0,
    };
}

/** The place that an address names; null when it names none. */
export function placeOf(query) {
    if (!query.get("doc")) return null;
    const number = (name) => (query.has(name) ? Number(query.get(name)) : undefined);
    return {
        documentID: query.get("doc"),
        start: number("start"),
        end: number("end"),
        page: number("page"),
        startTime: number("t"),
        verified: query.has("v") ? query.get("v") === "1" : undefined,
    };
}

export const closePlace = {
    doc: null,
    start: null,
    end: null,
    page: null,
    t: null,
    v: null
};

const where = (citation) => (Number.isFinite(citation.startTime) ? clock(citation.startTime)
        : rowQuote(citation.quote)                               ? say("row {number}", {number: rowQuote(citation.quote).number})
        : citation.page                                          ? say("page {number}", {number: citation.page})
                                                                 : "");

/** Makes the node for a mark such as `[1]`; null where no citation has that number. */
export function marker(citations) {
    return (numbers) => {
        const found =
            numbers.map((number) => citations.find((citation) => citation.index === number && citation.verified)
                    ?? citations.find((citation) => citation.index === number));
        if (found.some((citation) => !citation)) return null;
        return h("span.cites", null, found.map(mark));
    };
}

/** While the answer is written, its marks have their room but nothing behind them yet. */
export const pendingMarker = (numbers) =>
    h("span.cites", null, numbers.map((number) => h("span.cite.pending", null, number)));

/** Sentences that no source supports, as what the text of an answer marks. */
export const unsupportedMarks = (spans) => spans.map((span) => ({...span, name: "span.unsupported"}));

/** The quote, with the words of it that answer set off where they are known. */
export function quoteOf({quote, start, answerStart, answerEnd, names, marks}) {
    const places = shownPlaces(quote, names, marks, start);
    // The number of a row stands beside the title.
    const from = rowQuote(quote)?.from ?? 0;
    if (!Number.isFinite(answerStart) || !Number.isFinite(answerEnd)) return named(quote, places, from);
    const [words] = spansToIndices(quote, [{start: answerStart, end: answerEnd}], start);
    if (!(words.start < words.end) || words.start < from) return named(quote, places, from);
    return [
        named(quote, places, from, words.start), h("strong", null, named(quote, places, words.start, words.end)),
        named(quote, places, words.end)
    ];
}

function mark(citation) {
    const state = citation.verified ? say("verified") : say("not verified");
    return h("button.cite", {
        type: "button",
        class: citation.verified ? "verified" : "unverified",
        "aria-label": say("Source {number}, {state}: {title}",
            {number: citation.index, state, title: `${titleOf(citation)} ${where(citation)}`}),
        title: `${titleOf(citation)} ${where(citation)} (${state})`,
        onclick: () => change(placeQuery(citation)),
    },
        citation.index, citation.verified ? null : "?");
}

/** The sources of an answer: those that were checked first, the others apart. */
export function sourceList(citations) {
    if (!citations?.length) return null;
    const group = (title, items, help) => items.length > 0
        && h("section.sources", {"aria-label": title}, h("h4", null, title, help && h("span.help", null, " — ", help)),
            h("ol", null, items.map(card)));
    return [
        group(say("Sources"), citations.filter((citation) => citation.verified)),
        group(say("Not verified"), citations.filter((citation) => !citation.verified),
            say("named by the model, but the program could not confirm that they support what is said")),
    ];
}

function card(citation) {
    return h("li", null,
        h("button.source", {
            type: "button",
            class: citation.verified ? "verified" : "unverified",
            onclick: () => change(placeQuery(citation))
        },
            h("span.source-number", {"aria-hidden": "true"}, citation.index, citation.verified ? "" : "?"),
            h("span.source-text", null,
                h("span.source-title", {dir: "auto"}, titleOf(citation),
                    where(citation) && h("span.source-place", null, ` · ${where(citation)}`),
                    citation.sharedBy
                        && h("span.source-place", null, ` · ${say("Shared by {name}", {name: citation.sharedBy})}`)),
                h("span.source-quote", {class: rowQuote(citation.quote) ? "row-quote" : "", dir: "auto"}, quoteOf(citation)))));
}
