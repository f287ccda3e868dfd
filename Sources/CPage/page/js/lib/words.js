// What the page says, in the language of whoever reads it. The English text is the key; a catalogue, `words/de.json`, has its
// translation. Only the one in use is fetched, before anything else of the page is: so a text may be said at any place, also
// where a module is read. `scripts/page-words` finds what has no translation.

/** What can be chosen, each named in itself. */
export const languages = [
    ["en", "English"], ["de", "Deutsch"], ["fr", "Français"], ["es", "Español"], ["it", "Italiano"],
    ["pt", "Português (Brasil)"], ["ja", "日本語"], ["zh", "简体中文"], ["ar", "العربية"]
];
const tags = {
    pt: "pt-BR",
    zh: "zh-Hans"
};

/** What HTML calls a language. */
export const tagOf = (language) => tags[language] ?? language;

const commas = {
    ar: "، ",
    ja: "、",
    zh: "，"
};

const place = "hearth.language";

/** What was chosen by hand; "" where it follows the browser. */
export function chosenLanguage() {
    try {
        const chosen = localStorage.getItem(place);
        return languages.some(([key]) => key === chosen) ? chosen : "";
    } catch { return ""; }
}

/** Takes effect with the next load of the page: much of what stands there was said already. */
export function chooseLanguage(language) {
    try {
        if (language)
            localStorage.setItem(place, language);
        else
            localStorage.removeItem(place);
    } catch { /* then the browser's holds */
    }
}

const base = (tag) => tag.toLowerCase().split("-")[0];
const wanted = () => chosenLanguage()
    || (navigator.languages ?? []).map(base).find((tag) => languages.some(([key]) => key === tag)) || "en";

let language = wanted();
let catalogue = {};

/** What numbers and dates are written by: the region of the browser where it is one of the language. */
export const locale = () => {
    const own = (navigator.languages ?? []).find((tag) => base(tag) === language) ?? tags[language] ?? language;
    // As the clocks, sizes and names of days in addresses have them.
    return language === "ar" ? new Intl.Locale(own, {numberingSystem: "latn", calendar: "gregory"}).toString() : own;
};

/** Fetches the catalogue, and tells the browser the language. Where it cannot be fetched the page speaks English. */
export async function prepare() {
    if (language !== "en") {
        try {
            const answer = await fetch(`/words/${language}.json`, {credentials: "omit"});
            if (!answer.ok) throw new Error(String(answer.status));
            catalogue = await answer.json();
        } catch { language = "en"; }
    }
    Object.assign(document.documentElement, {lang: tagOf(language), dir: isRightToLeft() ? "rtl" : "ltr"});
}

/** Whether what the server says is in the language of the page: it speaks English. */
export const isEnglish = () => language === "en";

const hole = /\{(\w+)\}/g;

/** Whether the page is read from right to left. */
export const isRightToLeft = () => language === "ar";

/** Latin words and sizes in a text that runs the other way: their parts stay in their order (Unicode's isolates). */
export const isolated = (text) => isRightToLeft() && /[A-Za-z]/.test(text) ? `\u2068${text}\u2069` : text;

const filled = (text, values) => text.replace(hole, (all, name) => isolated(values[name] ?? all));

/**
 * A text in the language of the page.
 *
 * @param {string} text In English, whole: of sentences put together from pieces the order cannot change.
 * @param {object} [values] What stands for `{name}` in it.
 */
export const say = (text, values) => {
    const said = catalogue[text] ?? text;
    return values ? filled(said, values) : said;
};

/** The same with elements in it: an array of texts and elements, for `h` and `fill`. */
export function sayWith(text, values) {
    // Every other piece is the name of what is filled in.
    return (catalogue[text] ?? text).split(hole).map((piece, index) => (index % 2 ? values[piece] ?? "" : piece));
}

const rules = new Map();
/** The form that a number asks for. */
function category(value) {
    if (!rules.has(language)) rules.set(language, new Intl.PluralRules(language));
    return rules.get(language).select(value);
}

/** @param {string} text Both forms of English: `{count} file|{count} files`. A catalogue has all forms of its language. */
export function sayNumber(value, text, values) {
    const forms = catalogue[text];
    const said = forms ? forms[category(value)] ?? forms.other : text.split("|")[value === 1 ? 0 : 1];
    return filled(said, values);
}

/** What is there of several things, one after the other. */
export const listed = (items) => joined(items, commas[language] ?? ", ");

const semicolons = {
    ar: "؛ ",
    ja: "；",
    zh: "；"
};

/** What is there of several things that have commas in them. */
export const parted = (items) => joined(items, semicolons[language] ?? "; ");

/** What is known of one thing, side by side. */
export const dotted = (items) => joined(items, " · ");

/** A name in Latin letters would else take a number that comes after it to its own side. */
const joined = (items, between) => items.filter(Boolean).map(isolated).join(between);
