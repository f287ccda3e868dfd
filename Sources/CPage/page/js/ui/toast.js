// Short news at the edge of the page, read aloud too. Nothing that needs an answer. There is one at a time: what is said later
// is what holds. They lie over nothing: the frame has a row for them, and sheets and dialogs end above them.

import {h} from "../lib/dom.js";
import {button, iconButton} from "./controls.js";
import {wordsOf} from "./problem.js";
import {wasStopped} from "../lib/api.js";
import {say} from "../lib/words.js";

const region = h("div.toasts", {role: "status", "aria-live": "polite"});
document.body.append(region);

// A dialog makes everything beside it deaf, also to "Undo": news stand in the one that is open. Dialogs are children of the body.
function settle() {
    const home = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
    if (region.parentElement !== home) home.append(region);
}
new MutationObserver(settle).observe(document.body, {childList: true});

// How much room sheets and dialogs leave below themselves.
new ResizeObserver(() => document.documentElement.style.setProperty("--news-height", `${region.offsetHeight}px`))
    .observe(region);

/** Letters that are read well in the rail's width. */
const fewWords = 60;

/** Takes away what is shown, and does what was waiting for that. */
let leave = () => {};

/** When it came, and whether it stays when its view is left. */
let shown = {at: 0, stays: true};

/** Milliseconds in which what is told still belongs to where one goes: it came with the way there. */
const fresh = 1_000;

/** A view was left: what was told in it is of no use in another, but what can be undone, and what became of work that went on elsewhere. */
export function viewLeft() {
    if (!shown.stays && performance.now() - shown.at > fresh) leave();
}

/**
 * @param {string|Array} text Also with elements in it, as `h` takes them.
 * @param {{tone?: string, action?: {label: string, run: () => void}, seconds?: number, gone?: () => void, stays?: boolean}} [options]
 *   `gone` is called when it went, by itself or by hand, without its action. `stays` when its view is left: what can be undone does.
 */
export function toast(text, {tone = "", action, seconds = 6, gone, stays = Boolean(action) && tone !== "bad"} = {}) {
    leave();
    shown = {at: performance.now(), stays};
    let timer = null;
    const go = (isActed = false) => {
        clearTimeout(timer);
        element.remove();
        leave = () => {};
        if (isActed)
            action.run();
        else
            gone?.();
    };
    const begin = () => {
        timer = setTimeout(() => go(), seconds * 1000);
    };
    const element = h("div.toast", {class: tone}, h("span", {dir: "auto"}, text),
        action && button(action.label, () => go(true), {kind: "quiet"}),
        iconButton(say("Dismiss"), "close", () => go()));
    settle();
    // The rail has room for a few words.
    region.classList.toggle("wide", element.firstChild.textContent.length > fewWords);
    region.replaceChildren(element);
    leave = go;
    begin();
    // Whoever reads it is not hurried.
    element.addEventListener("pointerenter", () => clearTimeout(timer));
    element.addEventListener("focusin", () => clearTimeout(timer));
    element.addEventListener("pointerleave", begin);
}

// What waits for its news to go does not wait for a page that is gone.
window.addEventListener("pagehide", () => leave());

/**
 * Says that something is done, and does it when that can no longer be taken back.
 *
 * @param {string} text
 * @param {{work: () => Promise<any>, undo: () => void}} options `work` is what cannot be taken back by itself.
 */
export function undoable(text, {work, undo}) {
    toast(text, {action: {label: say("Undo"), run: undo}, seconds: 8, gone: work});
}

/** Runs what may fail, and says so when it does. */
export async function attempt(work, success) {
    try {
        const result = await work();
        if (success) toast(typeof success === "function" ? success(result) : success, {tone: "good"});
        return result;
    } catch (error) {
        if (!wasStopped(error))
            toast(wordsOf(error),
                {tone: "bad", seconds: 12, action: {label: say("Try again"), run: () => attempt(work, success)}});
        return undefined;
    }
}
