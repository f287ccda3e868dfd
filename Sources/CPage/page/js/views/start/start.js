// The first run: a model, documents, a first question. Each step can be skipped, and all of it be left and taken up again.

import {fill, h} from "../../lib/dom.js";
import {address, go} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {icon} from "../../ui/icons.js";
import {button, linkButton} from "../../ui/controls.js";
import {privacyLine} from "../../ui/privacy-line.js";
import {workLine} from "../../ui/work-line.js";
import {documentStep} from "./document-step.js";
import {end, lastStep, noteStep, steps} from "./first-run.js";
import {modelStep} from "./model-step.js";
import {questionStep} from "./question-step.js";

export const title = say("Welcome");

const names = {
    model: say("A model"),
    documents: say("Your documents"),
    question: say("Your first question")
};
const parts = {
    model: modelStep,
    documents: documentStep,
    question: questionStep
};

export function open(root) {
    const list = h("ol.steps", {"aria-label": say("Steps")});
    const body = h("div.start-body");
    const foot = h("div.start-foot");
    let stop = null;
    fill(root,
        h("div.page-pane", null,
            h("div.start", null,
                h("header.start-head", null, h("p.brand", null, icon("flame"), h("span", null, "Hearth")),
                    button(say("Leave the set-up"), leave, {kind: "quiet"})),
                list, body, foot, h("footer.start-state", null, workLine(), privacyLine()))));

    function leave() {
        end();
        go(["chat"]);
    }

    function draw(step) {
        const at = steps.indexOf(step);
        fill(list,
            steps.map((name, index) =>
                          h("li", {class: index < at ? "done" : "", "aria-current": index === at ? "step" : null},
                              h("a", {href: address(["start", name])}, names[name]))));
        const next = steps[at + 1];
        // Once something was done in it, going on is no skipping.
        const forward = next ? linkButton(say("Skip this"), address(["start", next]),
                                   {symbol: "right", class: "after", "data-key": "next"})
                             : button(say("To the chat"), leave, {symbol: "right", class: "after"});
        fill(foot,
            at > 0 ? linkButton(say("Back"), address(["start", steps[at - 1]]), {kind: "quiet", symbol: "left"})
                   : h("span"),
            forward);
        const done = (words = say("Next")) => {
            if (!next) return;
            forward.classList.add("primary");
            fill(forward.lastElementChild, words);
        };
        stop?.abort();
        stop = new AbortController();
        fill(body, parts[step]({stop: stop.signal, done, leave: end}));
        body.querySelector("h1")?.focus({preventScroll: true});
    }

    let shown = null;
    return {
        show({path: [step]}) {
            if (!steps.includes(step)) return go(["start", lastStep() ?? steps[0]], {}, {replace: true});
            noteStep(step);
            if (step !== shown) draw(step);
            shown = step;
        },
        close() { stop?.abort(); },
    };
}
