// Find or do anything by a few letters: places on the page, things to begin, conversations and documents.

import {debounce, fill, h, uniqueID} from "../lib/dom.js";
import {get} from "../lib/api.js";
import {titleOf} from "../lib/format.js";
import {go} from "../lib/router.js";
import {say} from "../lib/words.js";
import {dialog} from "./dialog.js";
import {icon} from "./icons.js";
import {maySignInPhone, signInPhone} from "./phone.js";
import {settingsPlaces} from "./settings-places.js";
import {isDark, setTheme} from "./theme.js";

const places = [
    ["chat", say("New conversation"), say("ask question"), ["chat"]],
    ["documents", say("Documents"), say("library files add upload"), ["documents"]],
    ["documents", say("Feeds and podcasts"), say("follow subscribe rss news episodes clip page"), ["documents", "feeds"]],
    ["transcripts", say("Transcripts"), say("recordings sound audio"), ["transcripts"]],
    ["journal", say("Write in the journal"), say("diary entry today"), ["journal"]],
    ["models", say("Models"), say("download llm"), ["models"]],
    ["plus", say("Add a model from an address"), say("hugging face gguf"), ["models", "add"]],
    ["privacy", say("Privacy"), say("consent ledger offline delete"), ["privacy"]],
    ...settingsPlaces.flatMap(([, parts]) => parts).map(([key, label, words]) => ["settings", label, words, ["settings", key]]),
    ["flame", say("Set up Hearth"), say("first run welcome begin"), ["start"]],
];

const commands = () => [...places.map(([symbol, label, words, path]) => ({symbol, label, words, run: () => go(path)})),
    {
        symbol: isDark() ? "sun" : "moon",
        label: isDark() ? say("Light colours") : say("Dark colours"),
        words: say("theme night day"),
        run: () => setTheme(isDark() ? "light" : "dark")
    },
    ...(maySignInPhone() ? [{symbol: "phone", label: say("Sign in a phone"), words: say("telephone tablet qr code"), run: signInPhone}] : []),
];

/** Whether each word that was typed begins a word of the text. */
export function fits(typed, text) {
    const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return typed.toLowerCase().split(/\s+/).filter(Boolean).every(
        (part) => words.some((word) => word.startsWith(part)));
}

let isOpen = false;

export async function openPalette() {
    if (isOpen) return;
    isOpen = true;
    const run = await dialog(say("Find or do"), (close) => {
        const id = uniqueID("palette");
        const list = h("ul.palette-list", {role: "listbox", id, "aria-label": say("Results")});
        const input = h("input", {
            type: "text",
            role: "combobox",
            "aria-controls": id,
            "aria-expanded": "true",
            "aria-autocomplete": "list",
            "aria-label": say("Find or do"),
            placeholder: say("A place, a conversation, a document"),
            autocomplete: "off",
            autofocus: true,
            dir: "auto",
        });
        let items = [];
        let at = 0;

        function draw() {
            fill(list,
                items.map((item, index) => h("li", {
                    role: "option",
                    id: `${id}-${index}`,
                    "aria-selected": String(index === at),
                    onclick: () => close(item.run),
                },
                              icon(item.symbol), h("span", {dir: "auto"}, item.label),
                              item.kind && h("span.help", null, item.kind))),
                !items.length
                    && h("li.help", {role: "option", "aria-selected": "false"}, say("Nothing is called that.")));
            if (items.length) input.setAttribute("aria-activedescendant", `${id}-${at}`);
            list.children[at]?.scrollIntoView({block: "nearest"});
        }

        const local = (typed) => commands().filter(({label, words}) => fits(typed, `${label} ${words}`));
        const look = debounce(async (typed) => {
            try {
                const [{conversations}, {documents}] = await Promise.all([
                    get("/api/conversations", {query: typed, limit: 6}), get("/api/documents", {query: typed, limit: 6})
                ]);
                if (typed !== input.value.trim()) return;
                items = [
                    ...local(typed),
                    ...conversations.map(({conversationID, title}) => ({
                        symbol: "chat",
                        label: title || say("Untitled"),
                        kind: say("conversation"),
                        run: () => go(["chat", conversationID])
                    })),
                    ...documents.map((document) => ({
                        symbol: "documents",
                        label: titleOf(document),
                        kind: say("document"),
                        run: () => go(["documents", document.documentID])
                    })),
                    {
                        symbol: "search",
                        label: say("Search your documents for “{text}”", {text: typed}),
                        run: () => go(["documents"], {find: typed})
                    },
                ];
                draw();
            } catch { /* what the page knows by itself is there all the same */
            }
        }, 150);

        function change() {
            const typed = input.value.trim();
            at = 0;
            items = local(typed);
            draw();
            if (typed) look(typed);
        }
        input.addEventListener("input", change);
        input.addEventListener("keydown", (event) => {
            const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
            if (by && items.length) {
                event.preventDefault();
                at = (at + by + items.length) % items.length;
                draw();
            }
            if (event.key === "Enter" && items[at]) {
                event.preventDefault();
                close(items[at].run);
            }
        });
        change();
        return [input, list];
    }, {className: "palette"});
    isOpen = false;
    run?.();
}

document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    openPalette();
});
