// Journal: write, and look back on days, weeks, months and years.

import {fill, h} from "../../lib/dom.js";
import {onChange} from "../../lib/changes.js";
import {today} from "../../lib/days.js";
import {address, go} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {button, linkButton} from "../../ui/controls.js";
import {tabs} from "../../ui/tabs.js";
import {toast} from "../../ui/toast.js";
import {Calendar} from "./calendar.js";
import {entryList, entryPage} from "./entries.js";
import {importJournal} from "./import.js";
import {fullName, People} from "./people.js";
import {PeriodView} from "./period-view.js";
import {after, before, periodNamed, periodOf, periodTitle} from "./periods.js";
import {Wrapped} from "./wrapped.js";
import {writeBox} from "./write-box.js";

export const title = say("Journal");
const levels = [
    ["day", say("Day")], ["week", say("Week")], ["month", say("Month")], ["year", say("Year")],
    ["wrapped", say("Wrapped")]
];

/** What is said where an address names a period that is none. */
const missing = {
    day: (name) => say("There is no day {name}. This is today.", {name}),
    week: (name) => say("There is no week {name}. This is today.", {name}),
    month: (name) => say("There is no month {name}. This is today.", {name}),
    year: (name) => say("There is no year {name}. This is today.", {name})
};

export function open(root) {
    const stop = new AbortController();
    const calendar = new Calendar(stop.signal);
    const periods = new PeriodView(stop.signal);
    const wrapped = new Wrapped(stop.signal);
    const people = new People(stop.signal);
    const bar = h("div");
    const head = h("header.period-head");
    const day = h("div.day-part");
    const entries = h("section", {"aria-label": say("Entries")});
    const entry = h("div");
    const side = h("div.journal-side", {id: "journal-side"}, calendar.element,
        h("p", null, h("a", {href: address(["journal", "undated"])}, say("Undated entries"))));
    // Where the window has no room beside the text, the calendar comes when it is asked for, above it.
    const aside = button(say("Calendar"), () => openAside(aside.getAttribute("aria-expanded") !== "true"),
        {symbol: "calendar", class: "aside-button", "aria-expanded": "false", "aria-controls": "journal-side"});
    function openAside(isOpen) {
        aside.setAttribute("aria-expanded", isOpen);
        side.classList.toggle("open", isOpen);
    }
    const content = h("div.journal-main", null, head, day, people.element, entries, entry, periods.element, wrapped.element);
    fill(root,
        h("div.page-pane", null,
            h("div.page-width", null,
                h("header.page-head", null, h("h1", null, say("Journal")),
                    h("div.actions", null, aside,
                        linkButton(say("Write today"), address(["journal", "day", today()]), {symbol: "edit"}),
                        button(say("Import"), importJournal, {symbol: "upload"}))),
                bar, h("div.journal-columns", null, side, content))));

    let shown = {};
    onChange(["journal"], () => {
        calendar.load();
        periods.load();
        wrapped.load();
        if (people.isShown) people.load();
        if (shown.entries) entryList(entries, shown.entries, stop.signal, shown.person);
    }, stop.signal);

    function parts(visible) {
        for (const [name, element] of Object.entries(
                 {head, day, people: people.element, entries, entry, periods: periods.element, wrapped: wrapped.element}))
            element.hidden = !visible.includes(name);
        if (!visible.includes("people")) people.hide();
    }

    function drawBar(level, date) {
        fill(bar,
            tabs(say("Period"), [
                ...levels.map(([key, label]) => ({
                    key,
                    label,
                    href: address(["journal", key, key === "wrapped" ? date.slice(0, 4) : periodOf(key, date).name])
                })),
                {key: "people", label: say("People"), href: address(["journal", "people"])}
            ],
                level));
    }

    function drawHead(period, level) {
        const to = (other) => address(["journal", level, other.name]);
        fill(head, linkButton(say("Before"), to(before(period)), {kind: "quiet", symbol: "left"}),
            h("h2", null,
                level === "day" && period.name === today() ? say("Today, {day}", {day: periodTitle(period)})
                                                           : periodTitle(period)),
            linkButton(say("After"), to(after(period)), {kind: "quiet after", symbol: "right"}));
    }

    return {
        async show({path: [level, name]}) {
            openAside(false);
            if (level === "entry" && name) {
                shown = {};
                drawBar(null, today());
                parts(["entry"]);
                calendar.show(periodOf("month", calendar.chosen?.start ?? today()));
                return entryPage(entry, name, stop.signal);
            }
            if (level === "undated") {
                shown = {entries: {undated: true}};
                drawBar(null, today());
                parts(["head", "entries"]);
                fill(head, h("h2", null, say("Undated entries")));
                calendar.show(periodOf("month", today()));
                return entryList(entries, shown.entries, stop.signal);
            }
            if (level === "people") {
                shown = name ? {entries: {person: name}, person: people.whose(name)} : {};
                drawBar("people", today());
                parts(name ? ["head", "entries"] : ["head", "people"]);
                fill(head, h("h2", {dir: "auto"}, name ? "" : say("People")));
                if (!name) {
                    calendar.show(periodOf("month", today()));
                    return people.show();
                }
                const list = entryList(entries, shown.entries, stop.signal, shown.person);
                const person = await shown.person;
                if (shown.entries?.person !== name) return list;
                head.firstElementChild.textContent = person ? fullName(person) : name;
                calendar.show(periodOf("month", person?.last ?? today()), name);
                return list;
            }
            const kind = level === "wrapped" ? "year" : level;
            const period =
                levels.some(([key]) => key === level) ? periodNamed(kind, name ?? periodOf(kind, today()).name) : null;
            if (!period && name && levels.some(([key]) => key === level)) toast(missing[kind](name));
            if (!period || !name)
                return go(["journal", period ? level : "day", (period ?? periodOf("day", today())).name], {},
                    {replace: true});
            drawBar(level, period.start <= today() && today() <= period.end ? today() : period.start);
            drawHead(period, level);
            calendar.show(period);
            if (level === "wrapped") {
                shown = {};
                parts(["head", "wrapped"]);
                return wrapped.show(period.name);
            }
            const isDay = level === "day";
            parts(isDay ? ["head", "day", "entries", "periods"] : ["head", "periods"]);
            shown = isDay ? {entries: {from: period.start, to: period.end}} : {};
            if (isDay) {
                fill(day, writeBox({day: period.name, signal: stop.signal}));
                // Whoever comes to write can write. On a telephone the keyboard would hide what was written before.
                if (period.name === today() && matchMedia("(min-width: 62rem)").matches
                    && document.activeElement === document.body)
                    day.querySelector("textarea").focus({preventScroll: true});
                entryList(entries, shown.entries, stop.signal);
            }
            return periods.show(period);
        },
        close() { stop.abort(); },
    };
}
