// Days, ISO weeks, months and years by their names, as the server writes them: 2026-03-01, 2026-W09, 2026-03, 2026.

import {dayOf, dayShort, dayTitle, isDay, monthTitle, pad, plusDays, utc, weekday} from "../../lib/days.js";
import {say} from "../../lib/words.js";

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
            return {level, name: day.slice(0, 7), start, end: dayOf(end)};
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
