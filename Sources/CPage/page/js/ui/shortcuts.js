// The keyboard does everything. One table, from which the help is made too.

import {h} from "../lib/dom.js";
import {go} from "../lib/router.js";
import {say} from "../lib/words.js";
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
        say("Everywhere"),
        [
            [
                say("g then c, d, t, j, m, p, s"),
                say("Chat, Documents, Transcripts, Journal, Models, Privacy, Settings")
            ],
            ["Ctrl K", say("Find or do anything")], ["/", say("Search in this view")],
            ["n", say("New: conversation, upload or entry")], ["?", say("This list")],
            ["Esc", say("Close what is open")]
        ]
    ],
    [
        say("Chat"),
        [
            ["@", say("Choose a document to ask in")], ["Enter", say("Send")], ["Shift Enter", say("New line")],
            ["Esc", say("Stop the answer")], [say("↑ in an empty field"), say("Edit the last question")]
        ]
    ],
    [
        say("Transcript"),
        [["k", say("Play or pause the recording")], ["j", say("Back 10 seconds")], ["l", say("Forward 10 seconds")]],
    ],
    [say("Menus and tabs"), [["↑ ↓ ← →", say("Move")], ["Enter", say("Open")]]],
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
    return dialog(say("Keyboard"), () => table.map(([title,
        keys]) => h("section.shortcuts", null, h("h3", null, title), h("dl", null, keys.map(([key,
        words]) => h("div", null, h("dt", null, h("kbd", null, key)), h("dd", null, words)))))));
}
