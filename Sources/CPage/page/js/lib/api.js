// The only place that talks to the server. Everything goes to this origin, with the session's key as a header.

import {readEvents} from "./events.js";
import {sessionHeaders, takeNextKey} from "./session.js";
import {say} from "./words.js";

/** What the server, or the way to it, said no with. */
export class Problem extends Error {
    /**
     * @param {string} code Stable: what the server sent, or `unreachable`, `interrupted`, `broken-answer`.
     * @param {string} message For a person.
     * @param {object} [more] `status`, `kind`, `help`, `rejected`, `field`; `isReading` of what changes nothing.
     */
    constructor(code, message, more = {}) {
        super(message);
        this.code = code;
        Object.assign(this, {status: 0, help: [], rejected: []}, more);
    }
}

const listeners = new Set();

/** Calls `listener` when the server says that the session is over. */
export function onSignedOut(listener) { listeners.add(listener); }

/** Requests that wait for somebody to sign in again; see ui/sign-in.js. */
let signingIn = null;
export function holdRequests(promise) {
    signingIn = promise;
    promise.finally(() => {
        signingIn = null;
    });
}

/** Where a 401 says that a proof was none, and not that a session is over. */
const entrances = ["/api/session", "/api/session/password", "/api/session/provider"];

const unreachable = (isReading) => new Problem("unreachable",
    say("Hearth does not answer. It may have been stopped: start it again on this machine, then try again."), {isReading});

async function problem(response) {
    let error = null;
    try {
        error = (await response.json()).error;
    } catch { /* not ours; the status has to do */
    }
    const message =
        error?.message ?? say("The server answered with the status {status}. Try again.", {status: response.status});
    const more = {
        status: response.status,
        kind: error?.kind,
        help: error?.help ?? [],
        rejected: error?.rejected ?? [],
        field: error?.field,
    };
    return new Problem(error?.code ?? `status-${response.status}`, message, more);
}

async function send(method, path, {query, body, type, signal, headers, cookies = false} = {}) {
    const url = new URL(path, location.origin);
    for (const [key, value] of Object.entries(query ?? {})) {
        if (value !== null && value !== undefined && value !== "") url.searchParams.set(key, value);
    }
    const options = {
        method,
        signal,
        headers: {...sessionHeaders(), ...headers},
        // No cookie lets anybody in; one is set on the way to a provider's page, and comes back with the browser.
        credentials: cookies ? "same-origin" : "omit",
        cache: "no-store",
        // What is removed as the page is left is removed all the same.
        keepalive: method === "DELETE",
    };
    if (body !== undefined) {
        options.headers["content-type"] = type ?? "application/json";
        options.body = type ? body : JSON.stringify(body);
    }
    let response;
    try {
        response = await fetch(url, options);
    } catch (error) {
        if (signal?.aborted) throw error;
        throw unreachable(method === "GET");
    }
    takeNextKey(response.headers.get("hearth-session-next"));
    if (response.ok) return response;
    const found = await problem(response);
    if (found.status !== 401 || entrances.includes(path)) throw found;
    // An expired session interrupts nothing: whoever asked waits until somebody signed in, and is then served.
    if (!signingIn)
        for (const listener of listeners) listener();
    if (!signingIn) throw found;
    await signingIn;
    return send(method, path, {query, body, type, signal, headers, cookies});
}

/** Asks for JSON. `null` for an answer without a body. */
export async function request(method, path, options) {
    const response = await send(method, path, options);
    if (response.status === 204) return null;
    try {
        return await response.json();
    } catch {
        throw new Problem(
            "broken-answer", say("The server's answer could not be read. Try again."), {status: response.status});
    }
}

export const get = (path, query, options) => request("GET", path, {query, ...options});
export const post = (path, body = {}, options) => request("POST", path, {body, ...options});
export const put = (path, body, options) => request("PUT", path, {body, ...options});
export const patch = (path, body, options) => request("PATCH", path, {body, ...options});
export const remove = (path, options) => request("DELETE", path, options);

/** For a change that shall be refused (412) when somebody else changed the thing since it was read. */
export const ifUnchanged = (etag) => (etag ? {headers: {"if-match": etag}} : {});
export const wasChanged = (error) => error?.status === 412;

/** A part of a path: ids may hold anything. */
export const part = (id) => encodeURIComponent(id);

/**
 * Reads server-sent events as they come. Ends when the server ends the stream.
 *
 * @yields {{name: string, data: any}}
 * @throws {Problem} `interrupted` when the connection breaks in the middle.
 */
export async function* stream(method, path, options = {}) {
    const response = await send(method, path, {...options, headers: {accept: "text/event-stream"}});
    try {
        yield* readEvents(response.body);
    } catch (error) {
        if (options.signal?.aborted || error instanceof Problem) throw error;
        throw new Problem("interrupted", say("The connection broke off."));
    }
}

/**
 * Uploads one file, telling how far it is. XMLHttpRequest, because fetch does not tell.
 *
 * @param {{name?: string, fields?: object, signal?: AbortSignal, progress?: (fraction: number) => void}} options `fields`
 *   go with it; null and "" are left out.
 */
export function upload(path, file, {name, fields = {}, signal, progress} = {}) {
    const form = new FormData();
    // Before the file: the server reads the parts as they come.
    for (const [key, value] of Object.entries(fields)) {
        if (value !== null && value !== undefined && value !== "") form.append(key, value);
    }
    form.append("file", file, name ?? file.name);
    return new Promise((resolve, reject) => {
        const call = new XMLHttpRequest();
        call.open("POST", path);
        call.responseType = "json";
        for (const [header, value] of Object.entries(sessionHeaders())) call.setRequestHeader(header, value);
        call.upload.addEventListener("progress", (event) => {
            if (event.lengthComputable) progress?.(event.loaded / event.total);
        });
        call.addEventListener("load", () => {
            takeNextKey(call.getResponseHeader("hearth-session-next"));
            if (call.status >= 200 && call.status < 300) return resolve(call.response);
            const error = call.response?.error;
            if (call.status === 401)
                for (const listener of listeners) listener();
            const again = () => upload(path, file, {name, fields, signal, progress}).then(resolve, reject);
            if (call.status === 401 && signingIn) return signingIn.then(again, reject);
            reject(new Problem(error?.code ?? `status-${call.status}`,
                error?.message
                    ?? (call.status === 413
                            ? say("The file is too large.")
                            : say("The upload failed with the status {status}.", {status: call.status})),
                {status: call.status, kind: error?.kind, help: error?.help ?? []}));
        });
        call.addEventListener("error", () => reject(unreachable(false)));
        call.addEventListener("abort", () => reject(new DOMException("Stopped.", "AbortError")));
        signal?.addEventListener("abort", () => call.abort());
        call.send(form);
    });
}

/** An address that can be fetched without a header, for what a browser fetches by itself: sound, and what a link saves. */
export const ticketed = async (path) => (await post("/api/tickets", {target: path})).url;

/** Saves what the server has at `path` as a file. */
export async function download(path) {
    const link = document.createElement("a");
    Object.assign(link, {href: await ticketed(path), download: ""});
    document.body.append(link);
    link.click();
    link.remove();
}

/** Whether an error only says that we ourselves stopped. */
export const wasStopped = (error) => error?.name === "AbortError";
