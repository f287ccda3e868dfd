// Below the last answer: how one could go on. Questions that the server made of the cited documents, and a way to stay in one of
// them. Where nothing was found, questions that the library does answer.

import {fill, h} from "../../lib/dom.js";
import {get} from "../../lib/api.js";
import {titleOf} from "../../lib/format.js";
import {say} from "../../lib/words.js";
import {button} from "../../ui/controls.js";

const mostQuestions = 3;
const mostDocuments = 2;

/**
 * @param {object} message The last answer.
 * @param {{asked: string[], ask: (text: string) => void, narrow: (id: string) => void, signal: AbortSignal}} options `asked`: the
 *   questions of this conversation, which are not suggested again; `narrow` stays in one document from then on.
 */
export function followUps(message, {asked, ask, narrow, signal}) {
    const cited = new Map(
        (message.citations ?? []).filter(({verified, path}) => verified && !path?.startsWith("journal:")).map((item) => [item.documentID, titleOf(item)]));
    const questions = h("div.follow-up-questions");
    const element = h("section.follow-ups", {"aria-label": say("Go on")}, questions, [
        ...cited
    ].slice(0, mostDocuments).map(([id,
        title]) => button(say("Stay in “{title}”", {title}), () => narrow(id), {kind: "quiet", symbol: "documents"})));
    load();
    return element;

    async function load() {
        try {
            const {questions: found} = await get("/api/suggestions", {}, {signal});
            fill(questions,
                found
                    .filter(
                        ({text, documentID}) => !asked.includes(text) && (message.abstained || cited.has(documentID)))
                    .slice(0, mostQuestions)
                    .map(({text}) => button(text, () => ask(text), {dir: "auto"})));
        } catch { /* there is a field to ask in */
        }
    }
}
