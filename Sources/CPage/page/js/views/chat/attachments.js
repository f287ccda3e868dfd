// What a question is about, above the field: files that are read into the library for it, and documents that were chosen.

import {fill, h} from "../../lib/dom.js";
import {get, part} from "../../lib/api.js";
import {count, percent, titleOf} from "../../lib/format.js";
import {say} from "../../lib/words.js";
import {iconButton} from "../../ui/controls.js";
import {dropped, named} from "../../ui/dropped.js";
import {icon} from "../../ui/icons.js";
import {wordsOf} from "../../ui/problem.js";
import {documentUploads} from "../documents/uploads.js";

/** The most documents that are named one by one. */
const mostNamed = 6;
/** The most files that one drop or choice makes a question about: each is named in the address and in the request. */
const mostAttached = 200;

export class Attachments {
    /** @param {{scope: () => string[], setScope: (ids: string[]) => void, stop: AbortSignal}} options */
    constructor({scope, setScope, stop}) {
        Object.assign(this, {scope, setScope, stop});
        /** @type {Map<string, string>} */
        this.titles = new Map();
        /** Files that were attached here; others that are being read are no matter of this question. */
        this.items = new Set();
        this.files = h("input.visually-hidden", {
            type: "file",
            multiple: true,
            tabindex: "-1",
            "aria-hidden": "true",
            "data-attach": true,
            onchange: () => {
                this.add([...this.files.files].map(named));
                this.files.value = "";
            }
        });
        this.element = h("ul.attachments", {"aria-label": say("What is asked about")});
        documentUploads.addEventListener("change", () => this.draw(), {signal: stop});
        documentUploads.addEventListener("over", ({detail}) => this.over(detail), {signal: stop});
    }

    choose() { this.files.click(); }

    /** What is let go above the field: files, and what lies in folders. */
    async drop(transfer) { this.add(await dropped(transfer, mostAttached)); }

    /** @param {{file: File, name: string}[]} files */
    add(files) {
        const before = documentUploads.items.length;
        this.isCut = files.length > mostAttached;
        documentUploads.add(files.slice(0, mostAttached), {});
        for (const item of documentUploads.items.slice(before)) this.items.add(item);
        this.draw();
    }

    /** A file that was read is one to ask in. */
    over(item) {
        if (!this.items.has(item)) return;
        const id = item.result?.documentID;
        if (item.phase === "done" && id) {
            this.items.delete(item);
            this.titles.set(id, item.name);
            if (!this.scope().includes(id)) this.setScope([...this.scope(), id]);
        }
        this.draw();
    }

    /** Whether something is still on its way that the next question is meant to be about. */
    get isBusy() { return [...this.items].some(({phase}) => ["waiting", "sending", "reading"].includes(phase)); }

    note(document) { this.titles.set(document.documentID, titleOf(document)); }

    async name(id) {
        if (this.titles.has(id)) return;
        const collection = id.startsWith("collection:") && id.slice("collection:".length);
        this.titles.set(id, collection ? say("Collection") : say("Document"));
        try {
            if (collection) {
                const {collections, shared} = await get("/api/collections", {}, {signal: this.stop});
                const found = [...collections, ...shared].find((one) => one.id === collection);
                this.titles.set(id, found?.name ?? say("A collection that is gone"));
                return this.draw();
            }
            this.titles.set(id, titleOf(await get(`/api/documents/${part(id)}`, {}, {signal: this.stop})));
        } catch (error) {
            if (error.status === 404) this.titles.set(id, say("A document that is gone"));
        }
        this.draw();
    }

    draw() {
        const scope = this.scope();
        const shown = scope.length <= mostNamed ? scope : [];
        shown.forEach((id) => this.name(id));
        // What could not be read is to be seen; of what is on its way the first ones stand for all.
        const isBad = ({phase}) => ["failed", "skipped", "stopped"].includes(phase);
        const files = [...this.items].sort((a, b) => isBad(b) - isBad(a));
        const rest = files.splice(mostNamed).length;
        fill(this.element, files.map((item) => this.file(item, isBad(item))),
            rest > 0 && h("li.help", null, say("and {number} more", {number: count(rest)})),
            this.isCut
                && h("li.help", {role: "status"},
                    say("Only the first {count} files were taken, there are more. Add the rest when these are read.",
                        {count: count(mostAttached)})),
            shown.map((id) => this.chip("documents", this.titles.get(id),
                          () => this.setScope(scope.filter((other) => other !== id)))));
        this.element.hidden = !this.element.childElementCount;
    }

    file(item, isBad) {
        const words = item.phase === "sending" ? say("sending {share}", {share: percent(item.fraction ?? 0)})
            : item.phase === "reading"         ? Number.isFinite(item.fraction)
                ? say("reading {share}", {share: percent(item.fraction)})
                : say("being read")
            : item.phase === "waiting"         ? say("waiting")
            : item.error ?? item.result?.error ? wordsOf(item.error ?? item.result.error)
                                               : say("was not read");
        return this.chip("clip", item.name, () => {
            documentUploads.stop(item);
            this.items.delete(item);
            this.draw();
        }, words, isBad);
    }

    chip(symbol, name, remove, words, isBad = false) {
        return h("li.attachment", {class: isBad ? "bad" : ""}, icon(symbol),
            h("span.attachment-name", {dir: "auto", title: name}, name),
            words && h("span.help", {role: "status"}, words),
            iconButton(say("Leave out {name}", {name}), "close", remove));
    }
}
