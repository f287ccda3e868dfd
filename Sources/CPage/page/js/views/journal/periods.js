// Days, ISO weeks, months and years by their names, as the server writes them: 2026-03-01, 2026-W09, 2026-03, 2026.
// Dates are civil: no time zone. UTC serves as the calendar.

import {locale, say} from "../../lib/words.js";

const pad = (number, width = 2) => String(number).padStart(width, "0");
const utc = (text) => new Date(`${text}T00:00:00Z`);
const name = (date) => `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;

export const isDay = (text) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && !Number.isNaN(utc(text).getTime()) && name(utc(text)) === text;

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
    return name(date);
}

/** 0 for Monday. */
export const weekday = (day) => (utc(day).getUTCDay() + 6) % 7;

/** The period of a level that holds a day: `{level, name, start, end}`. */
export function periodOf(level, day) {
    switch (level) {
        case "week": {
            const start = plusDays(day, -weekday(day));
            // The year of a week is that of its Thursday (ISO 8601).
            const thursday = plusDays(start, 3);
            const year = Number(thursday.slice(0, 4));
            const number = Math.floor((utc(thursday) - utc(`${thursday.slice(0, 4)}-01-01`)) / 604_800_000) + 1;
            return {level, name: `${pad(year, 4)}-W${pad(number)}`, start, end: plusDays(start, 6)};
        }
        case "month": {
            const start = `${day.slice(0, 7)}-01`;
            const end = utc(start);
            end.setUTCMonth(end.getUTCMonth() + 1, 0);
            return {level, name: day.slice(0, 7), start, end: name(end)};
        }
        case "year":
        case "yearWrap":
            return {level, name: day.slice(0, 4), start: `${day.slice(0, 4)}-01-01`, end: `${day.slice(0, 4)}-12-31`};
        default: return {level: "day", name: day, start: day, end: day};
    }
}

/** The period that a name means; null when it means none. */
export function periodNamed(level, text) {
    let day = null;
    if (level === "week" && /^\d{4}-W\d{2}$/.test(text)) {
        const first = plusDays(`${text.slice(0, 4)}-01-04`, -weekday(`${text.slice(0, 4)}-01-04`));
        day = plusDays(first, 7 * (Number(text.slice(6)) - 1));
    } else if (level === "month")
        day = `${text}-01`;
    else if (level === "year" || level === "yearWrap")
        day = `${text}-01-01`;
    else
        day = text;
    if (!isDay(day)) return null;
    const period = periodOf(level, day);
    return period.name === text ? period : null;
}

export const before = (period) => periodOf(period.level, plusDays(period.start, -1));
export const after = (period) => periodOf(period.level, plusDays(period.end, 1));

const format = (options) => new Intl.DateTimeFormat(locale(), {timeZone: "UTC", ...options});
const full = format({weekday: "long", day: "numeric", month: "long", year: "numeric"});
const short = format({day: "numeric", month: "short"});
const monthAndYear = format({month: "long", year: "numeric"});
const monthOnly = format({month: "short"});
const dayNames = ["short", "narrow"].map((weekday) => format({weekday}));

export const dayTitle = (day) => full.format(utc(day));
export const dayShort = (day) => short.format(utc(day));
export const monthTitle = (month) => monthAndYear.format(utc(`${month.slice(0, 7)}-01`));
export const monthShort = (month) => monthOnly.format(utc(`${month.slice(0, 7)}-01`));
/** Monday to Sunday, short. 1 January 2024 was a Monday. */
const [shortDays, letters] =
    dayNames.map((names) => Array.from({length: 7}, (_, index) => names.format(utc(plusDays("2024-01-01", index)))));
// Where the short names are whole ones, as in Arabic, seven of them have no room side by side.
export const weekdays = shortDays.some((day) => day.length > 5) ? letters : shortDays;

export function periodTitle(period) {
    switch (period.level) {
        case "week":
            return say("Week {number}, {from} – {to} {year}", {
                number: Number(period.name.slice(6)),
                from: dayShort(period.start),
                to: dayShort(period.end),
                year: period.end.slice(0, 4)
            });
        case "month": return monthTitle(period.name);
        case "year":
        case "yearWrap": return period.name;
        default: return dayTitle(period.name);
    }
}
