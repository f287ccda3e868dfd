// Numbers, sizes, times and dates for people, in the language of the page.

import {isolated, locale, say, sayNumber} from "./words.js";

const number = new Intl.NumberFormat(locale());
export const count = (value) => number.format(value ?? 0);

/** A number with so many digits behind the point. */
export const decimal = (value, digits = 1) =>
    value.toLocaleString(locale(), {minimumFractionDigits: digits, maximumFractionDigits: digits});

/** `3 files`, `1 file`: of `{count} file|{count} files`, the form that the number asks for. */
export const counted = (value, words, values) => sayNumber(value ?? 0, words, {...values, count: count(value)});

/** Decimal units, as disks and downloads are measured. */
export function bytes(value) {
    if (!Number.isFinite(value)) return say("unknown size");
    const units = ["B", "kB", "MB", "GB", "TB"];
    let unit = 0;
    while (value >= 1000 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
    }
    return isolated(`${unit === 0 || value >= 100 ? Math.round(value) : decimal(value)} ${units[unit]}`);
}

/** `0:07`, `12:34`, `1:02:03`. */
export function clock(seconds) {
    if (!Number.isFinite(seconds)) return "";
    const whole = Math.max(0, Math.floor(seconds));
    const pad = (value) => String(value).padStart(2, "0");
    const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    return hours ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** `3 s`, `4 min`, `1 h 20 min`: how long something takes. */
export function span(seconds) {
    if (!Number.isFinite(seconds) || seconds < 0) return "";
    if (seconds < 60) return say("{seconds} s", {seconds: Math.max(1, Math.round(seconds))});
    const minutes = Math.round(seconds / 60);
    return minutes < 60 ? say("{minutes} min", {minutes})
                        : say("{hours} h {minutes} min", {hours: Math.floor(minutes / 60), minutes: minutes % 60});
}

const dayAndTime = new Intl.DateTimeFormat(locale(), {dateStyle: "medium", timeStyle: "short"});
const dayOnly = new Intl.DateTimeFormat(locale(), {dateStyle: "medium"});
const timeOnly = new Intl.DateTimeFormat(locale(), {timeStyle: "short"});

/** A moment, in full. */
export function moment(iso) {
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? "" : dayAndTime.format(date);
}

/** A moment as short as it can be told: the time for today, else the day. */
export function recent(iso) {
    const date = new Date(iso);
    if (Number.isNaN(date.getTime())) return "";
    return date.toDateString() === new Date().toDateString() ? timeOnly.format(date) : dayOnly.format(date);
}

/** The day of a moment, and its time. */
export const dayOf = (iso) => dayOnly.format(new Date(iso));
export const timeOf = (iso) => timeOnly.format(new Date(iso));

/** Where a file lay, as its owner knows it: without the folder in which the server keeps what was uploaded. */
export const shownPath = (path) => (path ?? "").replace(/^uploads\/|^shared\/[^/]+\/[^/]+\/[^/]+\//, "");

/** The last part of a path, which is what people know a file by. */
export const fileName = (path) => (path ?? "").split(/[\\/]/).filter(Boolean).pop() ?? "";

/** The id of the journal entry that a document is; null for any other. Entries are among the documents so that search finds them. */
export const entryOf = (item) => {
    const path = item.path ?? item.paths?.[0] ?? "";
    return path.startsWith("journal:") ? path.slice("journal:".length) : null;
};

/** What a document is called: its title, else its file's name. */
export const titleOf = (item) => item.title || fileName(item.path ?? item.paths?.[0]) || say("Untitled");

/** Millionths of a dollar. */
export const dollars = (micros) => `$${decimal(micros / 1e6, micros < 10_000 ? 4 : 2)}`;

const share = new Intl.NumberFormat(locale(), {style: "percent", maximumFractionDigits: 0});
/** A share: `42%`, `42 %`, as the language writes it. */
export const percent = (fraction) => share.format(Math.min(1, Math.max(0, fraction)));

/** Scripts that put no spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
let segmenter = null;

/** How many words a text has: what stands between spaces, and where there are none, what the language takes for words. */
export function wordCount(text) {
    segmenter ??= new Intl.Segmenter(locale(), {granularity: "word"});
    const inside = (piece) => [...segmenter.segment(piece)].filter(({isWordLike}) => isWordLike).length;
    return text.split(/\s+/u).filter(Boolean).reduce((sum, piece) => sum + (unspaced.test(piece) ? inside(piece) : 1), 0);
}
