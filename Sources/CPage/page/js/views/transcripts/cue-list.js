// What was said, cue by cue. A chosen place is brought into sight and marked; what is playing is marked as it goes on.

import {fill, h} from "../../lib/dom.js";
import {clock} from "../../lib/format.js";
import {say} from "../../lib/words.js";
import {blocksOf} from "../../ui/blocks.js";
import {button, skeleton} from "../../ui/controls.js";

/** The most cues that are marked at once: a chapter may have thousands. */
const mostMarked = 200;

export class CueList {
    /** @param {(place: {cue: number, time: number|null}) => void} choose */
    constructor(choose) {
        this.choose = choose;
        this.list = h("div.cues", {tabindex: "0", role: "region", "aria-label": say("Transcript")});
        this.follow = button(say("Back to what is playing"), () => this.goOn(), {symbol: "down", hidden: true});
        this.element = h("div.cue-pane", null, this.list, this.follow);
        this.cues = [];
        this.rows = [];
        // Whoever scrolls wants to read there; what is playing is not dragged into sight any more.
        const leave = () => {
            this.isFollowing = false;
            this.revealing = -1;
            this.drawFollow();
        };
        for (const kind of ["wheel", "touchmove"]) this.list.addEventListener(kind, leave, {passive: true});
        this.list.addEventListener("keydown", (event) => {
            if (["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"].includes(event.key)) leave();
        });
    }

    wait() { fill(this.list, skeleton(8)); }

    show(cues) {
        this.cues = cues;
        this.playing = -1;
        this.isFollowing = true;
        this.drawFollow();
        // A letter is about half as wide as it is high.
        this.lineLength = Math.max(10, (this.list.clientWidth - 120) / 8);
        let speaker = null;
        this.rows = cues.map((cue, index) => {
            const isNew = cue.speaker && cue.speaker !== speaker;
            speaker = cue.speaker ?? speaker;
            return h("div.cue", {"data-cue": index}, isNew && h("p.speaker", {dir: "auto"}, cue.speaker),
                Number.isFinite(cue.start)
                    ? h("button.time", {type: "button", onclick: () => this.choose({cue: index, time: cue.start})},
                          clock(cue.start))
                    : h("span.time"),
                h("p", {dir: "auto"}, cue.text));
        });
        fill(this.list, blocksOf(this.rows, (index) => this.estimate(index)));
    }

    /** How high a row may be before it was laid out: its lines, as many words as fit into one. */
    estimate(index) {
        const {text, speaker} = this.cues[index];
        const isNew = speaker && speaker !== this.cues[index - 1]?.speaker;
        return (isNew ? 34 : 0) + 7 + 24 * Math.ceil(text.length / this.lineLength);
    }

    /** The cue in which a time lies, or the one before it; -1 when there is none. */
    at(time) {
        let found = -1;
        for (const [index, cue] of this.cues.entries())
            if (Number.isFinite(cue.start) && cue.start <= time + 0.05) found = index;
        return found;
    }

    /** Marks the cues from `first` up to `end`, and brings them into sight. */
    mark(first, end = first + 1) {
        for (const old of this.list.querySelectorAll(".chosen")) {
            old.classList.remove("chosen");
            old.removeAttribute("aria-current");
        }
        for (const row of this.rows.slice(first, Math.min(end, first + mostMarked))) row.classList.add("chosen");
        this.rows[first]?.setAttribute("aria-current", "true");
        this.reveal(first);
    }

    /** Marks what is playing. */
    play(time) {
        const index = this.at(time);
        if (index === this.playing) return;
        this.rows[this.playing]?.classList.remove("playing");
        this.rows[index]?.classList.add("playing");
        this.playing = index;
        if (this.isFollowing) this.reveal(index);
        this.drawFollow();
    }

    /** What is playing is kept in sight from now on. */
    goOn() {
        this.isFollowing = true;
        this.reveal(this.playing);
        this.drawFollow();
    }

    drawFollow() { this.follow.hidden = this.isFollowing || !(this.playing >= 0); }

    /** Brings a cue into the upper third. Rows that were not drawn yet have a guessed height: so it looks again. */
    reveal(index, looks = 4) {
        const row = this.rows[index];
        if (!row) return;
        this.revealing = index;
        const [box, own] = [this.list.getBoundingClientRect(), row.getBoundingClientRect()];
        const distance = own.top - box.top - box.height / 3;
        if (Math.abs(distance) > 2) this.list.scrollTop += distance;
        if (looks > 0)
            requestAnimationFrame(() => {
                if (this.revealing === index) this.reveal(index, looks - 1);
            });
    }
}
