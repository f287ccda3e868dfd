// What the server says of its own accord: notes, warnings, reasons. It speaks English. Where the page speaks another language, what
// is known of it, by its code or because the sentence is always the same, is said in that one; the server's other words are folded
// below, and nothing of them is lost.

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

/** That an answer may be none: whoever reads it is to know that before looking at anything else. */
const unsure = say("It is not certain that this answers the question: it is the nearest that the documents say.");

/** What the server always says in the same words: the English sentences are those of its sources. */
const fixed = new Set([
    unsure,
    say("The documents do not say."),
    say("The transcript does not say."),
    say("There are no documents with text to answer from yet. Add some first."),
    say("The journal has no entry of that time."),
    say("This is what the last 31 days of the journal say is to be done. What was done since is not known here."),
    say("No rows were compared or counted: more than one table may be meant."),
    say("No rows were compared or counted: not all of the table was read, or it was read in several parts."),
    say("No rows were counted: it is not clear which of a table's rows are meant, and a number in one of them is no number of rows."),
    say("What sounds like advertising was left out of summary, chapters and tasks; questions find it."),
    say("What stands before the first speaker was left out: nobody says it."),
    say("The document is long: what is told of it is from its beginning."),
    say("No sum was made: the rows that say it are in several currencies, or some of them in none."),
    say("Amounts in different currencies are not added up: each currency has a sum of its own."),
    say("No sum was made: the table is so large that it was read in several parts."),
    say("What others share could not be looked at: the list of accounts on this server cannot be read. Whoever runs the server can mend it."),
    say("Without a model only sentences with words of the topic are asked about."),
    say("Only titles have the words of the topic: the questions are about the documents with these titles."),
    say("No passage has these words. What is shown is nearest to them in meaning."),
    say("There are no documents with text to search yet."),
    say("There is no document of what the search was limited to."),
    say("There is no embedding model: searched by words only."),
    say("What is here has no vectors yet: searched by words only. The next documents that are added bring them."),
    say("Whom it is for cannot be told without a model."),
    say("Categories cannot be told without a model."),
    say("The basic engine reads everything, so nothing was sampled."),
    say("The summary was made by the basic engine, because no other wrote one."),
    say("The tags were made by the basic engine, because no other chose any."),
    say("The mood was not counted: in which language the entry is could not be told."),
    say("It comes with Hearth, made from the published weights; there is nothing to download."),
    say("It comes with Hearth and is used by itself: with it, answers without a chat model name the words that answer. There is nothing to download."),
    say("It comes with Hearth and is used by itself: with it, names, moods, tasks and what matters are found without a chat model. There is nothing to download."),
    say("It comes with Hearth and is used by itself: with it, transcripts without marks, such as automatic captions, are read sentence by sentence. There is nothing to download."),
    say("It knows about a hundred languages, and is the quickest of those that do."),
    say("It knows more than a hundred languages, and takes far longer than the small one."),
    say("It knows some seventy languages, and takes as long as BGE M3."),
]);

/** What the server always says in the same words around numbers and names. */
const filled = [
    [
        /^There are (?<entries>\d+) entries of that time; these are (?<told>\d+) of them that stand out\.$/,
        (found) => say("There are {entries} entries of that time; these are {told} of them that stand out.", found)
    ],
    [
        /^Of “(?<title>.+)” not all was read, so that something may be missing here\.$/,
        (found) => say("Of “{title}” not all was read, so that something may be missing here.", found)
    ],
    [
        /^No sum was made: (?<rows>\d+) rows of the table say it, and at most (?<most>\d+) are added up\.$/,
        (found) => say("No sum was made: {rows} rows of the table say it, and at most {most} are added up.", found)
    ],
    [
        /^(?<sum>.+) was computed from the (?<rows>\d+) rows that are cited, which are all that say it in their table; the sum itself stands in no document\.$/,
        (found) => say("{sum} was computed from the {rows} rows that are cited, which are all that say it in their table; the sum itself stands in no document.", found)
    ],
    [
        /^Rows that say it without an amount are not in the sum: (?<rows>\d+)\.$/,
        (found) => say("Rows that say it without an amount are not in the sum: {rows}.", found)
    ],
    [
        /^What (?<name>.+) shares could not be looked at now\. Try again in a moment; if it stays so, tell them\.$/,
        (found) => say("What {name} shares could not be looked at now. Try again in a moment; if it stays so, tell them.", found)
    ],
    [
        /^Compared were the (?<rows>\d+) rows of the table, by “(?<column>[^”]+)”\.$/,
        (found) => say("Compared were the {rows} rows of the table, by “{column}”.", found)
    ],
    [
        /^Compared were the (?<rows>\d+) rows of the table that say “(?<what>[^”]+)”, by “(?<column>[^”]+)”\.$/,
        (found) => say("Compared were the {rows} rows of the table that say “{what}”, by “{column}”.", found)
    ],
    [
        /^Counted were all rows of the table, which has (?<rows>\d+); the number itself stands in no document\.$/,
        (found) => say("Counted were all rows of the table, which has {rows}; the number itself stands in no document.", found)
    ],
    [
        /^Counted were the rows of the table that say “(?<what>[^”]+)”, which has (?<rows>\d+); the number itself stands in no document\.$/,
        (found) => say("Counted were the rows of the table that say “{what}”, which has {rows}; the number itself stands in no document.", found)
    ],
    [
        /^(?<count>\d+) of (?<all>\d+) items with boxes in “(?<title>.+)” (?:is|are) open\.$/,
        (found) => say("{count} of {all} items with boxes in “{title}” are open.", found)
    ],
    [
        /^(?<count>\d+) of (?<all>\d+) items with boxes in “(?<title>.+)” (?:is|are) done\.$/,
        (found) => say("{count} of {all} items with boxes in “{title}” are done.", found)
    ],
    [
        /^Not said there: (?<words>.+)\.$/,
        (found) => say("Not said there: {words}.", found)
    ],
    [
        /^“(?<title>.+)” calls itself superseded: something else may hold by now\.$/,
        (found) => say("“{title}” calls itself superseded: something else may hold by now.", found)
    ],
    [
        /^The journal has nothing of the last (?<days>\d+) days\. This is what its last entries, until (?<last>[-0-9]+), say is to be done\. What was done since is not known here\.$/,
        (found) => say("The journal has nothing of the last {days} days. This is what its last entries, until {last}, say is to be done. What was done since is not known here.", found)
    ],
    [
        /^These are the latest; (?<count>\d+) more are in these entries\.$/,
        (found) => say("These are the latest; {count} more are in these entries.", found)
    ],
    [
        /^No file or document here is called “(?<name>.+)”\.$/,
        (found) => say("No file or document here is called “{name}”.", found)
    ],
];

/** One of the sentences that are always the same, but for numbers and names, in the language of the page; `null` for any other. */
export function knownSentence(text) {
    const said = say(text);
    if (fixed.has(said)) return said;
    for (const [form, words] of filled) {
        const found = form.exec(text);
        if (found) return words(found.groups);
    }
    return null;
}

/** Whether a note says that the answer may be none. */
export const isUnsure = (note) => say(note) === unsure;

/** The notes that are known, said in the language of the page, and the others, of which only their number is. For `h` and `fill`. */
export function serverNotes(notes) {
    if (!notes?.length) return null;
    if (isEnglish()) return notes.map((note) => h("p.help", {dir: "auto"}, withoutCommands(note)));
    const others = notes.filter((note) => !knownSentence(note));
    return [
        notes.map(knownSentence).filter(Boolean).map((said) => h("p.help", null, said)),
        others.length > 0 && folded(others, counted(others.length, "{count} note|{count} notes"))
    ];
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
