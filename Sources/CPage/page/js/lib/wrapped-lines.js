// Texts whose lines were broken by whoever wrote them down, at a width: they are read as paragraphs are. Poems, addresses and lists
// keep their lines.

/** Shorter lines may be meant as they are; longer ones were broken by nobody. */
const narrowest = 50;
const widest = 200;

/** Whether each line ends where the next word would not have fitted. */
export function isWrapped(text) {
    const lines = text.split("\n");
    if (!lines.at(-1).trim()) lines.pop();
    if (lines.length < 2) return false;
    const inner = lines.slice(0, -1);
    // Two blanks at the end are Markdown's break; a line without a blank is no line of words.
    if (lines.some((line) => !/\S\s+\S/.test(line)) || inner.some((line) => line.endsWith("  "))) return false;
    const words = lines.map((line) => line.trim());
    const width = Math.max(...words.map((line) => line.length));
    if (width < narrowest || width > widest) return false;
    // Of two lines the first is long enough whenever it is the longer one; where a sentence ends with it, that may be meant.
    if (words.length === 2 && /[.:!?…]$/.test(words[0])) return false;
    return words.slice(0, -1).every((line, at) => line.length + 1 + words[at + 1].split(/\s/, 1)[0].length > width);
}
