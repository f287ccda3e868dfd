// Choosing and dropping files, and how each is getting on.

import {fill, h} from "../../lib/dom.js";
import {bytes, counted, percent} from "../../lib/format.js";
import {button, chip, iconButton, progress} from "../../ui/controls.js";
import {icon} from "../../ui/icons.js";
import {labelSelect} from "../../ui/labels.js";

/** The most files of one choice: a whole disk is no library, and `hearth ingest` reads folders better. */
const mostFiles = 5_000;

export class UploadPanel {
    /** @param {{folders?: boolean, text: string, accept?: string, stop: AbortSignal, target: HTMLElement}} options `target` takes drops. */
    constructor(uploads, {folders = true, text, accept, stop, target}) {
        this.uploads = uploads;
        const input = (attributes) => h("input.visually-hidden", {
            type: "file",
            multiple: true,
            tabindex: "-1",
            "aria-hidden": "true",
            onchange: (event) => {
                this.take([...event.target.files].map(named));
                event.target.value = "";
            },
            ...attributes
        });
        this.files = input({accept, "data-upload": "files"});
        this.folder = folders ? input({webkitdirectory: true, "data-upload": "folder"}) : null;
        this.label = labelSelect("personal");
        this.list = h("ul.uploads", {"aria-label": "Uploads"});
        this.summary = h("div.uploads-head", {role: "status"});
        this.element = h("section.upload", {"aria-label": "Upload"},
            h("div.drop", null, icon("upload"), h("p", null, text),
                h("div.actions", null,
                    button("Choose files", () => this.files.click(), {kind: "primary", "data-key": "new"}),
                    folders && button("Choose a folder", () => this.folder.click()),
                    h("label.inline", null, "Label", this.label))),
            this.files, this.folder, this.summary, this.list);
        uploads.addEventListener("change", () => this.plan(), {signal: stop});
        this.dropping(target, stop);
        this.draw();
    }

    take(files) {
        this.note = files.length > mostFiles
            ? `Only the first ${mostFiles} of ${
                  files.length} files were taken. hearth ingest FOLDER reads large folders.`
            : null;
        this.uploads.add(files.slice(0, mostFiles), this.label.value);
    }

    dropping(target, signal) {
        let depth = 0;
        const show = (isOver) => this.element.classList.toggle("over", isOver);
        const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");
        target.addEventListener("dragenter", (event) => {
            if (carriesFiles(event)) {
                depth += 1;
                show(true);
            }
        }, {signal});
        target.addEventListener("dragleave", () => {
            depth = Math.max(0, depth - 1);
            show(depth > 0);
        }, {signal});
        target.addEventListener("dragover", (event) => {
            if (carriesFiles(event)) event.preventDefault();
        }, {signal});
        target.addEventListener("drop", async (event) => {
            if (!carriesFiles(event)) return;
            event.preventDefault();
            depth = 0;
            show(false);
            this.take(await dropped(event.dataTransfer));
        }, {signal});
    }

    /** Draws at most once a frame: many files tell of themselves at once. */
    plan() {
        if (this.isPlanned) return;
        this.isPlanned = true;
        requestAnimationFrame(() => {
            this.isPlanned = false;
            this.draw();
        });
    }

    draw() {
        const {items} = this.uploads;
        const count = (...phases) => items.filter((item) => phases.includes(item.phase)).length;
        const failed = count("failed");
        const words = [
            `${count("done", "skipped", "failed", "stopped")} of ${counted(items.length, "file")}`,
            failed && `${failed} failed`
        ].filter(Boolean).join(", ");
        fill(this.summary,
            items.length > 0 &&
                [
                    h("span", null, words),
                    !this.uploads.isBusy && button("Clear list", () => this.uploads.clear(), {kind: "quiet"})
                ],
            this.note && h("p.help", null, this.note));
        // What failed and what is under way is worth its place; of the rest the last ones.
        const order = {failed: 0, sending: 1, reading: 1, skipped: 2, waiting: 3, done: 4, stopped: 4};
        const shown = [...items].sort((a, b) => order[a.phase] - order[b.phase]).slice(0, 60);
        fill(this.list, shown.map((item) => this.row(item)),
            items.length > shown.length && h("li.help", null, `and ${items.length - shown.length} more`));
    }

    row(item) {
        const isUnderWay = item.phase === "sending" || item.phase === "reading";
        return h("li.upload-row", {"data-phase": item.phase},
            h("span.upload-name", {dir: "auto", title: item.name}, item.name),
            h("span.upload-state", null, state(item)),
            isUnderWay && progress(item.fraction, `${item.phase === "sending" ? "Sending" : "Reading"} ${item.name}`),
            (isUnderWay || item.phase === "waiting")
                && iconButton(`Stop ${item.name}`, "close", () => this.uploads.stop(item)),
            ["failed", "stopped"].includes(item.phase) && item.file
                && iconButton(`Try ${item.name} again`, "again", () => this.uploads.again(item)),
            item.error && item.phase === "failed" && h("p.upload-reason", {dir: "auto"}, item.error.message),
            item.phase === "skipped"
                && h("p.upload-reason", {dir: "auto"}, item.result.error?.message ?? "It is no document."),
            item.result?.warnings?.map((warning) => h("p.upload-reason", null,
                                           warning.page ? `Page ${warning.page}: ` : "", warning.message)));
    }
}

function state(item) {
    switch (item.phase) {
        case "waiting": return `waiting, ${bytes(item.size)}`;
        case "sending": return `sending ${percent(item.fraction ?? 0)}`;
        case "reading": return item.fraction === undefined ? "reading" : `reading ${percent(item.fraction)}`;
        case "failed": return chip("failed", "bad");
        case "stopped": return chip("stopped");
        case "skipped": return chip("skipped", "warn");
        default: {
            const {status, pages, chunks} = item.result;
            return [
                chip(status, "good"), ` ${pages > 1 ? `${counted(pages, "page")}, ` : ""}${counted(chunks, "chunk")}`
            ];
        }
    }
}

const named = (file) => ({file, name: file.webkitRelativePath || file.name});

/** The files of a drop, those in folders among them. */
async function dropped(transfer) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.length) return [...transfer.files].map(named);
    const found = [];
    const waiting = entries;
    while (waiting.length && found.length <= mostFiles) {
        const entry = waiting.shift();
        if (entry.isFile) {
            const file = await new Promise((resolve) => {
                entry.file(resolve, () => resolve(null));
            });
            if (file) found.push({file, name: entry.fullPath.replace(/^\//, "")});
        } else if (entry.isDirectory) {
            const reader = entry.createReader();
            for (;;) {
                const batch = await new Promise((resolve) => {
                    reader.readEntries(resolve, () => resolve([]));
                });
                if (!batch.length) break;
                waiting.push(...batch.filter((child) => !child.name.startsWith(".")));
            }
        }
    }
    return found;
}
