// One file on its way. Written to as it gets on, not made anew: a button that is being pressed must stay where it is.

import {fill, h} from "../../lib/dom.js";
import {bytes, count, counted, percent} from "../../lib/format.js";
import {isSound} from "../../lib/formats.js";
import {address} from "../../lib/router.js";
import {term} from "../../lib/terms.js";
import {isEnglish, say} from "../../lib/words.js";
import {chip, iconButton, progress, setProgress} from "../../ui/controls.js";
import {wordsOf} from "../../ui/problem.js";
import {warningWords} from "../../ui/server-words.js";

export class UploadRow {
    /** @param {(item: object) => Node|null} [link] Where a file that is done leads to. */
    constructor(uploads, item, link) {
        Object.assign(this, {uploads, item, link});
        this.name = h("span.upload-name", {dir: "auto", title: item.name}, item.name);
        this.state = h("span.upload-state");
        this.rest = h("div.upload-rest");
        this.element = h("li.upload-row", null, this.name, this.state, this.rest);
        this.draw();
    }

    draw() {
        const {item} = this;
        if (item.phase !== this.phase) this.change();
        this.phase = item.phase;
        const words = underWay(item, this.uploads.verb);
        if (words) {
            this.state.textContent = words;
            setProgress(this.bar, item.fraction);
            this.message.textContent = item.phase === "reading" && isEnglish() ? item.message ?? "" : "";
        }
    }

    /** Another phase has other parts. */
    change() {
        const {item, uploads} = this;
        const isUnderWay = item.phase === "sending" || item.phase === "reading";
        this.element.dataset.phase = item.phase;
        this.bar = isUnderWay
            ? progress(0,
                  item.phase === "sending"
                      ? say("Sending {name}", {name: item.name})
                      : say("Being dealt with, {verb}: {name}", {verb: uploads.verb, name: item.name}))
            : null;
        this.message = h("p.upload-reason", {dir: "auto"});
        const leads = item.phase === "done" && !item.many && this.link?.(item);
        fill(this.name, leads || item.name);
        fill(this.state, ended(item));
        fill(this.rest, this.bar, isUnderWay && this.message,
            item.phase === "failed"
                && h("p.upload-reason", {dir: "auto"}, item.error ? wordsOf(item.error) : say("It failed.")),
            item.phase === "skipped"
                && h("p.upload-reason", {dir: "auto"}, whySkipped(item)),
            item.phase === "done" && item.result?.keptBeside
                && h("p.upload-reason", {dir: "auto"},
                    say("Kept as {path}: there is another file called {other}.",
                        {path: item.result.path, other: item.result.keptBeside})),
            item.result?.warnings?.map((warning) => h("p.upload-reason", {dir: "auto"},
                                           warningWords(warning))));
        this.action?.remove();
        this.action = this.button(isUnderWay || item.phase === "waiting");
        if (this.action) this.state.after(this.action);
    }

    button(canStop) {
        const {item, uploads} = this;
        if (canStop) return iconButton(say("Stop {name}", {name: item.name}), "close", () => uploads.stop(item));
        if (["failed", "stopped"].includes(item.phase) && item.file)
            return iconButton(say("Try {name} again", {name: item.name}), "again", () => uploads.again(item));
        return null;
    }
}

/** Why a file is none of the documents, and where it belongs. */
function whySkipped({name, file, result}) {
    if (result.error?.code === "unsupported-format" && isSound(name, file?.type))
        return [say("This is a recording, not a document."), " ", h("a", {href: address(["transcripts"])}, say("Transcribe it instead"))];
    return result.error ? wordsOf(result.error) : say("It is no document.");
}

function underWay(item, verb) {
    switch (item.phase) {
        case "sending": return say("sending {share}", {share: percent(item.fraction ?? 0)});
        case "reading": return Number.isFinite(item.fraction) ? `${verb} ${percent(item.fraction)}` : verb;
        default: return null;
    }
}

function ended(item) {
    switch (item.phase) {
        case "waiting": return say("waiting, {size}", {size: bytes(item.size)});
        case "failed": return chip(say("failed"), "bad");
        case "stopped": return chip(say("stopped"));
        case "skipped": return chip(say("skipped"), "warn");
        case "done": {
            if (item.many)
                return [
                    chip(counted(item.many.files, "{count} file|{count} files"), "good"),
                    item.many.failed > 0 && ` ${say("{number} failed", {number: count(item.many.failed)})}`
                ];
            const {status, pages, withoutText} = item.result;
            // It is kept, but is never found: a file that came empty from elsewhere would be missed for long.
            if (withoutText) return [chip(term(status), "warn"), " ", say("no text, so nothing to find or quote")];
            return [chip(term(status), "good"), pages > 1 && ` ${counted(pages, "{count} page|{count} pages")}`];
        }
        default: return null;
    }
}
