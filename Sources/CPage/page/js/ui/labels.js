// How private something is, and who may see what is called so.

import {get} from "../lib/api.js";
import {h} from "../lib/dom.js";
import {select} from "./controls.js";

export const labels = [["public", "Public"], ["personal", "Personal"], ["private", "Private"]];

/** The label that a place, or its folder, has already; personal where nothing is known of it. */
export const asBefore = ["", "As before"];

export const labelHelp =
    "Public may be seen by every engine. Personal goes to another host only with your consent. Private never leaves this machine.";

/** A choice of label. */
export const labelSelect = (value, onchange, attributes = {}, choices = labels) => {
    const element = select(choices, value, onchange, {"aria-label": "Privacy", title: labelHelp, ...attributes});
    // Who may see it is said before anything is called so.
    element.addEventListener("focus", () => explain(element));
    element.addEventListener("pointerenter", () => explain(element));
    return element;
};

async function explain(element) {
    try {
        const audiences = (await get("/api/labels")).labels;
        element.title = audiences.map(({sentence}) => sentence).join("\n");
        for (const option of element.options)
            option.title = audiences.find(({label}) => label === option.value)?.sentence ?? "";
    } catch {
        element.title = labelHelp;
    }
}

/** What is said of the chosen label, below a choice. */
export function labelWords(element) {
    const words = h("p.help", {role: "status"});
    const show = async () => {
        try {
            const found = (await get("/api/labels")).labels.find(({label}) => label === element.value);
            words.textContent = found?.sentence
                ?? "As before: a file that was here keeps its label, a new one has that of its folder, or personal.";
        } catch {
            words.textContent = labelHelp;
        }
    };
    element.addEventListener("change", show);
    element.addEventListener("focus", show);
    return words;
}
