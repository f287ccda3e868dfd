// A download: how far it is, how fast, for how long yet; pausing, going on and giving up.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {bytes, percent, span} from "../../lib/format.js";
import {command, hasEnded} from "../../lib/jobs.js";
import {button, progress} from "../../ui/controls.js";
import {attempt} from "../../ui/toast.js";
import {problemCard} from "../../ui/problem.js";

export class DownloadRow {
    /** @param {() => void} again Begins it anew from its part. */
    constructor(again) {
        this.again = again;
        this.element = h("div.download");
    }

    show(job) { keepingFocus(this.element, () => fill(this.element, this.content(job))); }

    content(job) {
        if (!job || job.state === "done" || job.state === "cancelled") return null;
        if (job.state === "failed") return problemCard(job.error, {title: "The download failed", retry: this.again});
        const {bytes: here = 0, totalBytes, bytesPerSecond, secondsRemaining} = job.progress ?? {};
        const fraction = totalBytes ? here / totalBytes : job.progress?.fraction;
        const isPaused = job.state === "paused";
        const words = [
            Number.isFinite(fraction) && percent(fraction),
            totalBytes ? `${bytes(here)} of ${bytes(totalBytes)}` : bytes(here),
            !isPaused && bytesPerSecond && `${bytes(bytesPerSecond)}/s`,
            !isPaused && Number.isFinite(secondsRemaining) && `${span(secondsRemaining)} left`,
            isPaused && "paused",
        ].filter(Boolean).join(" · ");
        const act = (verb) => attempt(() => command(job.id, verb));
        return [
            progress(fraction, `Download of ${job.title}`),
            h("p.download-words", null, words),
            job.retrying && !isPaused
                && h("p.help", {role: "status"}, `${job.retrying.reason} Going on in ${span(job.retrying.seconds)}.`),
            h("div.actions", null,
                isPaused ? button("Resume", () => act("resume"), {symbol: "play", "data-focus": `hold-${job.id}`})
                         : job.canPause
                        && button("Pause", () => act("pause"), {symbol: "pause", "data-focus": `hold-${job.id}`}),
                !hasEnded(job)
                    && button("Cancel", () => act("cancel"), {kind: "quiet", "data-focus": `cancel-${job.id}`})),
        ];
    }
}
