// Words for people who look at a page. What the program says is often said at a terminal, too, and tells what to type there;
// here there are buttons for it.

/** A command of a shell, or an option of one. */
const command =
    /`(?:hearth|scripts\/|apt|brew|pip)[^`]*`|`[^`]*\s--?[a-z][^`]*`|\bhearth (?:mode|consent|models|settings|keys|environment|serve|ingest|chat|documents|journal|conversations|ledger|restore|backup|doctor|template|--)[^.;,]*|\bscripts\/\w+|(?:^|[\s`])--[a-z][a-z-]+|\b(?:apt|apt-get|brew|pip) install\b/;

/** A transcriber's note between the words of a quote, such as {vocalsound}. */
const note = /\s?\{\p{L}+\}/gu;

/** A quote as it is read: without the notes in braces that stand between its words. */
export function withoutNotes(quote) { return quote?.replace(note, "").trim() || quote; }

/** Ends of sentences: a full stop before a capital letter, so that names of files stay whole. */
const sentences = /(?<=[.!?])\s+(?=[\p{Lu}`“"])/u;

/** The first sentence of a text, and what comes after it. */
export function firstSentence(text) {
    const [first, ...rest] = text.split(sentences);
    return {first, rest: rest.join(" ")};
}

/**
 * A text without the parts that tell what to type at a terminal. Sentences that hold a command go; of a sentence with
 * parts, the parts. A text that is nothing else stays as it is.
 *
 * @param {string} text
 */
export function withoutCommands(text) {
    if (!text || !command.test(text)) return text ?? "";
    const kept = text.split(sentences).map((sentence) => {
        if (!command.test(sentence)) return sentence;
        const parts = sentence.split(/;\s+|\s—\s/);
        const plain = parts.filter((part) => !command.test(part));
        if (!plain.length || plain.length === parts.length) return "";
        const words = plain.join("; ");
        return /[.!?]$/.test(words) || !/[.!?]$/.test(sentence) ? words : `${words}.`;
    });
    return kept.filter(Boolean).join(" ") || text;
}
