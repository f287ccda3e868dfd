// The keyboard does everything. One table, from which the help is made too.

import {h} from "../lib/dom.js";
import {go} from "../lib/router.js";
import {dialog} from "./dialog.js";

const views = {
    c: "chat",
    d: "documents",
    t: "transcripts",
    j: "journal",
    m: "models",
    p: "privacy",
    s: "settings"
};

const table = [
    [
        "Everywhere",
        [
            ["g then c, d, t, j, m, p, s", "Chat, Documents, Transcripts, Journal, Models, Privacy, Settings"],
            ["Ctrl K", "Find or do anything"], ["/", "Search in this view"],
            ["n", "New: conversation, upload or entry"], ["?", "This list"], ["Esc", "Close what is open"]
        ]
    ],
    [
        "Chat",
        [
            ["@", "Choose a document to ask in"], ["Enter", "Send"], ["Shift Enter", "New line"],
            ["Esc", "Stop the answer"], ["↑ in an empty field", "Edit the last question"]
        ]
    ],
    [
        "Transcript",
        [["k", "Play or pause the recording"], ["j", "Back 10 seconds"], ["l", "Forward 10 seconds"]],
    ],
    ["Menus and tabs", [["↑ ↓ ← →", "Move"], ["Enter", "Open"]]],
];

/** Keys whose meaning is given by the view that is shown, by `data-key`. */
const marked = [["/", "search"], ["n", "new"], ["k", "play"], ["j", "rewind"], ["l", "forward"]];

let waiting = false;

document.addEventListener("keydown", (event) => {
    const isTyping =
        event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping || document.querySelector("dialog[open]")) return;
    if (waiting) {
        waiting = false;
        if (views[event.key]) {
            event.preventDefault();
            go([views[event.key]]);
        }
        return;
    }
    if (event.key === "g") {
        waiting = true;
        setTimeout(() => {
            waiting = false;
        }, 1500);
    }
    if (event.key === "?") {
        event.preventDefault();
        showShortcuts();
    }
    // Views mark what is meant by these in their own parts.
    for (const [key, name] of marked) {
        const target =
            [...document.querySelectorAll(`main [data-key="${name}"]`)].find((element) => element.checkVisibility());
        if (event.key !== key || !target) continue;
        event.preventDefault();
        if (target.matches("input, textarea"))
            target.focus();
        else
            target.click();
    }
});

export function showShortcuts() {
    return dialog("Keyboard", () => table.map(([title,
        keys]) => h("section.shortcuts", null, h("h3", null, title), h("dl", null, keys.map(([key,
        words]) => h("div", null, h("dt", null, h("kbd", null, key)), h("dd", null, words)))))));
}
