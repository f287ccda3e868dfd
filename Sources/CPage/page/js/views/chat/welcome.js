// What a conversation without messages shows: what it is for, and where to begin.

import {fill, h} from "../../lib/dom.js";
import {get} from "../../lib/api.js";
import {address} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {linkButton} from "../../ui/controls.js";
import {isOver} from "../start/first-run.js";

/**
 * @param {(text: string) => void} suggest takes a question that somebody chose
 * @param {AbortSignal} signal ends what is asked of the server
 */
export function welcome(suggest, signal) {
    const beginning = h("div.beginning");
    fillBeginning(beginning, suggest, signal);
    return h("div.welcome", null, h("h1", null, say("What would you like to know?")),
        h("p", null,
            say("Hearth looks through your documents, answers, and shows the exact place each sentence stands on. What the program could not check is marked.")),
        beginning);
}

/** Questions that the library can answer; where there is none, the way to one. */
async function fillBeginning(place, suggest, signal) {
    try {
        const {questions, documents} = await get("/api/suggestions", {}, {signal});
        fill(place,
            documents === 0
                ? [h("p", null, say("Your library is empty. Add what you want to ask about; it is read on this machine.")),
                      h("div.actions", null,
                          linkButton(say("Add documents"), address(["documents"]), {kind: "primary", symbol: "plus"}),
                          !isOver() && linkButton(say("Set up Hearth in three steps"), address(["start"]), {kind: "quiet"}))]
                : questions.length > 0
                    && h("ul.examples", null,
                        questions.map(({text}) => h("li", null,
                                          h("button.example", {type: "button", dir: "auto", onclick: () => suggest(text)},
                                              text)))));
    } catch { /* there is a field to ask in */
    }
}
