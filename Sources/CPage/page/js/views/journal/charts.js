// Drawings of a year. Every one says in words what it shows, and gives its numbers as a table to whoever wants them.

import {h, svg} from "../../lib/dom.js";
import {dayShort, monthShort, plusDays, weekday} from "../../lib/days.js";
import {count, counted, decimal} from "../../lib/format.js";
import {term} from "../../lib/terms.js";
import {isRightToLeft, listed, say} from "../../lib/words.js";
import {markEdges} from "../../ui/edges.js";
import {periodOf} from "./periods.js";

/** Where the last month with entries ends, as a share of the months. */
const lastWritten = (parts) => (parts.findLastIndex(({entries}) => entries > 0) + 1) / Math.max(1, parts.length);

/**
 * A drawing with a title, its words and its numbers.
 *
 * @param {number} [end] Where in a drawing that is wider than the window the last of what was written stands, from 0 to 1: that is
 *   seen first.
 */
function figure(title, note, drawing, columns, rows, end = 0) {
    const scroll = h("div.chart-scroll", {tabindex: "0", role: "region", "aria-label": title}, drawing);
    markEdges(scroll);
    requestAnimationFrame(() => {
        scroll.scrollLeft = (isRightToLeft() ? -1 : 1) * Math.max(0, end * scroll.scrollWidth - scroll.clientWidth);
    });
    return h("figure.chart", null, h("figcaption", null, h("h3", null, title), note && h("p.help", null, note)), scroll,
        h("details", {"data-open": title}, h("summary", {"data-focus": `table ${title}`}, say("As a table")),
            h("div.table-scroll", {tabindex: "0", role: "region", "aria-label": say("{title}, table", {title})},
                h("table", null,
                    h("thead", null, h("tr", null, columns.map((column) => h("th", {scope: "col"}, column)))),
                    h("tbody", null,
                        rows.map((row) => h("tr", null, row.map((cell) => h("td", {dir: "auto"}, cell)))))))));
}

function drawing(width, height, label, ...children) {
    const made = svg("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label}, children);
    if (isRightToLeft()) mirror(made, width);
    return made;
}

/** Time and names begin where reading begins; which side of its place a text stands on, the browser turns by itself. */
function mirror(drawn, width) {
    const turn = (part, name, extent = 0) => part.setAttribute(name, width - Number(part.getAttribute(name)) - extent);
    for (const part of drawn.querySelectorAll("rect")) turn(part, "x", Number(part.getAttribute("width")));
    for (const part of drawn.querySelectorAll("text")) turn(part, "x");
    for (const part of drawn.querySelectorAll("circle")) turn(part, "cx");
    for (const part of drawn.querySelectorAll("line")) ["x1", "x2"].forEach((name) => turn(part, name));
    for (const part of drawn.querySelectorAll("polyline"))
        part.setAttribute("points", part.getAttribute("points").replace(/(\S+),/g, (_, x) => `${width - Number(x)},`));
}

/** Every day of a year, darker where more was written. */
export function heatmap(year, days) {
    const byDate = new Map(days.map((day) => [day.date, day]));
    const most = Math.max(1, ...days.map((day) => day.words));
    const first = periodOf("week", `${year}-01-01`).start;
    const cells = [];
    for (let date = `${year}-01-01`, week = 0; date.startsWith(String(year)); date = plusDays(date, 1)) {
        week = Math.round((Date.parse(date) - Date.parse(first) - weekday(date) * 86_400_000) / 604_800_000);
        const day = byDate.get(date);
        const level = day ? Math.max(1, Math.ceil(4 * Math.sqrt(day.words / most))) : 0;
        cells.push(svg("rect",
            {x: 30 + week * 13, y: 18 + weekday(date) * 13, width: 11, height: 11, rx: 2, class: `heat heat-${level}`},
            day && svg("title", null, `${dayShort(date)}: ${counted(day.words, "{count} word|{count} words")}`)));
        if (date.endsWith("-01")) cells.push(svg("text", {x: 30 + week * 13, y: 11}, monthShort(date)));
    }
    return figure(say("Every day"), null,
        drawing(30 + 54 * 13, 112,
            counted(days.length, "{count} day with entries in {year}|{count} days with entries in {year}", {year}),
            cells),
        [say("Day"), say("Entries"), say("Words")],
        days.map((day) => [day.date, count(day.entries), count(day.words)]),
        // A little more than the week of that day.
        days.length ? Math.min(1, (Date.parse(days.at(-1).date) - Date.parse(first)) / (54 * 604_800_000) + 0.1) : 0);
}

/** Words of each month as columns. */
export function monthBars(parts) {
    const most = Math.max(1, ...parts.map((part) => part.words));
    const bars = parts.map((part, index) => {
        const height = Math.max(1, Math.round((part.words / most) * 110));
        return [
            svg("rect", {x: 8 + index * 56, y: 130 - height, width: 40, height, rx: 4, class: "bar"},
                svg("title", null, `${monthShort(part.period)}: ${counted(part.words, "{count} word|{count} words")}`)),
            svg("text", {x: 28 + index * 56, y: 148, class: "middle"}, monthShort(part.period)),
            svg("text", {x: 28 + index * 56, y: 124 - height, class: "middle small"}, part.words > 0 && count(part.words))
        ];
    });
    return figure(say("Words by month"), null,
        drawing(Math.max(1, parts.length) * 56, 154,
            counted(parts.length, "Words in {count} month|Words in {count} months"), bars),
        [say("Month"), say("Entries"), say("Words")],
        parts.map((part) => [part.period, count(part.entries), count(part.words)]), lastWritten(parts));
}

/** In how many entries of each month a theme is one: rows of cells. */
export function themeRows(themes, parts) {
    const most = Math.max(1, ...themes.flatMap((theme) => theme.byPart));
    const left = 170;
    // Of a single month nothing is to be said of a course.
    const trend = (theme) => theme.byPart.filter((entries) => entries > 0).length > 1 ? term(theme.trend) : "";
    const rows = themes.map(
        (theme, row) => [svg("text", {x: left - 10, y: 36 + row * 26, class: "end"}, shorten(theme.theme, 24),
                             svg("title", null, theme.theme)),
            theme.byPart.map((value, column) => svg("rect", {
                x: left + column * 34,
                y: 22 + row * 26,
                width: 30,
                height: 20,
                rx: 3,
                class: `heat heat-${value ? Math.max(1, Math.ceil((4 * value) / most)) : 0}`
            },
                                 svg("title", null, `${listed([
                                     theme.theme, monthShort(parts[column]?.period ?? "2000-01")
                                 ])}: ${counted(value, "{count} entry|{count} entries")}`))),
            svg("text", {x: left + theme.byPart.length * 34 + 8, y: 36 + row * 26, class: "small"}, trend(theme)),
    ]);
    const heads = parts.map((part, column) => svg("text", {x: left + 15 + column * 34, y: 12, class: "middle small"},
                                monthShort(part.period)));
    return figure(say("Themes over time"), say("In how many entries of each month."),
        drawing(left + parts.length * 34 + 70, 26 + themes.length * 26,
            counted(themes.length, "{count} theme by month|{count} themes by month"), heads, rows),
        [say("Theme"), say("Entries"), say("Trend"), ...parts.map((part) => monthShort(part.period))],
        themes.map((theme) => [theme.theme, count(theme.entries), trend(theme), ...theme.byPart.map(count)]),
        lastWritten(parts));
}

/** Names with how often they are named: bars; `words` says how many there are. */
export function nameBars(title, words, names) {
    const most = Math.max(1, ...names.map((item) => item.mentions));
    const rows = names.map(
        (item, index) => [svg("text", {x: 130, y: 17 + index * 26, class: "end"}, shorten(item.name, 18),
                              svg("title", null, item.name)),
            svg("rect", {
                x: 140,
                y: 4 + index * 26,
                width: Math.max(2, (item.mentions / most) * 180),
                height: 18,
                rx: 3,
                class: "bar"
            }),
            svg("text", {x: 148 + Math.max(2, (item.mentions / most) * 180), y: 17 + index * 26, class: "small"},
                count(item.mentions)),
    ]);
    return figure(title, null, drawing(370, names.length * 26 + 4, words, rows),
        [say("Name"), say("Mentions"), say("Entries")],
        names.map((item) => [item.name, count(item.mentions), count(item.entries)]));
}

/** The balance of glad and sad remarks, month by month: a line about a middle. A month without entries has none, and the line stops at it. */
export function moodLine(parts) {
    const x = (index) => 34 + index * 56;
    const y = (mood) => 70 - Math.max(-1, Math.min(1, mood)) * 54;
    const written = parts.map((part, index) => ({...part, index})).filter(({entries}) => entries > 0);
    const runs = [];
    for (const part of written) {
        if (runs.at(-1)?.at(-1).index === part.index - 1) runs.at(-1).push(part);
        else runs.push([part]);
    }
    return figure(say("Mood by month"), say("The balance of glad and sad remarks, counted."),
        drawing(Math.max(2, parts.length) * 56 + 20, 150,
            counted(written.length, "Mood in {count} month|Mood in {count} months"),
            svg("line", {x1: 10, y1: 70, x2: parts.length * 56 + 10, y2: 70, class: "axis"}),
            runs.map((run) => svg("polyline", {points: run.map(({index, mood}) => `${x(index)},${y(mood)}`).join(" "), class: "line"})),
            written.map(({index, period, mood}) => svg("circle", {cx: x(index), cy: y(mood), r: 4, class: "dot"},
                svg("title", null, `${monthShort(period)}: ${decimal(mood, 2)}`))),
            parts.map((part, index) => svg("text", {x: x(index), y: 146, class: "middle"}, monthShort(part.period)))),
        [say("Month"), say("Balance, from −1 to 1")], written.map(({period, mood}) => [period, decimal(mood, 2)]), lastWritten(parts));
}

const shorten = (text, most) => {
    const letters = [...text];
    return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
};
