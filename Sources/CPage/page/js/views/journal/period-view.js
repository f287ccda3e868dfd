// A day, week, month or year: what it was about, whether that is still true, and making it anew.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, post, wasStopped} from "../../lib/api.js";
import {dayShort} from "../../lib/days.js";
import {hasEnded, jobs, onJob, track} from "../../lib/jobs.js";
import {count, counted} from "../../lib/format.js";
import {address} from "../../lib/router.js";
import {term} from "../../lib/terms.js";
import {listed, say} from "../../lib/words.js";
import {button, chip, empty, facts, linkButton, skeleton} from "../../ui/controls.js";
import {engineName} from "../../ui/engines.js";
import {workCard} from "../../ui/work-card.js";
import {tellFailure} from "./failures.js";
import {periodNamed, periodTitle} from "./periods.js";
import {serverNotes} from "../../ui/server-words.js";

/** Follows the rollups of a level, shows how they are getting on, and starts them. */
export class Rebuild {
    constructor(stop, changed) {
        this.stop = stop;
        this.changed = changed;
        this.element = h("div");
        onJob((job) => {
            if (job.kind === "rollup") {
                if (job.state === "failed") this.fail(job.error);
                if (hasEnded(job)) this.isFollowing = false;
                this.draw();
                if (hasEnded(job)) changed();
            }
        }, stop);
    }

    /** @param {{level: string, period: object, stale: number, total: number}|null} state */
    show(state) {
        this.state = state;
        this.draw();
    }

    /** What is made by itself takes a moment mostly: it is shown only where it takes longer. */
    running() {
        const job = jobs((candidate) => candidate.kind === "rollup" && !hasEnded(candidate))[0];
        const left = job ? 700 - (Date.now() - Date.parse(job.createdAt)) : 0;
        if (job?.subject !== "journal" || left <= 0) return job;
        setTimeout(() => this.stop.aborted || this.draw(), left);
        return null;
    }

    /** Follows what the server has begun by itself. */
    follow(job) {
        this.isFollowing = Boolean(job && !hasEnded(job));
        if (this.isFollowing) track(job);
        // It has ended while the answer was on its way: what was made is there by now.
        if (job && hasEnded(job) && job.id !== this.seen) {
            this.seen = job.id;
            this.changed();
        }
    }

    draw() {
        const job = this.running();
        const {state} = this;
        keepingFocus(this.element, () => {
            this.work = workCard(this.work, job, {label: say("Rebuild"), waiting: say("Summing up")});
            if (this.work) {
                if (!this.work.element.isConnected) fill(this.element, this.work.element);
            } else if (this.error) {
                // It may be told in another place that failed alike, and is told once.
                if (!this.isTold) tellFailure(this.element, this.error, {title: say("It could not be made"), retry: () => this.again(), isAside: true});
                this.isTold = true;
            } else if (state?.stale && !this.isFollowing) {
                fill(this.element,
                    h("div.banner", {"data-tone": "stale"},
                        h("p", null, chip(state.total === 1 ? state.word : say("{number} of {total}", {number: count(state.stale), total: count(state.total)}), "warn"),
                            " ", state.words),
                        button(
                            say("Rebuild"), () => this.run(), {kind: "primary", symbol: "again", "data-focus": "rebuild"})));
            } else
                fill(this.element);
        });
    }

    fail(error) { Object.assign(this, {error, isTold: false}); }

    /** What was asked for once more; what the server began by itself is looked at. */
    again() {
        if (this.asked) return this.run(this.asked, this.isAgain);
        this.error = null;
        this.draw();
        return this.changed();
    }

    /** @param {boolean} [again] Whether what has not changed is made anew, too. */
    async run({level, period} = this.state, again = false) {
        this.error = null;
        Object.assign(this, {asked: {level, period}, isAgain: again});
        try {
            const wanted = {level, from: period.start, to: period.end, ...(again ? {again} : {})};
            track(await post("/api/journal/rollups", wanted));
        } catch (error) {
            if (!wasStopped(error)) this.fail(error);
        }
        this.draw();
    }
}

const stateWords = {
    stale: [say("out of date"), say("Entries changed since this was made.")],
    missing: [say("not made"), say("Nothing was made of these entries yet.")]
};

export class PeriodView {
    constructor(stop) {
        this.stop = stop;
        this.rebuild = new Rebuild(stop, () => this.load());
        this.body = h("div");
        this.offer = h("div");
        this.element = h("section.period", null, this.rebuild.element, this.body, this.offer);
    }

    /** A way to have it made anew by the model that made it, or by the one that would be asked now. */
    async offerAnother(found) {
        const {period} = this;
        const route =
            await post("/api/route", {task: "summarize", label: found.label}, {signal: this.stop}).catch(() => null);
        if (!route || period !== this.period || route.engine === "basic") return;
        const where = route.onDevice ? say("on this device") : say("at {host}", {host: route.host});
        const isSame = route.engine === found.engine;
        // What stood in for an engine is kept as its answer, and not asked for once more by itself.
        const stoodIn = found.engine === "basic" && found.notes?.length > 0;
        const ask = () => {
            fill(this.offer);
            this.rebuild.run({level: period.level, period}, isSame || stoodIn);
        };
        const label = isSame ? say("Regenerate") : say("Have it summed up by {name}, {where}", {name: engineName(route.engine), where});
        fill(this.offer, h("p", null, button(label, ask, {symbol: "again", kind: isSame ? "quiet" : ""})));
    }

    show(period) {
        this.period = period;
        fill(this.offer);
        this.rebuild.error = null;
        fill(this.body, skeleton(5));
        return this.load();
    }

    async load() {
        const {period} = this;
        if (!period) return;
        try {
            const {periods, job} = await get(
                "/api/journal/periods", {level: period.level, from: period.start, to: period.end}, {signal: this.stop});
            if (period !== this.period) return;
            this.rebuild.follow(job);
            const state = periods.find((candidate) => candidate.period === period.name);
            const isStale = state && state.state !== "current";
            this.rebuild.show(isStale ? {
                level: period.level,
                period,
                stale: 1,
                total: 1,
                word: stateWords[state.state][0],
                words: stateWords[state.state][1]
            }
                                      : null);
            fill(this.body,
                state?.rollup ? report(state.rollup)
                    : state   ? null
                    : period.level === "day"
                    ? null
                    : empty("journal", say("No entries here"), say("Choose another period, or write today."),
                          linkButton(say("Write today"), address(["journal"]), {kind: "primary"})));
            fill(this.offer);
            if (state?.rollup && !isStale) await this.offerAnother(state.rollup);
        } catch (error) {
            if (!wasStopped(error)) tellFailure(this.body, error, {retry: () => this.load()});
        }
    }
}

/** What a period was about. */
export function report(found) {
    const section = (title, ...children) => h("section", null, h("h3", null, title), children);
    const list = (items) => h("ul", {dir: "auto"}, items.map((item) => h("li", null, item)));
    // Weeks in which nothing was written are told by the calendar.
    const parts = (found.parts ?? []).filter(({entries}) => entries > 0);
    const themes = found.mainThemes.map((theme) => chip(theme, "", {dir: "auto"}));
    return h("article.report", null, found.headline && h("p.headline", {dir: "auto"}, found.headline),
        standsInEntries(found) ? toldByDays(found) : h("p.lead", {dir: "auto"}, found.summary), names(found), themes.length > 0 && h("p.tags", null, themes),
        // The basic engine's summary is made of them.
        !standsInEntries(found) && found.keyInsights.some((told) => !found.summary.includes(told)) && section(say("What stands out"), list(found.keyInsights)),
        found.thoughtProcess && section(say("How it went"), h("p", {dir: "auto"}, found.thoughtProcess)),
        found.quotes.length > 0 && section(say("In your words"), ownWords(found.quotes)),
        found.actionItems.length > 0 && section(say("Meant to do"), list(found.actionItems)),
        parts.length > 1 && section(say("Its parts"), h("ul.parts", null, parts.map(partRow))), origin(found));
}

/** Whether what stands out was taken from entries word for word, so that each has its day. */
function standsInEntries(found) {
    return found.keyInsights.length > 0 && found.insightOrigins?.length === found.keyInsights.length;
}

/** What stands out of a period, day by day, each with the way to its entry. */
function toldByDays(found) {
    return h("ul.told-days", null, found.keyInsights.map((told, place) => {
        const {entryID, date} = found.insightOrigins[place];
        const link = h("a", {href: address(["journal", "entry", entryID])}, date ? dayShort(date) : say("the entry"));
        return h("li", null, link, h("p", {dir: "auto"}, told));
    }));
}

/** Who and which places are named most, and how often. */
function names(found) {
    const line = (title, named) => {
        const told = named.slice(0, 6).map(({name, mentions}) => mentions > 1 ? `${name} (${count(mentions)})` : name);
        return told.length > 0 && h("p.help", null, `${title}: `, h("bdi", null, listed(told)));
    };
    return [line(say("People"), found.people ?? []), line(say("Places"), found.places ?? [])];
}

/** Words of the journal itself, with the way to their entries. */
export function ownWords(quotes) {
    const entry = (quote) =>
        h("a", {href: address(["journal", "entry", quote.entryID])}, quote.date ? dayShort(quote.date) : say("the entry"));
    return quotes.map((quote) => h("figure.own-words", null, h("blockquote", {dir: "auto"}, quote.text),
                          h("figcaption", null, entry(quote))));
}

/** The numbers of a period, who wrote its words, and what was not read whole. */
function origin(found) {
    const days = (number) => counted(number, "{count} day|{count} days");
    const mood = found.mood;
    const isBasic = found.engine === "basic";
    const shortened = found.coverage?.shortened ?? 0;
    return h("footer.coverage", null, facts([
        [say("Entries"), counted(found.entries, "{count} entry|{count} entries")],
        [say("Words"), counted(found.words, "{count} word|{count} words")],
        [say("Days"), found.days ? days(found.days) : null],
        [say("Longest row of days"), found.longestStreak?.days > 1 ? days(found.longestStreak.days) : null],
        [say("Mood"), mood ? say("{mood}, from {glad} glad and {sad} sad remarks",
                           {mood: term(mood.label), glad: count(mood.positive), sad: count(mood.negative)}) : null],
        [say("Privacy"), term(found.label)],
        [
            say("Made by"),
            isBasic ? say("the basic engine: counted, and in your own words")
                    : `${engineName(found.engine)} ${found.model ?? ""}`,
        ],
    ]),
        shortened > 0
            && h("p.help", null, counted(shortened, "The engine read {count} part shortened, to fit its window.|The engine read {count} parts shortened, to fit its window.")),
        serverNotes(found.notes));
}

function partRow(part) {
    const numbers = listed([
        counted(part.entries, "{count} entry|{count} entries"), counted(part.words, "{count} word|{count} words")
    ]);
    return h("li", null, partLink(part), h("span.help", null, numbers));
}

function partLink(part) {
    for (const level of ["day", "week", "month"]) {
        const period = periodNamed(level, part.period);
        if (period) return h("a", {href: address(["journal", level, period.name])}, periodTitle(period));
    }
    return part.period;
}
