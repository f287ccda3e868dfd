// Short news at the edge of the page, read aloud too. Nothing that needs an answer. There is one at a time: what is said later
// is what holds.

import {h} from "../lib/dom.js";
import {button, iconButton} from "./controls.js";
import {messageOf} from "./problem.js";
import {wasStopped} from "../lib/api.js";

const region = h("div.toasts", {role: "status", "aria-live": "polite"});
document.body.append(region);

/** @param {{label: string, run: () => void}} [action] */
export function toast(text, {tone = "", action, seconds = 6} = {}) {
    const element = h("div.toast", {class: tone}, h("span", {dir: "auto"}, text), action && button(action.label, () => {
        element.remove();
        action.run();
    }, {kind: "quiet"}), iconButton("Dismiss", "close", () => element.remove()));
    region.replaceChildren(element);
    let timer = setTimeout(() => element.remove(), seconds * 1000);
    // Whoever reads it is not hurried.
    element.addEventListener("pointerenter", () => clearTimeout(timer));
    element.addEventListener("focusin", () => clearTimeout(timer));
    element.addEventListener("pointerleave", () => {
        timer = setTimeout(() => element.remove(), seconds * 1000);
    });
}

/** Runs what may fail, and says so when it does. */
export async function attempt(work, success) {
    try {
        const result = await work();
        if (success) toast(typeof success === "function" ? success(result) : success, {tone: "good"});
        return result;
    } catch (error) {
        if (!wasStopped(error))
            toast(messageOf(error),
                {tone: "bad", seconds: 12, action: {label: "Try again", run: () => attempt(work, success)}});
        return undefined;
    }
}
