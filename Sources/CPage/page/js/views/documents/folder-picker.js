// Folders of the computer on which Hearth runs, to go through and choose one from.

import {fill, h} from "../../lib/dom.js";
import {get, wasStopped} from "../../lib/api.js";
import {locale, say} from "../../lib/words.js";
import {icon} from "../../ui/icons.js";
import {wordsOf} from "../../ui/problem.js";

/**
 * @param {HTMLInputElement} input Has the path of what was chosen; what is written there is gone to.
 * @returns {Node} Empty where the server tells of no folders, as it does to a browser elsewhere.
 */
export function folderPicker(input) {
    const list = h("ul.folder-list", {"aria-label": say("Folders on this computer")});
    const note = h("p.help", {role: "status"});
    const element = h("div.folder-picker", {hidden: true}, list, note);
    let turn = 0;

    const choice = (symbol, words, path, attributes) => h("li", null,
        h("button", {type: "button", onclick: () => go(path, true), ...attributes}, icon(symbol), h("span", {dir: "auto"}, words)));

    function show({path, parent, folders, isWhole}) {
        const names = [...folders].sort(new Intl.Collator(locale(), {numeric: true}).compare);
        const start = path.endsWith("/") ? path : `${path}/`;
        fill(list, parent && choice("up", say("One up"), parent, {"data-up": true}),
            names.map((name) => choice("folder", name, start + name)));
        list.scrollTop = 0;
        fill(note, !names.length ? say("No other folder is in it.") : isWhole ? null : say("There are more. Type the path of one that is not listed."));
        element.hidden = false;
    }

    /** @param {boolean} isChosen Whether somebody went there here; what was written stays as it was written. */
    async function go(path, isChosen) {
        const mine = ++turn;
        try {
            const found = await get("/api/machine/folders", {path});
            if (mine !== turn) return;
            const hadFocus = list.contains(document.activeElement);
            if (isChosen) input.value = found.path;
            show(found);
            if (hadFocus) list.querySelector("button")?.focus();
        } catch (error) {
            // Who is elsewhere writes the path, and needs to be told nothing of it.
            if (mine === turn && isChosen && !wasStopped(error)) fill(note, wordsOf(error));
        }
    }

    input.addEventListener("change", () => go(input.value.trim(), false));
    go("", false);
    return element;
}
