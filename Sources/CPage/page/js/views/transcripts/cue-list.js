// What was said, cue by cue. A chosen time is brought into sight and marked.

import {fill, h} from "../../lib/dom.js";
import {clock} from "../../lib/format.js";

export class CueList {
    /** @param {(place: {cue: number, time: number|null}) => void} choose */
    constructor(choose) {
        this.choose = choose;
        this.element = h("div.cues", {tabindex: "0", role: "region", "aria-label": "Transcript"});
        this.cues = [];
    }

    show(cues) {
        this.cues = cues;
        let speaker = null;
        fill(this.element, cues.map((cue, index) => {
            const isNew = cue.speaker && cue.speaker !== speaker;
            speaker = cue.speaker ?? speaker;
            return h("div.cue", {"data-cue": index}, isNew && h("p.speaker", {dir: "auto"}, cue.speaker),
                Number.isFinite(cue.start)
                    ? h("button.time", {type: "button", onclick: () => this.choose({cue: index, time: cue.start})},
                          clock(cue.start))
                    : h("span.time"),
                h("p", {dir: "auto"}, cue.text));
        }));
    }

    /** The cue in which a time lies, or the one before it; -1 when there is none. */
    at(time) {
        let found = -1;
        for (const [index, cue] of this.cues.entries())
            if (Number.isFinite(cue.start) && cue.start <= time + 0.05) found = index;
        return found;
    }

    /** Marks the cues from `first` up to `end`. */
    mark(first, end = first + 1, {scroll = true} = {}) {
        for (const old of this.element.querySelectorAll(".chosen")) {
            old.classList.remove("chosen");
            old.removeAttribute("aria-current");
        }
        for (let index = first; index < Math.min(end, first + 200); index++)
            this.element.querySelector(`[data-cue="${index}"]`)?.classList.add("chosen");
        const row = this.element.querySelector(`[data-cue="${first}"]`);
        row?.setAttribute("aria-current", "true");
        if (row && scroll) {
            const box = this.element.getBoundingClientRect();
            this.element.scrollTop += row.getBoundingClientRect().top - box.top - box.height / 3;
        }
    }
}
