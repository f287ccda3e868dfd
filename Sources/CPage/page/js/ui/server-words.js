// What the server says of its own accord: notes, warnings, reasons. It speaks English. Where the page speaks another language, what
// is known of it by its code is said in that one, and the server's own words are folded below; nothing of them is lost.

import {h} from "../lib/dom.js";
import {counted} from "../lib/format.js";
import {withoutCommands} from "../lib/plain.js";
import {isEnglish, say} from "../lib/words.js";
import {engineName} from "./engines.js";

const own = (table, key) => (Object.hasOwn(table, key ?? "") ? table[key] : null);

/** The server's words, folded. */
export const folded = (texts, label = say("Details")) => h("details.server-words", null, h("summary", null, label),
    texts.map((text) => h("p", {lang: "en", dir: "ltr"}, withoutCommands(text))));

/**
 * One sentence of the server.
 *
 * @param {string} text In English.
 * @param {string} [said] What is known of it, in the language of the page.
 */
export function serverSentence(text, said, tag = "p.help") {
    if (!text) return null;
    if (isEnglish()) return h(tag, {dir: "auto"}, withoutCommands(text));
    return [said && h(tag, null, said), folded([text])];
}

/** Notes of which nothing is known but that they are there. For `h` and `fill`. */
export function serverNotes(notes) {
    if (!notes?.length) return null;
    return isEnglish() ? notes.map((note) => h("p.help", {dir: "auto"}, withoutCommands(note)))
                       : folded(notes, counted(notes.length, "{count} note|{count} notes"));
}

/** What was met when a file was read, by its kind. */
export const warningKinds = {
    noTextLayer: say("A page has no text: it is a picture."),
    undecodableBytes: say("Some characters could not be read."),
    truncated: say("Only a part of it was read."),
    damaged: say("It is damaged; what could be read was read."),
    skipped: say("A part of it was left out."),
    otherFormat: say("It is of another format than its name says."),
    recognized: say("Its text was read from pictures."),
    doubtful: say("Some words of its pictures may be read wrongly."),
    recognitionPending: say("Pictures in it wait to be read."),
    recognizerMissing: say("A program that reads these pictures is not installed."),
    languageMissing: say("Pictures with text of this language cannot be read here.")
};

/** A warning, with its page, for `h`. */
export function warningWords(warning) {
    const page = warning.page ? `${say("Page {number}", {number: warning.page})}: ` : "";
    if (isEnglish()) return [page, withoutCommands(warning.message)];
    return [page, own(warningKinds, warning.kind) ?? say("Something was met while it was read."), folded([warning.message])];
}

/** Why an engine cannot be asked, as far as one knows by which it is. */
export function engineWords({engine, byPolicy, reason}) {
    if (isEnglish()) return withoutCommands(reason);
    if (byPolicy) return say("Your rules do not allow it.");
    if (engine === "local") return say("No model on this device can be used yet.");
    if (engine === "apple") return say("Apple's model cannot be used on this device.");
    return engine === "basic" ? say("This engine cannot do that.") : say("It is not set up, or cannot be used just now.");
}

/** Each engine that was not taken, and why. */
export function rejections(rejected) {
    return [
        h("ul.rejections", null,
            rejected.map((item) => h("li", {dir: isEnglish() ? "auto" : null}, h("strong", null, engineName(item.engine)), ": ", engineWords(item)))),
        !isEnglish() && folded(rejected.map(({engine, reason}) => `${engine}: ${reason}`))
    ];
}
