// How private something is, and who may see what is called so.

import {get} from "../lib/api.js";
import {fill, h} from "../lib/dom.js";
import {isEnglish, listed, say} from "../lib/words.js";
import {select} from "./controls.js";
import {engineName} from "./engines.js";
import {icon} from "./icons.js";

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

/** The same in the language of the page. */
function audienceWords({label, engines, mcp, api, tools}) {
    const who = [
        ...engines.map(({engine, host}) => (host ? say("{name} at {host}", {name: engineName(engine), host})
                                                 : engineName(engine))),
        ...(tools ?? []).map(({name, host}) => (host ? say("the tools of {name} at {host}", {name, host})
                                                     : say("the tools of {name}", {name}))),
        mcp && say("clients of MCP"), api && say("programs with the server's token")
    ];
    const name = labels.find(([key]) => key === label)?.[1] ?? label;
    return say("{label}: may be seen by {who}.", {label: name, who: listed(who) || say("no engine")});
}

/** Each label with who may see it: `said` in the language of the page, `theirs` in the server's where that is another. */
const explained = async () => (await audiencesNow()).map((audience) => ({
    label: audience.label,
    said: isEnglish() ? audience.sentence : audienceWords(audience),
    theirs: isEnglish() ? "" : audience.sentence
}));

async function explain(element) {
    try {
        const audiences = await explained();
        const all = (key) => audiences.map((audience) => audience[key]).join("\n");
        element.title = `${all("said")}\n\n${all("theirs")}`.trim();
        for (const option of element.options) {
            const audience = audiences.find(({label}) => label === option.value);
            option.title = audience ? `${audience.said}\n${audience.theirs}`.trim() : "";
        }
    } catch {
        element.title = labelHelp;
    }
}

/** What documents have that nobody said anything else of: it is not told of each. */
export const usual = "personal";

/** The label of something, where it is another than the usual, with who may see it under the pointer. */
export function labelMark(label, name, onclick, attributes = {}) {
    if (label === usual) return null;
    const words = labels.find(([key]) => key === label)?.[1] ?? label;
    const tell = async () => {
        try {
            mark.title = (await explained()).find((audience) => audience.label === label)?.said ?? labelHelp;
        } catch { /* what labels mean in general stands there already */
        }
    };
    const mark = h("button.label-mark", {type: "button", title: labelHelp, "aria-label": say("Privacy of {name}: {label}", {name, label: words}),
        onclick, onpointerenter: tell, onfocus: tell, ...attributes}, icon("privacy"), words);
    return mark;
}

/** Who may see what, said below a choice as soon as it is about to be made; or at once, where there is nothing else to do. */
export function labelWords(element, {atOnce = false} = {}) {
    const words = h("div.help", {role: "status"});
    const before = element.options[0]?.value === ""
        ? `${say("As before: a file that was here keeps its label, a new one has that of its folder, or personal.")} ` : "";
    const tell = async () => {
        try {
            const audiences = await explained();
            const theirs = audiences.map((audience) => audience.theirs).filter(Boolean);
            fill(words, before, audiences.map(({said}) => said).join(" "),
                theirs.length > 0
                    && h("details", null, h("summary", null, say("In the server's words")),
                        theirs.map((sentence) => h("p", {lang: "en", dir: "ltr"}, sentence))));
        } catch {
            words.textContent = before + labelHelp;
        }
    };
    element.addEventListener("focus", tell);
    if (atOnce) tell();
    return words;
}
