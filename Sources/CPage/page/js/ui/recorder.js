// A button that records: while it does, the level of what is heard, the time, and a way to stop or to throw it away. What is
// recorded stays in this page until it is stopped.

import {fill, h} from "../lib/dom.js";
import {clock} from "../lib/format.js";
import {asWav} from "../lib/wav.js";
import {say} from "../lib/words.js";
import {button, iconButton} from "./controls.js";
import {toast} from "./toast.js";

/** Whether a browser lets a page listen: on this machine, and over TLS. */
export const canRecord = () => Boolean(navigator.mediaDevices?.getUserMedia && window.MediaRecorder);

/**
 * @param {{label: string, busy: string, take: (sound: Blob) => Promise<void>, signal: AbortSignal, isQuiet?: boolean}} options
 *   `busy` is said while `take` works; a quiet one is a drawing only.
 */
export function recorder({label, busy, take, signal, isQuiet = false}) {
    const element = h("span.recorder");
    let stream = null;

    function silence() {
        stream?.getTracks().forEach((track) => track.stop());
        stream = null;
    }
    signal.addEventListener("abort", silence);

    function idle() {
        fill(element, isQuiet ? iconButton(label, "microphone", begin) : button(label, begin, {symbol: "microphone"}));
    }

    async function begin() {
        try {
            stream = await navigator.mediaDevices.getUserMedia({audio: true});
        } catch {
            return toast(say("The browser gave no sound: allow the microphone for this page, and plug one in."),
                {tone: "bad", seconds: 12});
        }
        const media = new MediaRecorder(stream);
        const parts = [];
        media.addEventListener("dataavailable", ({data}) => parts.push(data));
        const stopped = new Promise((resolve) => media.addEventListener("stop", resolve, {once: true}));
        const end = async (isKept) => {
            clearInterval(timer);
            media.stop();
            await stopped;
            silence();
            context.close();
            if (!isKept) return idle();
            fill(element, h("span.writing", {role: "status"}, busy));
            try {
                await take(await asWav(new Blob(parts, {type: media.mimeType})));
            } finally { idle(); }
        };
        const context = new AudioContext();
        const level = levelOf(context, stream);
        const meter = h("meter", {min: "0", max: "1", "aria-label": say("Level")});
        const time = h("span.recorder-time", {role: "timer"}, "0:00");
        const since = performance.now();
        const timer = setInterval(() => {
            time.textContent = clock((performance.now() - since) / 1000);
            meter.value = level();
        }, 100);
        media.start();
        const stop = button(say("Stop"), () => end(true), {kind: "primary", symbol: "stop"});
        fill(element, h("span.recorder-mark", {"aria-hidden": "true"}), time, meter, stop,
            iconButton(say("Throw the recording away"), "trash", () => end(false)));
        stop.focus();
    }
    idle();
    return element;
}

/** How loud it is now, from 0 to 1. */
function levelOf(context, stream) {
    const listener = context.createAnalyser();
    listener.fftSize = 512;
    context.createMediaStreamSource(stream).connect(listener);
    const samples = new Float32Array(listener.fftSize);
    return () => {
        listener.getFloatTimeDomainData(samples);
        return Math.min(1, 2 * Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length));
    };
}
