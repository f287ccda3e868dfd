// Questions about one transcript.

import {fill, h, uniqueID} from "../../lib/dom.js";
import {part, post, wasStopped} from "../../lib/api.js";
import {spansToIndices} from "../../lib/bytes.js";
import {clock, percent} from "../../lib/format.js";
import {keep, kept} from "../../lib/kept.js";
import {say} from "../../lib/words.js";
import {markdown} from "../../markdown/render.js";
import {engineBadge} from "../../ui/badge.js";
import {chip} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {quoteOf, unsupportedMarks} from "../chat/citations.js";
import {knownSentence, serverNotes} from "../../ui/server-words.js";

export class AskBox {
    constructor(jump) {
        this.jump = jump;
        const id = uniqueID("ask");
        this.input = h("input",
            {type: "text", id, dir: "auto", autocomplete: "off", placeholder: say("What was decided about …?")});
        this.submit = h("button.button.primary", {type: "submit"}, say("Ask"));
        this.answers = h("div", {"aria-live": "polite"});
        this.element = h("section.card.ask", null,
            h("form", {
                onsubmit: (event) => {
                    event.preventDefault();
                    this.ask();
                }
            },
                h("label",
                    { for: id
                    },
                    say("Ask about this transcript")),
                h("div.ask-row", null, this.input, this.submit)),
            this.answers);
    }

    open(id) {
        this.id = id;
        this.done = kept(`asked.${id}`, []);
        this.draw();
    }

    async ask() {
        const question = this.input.value.trim();
        const {id} = this;
        if (!question || this.submit.disabled) return;
        this.submit.disabled = true;
        this.answers.prepend(h("p.writing", {"data-waiting": true}, say("Looking through what was said…")));
        try {
            const answer = await post(`/api/transcripts/${part(id)}/ask`, {question});
            if (id !== this.id) return;
            this.done = [{question, answer}, ...this.done].slice(0, 20);
            keep(`asked.${id}`, this.done);
            this.input.value = "";
            this.draw();
        } catch (error) {
            this.answers.querySelector("[data-waiting]")?.remove();
            if (!wasStopped(error))
                this.answers.prepend(problemCard(error, {
                    retry: () => {
                        this.draw();
                        this.ask();
                    }
                }));
        } finally { this.submit.disabled = false; }
    }

    draw() {
        fill(this.answers,
            this.done.map(
                ({question, answer}) => h("article.answer", null, h("h4", {dir: "auto"}, question),
                    engineBadge(answer.route, answer),
                    markdown(answer.abstained ? knownSentence(answer.answer) ?? answer.answer : answer.answer, {
                        citation: (numbers) => this.marks(numbers, answer.citations),
                        marked: unsupportedMarks(spansToIndices(answer.answer, answer.unsupported ?? []))
                    }),
                    answer.citations.map((citation) => h("div.evidence", null, this.time(citation),
                                             h("blockquote.quote", {dir: "auto"}, quoteOf(citation)),
                                             !citation.verified && chip(say("? Not verified"), "warn"))),
                    Number.isFinite(answer.confidence) && !answer.abstained
                        && h("p.help", null,
                            say("Share of it that stands in the quotes: {share}", {share: percent(answer.confidence)})),
                    serverNotes(answer.notes))));
    }

    time(citation) {
        const words = Number.isFinite(citation.startTime) ? clock(citation.startTime) : say("go to");
        return h("button.time",
            {type: "button", onclick: () => this.jump({time: citation.startTime ?? null, quote: citation.quote})},
            words);
    }

    marks(numbers, citations) {
        const found = numbers.map((number) => citations.find((citation) => citation.index === number));
        if (found.some((citation) => !citation)) return null;
        return h("span.cites", null,
            found.map((citation) => h("button.cite", {
                type: "button",
                class: citation.verified ? "verified" : "unverified",
                "aria-label": say("Source {number}, {state}",
                    {number: citation.index, state: citation.verified ? say("verified") : say("not verified")}),
                onclick: () => this.jump({time: citation.startTime ?? null, quote: citation.quote}),
            },
                          citation.index, citation.verified ? null : "?")));
    }
}
