// One tab: what was found, or the way to find it.

import {fill, h} from "../../lib/dom.js";
import {clock, counted} from "../../lib/format.js";
import {term} from "../../lib/terms.js";
import {listed, say} from "../../lib/words.js";
import {engineBadge} from "../../ui/badge.js";
import {button, chip, empty} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {serverNotes} from "../../ui/server-words.js";

export const aspects = [
    ["summary", say("Summary")], ["tags", say("Tags")], ["entities", say("Names")],
    ["highlights", say("Highlights")], ["chapters", say("Chapters")], ["questions", say("Q&A")]
];

/** What is said where there is none yet. */
const none = {
    summary: say("No summary yet"),
    tags: say("No tags yet"),
    entities: say("No entities yet"),
    highlights: say("No highlights yet"),
    chapters: say("No chapters yet"),
    questions: say("No questions yet")
};

const promises = {
    summary: say("What it is about in a few sentences, what to remember, and for whom it is."),
    tags: say("Keywords, category, difficulty and terms to file it under."),
    entities: say("Who and what is named, with the words that name them."),
    highlights: say("The moments worth going to, the best quote, and what is to be done."),
    chapters: say("Where the topic changes, with titles."),
    questions: say("The questions that are asked in it, and how they are answered."),
};

/**
 * @param {{aspect: string, analysis: object, work: Element|null, error: object|null, cards: object, length: Element, generate: (aspects: string[], again?: boolean) => void}} state
 *   `work` shows the analysis that is under way; `length` is where the length of answers is chosen; `generate` makes what is there
 *   anew where it is told to.
 */
export function aspectPanel(root, {aspect, analysis, work, error, cards, length, generate}) {
    const found = analysis?.[aspect];
    // Aspects may be of different runs; what is told of a run is told of its aspects alone.
    const run = analysis?.runs?.[aspect] ?? analysis;
    fill(root, work, error && problemCard(error, {title: say("It could not be made"), retry: () => generate([aspect])}),
        found ? h("div.aspect-head", null, writersOf(aspect, analysis, run),
                    !work
                        && h("div.actions", null, length,
                            button(say("Regenerate"), () => generate([aspect], true),
                                {symbol: "again", kind: "quiet", "data-focus": "generate"})))
              : null,
        found ? cards[aspect](found)
              : !work && !error
                && empty("transcripts", none[aspect], promises[aspect],
                    button(say("Generate"), () => generate([aspect]), {kind: "primary", "data-focus": "generate"}),
                    // What is there stays as it is.
                    button(say("Generate everything"),
                        () => generate(aspects.map(([key]) => key).filter((key) => !analysis?.[key]))),
                    length),
        found && coverage(run));
}

/** Badges of all who wrote this aspect: where one engine failed at a part, another one stood in for it. */
function writersOf(aspect, {writers}, {route, usage}) {
    const all = writers?.[aspect] ?? [];
    if (!all.length) return route ? engineBadge(route, {usage}) : null;
    const isChosen = (writer) => writer.engine === route?.engine && writer.model === route?.model;
    return h("div.writers", null, all.map((writer) => engineBadge(isChosen(writer) ? {...route, ...writer} : writer, {
        // What was used is of the run, not of one writer of several.
        usage: all.length === 1 ? usage : null,
        pieces: all.length > 1 ? writer.pieces : null
    })));
}

/** What was not read, with reasons. Nothing is left out in silence. */
function coverage({coverage: read, notes = [], reused}) {
    if (!read) return null;
    const place = (gap) => (Number.isFinite(gap.startTime) ? `${clock(gap.startTime)}–${clock(gap.endTime)}`
            : gap.cues ? say("cues {from}–{to}", {from: gap.cues[0] + 1, to: gap.cues[1]})
                       : "");
    return h("footer.coverage", null,
        h("p.help", null,
            counted(read.parts, "Read {read} of {count} part.|Read {read} of {count} parts.", {read: read.read}),
            read.unverified > 0 &&
                [
                    " ",
                    counted(read.unverified,
                        "{count} quote that a model gave could not be found and was left out.|{count} quotes that a model gave could not be found and were left out.")
                ],
            reused > 0 &&
                [
                    " ",
                    counted(reused, "{count} answer was there from before.|{count} answers were there from before.")
                ]),
        read.gaps.length > 0
            && h("details", null,
                h("summary", null, chip(counted(read.gaps.length, "{count} gap|{count} gaps"), "warn"), " ",
                    say("Not everything was read")),
                h("ul", null, read.gaps.map((gap) => h("li", {dir: "auto"}, `${listed([gap.work,
                    place(gap)])}: ${term(gap.outcome)}. ${gap.reason}`)))),
        serverNotes(notes));
}
