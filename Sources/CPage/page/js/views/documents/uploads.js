// Files on their way into the library: sent, then read by the server. They belong to the page, so that looking at another
// view stops nothing.

import {upload, wasStopped} from "../../lib/api.js";
import {command, ended, hasEnded, job, jobs, onJob, track} from "../../lib/jobs.js";
import {say} from "../../lib/words.js";

const isOver = (item) => !["waiting", "sending", "reading"].includes(item.phase);

/** The most files that are sent, read or indexed at once. */
const mostAtWork = 8;

/** @type {Uploads[]} Each job is shown by one of them. */
const all = [];
const shown = (jobID) => all.some((uploads) => uploads.items.some((item) => item.jobID === jobID));

export class Uploads extends EventTarget {
    /** @type {{name: string, size?: number, phase: string, fraction?: number, message?: string, result?: object, error?: Error}[]} */
    items = [];

    /**
     * @param {string} path Where files are sent.
     * @param {{kind?: string, atOnce?: number, verb?: string}} [options] `kind` of job whose work is shown here also when a
     *   reload or another tab left it behind; how many files are sent at once (more than two would only share the same
     *   disk); what the server does with them.
     */
    constructor(path, {kind = null, atOnce = 2, verb = say("reading")} = {}) {
        super();
        Object.assign(this, {path, atOnce, verb});
        all.push(this);
        const isLeftBehind = (state) => state.kind === kind && !hasEnded(state) && !shown(state.id);
        jobs(isLeftBehind).forEach((state) => this.adopt(state));
        onJob((state) => {
            if (isLeftBehind(state)) return this.adopt(state);
            const item = this.items.find((candidate) => candidate.jobID === state.id);
            if (!item || hasEnded(state)) return;
            item.fraction = state.progress?.fraction;
            item.message = state.progress?.message;
            this.noteStored(item, state);
            this.tell();
        });
    }

    /**
     * @param {{file: File, name: string, problem?: Error}[]} files With a problem, a file is listed as failed and not sent.
     * @param {object} fields What is said of each.
     */
    add(files, fields) {
        for (const {file, name, problem} of files) {
            const phase = problem ? "failed" : "waiting";
            this.items.push({file, name, size: file.size, fields, phase, error: problem ?? null});
        }
        this.tell();
        this.next();
    }

    next() {
        while (true) {
            const busy = this.items.filter((item) => item.phase === "sending" || item.phase === "reading");
            const item = this.items.find((candidate) => candidate.phase === "waiting");
            if (!item || busy.length >= mostAtWork || busy.filter((other) => !other.isStored).length >= this.atOnce)
                return;
            this.run(item);
        }
    }

    /** A file whose text is stored holds up no other: what is left to do may take long, and it can be found already. */
    noteStored(item, state) {
        if (item.isStored || !["ingest", "reindex"].includes(state.kind) || !state.files?.length) return;
        item.isStored = true;
        this.next();
    }

    async run(item) {
        Object.assign(item, {phase: "sending", fraction: 0, error: null, isStored: false, stop: new AbortController()});
        this.tell();
        try {
            const begun = await upload(this.path, item.file, {
                name: item.name,
                fields: item.fields,
                signal: item.stop.signal,
                progress: (fraction) => {
                    item.fraction = fraction;
                    this.tell();
                },
            });
            // Another tab may have told of it already.
            for (const other of all) other.items = other.items.filter((left) => left.jobID !== begun.id);
            Object.assign(item, {phase: "reading", fraction: undefined, jobID: begun.id});
            track(begun);
            this.tell();
            await this.await(item);
        } catch (error) {
            item.phase = wasStopped(error) ? "stopped" : "failed";
            item.error = error;
        }
        this.over(item);
    }

    /** Shows work that was begun before a reload, or in another tab. */
    async adopt(state) {
        const item = {name: state.title, phase: "reading", jobID: state.id, fraction: state.progress?.fraction};
        this.items.push(item);
        this.tell();
        await this.await(item);
        this.over(item);
    }

    async await(item) {
        const state = await ended(item.jobID);
        const files = state.files ?? [];
        item.result = files[0];
        // Work that this page did not begin may have many.
        if (files.length > 1)
            item.many = {files: files.length, failed: files.filter((file) => file.status === "failed").length};
        if (state.state === "cancelled")
            item.phase = "stopped";
        else if (item.many && !state.error)
            item.phase = item.many.failed === files.length ? "failed" : "done";
        else if (state.error || !item.result || item.result.status === "failed") {
            item.phase = "failed";
            item.error = state.error ?? item.result?.error ?? {code: "failed", message: say("It could not be read.")};
        } else
            item.phase = item.result.status === "skipped" ? "skipped" : "done";
    }

    over(item) {
        this.dispatchEvent(new CustomEvent("over", {detail: item}));
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
        this.items = this.items.filter((item) => !isOver(item));
        this.tell();
    }

    get isBusy() { return !this.items.every(isOver); }

    tell() { this.dispatchEvent(new Event("change")); }
}

export const documentUploads = new Uploads("/api/documents", {kind: "ingest"});
export const transcriptUploads = new Uploads("/api/transcripts");
// One after the other: each takes all the processor there is.
export const recordingUploads =
    new Uploads("/api/recordings", {kind: "transcription", atOnce: 1, verb: say("writing down")});

// Leaving the page would break off what is being sent.
window.addEventListener("beforeunload", (event) => {
    if ([documentUploads, transcriptUploads, recordingUploads].some(
            (uploads) => uploads.items.some((item) => item.phase === "sending" || item.phase === "waiting")))
        event.preventDefault();
});
