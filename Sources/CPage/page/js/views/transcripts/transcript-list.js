// The transcripts in the library, and a place to add some: as files with times, or as recordings that are written down here.

import {fill, h} from "../../lib/dom.js";
import {get, wasStopped} from "../../lib/api.js";
import {counted, moment, recent, shownPath, span, titleOf} from "../../lib/format.js";
import {formatName} from "../../lib/formats.js";
import {address, go, read} from "../../lib/router.js";
import {listed, say} from "../../lib/words.js";
import {button, chip, empty, skeleton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";
import {UploadPanel} from "../documents/upload-panel.js";
import {recordingUploads, transcriptUploads} from "../documents/uploads.js";
import {addExamples} from "../start/example-library.js";
import {Recordings} from "./recordings.js";

const link = (item) =>
    item.result?.documentID ? h("a", {href: address(["transcripts", item.result.documentID])}, item.name) : null;

export class TranscriptList {
    constructor(stop, target) {
        this.stop = stop;
        this.recordings = new Recordings(stop);
        const recording = {
            uploads: recordingUploads,
            fits: (file) => this.recordings.isRecording(file),
            fields: () => this.recordings.fields(),
            problem: (file) => this.recordings.problem(file),
            link
        };
        this.upload = new UploadPanel([recording, {uploads: transcriptUploads, link, canReplace: true}], {
            folders: false,
            text: say("Drop recordings here, or subtitles and other transcripts with times"),
            accept: "audio/*,video/*,.srt,.vtt,.json,.txt,.md",
            options: [this.recordings.element],
            stop,
            target
        });
        this.items = h("section", {"aria-label": say("Transcripts")}, skeleton(4));
        this.element = h("div.page-width", null, h("header.page-head", null, h("h1", null, say("Transcripts"))),
            this.upload.element, this.items);
        recordingUploads.addEventListener("over", ({detail}) => this.over(detail), {signal: stop});
    }

    /** A recording is written down: opens it, when that is all that was asked for and somebody is waiting for it here. */
    over(item) {
        const id = item.result?.documentID;
        if (!id || item.phase !== "done") return;
        const route = read();
        const isWaiting = route.view === "transcripts" && !route.path.length && !document.querySelector("dialog[open]");
        if (isWaiting && recordingUploads.items.length === 1) go(["transcripts", id, "summary"]);
    }

    async load() {
        this.recordings.load();
        try {
            const {transcripts} = await get("/api/transcripts", {}, {signal: this.stop});
            fill(this.items,
                transcripts.length === 0
                    ? empty("transcripts", say("No transcripts yet"),
                          say("Add one to get its summary, chapters, names and best moments, each with the second at which it was said."),
                          button(say("Add the example library"), () => attempt(addExamples), {symbol: "transcripts"}))
                    : h("ul.rows", null, transcripts.map(row)));
        } catch (error) {
            if (!wasStopped(error)) fill(this.items, problemCard(error, {retry: () => this.load()}));
        }
    }
}

function row(item) {
    return h("li.row", null,
        h("div.row-main", null,
            h("a.row-title", {href: address(["transcripts", item.documentID]), dir: "auto"}, titleOf(item)),
            h("p.row-sub", {dir: "auto"}, shownPath(item.path))),
        h("p.row-facts", null, chip(item.hasAudio ? listed([formatName(item.format), say("audio")]) : formatName(item.format)),
            h("span", null, Number.isFinite(item.duration) ? span(item.duration) : ""),
            h("span", null, counted(item.cues, "{count} cue|{count} cues")),
            h("time", {datetime: item.ingestedAt, title: moment(item.ingestedAt)}, recent(item.ingestedAt))));
}
