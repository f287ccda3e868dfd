// Work that is under way: what is being done, how far it is, and a way to stop it. Written to as it gets on, not made anew: a
// button that is being pressed must stay where it is.

import {h} from "../lib/dom.js";
import {percent} from "../lib/format.js";
import {command} from "../lib/jobs.js";
import {isEnglish, say} from "../lib/words.js";
import {button, progress, setProgress} from "./controls.js";

export class WorkCard {
    /** @param {{label: string, waiting: string}} words What the bar is called; what is said until the job says something. */
    constructor(job, {label, waiting}) {
        this.id = job.id;
        this.waiting = waiting;
        this.message = h("span", {role: "status"});
        this.share = h("span.share");
        this.bar = progress(undefined, label);
        this.element =
            h("section.card.running", {"aria-label": say("Under way")}, h("p", null, this.message, this.share),
                this.bar, button(say("Stop"), () => command(this.id, "cancel").catch(() => {}), {kind: "quiet"}));
        this.show(job);
    }

    show(job) {
        const {fraction, done, total, message} = job.progress ?? {};
        const share = fraction ?? (total ? done / total : undefined);
        // The server tells of its steps in English; how far it is is said by the share.
        const words = isEnglish() && message || this.waiting;
        if (this.message.textContent !== words) this.message.textContent = words;
        this.share.textContent = Number.isFinite(share) ? ` — ${percent(share)}` : "";
        setProgress(this.bar, share);
    }
}

/**
 * The card of a job, the same one for as long as it is under way.
 *
 * @param {WorkCard|null} last The one that was shown before.
 */
export function workCard(last, job, words) {
    if (!job) return null;
    if (last?.id !== job.id) return new WorkCard(job, words);
    last.show(job);
    return last;
}
