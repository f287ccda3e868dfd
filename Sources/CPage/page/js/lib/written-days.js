// Days as people write them in the language of the page: what a field for a date shows and reads. A browser's own field has the language of
// the browser, whatever the page speaks.

import {locale} from "./words.js";

const latin = (tag) => new Intl.Locale(tag, {numberingSystem: "latn", calendar: "gregory"}).toString();
const formats = new Map();

function format(tag, options) {
    const key = tag + JSON.stringify(options);
    if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(latin(tag), {timeZone: "UTC", ...options}));
    return formats.get(key);
}

const numeric = {
    day: "2-digit",
    month: "2-digit",
    year: "numeric"
};

/** `2026-03-01` as it is written: `01.03.2026`, `3/1/2026`. */
export function writtenDay(day, tag = locale()) {
    const date = new Date(`${day}T00:00:00Z`);
    return Number.isNaN(date.getTime()) ? "" : format(tag, numeric).format(date);
}

/** The numbers of a text, in whatever digits they are. */
const numbersOf = (text) => (text.replace(/\p{Nd}/gu, digit).match(/\d+/g) ?? []);

/** Each script has its ten digits in a row. */
function digit(character) {
    let value = 0;
    for (let code = character.codePointAt(0) - 1; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code)); code -= 1) value += 1;
    return String(value);
}

/** The names of the months, long and short, as lower case words. */
function monthOf(text, tag) {
    const words = text.toLocaleLowerCase(tag);
    for (const month of ["long", "short"]) {
        for (let number = 12; number >= 1; number -= 1) {
            const name = format(tag, {month}).format(new Date(Date.UTC(2026, number - 1, 1))).toLocaleLowerCase(tag).replace(/\.$/, "");
            // A name with a digit is a number.
            if (!/\d/.test(name) && words.includes(name)) return number;
        }
    }
    return 0;
}

/**
 * The day that a text names: in the order of the language, as `2026-03-01`, or with the month's name. Without a year it is one of this year.
 *
 * @returns {string|null} `2026-03-01`; null where it names none.
 */
export function readDay(text, tag = locale(), now = new Date()) {
    let numbers = numbersOf(text);
    if (numbers.length < 1 || numbers.length > 3) return null;
    const order = format(tag, numeric).formatToParts(now).map(({type}) => type).filter((type) => type in numeric);
    const found = {};
    const named = monthOf(text, tag);
    if (named) {
        found.month = String(named);
        if (numbers.length > 2) return null;
        const year = numbers.findIndex((number) => number.length === 4);
        if (year >= 0) found.year = numbers[year];
        numbers = numbers.filter((_, index) => index !== year);
        if (numbers.length !== 1) return null;
        [found.day] = numbers;
    } else {
        const parts = numbers[0].length === 4 ? ["year", "month", "day"] : numbers.length === 3 ? order : order.filter((part) => part !== "year");
        if (numbers.length !== parts.length) return null;
        parts.forEach((part, index) => { found[part] = numbers[index]; });
    }
    const year = found.year ?? String(now.getFullYear());
    if (year.length !== 4) return null;
    const day = `${year}-${found.month.padStart(2, "0")}-${found.day.padStart(2, "0")}`;
    const date = new Date(`${day}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}
