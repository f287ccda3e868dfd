// A month of the journal: which days have entries, and the way to each day, week and month.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, wasStopped} from "../../lib/api.js";
import {dayTitle, monthTitle, plusDays, today, weekdays} from "../../lib/days.js";
import {count, counted} from "../../lib/format.js";
import {address} from "../../lib/router.js";
import {dotted, listed, say} from "../../lib/words.js";
import {iconButton} from "../../ui/controls.js";
import {tellFailure} from "./failures.js";
import {after, before, periodOf} from "./periods.js";

export class Calendar {
    constructor(stop) {
        this.stop = stop;
        this.element = h("section.calendar", {"aria-label": say("Calendar")});
        this.streak = h("p.streak", {role: "status"});
    }

    /** Shows the month that holds the chosen period's first day; of a person, the days on which that one is named. */
    show(period, person = null) {
        this.chosen = period;
        if (person !== this.person) this.found = null;
        this.person = person;
        // Of a year: the month that is shown already, else the one of today, else the first.
        const within = [this.month?.start, today()].find((day) => day && period.start <= day && day <= period.end);
        const month = periodOf("month", period.level === "year" ? within ?? period.start : period.start);
        if (month.name === this.month?.name && this.found) return this.draw();
        this.month = month;
        return this.load();
    }

    async load() {
        const {month, person} = this;
        if (!month) return;
        try {
            const found = await get("/api/journal/calendar",
                {from: plusDays(month.start, -7), to: plusDays(month.end, 7), person}, {signal: this.stop});
            if (month !== this.month || person !== this.person) return;
            this.found = found;
            this.draw();
        } catch (error) {
            if (!wasStopped(error)) tellFailure(this.element, error, {retry: () => this.load(), isAside: true});
        }
    }

    draw() {
        const {month, found, chosen} = this;
        const days = new Map(found.days.map((day) => [day.date, day]));
        const step = (to) => {
            this.month = to;
            this.load();
        };
        const rows = [];
        for (let start = periodOf("week", month.start).start; start <= month.end; start = plusDays(start, 7))
            rows.push(this.week(start, days));
        keepingFocus(this.element,
            () => fill(this.element,
                h("header", null,
                    iconButton(say("Month before"), "left", () => step(before(month)), {"data-focus": "before"}),
                    h("h2", null,
                        h("a", {
                            href: address(["journal", "month", month.name]),
                            "aria-current": chosen.level === "month" && chosen.name === month.name ? "page" : null
                        },
                            monthTitle(month.name))),
                    iconButton(say("Month after"), "right", () => step(after(month)), {"data-focus": "after"})),
                h("table", null,
                    h("thead", null,
                        h("tr", null, h("th", {scope: "col"}, h("abbr", {title: say("Week of the year")}, say("W"))),
                            weekdays.map((day) => h("th", {scope: "col"}, day)))),
                    h("tbody", null, rows)), this.streak));
        fill(this.streak, dotted([
            found.streak > 1 && counted(found.streak, "{count} day in a row|{count} days in a row"), listed([
                found.entries && counted(found.entries, "{count} entry|{count} entries"),
                found.undated && say("{number} undated", {number: count(found.undated)})
            ])
        ]));
    }

    week(start, days) {
        const week = periodOf("week", start);
        return h("tr", null,
            h("th", {scope: "row"},
                h("a.week-number", {
                    href: address(["journal", "week", week.name]),
                    "aria-label": say("Week {number}", {number: week.name.slice(6)}),
                    "aria-current": this.chosen.name === week.name ? "page" : null
                },
                    week.name.slice(6))),
            Array.from({length: 7}, (_, index) => this.day(plusDays(start, index), days)));
    }

    day(date, days) {
        const day = days.get(date);
        const words = day ? listed([
            counted(day.entries, "{count} entry|{count} entries"), counted(day.words, "{count} word|{count} words")
        ])
                          : say("no entry");
        const level = !day ? 0 : day.words > 600 ? 4 : day.words > 250 ? 3 : day.words > 80 ? 2 : 1;
        return h("td", null,
            h("a.day", {
                href: address(["journal", "day", date]),
                class: date.startsWith(this.month.name) ? "" : "outside",
                "data-level": level,
                "data-today": date === today(),
                "aria-label": listed([dayTitle(date), words]),
                title: words,
                "aria-current": this.chosen.level === "day" && this.chosen.name === date ? "page" : null,
            },
                Number(date.slice(8))));
    }
}
