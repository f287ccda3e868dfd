// A download: how far it is, how fast, for how long yet; pausing, going on and giving up. Written to as it gets on, not made
// anew: a button that is being pressed must stay where it is.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {bytes, percent, span} from "../../lib/format.js";
import {command} from "../../lib/jobs.js";
import {dotted, isEnglish, say} from "../../lib/words.js";
import {button, progress, setProgress} from "../../ui/controls.js";
import {attempt} from "../../ui/toast.js";
import {problemCard} from "../../ui/problem.js";

export class DownloadRow {
    /** @param {() => void} again Begins it anew from its part. */
    constructor(again) {
        this.again = again;
        this.element = h("div.download");
    }

    show(job) {
        const state = job ? `${job.id} ${job.state}` : null;
        if (state !== this.state) keepingFocus(this.element, () => fill(this.element, this.parts(job)));
        this.state = state;
        if (job?.state === "running" || job?.state === "paused") this.write(job);
    }

    /** What there is in a state. */
    parts(job) {
        if (!job || job.state === "done" || job.state === "cancelled") return null;
        if (job.state === "failed")
            return problemCard(job.error, {title: say("The download failed"), retry: this.again});
        const act = (verb) => attempt(() => command(job.id, verb));
        this.bar = progress(0, say("Download of {name}", {name: job.title}));
        this.words = h("p.download-words");
        this.retrying = h("p.help", {role: "status"});
        return [
            this.bar,
            this.words,
            this.retrying,
            h("div.actions", null,
                job.state === "paused"
                    ? button(say("Resume"), () => act("resume"), {symbol: "play", "data-focus": `hold-${job.id}`})
                    : job.canPause
                        && button(say("Pause"), () => act("pause"), {symbol: "pause", "data-focus": `hold-${job.id}`}),
                button(say("Cancel"), () => act("cancel"), {kind: "quiet", "data-focus": `cancel-${job.id}`})),
        ];
    }

    write(job) {
        const {bytes: here = 0, totalBytes, bytesPerSecond, secondsRemaining} = job.progress ?? {};
        const fraction = totalBytes ? here / totalBytes : job.progress?.fraction;
        const isPaused = job.state === "paused";
        setProgress(this.bar, fraction);
        this.words.textContent = dotted([
            Number.isFinite(fraction) && percent(fraction),
            totalBytes ? say("{here} of {total}", {here: bytes(here), total: bytes(totalBytes)}) : bytes(here),
            !isPaused && bytesPerSecond && `${bytes(bytesPerSecond)}/s`,
            !isPaused && Number.isFinite(secondsRemaining) && say("{time} left", {time: span(secondsRemaining)}),
            isPaused && say("paused"),
        ]);
        this.retrying.hidden = !job.retrying || isPaused;
        if (!this.retrying.hidden)
            fill(this.retrying, isEnglish() ? job.retrying.reason : say("The host cannot be reached, or the connection broke off."), " ",
                say("Going on in {time}.", {time: span(job.retrying.seconds)}));
    }
}
