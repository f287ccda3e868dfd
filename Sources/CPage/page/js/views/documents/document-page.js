// One document: what is known of it, and its text.

import {fill, h} from "../../lib/dom.js";
import {get, part, wasStopped} from "../../lib/api.js";
import {bytes, counted, moment, titleOf} from "../../lib/format.js";
import {formatName} from "../../lib/formats.js";
import {address} from "../../lib/router.js";
import {dotted, say} from "../../lib/words.js";
import {chip, empty, facts, linkButton, skeleton} from "../../ui/controls.js";
import {DocumentText} from "../../ui/document-text.js";
import {labelSelect, labelWords} from "../../ui/labels.js";
import {menuButton} from "../../ui/menu.js";
import {problemCard} from "../../ui/problem.js";
import {actions} from "./document-list.js";
import {setLabel} from "./relabel.js";
import {warningWords} from "../../ui/server-words.js";

export class DocumentPage {
    constructor(stop) {
        this.stop = stop;
        this.head = h("header.document-head");
        this.text = new DocumentText();
        this.element = h("article.document-page", null, this.head, this.text.element);
    }

    async show(id, query) {
        const number = (name) => (query.has(name) ? Number(query.get(name)) : undefined);
        const place = {documentID: id, start: number("start"), end: number("end")};
        const key = JSON.stringify(place);
        if (this.key === key) return;
        this.key = key;
        if (this.id !== id) {
            this.id = id;
            fill(this.head, skeleton(2));
            fill(this.text.element, skeleton(8));
            if (!await this.load() || this.key !== key) return;
        }
        await this.text.show(place);
    }

    async load() {
        const {id} = this;
        try {
            const document = await get(`/api/documents/${part(id)}`, {}, {signal: this.stop});
            if (id !== this.id) return false;
            this.draw(document);
            return true;
        } catch (error) {
            if (wasStopped(error) || id !== this.id) return false;
            const back = linkButton(say("All documents"), address(["documents"]));
            if (error.status === 404) {
                fill(this.head);
                fill(this.text.element,
                    empty("documents", say("This document is gone"), say("It was removed, here or elsewhere."), back));
            } else {
                fill(this.head, problemCard(error, {retry: () => location.reload(), extra: [back]}));
                fill(this.text.element);
            }
            return false;
        }
    }

    draw(document) {
        fill(this.head, linkButton(say("All documents"), address(["documents"]), {kind: "quiet", symbol: "left"}),
            h("div.document-title", null, h("h1", {dir: "auto"}, titleOf(document)),
                // What another shares is read, and changed by nobody else.
                !document.sharedBy && menuButton(say("Actions for this document"), actions(document))),
            h("div.document-tools", null, document.sharedBy && chip(say("Shared by {name}", {name: document.sharedBy})),
                document.addedBy && chip(say("Added by {name}", {name: document.addedBy})),
                !document.sharedBy
                    && (this.label = labelSelect(document.label, (label) => setLabel(document, label))),
                linkButton(say("Ask about it"), address(["chat"], {in : document.documentID}), {symbol: "chat"}),
                document.isTranscript && !document.sharedBy
                    && linkButton(say("Open as transcript"), address(["transcripts", document.documentID]),
                        {symbol: "transcripts"})),
            !document.sharedBy && labelWords(this.label),
            h("details.document-facts", null,
                h("summary", null,
                    dotted([
                        formatName(document.format, document.path ?? undefined), document.pages > 1 && counted(document.pages, "{count} page|{count} pages"),
                        bytes(document.bytes)
                    ])),
                facts([
                    [say("File"), document.paths.join("\n")], [say("Language"), document.language],
                    [say("Added"), moment(document.ingestedAt)], [say("Id"), document.documentID]
                ])),
            document.withoutText
                && h("p.notes.without-text", null, chip(say("note"), "warn"), " ",
                    say("It has no text, so there is nothing to find or quote.")),
            document.warnings?.length > 0
                && h("ul.notes", null,
                    document.warnings.map((warning) => h("li", {dir: "auto"}, chip(say("note"), "warn"), " ",
                                              warningWords(warning), install(warning)))));
    }

    close() { this.text.close(); }
}

/** What would help against a warning: a program that is missing. */
function install(warning) {
    const step = warning.help?.find((help) => help.action === "install");
    return step ? ` ${say("Install {package}, then read it again.", {package: step.package})}` : "";
}
