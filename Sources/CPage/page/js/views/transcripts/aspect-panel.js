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
 * @param {{aspect: string, analysis: object, work: Element|null, error: object|null, cards: object, generate: (aspects: string[], again?: boolean) => void}} state
 *   `work` shows the analysis that is under way; `generate` makes what is there anew where it is told to.
 */
export function aspectPanel(root, {aspect, analysis, work, error, cards, generate}) {
    const found = analysis?.[aspect];
    const title = aspects.find(([key]) => key === aspect)[1];
    fill(root, work, error && problemCard(error, {title: "It could not be made", retry: () => generate([aspect])}),
        found ? h("div.aspect-head", null, analysis.route && engineBadge(writerOf(aspect, analysis), analysis),
                    !work
                        && button("Regenerate", () => generate([aspect], true),
                            {symbol: "again", kind: "quiet", "data-focus": "generate"}))
              : null,
        found ? cards[aspect](found)
              : !work && !error
                && empty("transcripts", `No ${aspect === "questions" ? "questions" : title.toLowerCase()} yet`,
                    promises[aspect],
                    button("Generate", () => generate([aspect]), {kind: "primary", "data-focus": "generate"}),
                    button("Generate everything", () => generate(aspects.map(([key]) => key)))),
        found && coverage(analysis));
}

/** Who wrote this part: parts may have been made at different times, by different engines. */
function writerOf(aspect, {route, writers}) {
    const writer = writers?.[aspect]?.[0];
    return !writer ? route : writer.engine === route.engine ? {...route, ...writer} : writer;
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
