// Civil days by their names, 2026-03-01: no time zone, UTC serves as the calendar. Reckoning with them, and what they are called.

import {locale} from "./words.js";

export const pad = (number, width = 2) => String(number).padStart(width, "0");
export const utc = (text) => new Date(`${text}T00:00:00Z`);
export const dayOf = (date) => `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;

export const isDay = (text) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && !Number.isNaN(utc(text).getTime()) && dayOf(utc(text)) === text;

/** Today on the clock of this machine. */
export function today() {
    const now = new Date();
    return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** The time on the clock of this machine, as 21:30. */
export function clockTime() {
    const now = new Date();
    return `${pad(now.getHours())}:${pad(now.getMinutes())}`;
}

export function plusDays(day, count) {
    const date = utc(day);
    date.setUTCDate(date.getUTCDate() + count);
    return dayOf(date);
}

/** 0 for Monday. */
export const weekday = (day) => (utc(day).getUTCDay() + 6) % 7;

const format = (options) => new Intl.DateTimeFormat(locale(), {timeZone: "UTC", ...options});
const full = format({weekday: "long", day: "numeric", month: "long", year: "numeric"});
const short = format({day: "numeric", month: "short"});
const monthAndYear = format({month: "long", year: "numeric"});
const monthOnly = format({month: "short"});
const dayNames = ["long", "short", "narrow"].map((weekday) => format({weekday}));

export const dayTitle = (day) => full.format(utc(day));
export const dayShort = (day) => short.format(utc(day));
export const monthTitle = (month) => monthAndYear.format(utc(`${month.slice(0, 7)}-01`));
export const monthShort = (month) => monthOnly.format(utc(`${month.slice(0, 7)}-01`));
/** Monday to Sunday. 1 January 2024 was a Monday. */
const [longDays, shortDays, letters] =
    dayNames.map((names) => Array.from({length: 7}, (_, index) => names.format(utc(plusDays("2024-01-01", index)))));
export const weekdaysLong = longDays;
// Where the short names are whole ones, as in Arabic, seven of them have no room side by side.
export const weekdays = shortDays.some((day) => day.length > 5) ? letters : shortDays;
