// Plays the recording of a transcript: the one that the server has, or one that somebody chooses on this computer, which is
// not sent anywhere.

import {fill, h} from "../../lib/dom.js";
import {clock} from "../../lib/format.js";
import {kept, keep} from "../../lib/kept.js";
import {say} from "../../lib/words.js";
import {button, iconButton, select} from "../../ui/controls.js";
import {icon} from "../../ui/icons.js";
import {speechDrawing} from "./speech-drawing.js";

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2].map((value) => [String(value), `${value}×`]);
const step = 10;

export class Player extends EventTarget {
    /** Tells `time` as it plays, with the seconds in `detail`. */
    constructor() {
        super();
        this.audio = h("audio", {
            preload: "metadata",
            onloadedmetadata: () => this.ready(),
            ondurationchange: () => this.draw(),
            ontimeupdate: () => this.moved(),
            onseeked: () => this.moved(),
            onplay: () => this.draw(),
            onpause: () => this.draw(),
            onerror: () => this.failed()
        });
        this.toggle = iconButton(say("Play"), "play", () => this.playOrPause(), {"data-key": "play", class: "play"});
        this.back = iconButton(
            say("Back {number} seconds", {number: step}), "back", () => this.skip(-step), {"data-key": "rewind"});
        this.forward = iconButton(
            say("Forward {number} seconds", {number: step}), "again", () => this.skip(step), {"data-key": "forward"});
        this.now = h("span.player-time", null, "0:00");
        this.whole = h("span.player-time.whole", null, "");
        this.line = h("input.player-line", {
            type: "range",
            min: "0",
            max: "0",
            step: "any",
            value: "0",
            "aria-label": say("Position"),
            oninput: () => {
                this.audio.currentTime = Number(this.line.value);
            },
            onkeydown: (event) => this.keys(event)
        });
        this.track = h("div.player-track", null, this.line);
        this.speed = select(speeds, kept("speed", "1"), (value) => this.setSpeed(value), {"aria-label": say("Speed")});
        // Time goes from left to right in every language.
        this.bar = h("div.player", {dir: "ltr", role: "group", "aria-label": say("Recording"), hidden: true}, this.back,
            this.toggle, this.forward, this.now, this.track, this.whole, this.speed, this.audio);
        this.input = h("input.visually-hidden", {
            type: "file",
            accept: "audio/*,video/*",
            tabindex: "-1",
            "aria-hidden": "true",
            "data-recording": true,
            onchange: () => {
                const [file] = this.input.files;
                if (file) this.local(file);
                this.input.value = "";
            }
        });
        this.choice = h("div.player-choice", {hidden: true});
    }

    /**
     * Takes up a transcript.
     *
     * @param {{source: (() => Promise<string>)|null, file: File|null, length: number|null, cues?: object[]}} what Tells where the server has
     *   its recording, anew each time, for an address holds only so long; a file that was chosen for it before; how many seconds it should have.
     *   `cues` are what was said, of which a drawing stands above the line.
     */
    open({source, file, length, cues = []}) {
        this.close();
        this.length = length;
        this.cues = cues;
        this.drawnTo = null;
        fill(this.track, this.line);
        this.name = null;
        this.isLocal = false;
        if (source) {
            this.source = source;
            this.load();
        } else if (file)
            this.local(file);
        else
            this.offer();
    }

    /** Fetches the sound from the server. */
    async load() {
        const {source} = this;
        this.isReady = false;
        try {
            const address = await source();
            // Another one was opened meanwhile.
            if (this.source !== source) return;
            this.audio.src = address;
            this.audio.load();
        } catch {
            if (this.source === source)
                this.lose(say("The recording that lay beside this transcript cannot be fetched."));
        }
    }

    /** Plays a file of this computer. */
    local(file) {
        this.close();
        this.isLocal = true;
        this.name = file.name;
        this.url = URL.createObjectURL(file);
        this.audio.src = this.url;
        this.audio.load();
    }

    close() {
        this.audio.pause();
        this.isReady = false;
        this.bar.hidden = true;
        this.choice.hidden = true;
        this.wanted = null;
        this.source = null;
        this.audio.removeAttribute("src");
        this.audio.load();
        if (this.url) URL.revokeObjectURL(this.url);
        this.url = null;
    }

    /** Asks for the recording. */
    offer(problem = null) {
        this.choice.hidden = false;
        fill(this.choice, icon("sound"),
            h("div", null, problem && h("p.form-error", {role: "alert", dir: "auto"}, problem),
                h("p.help", null, say("Have the recording? Play it along with the words. It is not uploaded."))),
            button(say("Choose the recording…"), () => this.input.click()), this.input);
    }

    ready() {
        this.isReady = true;
        this.audio.playbackRate = Number(this.speed.value);
        this.bar.hidden = false;
        this.choice.hidden = true;
        const {duration} = this.audio;
        if (this.isLocal) {
            const isOther = Number.isFinite(this.length) && Number.isFinite(duration)
                && duration < this.length - Math.max(5, this.length / 50);
            this.choice.hidden = false;
            fill(this.choice, icon(isOther ? "warning" : "sound"),
                h("p.help", {dir: "auto", role: "status"}, isOther ? null : this.name,
                    isOther
                        && say("{name} ends at {time}, the transcript at {other}. Is it the right one?",
                            {name: this.name, time: clock(duration), other: clock(this.length)})),
                button(say("Another…"), () => this.input.click(),
                    {kind: "quiet", "aria-label": say("Choose another recording")}),
                this.input);
        }
        if (Number.isFinite(this.wanted)) this.seek(this.wanted);
        this.draw();
    }

    failed() {
        // Letting go of a source is no failure.
        if (!this.audio.getAttribute("src")) return;
        if (this.isReady && this.source) {
            // It played before: its address may hold no longer.
            this.wanted = this.audio.currentTime;
            return void this.load();
        }
        const words = this.isLocal
            ? say("This browser cannot play {name}. Choose another file, or convert it to MP3 or WAV.",
                  {name: this.name})
            : say("The recording that lay beside this transcript cannot be played.");
        this.lose(words);
    }

    lose(words) {
        this.close();
        this.offer(words);
    }

    /** Goes to a time and plays; when the sound is not there yet, as soon as it is. */
    seek(time) {
        if (!Number.isFinite(time)) return;
        if (!this.isReady) {
            this.wanted = this.source || this.audio.getAttribute("src") ? time : null;
            return;
        }
        this.wanted = null;
        this.audio.currentTime = Math.max(0, time);
        this.audio.play().catch(() => this.draw());
    }

    playOrPause() {
        if (this.audio.paused)
            this.audio.play().catch(() => this.draw());
        else
            this.audio.pause();
    }

    skip(seconds) {
        this.audio.currentTime = Math.max(0, Math.min(this.audio.duration || 0, this.audio.currentTime + seconds));
    }

    /** Steps of the line that make sense for speech; its own would be a hundredth of the whole. */
    keys(event) {
        const seconds = {ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5, PageUp: 60, PageDown: -60}[event.key];
        if (event.key === " ") {
            event.preventDefault();
            this.playOrPause();
        }
        if (!seconds) return;
        event.preventDefault();
        this.skip(seconds);
    }

    setSpeed(value) {
        keep("speed", value);
        this.audio.playbackRate = Number(value);
    }

    moved() {
        this.draw();
        this.dispatchEvent(new CustomEvent("time", {detail: this.audio.currentTime}));
    }

    /** Once for a recording: where somebody speaks, to be seen before it is heard. */
    drawSpeech(end) {
        this.drawnTo = end;
        fill(this.track, speechDrawing(this.cues, end, (share) => this.seek(share * end)), this.line);
    }

    draw() {
        const {currentTime, duration, paused} = this.audio;
        const end = Number.isFinite(duration) ? duration : 0;
        this.line.max = String(end);
        this.line.value = String(currentTime);
        this.line.setAttribute("aria-valuetext", say("{time} of {end}", {time: clock(currentTime), end: clock(end)}));
        this.line.style.setProperty("--done", end ? `${100 * currentTime / end}%` : "0%");
        this.now.textContent = clock(currentTime);
        this.whole.textContent = clock(end);
        if (end && end !== this.drawnTo) this.drawSpeech(end);
        if (paused === this.shownPaused) return;
        this.shownPaused = paused;
        const label = paused ? say("Play") : say("Pause");
        this.toggle.setAttribute("aria-label", label);
        this.toggle.title = label;
        fill(this.toggle, icon(paused ? "play" : "pause"));
    }
}
