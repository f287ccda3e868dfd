// What is shown where a conversation, or an answer in it, did not come.

import {address} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {button, empty, linkButton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {LiveView} from "./live-view.js";

/** In the place of a conversation that could not be read. */
export function missingCard(error, retry) {
    if (error.status !== 404) return problemCard(error, {retry});
    return empty("chat", say("This conversation is gone"), say("It was deleted, here or elsewhere."),
        linkButton(say("New conversation"), address(["chat"]), {kind: "primary"}));
}

/** After an answer that broke off: as far as it came, and how to go on. */
export function interruptedCard(answer, {retry, showKept}) {
    const view = new LiveView(answer);
    view.draw();
    view.status.remove();
    view.element.removeAttribute("aria-busy");
    return [
        answer.text && view.element, problemCard(answer.error, {
            title: answer.text ? say("The answer was interrupted") : say("The question did not get through"),
            retry,
            extra: [button(say("Show what was kept"), showKept)],
        })
    ];
}
