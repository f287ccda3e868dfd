// What was read of one feed: articles and episodes, the newest first.

import {debounce, fill, h, keepingFocus, throttle} from "../../lib/dom.js";
import {get, part, wasStopped} from "../../lib/api.js";
import {onChange} from "../../lib/changes.js";
import {clock, counted, dayOf, percent} from "../../lib/format.js";
import {command, hasEnded, jobs, onJob} from "../../lib/jobs.js";
import {address, go} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {button, chip, empty, linkButton, skeleton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";
import {fetchEpisode, refresh, removeFeed} from "./feed-work.js";

const pageSize = 50;

const spoken = {
    waiting: say("transcript not fetched yet"),
    unusable: say("transcript that cannot be read"),
    published: say("transcript"),
    transcribed: say("written down here")
};

export class FeedItems {
    constructor(stop) {
        this.stop = stop;
        this.most = pageSize;
        this.head = h("header.page-head");
        this.filter = h("input", {
            type: "search",
            placeholder: say("Filter by title"),
            "aria-label": say("Filter by title"),
            autocomplete: "off",
            oninput: debounce(() => {
                this.most = pageSize;
                this.load();
            })
        });
        this.body = h("div");
        this.element = h("div", {hidden: true}, this.head, h("div.filters", null, this.filter), this.body);
        const again = throttle(() => this.name && this.load(), 1_500);
        onChange(["documents"], again, stop);
        // How far a recording is stands on its own row, which is not made anew for it.
        onJob((job) => {
            if (!this.name || job.kind !== "transcription" || !job.subject?.startsWith(`${this.name}/`)) return;
            const place = this.places?.get(job.subject.slice(this.name.length + 1));
            if (place) this.drawWork(place);
            if (hasEnded(job)) again();
        }, stop);
    }

    show(name) {
        this.element.hidden = !name;
        if (name === this.name) return;
        this.name = name;
        this.most = pageSize;
        this.filter.value = "";
        if (!name) return;
        fill(this.head);
        fill(this.body, skeleton(6));
        this.load();
    }

    async load() {
        const name = this.name;
        try {
            const items = [];
            let found;
            do {
                found = await get(`/api/feeds/${part(name)}/items`,
                    {query: this.filter.value.trim(), limit: pageSize, offset: items.length}, {signal: this.stop});
                items.push(...found.items);
            } while (items.length < this.most && items.length < found.total && found.items.length);
            if (name !== this.name) return;
            Object.assign(this, {feed: found.feed, items, total: found.total});
            keepingFocus(this.element, () => this.draw());
        } catch (error) {
            if (wasStopped(error) || name !== this.name) return;
            fill(this.body, problemCard(error, {
                retry: () => this.load(),
                extra: [linkButton(say("All feeds"), address(["documents", "feeds"]))]
            }));
        }
    }

    draw() {
        const {feed} = this;
        this.places = new Map();
        fill(this.head, h("h2", {dir: "auto"}, feed.title ?? feed.name),
            h("div.actions", null, linkButton(say("All feeds"), address(["documents", "feeds"]), {kind: "quiet", "data-focus": "all"}),
                button(say("Look for what is new"), () => refresh([feed.name]), {symbol: "again", "data-focus": "refresh"}),
                button(say("Stop following"),
                    async () => {
                        if (await removeFeed(feed)) go(["documents", "feeds"]);
                    },
                    {symbol: "trash", "data-focus": "remove"})));
        fill(this.body,
            this.items.length
                ? [h("p.help", {role: "status"}, counted(this.total, "{count} item|{count} items")),
                      h("ul.rows", null, this.items.map((item) => this.row(item))),
                      this.items.length < this.total
                          && button(say("Show more"), () => {
                              this.most += pageSize;
                              this.load();
                          }, {"data-focus": "more"})]
                : empty("documents", say("Nothing was read of it"),
                      say("Look for what is new, or change the filter.")));
    }

    row(item) {
        const title = item.title ?? say("Untitled");
        const place = {item, element: h("p.actions", {role: "status"})};
        this.places.set(item.id, place);
        this.drawWork(place);
        const id = item.documentID ?? item.transcriptID;
        return h("li.row", {"data-key": item.id},
            h("div.row-main", null,
                id ? h("a.row-title", {href: address(["documents", id]), dir: "auto", "data-focus": `open-${item.id}`}, title)
                   : h("span.row-title", {dir: "auto"}, title),
                item.address && h("p.row-sub", {dir: "ltr"}, item.address), place.element),
            h("p.row-facts.loose", null, item.date && h("time", {datetime: item.date}, dayOf(item.date)),
                id ? chip(say("read"), "good") : chip(say("removed")),
                item.recordingHost
                    && chip(item.duration ? say("recording, {length}", {length: clock(item.duration)}) : say("recording available")),
                item.transcriptID
                    ? h("a", {href: address(["transcripts", item.transcriptID]), "data-focus": `transcript-${item.id}`},
                          spoken[item.transcript] ?? say("transcript"))
                    : spoken[item.transcript] && h("span", null, spoken[item.transcript])));
    }

    /** The recording of an episode: to be fetched, or how far that is. */
    drawWork({item, element}) {
        const subject = `${this.name}/${item.id}`;
        const [job] = jobs((each) => each.kind === "transcription" && each.subject === subject && !hasEnded(each));
        const {fraction, message, bytes} = job?.progress ?? {};
        const share = Number.isFinite(fraction) ? percent(fraction) : "";
        const shown = job ? `${job.id} ${share}` : "";
        if (element.childNodes.length && shown === element.dataset.shown) return;
        element.dataset.shown = shown;
        if (job)
            return fill(element,
                h("span.help", null, bytes || !message ? say("Fetching the recording") : say("Writing it down"), " ", share),
                button(say("Stop"), () => attempt(() => command(job.id, "cancel")),
                    {kind: "quiet", "data-focus": `stop-${item.id}`}));
        fill(element,
            item.recordingHost && !item.transcriptID
                && button(say("Fetch and write down"), () => fetchEpisode(this.feed, item),
                    {kind: "quiet", "data-focus": `fetch-${item.id}`}));
    }
}
