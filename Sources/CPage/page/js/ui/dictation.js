// Words that are spoken instead of written: recorded here, written down by the speech model of this machine, and put where they
// are wanted. Neither the sound nor a transcript of it is kept.

import {h} from "../lib/dom.js";
import {get, part, remove, upload} from "../lib/api.js";
import {ended, track} from "../lib/jobs.js";
import {address} from "../lib/router.js";
import {say} from "../lib/words.js";
import {linkButton} from "./controls.js";
import {canRecord, recorder} from "./recorder.js";
import {attempt} from "./toast.js";

/** @param {Blob} sound @returns {Promise<string>} */
async function written(sound) {
    const name = `dictation ${Date.now()}.wav`;
    // As private as can be: nothing but this page shall see it on its way.
    const job =
        await ended(track(await upload("/api/recordings", new File([sound], name), {fields: {label: "private"}})).id);
    const [made] = job.files ?? [];
    const error = job.error ?? made?.error;
    if (error || !made?.documentID)
        throw Object.assign(new Error(error?.message ?? say("Nothing was heard.")), error ?? {code: "nothing-heard"});
    try {
        const {cues} = await get(`/api/transcripts/${part(made.documentID)}`);
        return cues.map(({text}) => text.trim()).filter(Boolean).join(" ");
    } finally { await remove(`/api/documents/${part(made.documentID)}`); }
}

/**
 * @param {{label: string, put: (text: string) => void, signal: AbortSignal, isQuiet?: boolean}} options A quiet one is not there
 *   where it cannot be used; another one then leads to the model that is missing.
 * @returns {HTMLElement} Empty until it is known whether recordings can be written down here.
 */
export function dictation({label, put, signal, isQuiet = false}) {
    const element = h("span.dictation");
    if (!canRecord()) return element;
    get("/api/recordings", {}, {signal})
        .then(({available}) => {
            if (available)
                element.append(recorder({
                    label,
                    busy: say("Writing it down…"),
                    signal,
                    isQuiet,
                    take: async (sound) => {
                        const text = await attempt(() => written(sound));
                        if (text) put(text);
                    }
                }));
            else if (!isQuiet)
                element.append(linkButton(say("{label}: needs a speech model", {label}),
                    address(["models"], {kind: "speech-recognition"}), {kind: "quiet", symbol: "microphone"}));
        })
        .catch(() => {});
    return element;
}

/** Puts words into a field, where the writing stands, as if they were typed. */
export function insert(field, text) {
    const before = field.value.slice(0, field.selectionStart);
    field.setRangeText(
        before && !/\s$/.test(before) ? ` ${text}` : text, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", {bubbles: true}));
    field.focus();
}
