// Choosing and dropping files, and how each is getting on.

import {fill, h} from "../../lib/dom.js";
import {count as number, counted} from "../../lib/format.js";
import {listed, say} from "../../lib/words.js";
import {button} from "../../ui/controls.js";
import {dropped, named} from "../../ui/dropped.js";
import {icon} from "../../ui/icons.js";
import {asBefore, labels, labelSelect, labelWords} from "../../ui/labels.js";
import {UploadRow} from "./upload-row.js";

/** The most files of one choice: a whole disk is no library. */
const mostFiles = 5_000;
/** The most that are listed; a list of thousands helps nobody and is slow. */
const mostRows = 60;

export class UploadPanel {
    /**
     * @param {{uploads: Uploads, fits?: (file: File) => boolean, fields?: () => object, problem?: (file: File) => Error|null, link?: (item: object) => Node, canReplace?: boolean}[]} kinds
     *   What becomes of a file: the first kind that fits takes it, the last one takes the rest. One that `canReplace` lets a
     *   file take the place of another of its name.
     * @param {{folders?: boolean, text: string, accept?: string, options?: Node[], isPlain?: boolean, stop: AbortSignal, target: HTMLElement}} options
     *   `target` takes drops. A plain one asks nothing about the files: they are kept as is usual.
     */
    constructor(kinds, {folders = true, text, accept, options = [], isPlain = false, stop, target}) {
        this.kinds = kinds;
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
        this.label = labelSelect("", undefined, {}, [asBefore, ...labels]);
        this.replaces = h("input", {type: "checkbox"});
        /** @type {Map<object, UploadRow>} */
        this.rows = new Map();
        this.list = h("ul.uploads", {"aria-label": say("Uploads")});
        this.words = h("span", {role: "status"});
        this.clear = button(say("Clear list"), () => this.each((uploads) => uploads.clear()), {kind: "quiet"});
        this.note = h("p.help", {role: "status"});
        this.element = h("section.upload", {"aria-label": say("Upload")},
            h("div.drop", null, icon("upload"), h("p", null, text),
                h("div.actions", null,
                    button(say("Choose files"), () => this.files.click(), {kind: "primary", "data-key": "new"}),
                    folders && button(say("Choose a folder"), () => this.folder.click())),
                !isPlain
                    && h("details.drop-options", null, h("summary", null, say("Options")),
                        h("div.actions", null, h("label.inline", null, say("Label"), this.label),
                            h("label.inline", null, this.replaces, say("Replace files of the same name"))),
                        labelWords(this.label)),
                options),
            this.files, this.folder, this.note, h("div.uploads-head", null, this.words, this.clear), this.list);
        this.each((uploads) => uploads.addEventListener("change", () => this.plan(), {signal: stop}));
        this.dropping(target, stop);
        this.draw();
    }

    each(action) { this.kinds.forEach(({uploads}) => action(uploads)); }

    take(files) {
        this.note.textContent = files.length > mostFiles
            ? say("Only the first {count} files were taken, there are more. Add the rest when these are read.",
                  {count: number(mostFiles)})
            : "";
        /** @type {Map<object, object[]>} The files of each kind. */
        const taken = new Map(this.kinds.map((kind) => [kind, []]));
        for (const entry of files.slice(0, mostFiles)) {
            const kind = this.kinds.find(({fits}) => fits?.(entry.file)) ?? this.kinds.at(-1);
            taken.get(kind).push({...entry, problem: kind.problem?.(entry.file)});
        }
        for (const [{uploads, fields, canReplace}, entries] of taken)
            if (entries.length)
                uploads.add(entries, {
                    label: this.label.value,
                    replace: canReplace && this.replaces.checked ? "true" : null,
                    ...fields?.()
                });
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
            this.take(await dropped(event.dataTransfer, mostFiles));
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
        const items = this.kinds.flatMap(({uploads, link}) => uploads.items.map((item) => ({item, uploads, link})));
        const count = (...phases) => items.filter(({item}) => phases.includes(item.phase)).length;
        const failed = count("failed");
        const isBusy = this.kinds.some(({uploads}) => uploads.isBusy);
        this.words.textContent = items.length === 0 ? "" : listed([
            counted(items.length, "{done} of {count} file|{done} of {count} files",
                {done: number(count("done", "skipped", "failed", "stopped"))}),
            failed && say("{number} failed", {number: number(failed)})
        ]);
        this.clear.hidden = isBusy || !items.length;
        // What failed and what is under way is worth its place; of the rest the last ones.
        const order = {failed: 0, sending: 1, reading: 1, skipped: 2, waiting: 3, done: 4, stopped: 4};
        const chosen = items.sort((a, b) => order[a.item.phase] - order[b.item.phase]).slice(0, mostRows);
        const rows = new Map(
            chosen.map(({item, uploads, link}) => [item, this.rows.get(item) ?? new UploadRow(uploads, item, link)]));
        for (const row of rows.values()) row.draw();
        this.rows = rows;
        const elements = [...rows.values()].map((row) => row.element);
        if (items.length > rows.size)
            elements.push(h("li.help", null, say("and {number} more", {number: number(items.length - rows.size)})));
        // The same rows in the same order stay untouched.
        const isSame = elements.length === this.list.children.length
            && elements.every((element, index) => element === this.list.children[index]);
        if (isSame) return;
        const focused = document.activeElement;
        fill(this.list, elements);
        if (focused !== document.activeElement && this.list.contains(focused)) focused.focus({preventScroll: true});
    }
}
