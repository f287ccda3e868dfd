// One tab: what was found, or the way to find it.

import {fill, h} from "../../lib/dom.js";
import {clock, counted} from "../../lib/format.js";
import {withoutCommands} from "../../lib/plain.js";
import {engineBadge} from "../../ui/badge.js";
import {button, chip, empty} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";

export const aspects = [
    ["summary", "Summary"], ["tags", "Tags"], ["entities", "Entities"], ["highlights", "Highlights"],
    ["chapters", "Chapters"], ["questions", "Q&A"]
];

const promises = {
    summary: "What it is about in a few sentences, what to remember, and for whom it is.",
    tags: "Keywords, category, difficulty and terms to file it under.",
    entities: "Who and what is named, with the words that name them.",
    highlights: "The moments worth going to, the best quote, and what is to be done.",
    chapters: "Where the topic changes, with titles.",
    questions: "The questions that are asked in it, and how they are answered.",
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
    const title = aspects.find(([key]) => key === aspect)[1];
    fill(root, work, error && problemCard(error, {title: "It could not be made", retry: () => generate([aspect])}),
        found ? h("div.aspect-head", null, writersOf(aspect, analysis, run),
                    !work
                        && h("div.actions", null, length,
                            button("Regenerate", () => generate([aspect], true),
                                {symbol: "again", kind: "quiet", "data-focus": "generate"})))
              : null,
        found ? cards[aspect](found)
              : !work && !error
                && empty("transcripts", `No ${aspect === "questions" ? "questions" : title.toLowerCase()} yet`,
                    promises[aspect],
                    button("Generate", () => generate([aspect]), {kind: "primary", "data-focus": "generate"}),
                    // What is there stays as it is.
                    button("Generate everything",
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
            : gap.cues ? `cues ${gap.cues[0] + 1}–${gap.cues[1]}`
                       : "");
    return h("footer.coverage", null,
        h("p.help", null, `Read ${read.read} of ${counted(read.parts, "part")}.`,
            read.unverified ? ` ${counted(read.unverified, "quote")} that a model gave could not be found and ${
                                  read.unverified === 1 ? "was" : "were"} left out.`
                            : "",
            reused ? ` ${counted(reused, "answer")} were there from before.` : ""),
        read.gaps.length > 0
            && h("details", null,
                h("summary", null, chip(counted(read.gaps.length, "gap"), "warn"), " Not everything was read"),
                h("ul", null,
                    read.gaps.map((gap) => h("li", null,
                                      `${gap.work}, ${place(gap)}: ${
                                          gap.outcome === "stoodIn" ? "another engine stood in"
                                                                    : gap.outcome}. ${gap.reason}`)))),
        notes.map((note) => h("p.help", null, withoutCommands(note))));
}
