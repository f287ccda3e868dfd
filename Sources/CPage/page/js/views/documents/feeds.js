// What is followed on the web: feeds and podcasts, and what was read of one.

import {fill, h, keepingFocus, throttle} from "../../lib/dom.js";
import {download, get, wasStopped} from "../../lib/api.js";
import {onChange} from "../../lib/changes.js";
import {counted, moment, recent} from "../../lib/format.js";
import {command, hasEnded, jobs, onJob} from "../../lib/jobs.js";
import {address, go} from "../../lib/router.js";
import {term} from "../../lib/terms.js";
import {isEnglish, listed, say} from "../../lib/words.js";
import {button, chip, empty, skeleton} from "../../ui/controls.js";
import {menuButton} from "../../ui/menu.js";
import {problemCard, wordsOf} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";
import {FeedItems} from "./feed-items.js";
import {addFeed, allowHosts, clipPage, importList, refresh, removeFeed} from "./feed-work.js";

/** What was told of a feed by the last look at it that this page knows of. */
function reportOf(name) {
    const told = jobs((job) => job.kind === "feeds").sort((one, other) => one.createdAt.localeCompare(other.createdAt));
    return told.flatMap((job) => job.feeds ?? []).filter((report) => report.name === name).pop();
}

export class Feeds {
    constructor(stop) {
        this.stop = stop;
        this.work = h("div.actions", {role: "status"});
        this.body = h("div", null, skeleton(5));
        this.items = new FeedItems(stop);
        // Where nothing is followed there is nothing to look at.
        this.lookAtAll = button(say("Look at all"), () => refresh(), {symbol: "again", hidden: true});
        this.list = h("div", null,
            h("div.actions", null, button(say("Follow a feed"), addFeed, {kind: "primary", symbol: "plus"}),
                this.lookAtAll, button(say("Keep a page"), clipPage),
                menuButton(say("More actions for feeds"), [
                    {label: say("Import a list of feeds"), run: importList},
                    {label: say("Export the list of feeds"), run: () => attempt(() => download("/api/feeds/list"))}
                ])),
            this.work, this.body);
        this.element = h("section.feeds", {"aria-label": say("Feeds"), hidden: true}, this.list, this.items.element);
        const again = throttle(() => this.isShown && this.load(), 1_500);
        onChange(["documents"], again, stop);
        onJob((job) => {
            if (!["feeds", "clip"].includes(job.kind)) return;
            this.drawWork();
            if (hasEnded(job)) again();
        }, stop);
    }

    /** @param {string} [name] The feed whose items are shown; all feeds without one. */
    show(name) {
        this.isShown = true;
        this.element.hidden = false;
        this.list.hidden = Boolean(name);
        this.items.show(name);
        this.drawWork();
        return name ? undefined : this.load();
    }

    hide() {
        this.isShown = false;
        this.element.hidden = true;
        this.items.show(null);
    }

    async load() {
        try {
            const {feeds} = await get("/api/feeds", {}, {signal: this.stop});
            this.feeds = feeds;
            keepingFocus(this.body, () => this.draw());
        } catch (error) {
            if (!wasStopped(error)) fill(this.body, problemCard(error, {retry: () => this.load()}));
        }
    }

    draw() {
        this.lookAtAll.hidden = !this.feeds.length;
        fill(this.body,
            this.feeds.length
                ? h("ul.rows", null, this.feeds.map((feed) => this.row(feed)))
                : empty("documents", say("You follow nothing yet"),
                      say("Articles become documents that you can ask about, episodes with transcripts become transcripts. Nothing is fetched by itself, and what you follow is kept encrypted on this machine.")));
    }

    row(feed) {
        const title = feed.title ?? feed.name;
        const report = reportOf(feed.name);
        const refused = (report?.refusedHosts ?? []).filter((host) => !feed.hosts.includes(host));
        // Nothing was allowed for it yet, as after a list was imported.
        const unknown = feed.hosts.length ? refused : refused.length ? refused : [new URL(feed.url).host];
        return h("li.row", {"data-key": feed.name},
            h("div.row-main", null,
                h("a.row-title", {href: address(["documents", "feeds", feed.name]), dir: "auto", "data-focus": `feed-${feed.name}`},
                    title),
                h("p.row-sub", {dir: "ltr", title: listed(feed.hosts)}, feed.url),
                report?.problem && h("div.form-error", {dir: "auto"}, wordsOf(report.problem)),
                unknown.length > 0
                    && h("p.help", null, say("Not allowed yet: {hosts}", {hosts: listed(unknown)}), " ",
                        button(say("Allow"), () => allowHosts(feed, unknown),
                            {kind: "quiet", "data-focus": `allow-${feed.name}`})),
                report?.notes.length > 0
                    && h("details", null, h("summary", null, counted(report.notes.length, "{count} note|{count} notes")),
                        h("ul", null, report.notes.map((note) => h("li", {dir: "auto", lang: "en"}, note))))),
            h("p.row-facts.loose", null, feed.label && chip(term(feed.label)),
                h("span", null, counted(feed.items, "{count} item|{count} items")),
                feed.episodes > 0 && h("span", null, counted(feed.episodes, "{count} episode|{count} episodes")),
                feed.refreshedAt ? h("time", {datetime: feed.refreshedAt, title: moment(feed.refreshedAt)}, recent(feed.refreshedAt))
                                 : h("span", null, say("not looked at yet"))),
            menuButton(say("Actions for {name}", {name: title}), [
                {label: say("Look for what is new"), symbol: "again", run: () => refresh([feed.name])}, {
                    label: say("Stop following"),
                    symbol: "trash",
                    danger: true,
                    run: async () => {
                        if (await removeFeed(feed)) go(["documents", "feeds"]);
                    }
                }
            ], {"data-focus": `menu-${feed.name}`}));
    }

    /** What is being fetched now, with a way to stop it. */
    drawWork() {
        const running = jobs((job) => ["feeds", "clip"].includes(job.kind) && !hasEnded(job));
        const shown = running.map((job) => `${job.id} ${job.progress?.message ?? ""}`).join("\n");
        if (shown === this.shownWork) return;
        this.shownWork = shown;
        fill(this.work,
            running.map((job) => [h("span.help", {dir: "auto"}, isEnglish() && job.progress?.message || job.title || say("Looking at your feeds")),
                button(say("Stop"), () => attempt(() => command(job.id, "cancel")), {kind: "quiet"})]));
    }
}
