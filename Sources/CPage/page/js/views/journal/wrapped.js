// A year to look back on.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {download, get, wasStopped} from "../../lib/api.js";
import {dayTitle} from "../../lib/days.js";
import {count, counted} from "../../lib/format.js";
import {address} from "../../lib/router.js";
import {say, sayNumber} from "../../lib/words.js";
import {button, empty, linkButton, skeleton} from "../../ui/controls.js";
import {attempt} from "../../ui/toast.js";
import {heatmap, monthBars, moodLine, nameBars, themeRows} from "./charts.js";
import {tellFailure} from "./failures.js";
import {periodOf} from "./periods.js";
import {ownWords, Rebuild} from "./period-view.js";

export class Wrapped {
    constructor(stop) {
        this.stop = stop;
        this.rebuild = new Rebuild(stop, () => this.load());
        this.body = h("div");
        this.element = h("section.wrapped", null, this.rebuild.element, this.body);
    }

    show(year) {
        this.year = year;
        this.rebuild.error = null;
        fill(this.body, skeleton(8));
        return this.load();
    }

    async load() {
        const {year} = this;
        if (!year) return;
        try {
            const found = await get(`/api/journal/wrapped/${year}`, {}, {signal: this.stop});
            if (year !== this.year) return;
            this.rebuild.follow(found.job);
            const period = {...periodOf("year", `${year}-01-01`), level: "yearWrap"};
            this.rebuild.show(!found.isCurrent && found.days.length ? {
                level: "yearWrap",
                period,
                stale: 1,
                total: 1,
                word: found.year ? say("out of date") : say("not made"),
                words: found.year ? say("Entries changed since this year was wrapped.")
                                  : say("This year has entries and was not wrapped yet.")
            }
                                                                    : null);
            // Looked at already, it may be drawn anew as soon as an entry changed somewhere.
            keepingFocus(this.body, () => fill(this.body,
                found.year ? page(found, year)
                    : found.days.length
                    ? heatmap(year, found.days)
                    : nothing(year)));
        } catch (error) {
            if (wasStopped(error) || year !== this.year) return;
            // A year in which nothing was written is no fault, and trying again finds no more.
            if (error.status === 404) fill(this.body, nothing(year));
            else tellFailure(this.body, error, {retry: () => this.load()});
        }
    }
}

const nothing = (year) =>
    empty("journal", say("No entries in {year}", {year}), say("Choose another year, or write the first entry."),
        linkButton(say("Write today"), address(["journal"]), {kind: "primary"}));

function page({year: found, days}, year) {
    const number = (value, words) => h("div", null, h("dt", null, words), h("dd", null, count(value)));
    const list = (items) => h("ul", null, items.map((item) => h("li", {dir: "auto"}, item)));
    const themes = (found.themes ?? []).filter((theme) => theme.entries > 1);
    const busiest = found.busiestDays?.[0];
    return h("article.wrapped-page", null,
        h("header", null, h("p.kicker", null, say("A year in your own words")), h("h2", null, year),
            found.headline && h("p.headline", {dir: "auto"}, found.headline),
            h("dl.figures", null, number(found.words, sayNumber(found.words, "word|words")), number(found.entries, sayNumber(found.entries, "entry|entries")),
                number(found.days ?? days.length, sayNumber(found.days ?? days.length, "day|days")),
                found.longestStreak?.days > 1 && number(found.longestStreak.days, sayNumber(found.longestStreak.days, "day in a row|days in a row")),
                found.minutes >= 1 && number(Math.round(found.minutes), sayNumber(Math.round(found.minutes), "minute|minutes")))),
        heatmap(year, days),
        busiest
            && h("p.help", null,
                counted(busiest.words, "The fullest day was {day}, with {count} word.|The fullest day was {day}, with {count} words.",
                    {day: dayTitle(busiest.date)})),
        found.parts?.length > 0 && monthBars(found.parts),
        found.keyInsights.length > 0 && h("section", null, h("h3", null, say("What it was about")), list(found.keyInsights)),
        themes.length > 0 && themeRows(themes, found.parts ?? []),
        h("div.chart-pair", null, found.people?.length > 0 && nameBars(say("People"),
            counted(found.people.length, "{count} person by how often they are named|{count} people by how often they are named"), found.people),
            found.places?.length > 0 && nameBars(say("Places"),
                counted(found.places.length, "{count} place by how often it is named|{count} places by how often they are named"), found.places)),
        (found.parts ?? []).filter(({entries}) => entries > 0).length > 1 && moodLine(found.parts),
        found.quotes.length > 0 && h("section", null, h("h3", null, say("In your words")), ownWords(found.quotes)),
        found.actionItems.length > 0
            && h("section", null, h("h3", null, say("Meant to do")), list(found.actionItems.slice(0, 8))),
        h("footer.actions", null,
            button(say("Keep it as a page"), () => attempt(() => download(`/api/journal/wrapped/${year}/page`)),
                {symbol: "download"}),
            h("p.help", null, say("One file that loads nothing. It holds words of your journal in the clear."))));
}
