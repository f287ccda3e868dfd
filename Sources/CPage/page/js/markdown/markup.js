// Where raw HTML begins and ends. The page shows it as text; it is told apart so that the stars and brackets in it are not
// taken for Markdown.

const isSpace = (character) => character === " " || character === "\t" || character === "\n";
const name = /[A-Za-z][A-Za-z0-9-]*/y;
const attributeName = /[A-Za-z_:][A-Za-z0-9_.:-]*/y;
const bareValue = /[^\s"'=<>`]+/y;

function take(pattern, text, at) {
    pattern.lastIndex = at;
    return pattern.exec(text) ? pattern.lastIndex : -1;
}

function spaces(text, at) {
    while (isSpace(text[at])) at += 1;
    return at;
}

/** Where the tag that begins at `at` ends; -1 where there is none. Goes forward only, so that no text takes quadratic time. */
export function tagEnd(text, at) {
    if (text[at] !== "<") return -1;
    const isClosing = text[at + 1] === "/";
    let i = take(name, text, at + (isClosing ? 2 : 1));
    if (i < 0) return -1;
    if (isClosing) {
        i = spaces(text, i);
        return text[i] === ">" ? i + 1 : -1;
    }
    for (;;) {
        const begin = spaces(text, i);
        const next = begin > i ? take(attributeName, text, begin) : -1;
        if (next < 0) {
            i = text[begin] === "/" ? begin + 1 : begin;
            return text[i] === ">" ? i + 1 : -1;
        }
        i = next;
        const equals = spaces(text, i);
        if (text[equals] !== "=") continue;
        const value = spaces(text, equals + 1);
        const quote = text[value];
        if (quote === "\"" || quote === "'") {
            const end = text.indexOf(quote, value + 1);
            if (end < 0) return -1;
            i = end + 1;
        } else {
            i = take(bareValue, text, value);
            if (i < 0) return -1;
        }
    }
}

/** Raw HTML inside a line: tags, comments, instructions, declarations, CDATA. One for each text. */
export class Markup {
    constructor(text) {
        this.text = text;
        // From where on a closing mark is known to be missing: looking for it again and again takes quadratic time.
        this.missing = new Map();
    }

    /** Where what begins with `<` at `at` ends; -1 where it is text. */
    end(at) {
        const {text} = this;
        if (text.startsWith("<!-->", at)) return at + 5;
        if (text.startsWith("<!--->", at)) return at + 6;
        if (text.startsWith("<!--", at)) return this.closing("-->", at + 4);
        if (text.startsWith("<?", at)) return this.closing("?>", at + 2);
        if (text.startsWith("<![CDATA[", at)) return this.closing("]]>", at + 9);
        if (text.startsWith("<!", at)) return /[A-Za-z]/.test(text[at + 2] ?? "") ? this.closing(">", at + 3) : -1;
        return tagEnd(text, at);
    }

    closing(mark, from) {
        if (from >= (this.missing.get(mark) ?? Infinity)) return -1;
        const found = this.text.indexOf(mark, from);
        if (found < 0) this.missing.set(mark, from);
        return found < 0 ? -1 : found + mark.length;
    }
}

const blockNames = new Set((
    "address article aside base basefont blockquote body caption center col colgroup dd details " +
    "dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html "
    +
    "iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody "
    +
    "td tfoot th thead title tr track ul")
        .split(" "));

/**
 * What ends the block of HTML that a line begins; null where it begins none. A pattern, or "blank" for an empty line, or
 * "alone" for a tag with a line of its own, which ends at an empty line and does not end a paragraph.
 */
export function blockEnding(line) {
    if (line[0] !== "<") return null;
    if (line.startsWith("<!--")) return /-->/;
    if (line.startsWith("<?")) return /\?>/;
    if (line.startsWith("<![CDATA[")) return /\]\]>/;
    if (/^<![A-Za-z]/.test(line)) return />/;
    if (/^<(?:script|pre|textarea|style)(?:\s|>|$)/i.test(line)) return /<\/(?:script|pre|textarea|style)>/i;
    const named = /^<\/?([A-Za-z][A-Za-z0-9]*)(?:\s|\/?>|$)/.exec(line);
    if (named && blockNames.has(named[1].toLowerCase())) return "blank";
    const end = tagEnd(line, 0);
    return end > 0 && !line.slice(end).trim() ? "alone" : null;
}
