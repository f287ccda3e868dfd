// An error: one sentence, what to do as a button, and the rest folded. There is always a way on.

import {h} from "../lib/dom.js";
import {firstSentence, withoutCommands} from "../lib/plain.js";
import {address} from "../lib/router.js";
import {wasStopped} from "../lib/api.js";
import {whenBack} from "../lib/when-back.js";
import {isEnglish, say} from "../lib/words.js";
import {button, linkButton} from "./controls.js";
import {icon} from "./icons.js";
import {folded, rejections} from "./server-words.js";

const settings = [say("Open settings"), ["settings", "all"]];
const providers = [say("Open settings"), ["settings", "providers"]];
const models = [say("See models"), ["models"]];
const documents = [say("See documents"), ["documents"]];
const environments = [say("See environments"), ["settings", "environments"]];

/** Where on this page it is done, what the server says would help. */
const steps = {
    "give-key": providers,
    "sign-in": [say("Sign in"), ["settings", "tools"]],
    "set": settings,
    "unset": settings,
    "give-consent": [say("Open privacy settings"), ["privacy"]],
    "fetch-model": models,
    "remove-model": models,
    "add-model-file": [say("Add a model"), ["models", "add"]],
    "find-model": models,
    "make-room": models,
    "reset-model-settings": models,
    "add-documents": [say("Add documents"), ["documents"]],
    "add-environment": environments,
    "choose-environment": environments,
    "diagnose": [say("See what is missing"), ["settings", "about"]],
    "set-label": documents,
    "verify-ledger": [say("Check the ledger"), ["privacy"]],
};

/** Where what there is can be seen. */
const lists = {
    documents,
    models,
    conversations: [say("See conversations"), ["chat"]],
    entries: [say("See the journal"), ["journal"]],
    environments,
};

/** Where a failure of this kind is mended, whatever else would help. */
const kinds = {
    "refused-by-policy": [say("Open privacy settings"), ["privacy"]],
    "no-engine": models,
    "no-speech-engine": [say("See speech models"), ["models"], {kind: "speech-recognition"}],
    "unusable-model": models,
};

/** Where one of this kind is mended, of which nobody says what would help. */
const otherwise = {
    "not-configured": providers,
    "bad-settings": settings,
    "disk-full": models,
};

/** What a failure is, in the language of the page; the server says it more closely, and in English. */
const sentences = {
    "usage": say("This cannot be done so."),
    "bad-request": say("What was asked cannot be understood, or contradicts itself."),
    "invalid-input": say("Something that was given does not fit."),
    "context-too-long": say("It is too long for the model's window."),
    "message-too-long": say("It is too long for the model's window."),
    "too-large": say("It is too large."),
    "nothing-to-read": say("There is nothing to work on."),
    "not-expressible": say("An answer cannot be kept to this schema."),
    "unreadable": say("It could not be read."),
    "unknown-item": say("It is not there."),
    "conflict": say("As things are now, this is not possible."),
    "occupied": say("It is in use just now."),
    "unauthorized": say("You are not signed in."),
    "not-allowed": say("This is not allowed here."),
    "refused-by-policy": say("Your rules do not allow it."),
    "refused-by-system": say("The operating system does not allow it."),
    "no-engine": say("No engine that is allowed can do this."),
    "no-speech-engine": say("Nothing here can transcribe recordings yet."),
    "unavailable": say("This is not available here, or not just now."),
    "not-configured": say("This has not been set up yet."),
    "key-of-another-host": say("The key belongs to another host."),
    "unsupported-task": say("This engine cannot do that."),
    "unsupported-option": say("This engine cannot do that."),
    "no-logprobs": say("This engine does not tell how likely its words were."),
    "unknown-model": say("This model is not known."),
    "unusable-model": say("The model cannot be used."),
    "unfit-model": say("The model is not one for this."),
    "model-not-ready": say("The model is not ready yet."),
    "not-enough-memory": say("There is not enough memory."),
    "window-too-small": say("The model's window is too small for this."),
    "tool-missing": say("A program that is needed for this is missing."),
    "model-failed": say("The model failed."),
    "model-ended": say("The model ended, or could not be started."),
    "unusable-template": say("The model's template cannot be used for this."),
    "invalid-output": say("The model's answer does not have the form that was asked for."),
    "refused-by-model": say("The model refused to answer."),
    "incomplete-response": say("The answer ended too early."),
    "provider-failed": say("The service failed."),
    "overloaded": say("The service has too much to do, or is left alone for a while."),
    "rate-limited": say("The service allows no more requests just now."),
    "quota-exceeded": say("What was paid for at the service is used up."),
    "bad-key": say("The service does not accept the key, or not for this."),
    "wrong-address": say("Nothing that fits was found at this address."),
    "unsendable": say("This cannot be sent."),
    "connection-failed": say("The host cannot be reached, or the connection broke off."),
    "timed-out": say("It took too long."),
    "bad-response": say("The answer could not be read."),
    "bad-settings": say("The settings cannot be used."),
    "locked": say("The key that opens it is missing, wrong, or out of reach."),
    "damaged-data": say("The data is damaged, or of a newer version."),
    "disk-full": say("There is no room left on the disk."),
    "busy": say("The library is being written to just now."),
    "store-unreachable": say("The library cannot be reached just now. Try again in a moment."),
    "uncertain": say("The connection to the library broke. Look whether it was done before you do it again."),
    "system-failed": say("The operating system refused something that this needs."),
    "not-recorded": say("It could not be recorded, or your rules could not be read, and so it was not done."),
    "stopped": say("Stopped."),
    "internal": say("Something in Hearth went wrong.")
};

/** What is said more closely where the kind alone, of which there are several, would say less. */
const closer = {
    "changed-meanwhile": say("It was changed elsewhere meanwhile."),
    "unknown-sign-in": say("That answer came too late, twice, or to another browser. Sign in once more."),
    "not-linked": say("Nobody here is linked to that account. Accept an invitation with it; or sign in as ever, and link it in your settings."),
    "linked-elsewhere": say("Somebody here is linked to that account already."),
    "not-confirmed": say("It was not done: that is not your password, or you signed in too long ago."),
    "last-way-in": say("It is all that lets you in. Ask whoever runs Hearth for a password first."),
    "sign-in-offline": say("Hearth is offline now, and nobody signs in with another account until it is not."),
    "sign-in-failed": say("Signing in there did not work."),
    "other-host": say("The engine is at another host by now. No consent was given."),
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
    const theirs = serverWords(error);
    // What this page says itself, which has no kind, is not more than has to be said.
    const {first, rest} = isEnglish() && error?.kind ? firstSentence(theirs) : {first: messageOf(error), rest: theirs};
    const reasons = error.rejected?.length > 0 && rejections(error.rejected);
    const card = h("div.problem", {role: "alert"}, icon("warning"),
        h("div", null, title && h("p.problem-title", null, title), h("p", {dir: "auto"}, first),
            (rest && rest !== first || reasons)
                && h("details", null, h("summary", null, reasons ? say("Why no engine can") : say("Details")),
                    rest && rest !== first && h("p", {dir: "auto", lang: "en"}, rest), reasons),
            h("div.actions", null, retry && button(say("Try again"), retry, {symbol: "again"}),
                remedy && linkButton(remedy[0], address(remedy[1], remedy[2])), extra)));
    // To read once more does no harm; what was to be changed is done again by whoever wanted it.
    if (error?.code === "unreachable" && error.isReading && retry) whenBack(() => card.isConnected, retry);
    return card;
}

/** Words for a person, whatever was thrown. What this page throws itself has no kind, and is said in its language already. */
function messageOf(error) {
    return (!isEnglish() && (own(closer, error?.code) ?? own(sentences, error?.kind))) || serverWords(error);
}

/** A sentence for a failure of which only its code was kept; `null` where that says too little. */
export const sentenceFor = (code) => own(closer, code) ?? own(sentences, code);

/** The same with what the server says of it folded below, where that is more: for a place that has no room for a card. For `h` and `fill`. */
export function wordsOf(error) {
    const [said, theirs] = [messageOf(error), serverWords(error)];
    return [said, theirs !== said && folded([theirs])];
}

function serverWords(error) {
    if (wasStopped(error)) return say("Stopped.");
    if (!error?.code) return say("Something in this page went wrong. Reload it; nothing in your library was changed.");
    // The reasons of each engine stand below it, one by one.
    const words = error.rejected?.length ? error.message.replace(/\s*\(.*\)(?=\.?$)/s, "") : error.message;
    return withoutCommands(words);
}
