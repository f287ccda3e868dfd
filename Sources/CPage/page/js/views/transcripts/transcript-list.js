// The transcripts in the library, and a place to add some.

import {fill, h} from "../../lib/dom.js";
import {get, wasStopped} from "../../lib/api.js";
import {counted, moment, recent, span, titleOf} from "../../lib/format.js";
import {address} from "../../lib/router.js";
import {chip, empty, skeleton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {UploadPanel} from "../documents/upload-panel.js";
import {transcriptUploads} from "../documents/uploads.js";

export class TranscriptList {
    constructor(stop, target) {
        this.stop = stop;
        this.upload = new UploadPanel(transcriptUploads, {
            folders: false,
            text: "Drop transcripts here: SubRip, WebVTT, podcast JSON or text with times",
            accept: ".srt,.vtt,.json,.txt,.md",
            stop,
            target
        });
        this.items = h("section", {"aria-label": "Transcripts"}, skeleton(4));
        this.element = h("div.page-width", null, h("header.page-head", null, h("h1", null, "Transcripts")),
            this.upload.element, this.items);
    }

    async load() {
        try {
            const {transcripts} = await get("/api/transcripts", {}, {signal: this.stop});
            fill(this.items,
                transcripts.length === 0
                    ? empty("transcripts", "No transcripts yet",
                          "Add one to get its summary, chapters, names and best moments, each with the second at which it was said.")
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
            h("p.row-sub", {dir: "auto"}, item.path ?? "")),
        h("p.row-facts", null, chip(item.hasAudio ? `${item.format}, audio` : item.format),
            h("span", null, Number.isFinite(item.duration) ? span(item.duration) : ""),
            h("span", null, counted(item.cues, "cue")),
            h("time", {datetime: item.ingestedAt, title: moment(item.ingestedAt)}, recent(item.ingestedAt))));
}
