// One transcript: what was found on the left, what was said on the right.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {download, get, part, post, ticketed, wasStopped} from "../../lib/api.js";
import {hasEnded, jobs, onJob, track} from "../../lib/jobs.js";
import {count, counted, moment, span, titleOf} from "../../lib/format.js";
import {formatName} from "../../lib/formats.js";
import {address, change, go} from "../../lib/router.js";
import {dotted, say} from "../../lib/words.js";
import {empty, linkButton, select, skeleton} from "../../ui/controls.js";
import {labelSelect} from "../../ui/labels.js";
import {menuButton} from "../../ui/menu.js";
import {problemCard} from "../../ui/problem.js";
import {tabs} from "../../ui/tabs.js";
import {attempt} from "../../ui/toast.js";
import {workCard} from "../../ui/work-card.js";
import {removeWithReceipt} from "../documents/receipt.js";
import {setLabel} from "../documents/relabel.js";
import {AskBox} from "./ask-box.js";
import {aspectPanel, aspects} from "./aspect-panel.js";
import {Availability} from "./availability.js";
import {cards} from "./cards.js";
import {CueList} from "./cue-list.js";
import {Player} from "./player.js";
import {chosenRecordings} from "./recordings.js";

export class TranscriptPage {
    constructor(stop) {
        this.stop = stop;
        this.head = h("header.document-head");
        this.player = new Player();
        this.availability = new Availability(stop);
        this.tabs = h("div.transcript-tabs");
        this.found = h("div");
        const jump = (place) => this.jump(place);
        this.cards = cards(jump);
        this.askBox = new AskBox(jump);
        // More than usual is for models whose answers are cut off; the basic engine has no such limit.
        this.length = select([["", say("Usual length")], ...["2048", "4096", "8192"].map((most) => [most, say("Up to {count} tokens", {count: count(Number(most))})])],
            "", null, {"aria-label": say("Length of a model's answers"), "data-focus": "length"});
        this.panel = h("div.aspect", {"data-aside": say("The words stand on the right.")}, this.askBox.element, this.found);
        this.cueList = new CueList(({cue, time}) => this.jump({cue, time}));
        this.element = h("article.transcript", null, this.head,
            h("div.transcript-columns", null,
                h("div.transcript-found", null, this.availability.element, this.tabs, this.panel),
                h("div.transcript-said", null, this.player.choice, this.cueList.element)),
            this.player.bar);
        this.player.addEventListener("time", ({detail}) => this.cueList.play(detail));
        onJob((job) => {
            if (job.kind === "analysis" && job.subject === this.id) this.worked(job);
        }, stop);
    }

    async show(id, tab, query) {
        this.tab = tab;
        const isNew = id !== this.id;
        this.element.dataset.tab = tab;
        if (isNew) {
            this.id = id;
            this.error = this.analysis = null;
            this.element.classList.remove("is-missing");
            fill(this.head, skeleton(2));
            this.cueList.wait();
            this.player.close();
            this.askBox.open(id);
        }
        this.draw();
        if (isNew && !await this.load()) return;
        this.place(query);
    }

    async load() {
        const {id} = this;
        try {
            const [transcript, analysis] = await Promise.all([
                get(`/api/transcripts/${part(id)}`, {}, {signal: this.stop}),
                get(`/api/transcripts/${part(id)}/analysis`, {}, {signal: this.stop})
            ]);
            if (id !== this.id) return false;
            Object.assign(this, {transcript, analysis});
            this.element.classList.remove("is-missing");
            this.drawHead();
            this.cueList.show(transcript.cues);
            this.openSound();
            this.availability.show(transcript.label);
            this.draw();
            return true;
        } catch (error) {
            if (wasStopped(error) || id !== this.id) return false;
            const back = linkButton(say("All transcripts"), address(["transcripts"]));
            const missing = error.status === 404 && await this.missing(back);
            if (id !== this.id) return false;
            fill(this.head, missing || problemCard(error, {retry: () => this.load(), extra: [back]}));
            // Neither what was found in it nor its words: empty tabs would look as if something were still to come.
            this.element.classList.add("is-missing");
            this.cueList.show([]);
            fill(this.found);
            return false;
        }
    }

    /** What is said where no transcript is: a text without turns and times is a document all the same. */
    async missing(back) {
        const document = await get(`/api/documents/${part(this.id)}`, {}, {signal: this.stop}).catch(() => null);
        return document
            ? empty("transcripts", say("This is no transcript"),
                  say("Nobody's turns and no times were found in it. It is among your documents."), back,
                  linkButton(say("Read it there"), address(["documents", this.id])))
            : empty("transcripts", say("This transcript is gone"), say("It was removed, here or elsewhere."), back);
    }

    drawHead() {
        const {transcript} = this;
        const length = Number.isFinite(transcript.duration) && span(transcript.duration);
        const cues = counted(transcript.cues.length, "{count} cue|{count} cues");
        const words = dotted([formatName(transcript.format), length, cues, moment(transcript.ingestedAt)]);
        const menu = menuButton(say("Actions for this transcript"), this.actions());
        fill(this.head, linkButton(say("All transcripts"), address(["transcripts"]), {kind: "quiet", symbol: "left"}),
            h("div.document-title", null, h("h1", {dir: "auto"}, titleOf(transcript)), menu),
            h("div.document-tools", null, h("p.help", null, words),
                this.label = labelSelect(transcript.label, (label) => this.setLabel(label))));
    }

    openSound() {
        const {transcript: {hasAudio, duration, cues}, id} = this;
        this.player.open({
            source: hasAudio ? () => ticketed(`/api/transcripts/${part(id)}/audio`) : null,
            file: chosenRecordings.get(id) ?? null,
            length: duration,
            cues
        });
    }

    actions() {
        const {id, transcript} = this;
        const remove = async () => {
            if (await removeWithReceipt([{...transcript, paths: [transcript.path ?? ""]}])) go(["transcripts"]);
        };
        const exports = ["srt", "vtt", "json", "markdown"].map((format) => ({
            label: say("Export as {format}", {format}),
            symbol: "download",
            run: () => attempt(() => download(`/api/transcripts/${part(id)}/export?format=${format}`)),
        }));
        return [
            {label: say("Read as document"), symbol: "documents", run: () => go(["documents", id])},
            {label: say("Ask in chat"), symbol: "chat", run: () => go(["chat"], {in : id})},
            ...exports,
            {label: say("Remove"), symbol: "trash", danger: true, run: remove},
        ];
    }

    setLabel(label) {
        const {transcript, id} = this;
        return setLabel({...transcript, documentID: id}, label, (now) => {
            transcript.label = now;
            if (id !== this.id) return;
            this.label.value = now;
            this.availability.show(now);
        });
    }

    // Tabs

    draw() {
        this.drawTabs();
        // The box stays where it is: somebody may be writing in it.
        this.askBox.element.hidden = this.tab !== "questions";
        if (this.tab === "transcript") return fill(this.found);
        // Not yet known is not the same as none.
        if (!this.analysis) return fill(this.found, skeleton(5));
        this.work = workCard(this.work, this.job(), {label: say("Analysis"), waiting: say("Reading the transcript")});
        keepingFocus(this.found, () => aspectPanel(this.found, {
            aspect: this.tab,
            analysis: this.analysis,
            work: this.work?.element ?? null,
            error: this.error,
            cards: this.cards,
            length: this.length,
            generate: (wanted, again) => this.generate(wanted, again)
        }));
    }

    drawTabs() {
        const key = `${this.id} ${this.tab}`;
        if (key === this.drawnTabs) return;
        this.drawnTabs = key;
        const all = [["transcript", say("Transcript")], ...aspects];
        keepingFocus(this.tabs,
            () => fill(this.tabs,
                tabs(say("Analysis"),
                    all.map(([key, label]) => ({key, label, href: address(["transcripts", this.id, key])})),
                    this.tab)));
        this.tabs.querySelector("a").classList.add("narrow-only");
    }

    async generate(wanted, again = false) {
        const {id} = this;
        this.error = null;
        try {
            track(await post(`/api/transcripts/${part(id)}/analysis`, {
                aspects: wanted,
                ...(again ? {again} : {}),
                ...(this.length.value ? {maxTokens: Number(this.length.value)} : {})
            }));
        } catch (error) {
            // Somebody may look at another transcript by now.
            if (!wasStopped(error) && id === this.id) this.error = error;
        }
        this.draw();
    }

    /** The analysis that is under way; undefined when there is none. */
    job() { return jobs((job) => job.kind === "analysis" && job.subject === this.id && !hasEnded(job))[0]; }

    async worked(job) {
        // How far it is shows in the card that is there; the rest of the page stays as it is.
        if (!hasEnded(job) && job.id === this.work?.id && this.work.element.isConnected) return this.work.show(job);
        if (job.state === "failed") this.error = job.error;
        if (job.state === "done") {
            const {id} = this;
            const analysis = await get(`/api/transcripts/${part(id)}/analysis`, {}, {
                signal: this.stop
            }).catch(() => ({...this.analysis, ...job.analysis}));
            // Somebody may look at another transcript by now.
            if (id !== this.id) return;
            this.analysis = analysis;
        }
        this.draw();
    }

    // Places

    /** Goes to the words at a place, and plays them where the recording is there. */
    jump({cue, end, time, quote}) {
        const index = cue ?? (Number.isFinite(time) ? this.cueList.at(time) : this.find(quote));
        if (index < 0) return;
        const values = {cue: index, to: end && end > index + 1 ? end : null, t: null};
        // Where there is room for one column only, the words are a tab of their own.
        if (matchMedia("(max-width: 62rem)").matches)
            go(["transcripts", this.id, "transcript"], values);
        else
            change(values);
        this.cueList.isFollowing = true;
        this.player.seek(time ?? this.transcript.cues[index]?.start);
    }

    find(quote) {
        const plain = (text) => text.replace(/\s+/g, " ").trim();
        return this.transcript.cues.findIndex((cue) => plain(cue.text).includes(plain(quote ?? "").slice(0, 40)));
    }

    place(query) {
        const cue = query.has("cue") ? Number(query.get("cue"))
            : query.has("t")         ? this.cueList.at(Number(query.get("t")))
                                     : -1;
        const key = `${this.id} ${cue} ${query.get("to")} ${this.tab}`;
        if (cue >= 0 && key !== this.placed) this.cueList.mark(cue, Number(query.get("to") ?? cue + 1));
        this.placed = key;
    }

    close() { this.player.close(); }
}
