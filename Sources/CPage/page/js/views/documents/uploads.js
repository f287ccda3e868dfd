// Files on their way into the library: sent, then read by the server. They belong to the page, so that looking at another
// view stops nothing.

import {upload, wasStopped} from "../../lib/api.js";
import {command, ended, hasEnded, job, onJob, track} from "../../lib/jobs.js";

/** Sent at once; more would only share the same disk. */
const atOnce = 2;

export class Uploads extends EventTarget {
    /** @type {{name: string, size: number, phase: string, fraction?: number, result?: object, error?: Error}[]} */
    items = [];

    /** @param {string} path Where files are sent: `/api/documents` or `/api/transcripts`. */
    constructor(path) {
        super();
        this.path = path;
        onJob((state) => {
            const item = this.items.find((candidate) => candidate.jobID === state.id);
            if (item && !hasEnded(state)) {
                item.fraction = state.progress?.fraction;
                this.tell();
            }
        });
    }

    /** @param {{file: File, name: string}[]} files */
    add(files, label) {
        for (const {file, name} of files) this.items.push({file, name, size: file.size, label, phase: "waiting"});
        this.tell();
        this.next();
    }

    next() {
        while (this.items.filter((item) => item.phase === "sending" || item.phase === "reading").length < atOnce) {
            const item = this.items.find((candidate) => candidate.phase === "waiting");
            if (!item) return;
            this.run(item);
        }
    }

    async run(item) {
        Object.assign(item, {phase: "sending", fraction: 0, error: null, stop: new AbortController()});
        this.tell();
        try {
            const begun = await upload(this.path, item.file, {
                name: item.name,
                label: item.label,
                signal: item.stop.signal,
                progress: (fraction) => {
                    item.fraction = fraction;
                    this.tell();
                },
            });
            Object.assign(item, {phase: "reading", fraction: undefined, jobID: begun.id});
            track(begun);
            this.tell();
            const state = await ended(begun.id);
            item.result = state.files?.[0];
            if (state.state === "cancelled")
                item.phase = "stopped";
            else if (state.error || !item.result || item.result.status === "failed") {
                item.phase = "failed";
                item.error = state.error ?? item.result?.error ?? {code: "failed", message: "It could not be read."};
            } else
                item.phase = item.result.status === "skipped" ? "skipped" : "done";
        } catch (error) {
            item.phase = wasStopped(error) ? "stopped" : "failed";
            item.error = error;
        }
        // The file itself is needed again only to try again.
        if (item.phase === "done") item.file = null;
        this.tell();
        this.next();
    }

    stop(item) {
        if (item.phase === "waiting") item.phase = "stopped";
        item.stop?.abort();
        if (item.jobID && !hasEnded(job(item.jobID) ?? {state: "done"})) command(item.jobID, "cancel").catch(() => {});
        this.tell();
    }

    again(item) {
        item.phase = "waiting";
        this.tell();
        this.next();
    }

    /** Takes away what is done. */
    clear() {
        this.items = this.items.filter((item) => ["waiting", "sending", "reading"].includes(item.phase));
        this.tell();
    }

    get isBusy() { return this.items.some((item) => ["waiting", "sending", "reading"].includes(item.phase)); }

    tell() { this.dispatchEvent(new Event("change")); }
}

export const documentUploads = new Uploads("/api/documents");
export const transcriptUploads = new Uploads("/api/transcripts");

// Leaving the page would break off what is being sent.
window.addEventListener("beforeunload", (event) => {
    if ([documentUploads, transcriptUploads].some(
            (uploads) => uploads.items.some((item) => item.phase === "sending" || item.phase === "waiting")))
        event.preventDefault();
});
