// An error, and always a way on.

import {h} from "../lib/dom.js";
import {withoutCommands} from "../lib/plain.js";
import {address} from "../lib/router.js";
import {wasStopped} from "../lib/api.js";
import {engineName} from "./engines.js";
import {button, linkButton} from "./controls.js";
import {icon} from "./icons.js";

/** Where an error of this code is mended. */
const remedies = {
    "refused-by-policy": ["Open privacy settings", ["privacy"]],
    "no-engine": ["See models", ["models"]],
    "no-key": ["Open settings", ["settings", "providers"]],
    "model-not-found": ["See models", ["models"]],
    "speech-model-missing": ["See speech models", ["models"], {kind: "speech-recognition"}],
    "unknown-document": ["See documents", ["documents"]],
};

/**
 * @param {Error} error
 * @param {{retry?: () => void, title?: string, extra?: Node[]}} [options]
 */
export function problemCard(error, {retry, title, extra = []} = {}) {
    const remedy = Object.hasOwn(remedies, error.code ?? "") ? remedies[error.code] : null;
    return h("div.problem", {role: "alert"}, icon("warning"),
        h("div", null, title && h("p.problem-title", null, title), h("p", {dir: "auto"}, messageOf(error)),
            error.rejected?.length > 0
                && h("details", null, h("summary", null, "Why no engine can"), rejections(error.rejected)),
            h("div.actions", null, retry && button("Try again", retry, {symbol: "again"}),
                remedy && linkButton(remedy[0], address(remedy[1], remedy[2])), extra)));
}

/** Words for a person, whatever was thrown. */
export function messageOf(error) {
    if (wasStopped(error)) return "Stopped.";
    if (!error?.code) return "Something in this page went wrong. Reload it; nothing in your library was changed.";
    // The reasons of each engine stand below it, one by one.
    const words = error.rejected?.length ? error.message.replace(/\s*\(.*\)(?=\.?$)/s, "") : error.message;
    return withoutCommands(words);
}

export function rejections(rejected) {
    return h("ul.rejections", null,
        rejected.map((item) => h("li", null, h("strong", null, engineName(item.engine)),
                         `: ${withoutCommands(item.reason)}`)));
}
