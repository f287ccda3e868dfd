// An error: one sentence, what to do as a button, and the rest folded. There is always a way on.

import {h} from "../lib/dom.js";
import {firstSentence, withoutCommands} from "../lib/plain.js";
import {address} from "../lib/router.js";
import {wasStopped} from "../lib/api.js";
import {engineName} from "./engines.js";
import {button, linkButton} from "./controls.js";
import {icon} from "./icons.js";

const settings = ["Open settings", ["settings", "all"]];
const providers = ["Open settings", ["settings", "providers"]];
const models = ["See models", ["models"]];
const documents = ["See documents", ["documents"]];
const environments = ["See environments", ["settings", "environments"]];

/** Where on this page it is done, what the server says would help. */
const steps = {
    "give-key": providers,
    "set": settings,
    "unset": settings,
    "give-consent": ["Open privacy settings", ["privacy"]],
    "fetch-model": models,
    "remove-model": models,
    "add-model-file": ["Add a model", ["models", "add"]],
    "find-model": models,
    "make-room": models,
    "reset-model-settings": models,
    "add-documents": ["Add documents", ["documents"]],
    "add-environment": environments,
    "choose-environment": environments,
    "diagnose": ["See what is missing", ["settings", "about"]],
    "set-label": documents,
    "verify-ledger": ["Check the ledger", ["privacy"]],
};

/** Where what there is can be seen. */
const lists = {
    documents,
    models,
    conversations: ["See conversations", ["chat"]],
    entries: ["See the journal", ["journal"]],
    environments,
};

/** Where a failure of this kind is mended, whatever else would help. */
const kinds = {
    "refused-by-policy": ["Open privacy settings", ["privacy"]],
    "no-engine": models,
    "no-speech-engine": ["See speech models", ["models"], {kind: "speech-recognition"}],
    "unusable-model": models,
};

/** Where one of this kind is mended, of which nobody says what would help. */
const otherwise = {
    "not-configured": providers,
    "bad-settings": settings,
    "disk-full": models,
};

const own = (table, key) => (Object.hasOwn(table, key ?? "") ? table[key] : null);

/** The place on this page where an error is mended: a link's words and where it leads; `null` where there is none. */
function remedyOf(error) {
    // What has no kind, such as the errors of this page itself, is known by its code.
    const byKind = own(kinds, error.kind ?? error.code);
    if (byKind) return byKind;
    for (const step of error.help ?? []) {
        const place = step.action === "see" ? own(lists, step.things) : own(steps, step.action);
        if (place) return place;
    }
    return own(otherwise, error.kind);
}

/**
 * @param {Error} error
 * @param {{retry?: () => void, title?: string, extra?: Node[]}} [options]
 */
export function problemCard(error, {retry, title, extra = []} = {}) {
    const remedy = remedyOf(error);
    const {first, rest} = firstSentence(messageOf(error));
    const reasons = error.rejected?.length > 0 && rejections(error.rejected);
    return h("div.problem", {role: "alert"}, icon("warning"),
        h("div", null, title && h("p.problem-title", null, title), h("p", {dir: "auto"}, first),
            (rest || reasons)
                && h("details", null, h("summary", null, reasons ? "Why no engine can" : "Details"),
                    rest && h("p", {dir: "auto"}, rest), reasons),
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
        rejected.map(
            (item) => h("li", null, h("strong", null, engineName(item.engine)), `: ${withoutCommands(item.reason)}`)));
}
