// Recordings on their way to a transcript: whether they can be written down here, and what is said of them.

import {fill, h, uniqueID} from "../../lib/dom.js";
import {get, Problem, wasStopped} from "../../lib/api.js";
import {onChange} from "../../lib/changes.js";
import {bytes} from "../../lib/format.js";
import {endingOf, isSound, soundEndings} from "../../lib/formats.js";
import {address} from "../../lib/router.js";
import {kept, keep} from "../../lib/kept.js";
import {listed, locale, say} from "../../lib/words.js";
import {button, linkButton, select, toggle} from "../../ui/controls.js";
import {icon} from "../../ui/icons.js";
import {wordsOf} from "../../ui/problem.js";
import {canRecord, recorder} from "../../ui/recorder.js";
import {recordingUploads} from "../documents/uploads.js";

const spoken = [
    "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu", "id", "it",
    "ja", "ko", "lt", "lv", "ms", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "ta", "th", "tr", "uk",
    "ur", "vi", "zh"
];

/**
 * The recordings that were chosen in this tab, by the id of their transcript: so that they can be played at once. Handles
 * only; what is in them is read by the browser, and the server has thrown its copy away.
 *
 * @type {Map<string, File>}
 */
export const chosenRecordings = new Map();

recordingUploads.addEventListener("over", ({detail: {file, phase, result}}) => {
    if (phase === "done" && file && result?.documentID) chosenRecordings.set(result.documentID, file);
});

/** A recording that was made here, called by its moment. */
function recorded(sound) {
    const now = new Date();
    const pad = (value) => String(value).padStart(2, "0");
    const day = [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join("-");
    const file = new File(
        [sound], `${say("Recording")} ${day} ${pad(now.getHours())}.${pad(now.getMinutes())}.wav`, {type: sound.type});
    return {file, name: file.name};
}

const reason = uniqueID("no-speech");

export class Recordings {
    /** @param {AbortSignal} stop */
    constructor(stop) {
        this.stop = stop;
        this.state = null;
        const names = new Intl.DisplayNames(locale(), {type: "language"});
        const languages =
            spoken.map((code) => [code, names.of(code) ?? code]).sort((a, b) => a[1].localeCompare(b[1], locale()));
        this.language = select([["", say("Language: as it is heard")], ...languages], kept("spoken", ""),
            (value) => keep("spoken", value), {"aria-label": say("Language of recordings")});
        this.diarize = toggle(say("Tell speakers apart"), kept("diarize", false), (isOn) => keep("diarize", isOn));
        this.recorder = canRecord() ? recorder({
            label: say("Record"),
            busy: say("Sending it…"),
            signal: stop,
            take: async (sound) => recordingUploads.add([recorded(sound)], this.fields())
        })
                                    : null;
        this.element = h("div.recording-options", {hidden: true});
        onChange(["models", "settings"], () => this.load(), stop);
    }

    async load() {
        try {
            this.state = await get("/api/recordings", {}, {signal: this.stop});
        } catch (error) {
            if (wasStopped(error)) return;
            // Whoever drops a recording will be told by the server.
            this.state = null;
        }
        this.draw();
    }

    draw() {
        const {state} = this;
        this.element.hidden = !state;
        if (!state) return;
        const key = JSON.stringify(state);
        if (key === this.drawn) return;
        this.drawn = key;
        if (state.available)
            fill(this.element,
                h("div.actions", null, this.recorder, h("span.help", null, say("Recordings:")), this.language,
                    this.diarize),
                h("p.help", null,
                    state.model ? say("Written down on this machine by {model}.", {model: state.model})
                                : say("Written down on this machine."),
                    " ",
                    say("The recording is not kept, only its words. Speakers are told apart where each has a channel.")));
        else
            fill(this.element,
                // It is there, and will work: whoever looks for it finds why not yet, and what to do.
                this.recorder && h("div.actions", null,
                    button(say("Record"), null, {symbol: "microphone", disabled: true, "aria-describedby": reason})),
                h("div.notice", null, icon("warning"),
                    h("div", null, h("p", {id: reason}, h("strong", null, say("Recordings need a speech model."))),
                        // That there is no model is said above.
                        state.problem && state.problem.kind !== "no-speech-engine" && h("p.help", {dir: "auto"}, wordsOf(state.problem))),
                    linkButton(say("See speech models"), address(["models"], {kind: "speech-recognition"}))));
    }

    /** What the server takes for sound where it does not say is what is usual; it looks into the file, not at its name. */
    get formats() { return this.state?.formats ?? soundEndings; }

    isRecording(file) {
        return this.formats.includes(endingOf(file.name)) || isSound(file.name, file.type);
    }

    /** Why a recording cannot be taken; known before it is sent. */
    problem(file) {
        const {state} = this;
        if (!state) return null;
        if (!state.available) return new Problem(state.problem?.code, state.problem?.message, {...state.problem});
        if (!this.formats.includes(endingOf(file.name)) && soundEndings.includes(endingOf(file.name)))
            return new Problem("unknown-format",
                say("Recordings can be read as {formats} on this machine. Convert this {format} file to one of them.",
                    {formats: listed(this.formats), format: endingOf(file.name)}));
        return file.size > state.mostBytes ? new Problem("too-large",
                                                 say("It has {size}; recordings may have up to {most}.",
                                                     {size: bytes(file.size), most: bytes(state.mostBytes)}))
                                           : null;
    }

    /** What goes with each recording. */
    fields() {
        return {language: this.language.value, diarize: this.diarize.querySelector("input").checked ? "true" : null};
    }
}
