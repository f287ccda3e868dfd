// What was found in a transcript, as cards. Every time on them leads to the words.

import {h} from "../../lib/dom.js";
import {clock, count, percent} from "../../lib/format.js";
import {withoutNotes} from "../../lib/plain.js";
import {term} from "../../lib/terms.js";
import {say} from "../../lib/words.js";
import {chip} from "../../ui/controls.js";

/** @param {(place: {cue: number, end?: number, time: number|null}) => void} jump */
export const cards = (jump) => {
    // Where a transcript gives no time for some words, an estimate is shown as one, and nothing is played by it.
    const when = (quote) => (Number.isFinite(quote.startTime) ? clock(quote.startTime)
        : Number.isFinite(quote.aboutTime) ? say("about {time}", {time: clock(quote.aboutTime)}) : null);
    const timeButton = (quote) => h("button.time", {
        type: "button",
        "aria-label": when(quote) ? say("Go to {time}", {time: when(quote)}) : say("Go to these words"),
        onclick: () => jump({cue: quote.cues[0], end: quote.cues[1], time: quote.startTime ?? null})
    },
        when(quote) ?? say("go to"));
    const words = (quote) =>
        h("blockquote.quote", {dir: "auto"}, withoutNotes(quote.quote), quote.speaker && h("cite", null, ` — ${quote.speaker}`));
    const card = (title, ...children) => h("section.card", null, title && h("h3", null, title), children);
    const list = (items) => h("ul", null, items.map((item) => h("li", {dir: "auto"}, item)));
    const tags = (items) => h("p.tags", null, items.map((item) => chip(item, "", {dir: "auto"})));
    const estimated = (name, fields) =>
        (fields?.includes(name) ? h("span.help", {title: say("Counted, not judged by a model")}, " ", say("(estimate)")) : null);
    const moment = (label, item) => item
        && h("section.card.moment", null,
            h("h3", null, timeButton(item), h("span", {dir: "auto"}, label ? `${label}: ` : "", item.title)),
            words(item));
    const none = (text) => h("p.help", null, text);

    return {
        summary: (found) => [card(say("Summary"), h("p.lead", {dir: "auto"}, found.summary),
                                 found.targetAudience && h("p.help", {dir: "auto"}, say("For {readers}", {readers: found.targetAudience})),
                                 h("p.help", null, say("Engagement: {level}", {level: term(found.engagementLevel)}),
                                     estimated("engagementLevel", found.estimated))),
            found.keyTakeaways.length > 0 && card(say("To remember"), list(found.keyTakeaways)),
            found.mainTopics.length > 0 && card(say("Topics"), tags(found.mainTopics)),
            found.evidence.length > 0
                && card(say("Where this stands"),
                    found.evidence.map((quote) => h("div.evidence", null, timeButton(quote), words(quote)))),
    ],
        tags: (found) => [card(say("Keywords"), found.keywords.length ? tags(found.keywords) : none(say("None stood out."))),
            card(say("Category"),
                found.primaryCategory ? tags([found.primaryCategory, ...found.secondaryCategories])
                                      : none(say("Naming a category takes a model."))),
            card(say("Difficulty"),
                found.difficulty ? h("p", null, chip(term(found.difficulty)), estimated("difficulty", found.estimated))
                                 : none(say("It could not be told."))),
            found.technicalTerms.length > 0
                && card(say("Terms"), tags(found.technicalTerms), estimated("technicalTerms", found.estimated)),
    ],
        entities: (found) => {
            const groups = [
                [say("People"), found.people], [say("Organizations"), found.organizations], [say("Products"), found.products],
                [say("Places"), found.locations], [say("Resources"), found.resources]
            ];
            if (groups.every(([, items]) => !items.length)) return [none(say("Nobody and nothing is named."))];
            return groups.filter(([, items]) => items.length)
                .map(([title, items]) => card(title,
                         h("ul.names", null,
                             items.map((item) => h("li", null, timeButton(item), h("strong", {dir: "auto"}, item.name),
                                           h("span.help", null, item.mentions > 1 ? ` ×${count(item.mentions)}` : ""),
                                           words(item))))));
        },
        highlights: (found) => [moment(say("Best quote"), found.bestQuote),
            found.highlights.map((item) => moment("", item)),
            moment(say("Entertaining"), found.entertainingMoment),
            moment(say("Controversial"), found.controversialPoint),
            found.decisions?.length > 0
                && card(say("What was decided"),
                    h("ul.names", null,
                        found.decisions.map(
                            (item) => h("li", null, timeButton(item), h("strong", {dir: "auto"}, item.decision),
                                item.decision !== item.quote && words(item))))),
            found.actionItems.length > 0
                && card(say("To do"),
                    h("ul.names", null,
                        found.actionItems.map(
                            (item) => h("li", null, timeButton(item), h("strong", {dir: "auto"}, item.task),
                                h("span.help", {dir: "auto"},
                                    [item.owner, item.due].filter(Boolean).map((text) => ` · ${text}`)),
                                item.context && words(item.context), item.task !== item.quote && words(item))))),
            !found.highlights.length && !found.bestQuote && none(say("Nothing stood out.")),
    ],
        chapters: (found) =>
            (found.length ? [h("ol.chapters", null,
                                found.map((chapter) => h("li.card", null,
                                              h("h3", null, timeButton({
                                                  startTime: chapter.start, aboutTime: chapter.aboutStart, cues: chapter.cues}),
                                                  h("span", {dir: "auto"}, chapter.title)),
                                              tags(chapter.keyphrases))))]
                          : [none(say("It is too short for chapters."))]),
        questions: (found) => (found.length
                ? found.map((item) => h("section.card", null,
                                h("h3", null, timeButton(item.question), h("span", {dir: "auto"}, withoutNotes(item.question.quote))),
                                item.answer ? h("div.evidence", null, timeButton(item.answer), words(item.answer))
                                            : none(say("Nobody answers it.")),
                                item.answer && h("p.help", null, say("Likely an answer: {share}", {share: percent(item.confidence)}))))
                : [none(say("No question is asked in it."))]),
    };
};
