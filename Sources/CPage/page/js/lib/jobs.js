// Work that goes on in the server: uploads being read, downloads, analyses, rollups. Each is followed once in a tab, however
// many parts of the page show it.

import {get, part, post, stream, wasStopped} from "./api.js";
import {announce, onChange} from "./changes.js";
import {say} from "./words.js";

const target = new EventTarget();
/** @type {Map<string, object>} The latest state of each job, by id. */
const known = new Map();
const followed = new Set();

export const hasEnded = (job) => ["done", "failed", "cancelled"].includes(job.state);

function note(job) {
    const before = known.get(job.id);
    known.set(job.id, job);
    target.dispatchEvent(new CustomEvent("job", {detail: job}));
    if (hasEnded(job) && before && !hasEnded(before)) announce(subjects[job.kind] ?? "documents");
}

const subjects = {
    ingest: "documents",
    reindex: "documents",
    embedding: "documents",
    transcription: "documents",
    feeds: "documents",
    clip: "documents",
    analysis: "analyses",
    rollup: "journal",
    download: "models",
    "verify-model": "models",
};

/** Begins to follow a job that the server has just given out, and tells other tabs of it. */
export function track(job) {
    note(job);
    if (!hasEnded(job)) follow(job.id);
    announce("jobs", {id: job.id});
    return job;
}

async function follow(id) {
    if (followed.has(id)) return;
    followed.add(id);
    let failures = 0;
    try {
        // A broken connection ends nothing but the telling; so it is asked again, a few times.
        while (failures < 20) {
            try {
                for await (const event of stream("GET", `/api/jobs/${part(id)}/events`)) {
                    if (event.name !== "job") continue;
                    failures = 0;
                    note(event.data);
                    if (hasEnded(event.data)) return;
                }
                failures += 1;
            } catch (error) {
                if (error.status === 404) return note({...known.get(id), state: "failed", error: lost});
                failures += 1;
            }
            await new Promise((resolve) => setTimeout(resolve, Math.min(5000, 250 * 2 ** failures)));
        }
    } finally { followed.delete(id); }
}

const lost = {
    code: "unknown-item",
    message: say("The server was started anew meanwhile and does not know of this any more. Begin again.")
};

/** All jobs that are known here. */
export const jobs = (filter = () => true) => [...known.values()].filter(filter);
export const job = (id) => known.get(id);

/** Calls `listener` with every new state of every job. */
export function onJob(listener, signal) { target.addEventListener("job", (event) => listener(event.detail), {signal}); }

/** Resolves with the job when it has ended. */
export function ended(id) {
    const now = known.get(id);
    if (now && hasEnded(now)) return Promise.resolve(now);
    return new Promise((resolve) => {
        const stop = new AbortController();
        onJob((state) => {
            if (state.id !== id || !hasEnded(state)) return;
            stop.abort();
            resolve(state);
        }, stop.signal);
    });
}

export const command = async (id, verb) => note(await post(`/api/jobs/${part(id)}/${verb}`));

/** Takes up what was under way before a reload, or in another tab. */
export async function resume() {
    try {
        for (const job of (await get("/api/jobs")).jobs) {
            if (known.get(job.id)?.state === job.state && hasEnded(job)) continue;
            note(job);
            if (!hasEnded(job)) follow(job.id);
        }
    } catch (error) {
        if (!wasStopped(error)) console.warn("jobs:", error.code ?? error.name);
    }
}

onChange(["jobs"], (detail) => {
    if (detail.isForeign) resume();
});
