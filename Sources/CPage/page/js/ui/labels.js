// How private something is, and who may see what is called so.

import {get} from "../lib/api.js";
import {h} from "../lib/dom.js";
import {isEnglish, say} from "../lib/words.js";
import {select} from "./controls.js";

export const labels = [["public", say("Public")], ["personal", say("Personal")], ["private", say("Private")]];

/** The label that a place, or its folder, has already; personal where nothing is known of it. */
export const asBefore = ["", say("As before")];

export const labelHelp =
    say("Public may be seen by every engine. Personal goes to another host only with your consent. Private never leaves this machine.");

/** A choice of label. */
export const labelSelect = (value, onchange, attributes = {}, choices = labels) => {
    const element = select(choices, value, onchange, {"aria-label": say("Privacy"), title: labelHelp, ...attributes});
    // Who may see it is said before anything is called so.
    element.addEventListener("focus", () => explain(element));
    element.addEventListener("pointerenter", () => explain(element));
    return element;
};

/** What the server said last, and when: a pointer that goes over a list asks once. */
let told = null;

/** Who may see what, for each label. */
async function audiencesNow() {
    if (!told || performance.now() - told.at > 10_000) told = {at: performance.now(), answer: get("/api/labels")};
    try {
        return (await told.answer).labels;
    } catch (error) {
        told = null;
        throw error;
    }
}

async function explain(element) {
    try {
        const audiences = await audiencesNow();
        element.title = isEnglish() ? audiences.map(({sentence}) => sentence).join("\n") : labelHelp;
        for (const option of element.options)
            option.title = isEnglish() ? audiences.find(({label}) => label === option.value)?.sentence ?? "" : "";
    } catch {
        element.title = labelHelp;
    }
}

/** Who may see what, said below a choice as soon as it is about to be made. */
export function labelWords(element) {
    const words = h("p.help", {role: "status"});
    const before = element.options[0]?.value === ""
        ? `${say("As before: a file that was here keeps its label, a new one has that of its folder, or personal.")} ` : "";
    element.addEventListener("focus", async () => {
        try {
            const said = isEnglish() ? (await audiencesNow()).map(({sentence}) => sentence).join(" ") : labelHelp;
            words.textContent = before + said;
        } catch {
            words.textContent = before + labelHelp;
        }
    });
    return words;
}
