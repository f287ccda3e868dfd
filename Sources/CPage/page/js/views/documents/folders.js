// Folders of this machine that the library is kept in step with: which there are, how they are, what could not be read.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, part, patch, post, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {count, counted, recent} from "../../lib/format.js";
import {track} from "../../lib/jobs.js";
import {say} from "../../lib/words.js";
import {button, chip, field, progress, select, toggle} from "../../ui/controls.js";
import {form} from "../../ui/dialog.js";
import {asBefore, labels, labelSelect, labelWords} from "../../ui/labels.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";
import {folderPicker} from "./folder-picker.js";

const deletions = [["follow", say("Take it out of Hearth, too")], ["keep", say("Keep what Hearth read of it")]];

/** Where what Git leaves out is left out. */
const gitLists = [["repositories", say("In repositories of Git")], ["everywhere", say("In all folders")], ["nowhere", say("Nowhere")]];

/** Milliseconds between two looks at folders that are being read. */
const pause = 2_000;

/** Files that could not be read, shown at a time. */
const page = 50;

const of = (folder, rest = "") => `/api/folders/${part(folder.name)}${rest}`;

export class FolderPanel {
    constructor(stop) {
        this.stop = stop;
        this.rows = h("div");
        this.summary = h("summary", null, say("Watched folders"));
        this.element = h("details.card", {"aria-label": say("Watched folders"), ontoggle: () => this.load()},
            this.summary,
            h("p.help", null,
                say("Hearth reads by itself what you put into these folders, and follows what you change or delete there. It writes nothing into them.")),
            this.rows, h("div.actions", null, button(say("Add a folder"), () => this.add(), {symbol: "plus"})));
        stop.addEventListener("abort", () => clearTimeout(this.timer));
    }

    async load() {
        clearTimeout(this.timer);
        if (!this.element.open || this.stop.aborted) return;
        try {
            const {folders} = await get("/api/folders", {}, {signal: this.stop});
            keepingFocus(this.element, () => fill(this.rows, folders.map((folder) => this.row(folder))));
            this.again(folders.some((folder) => folder.isLooking || !folder.lookedAt && !folder.paused && !folder.absence));
        } catch (error) {
            if (!wasStopped(error)) fill(this.rows, problemCard(error, {retry: () => this.load()}));
        }
    }

    /** While something goes on, it is looked at again, and what was read meanwhile shows in the list. */
    again(isBusy) {
        if (this.wasBusy && !isBusy) announce("documents");
        this.wasBusy = isBusy;
        if (isBusy) this.timer = setTimeout(() => this.load(), pause);
    }

    row(folder) {
        const {files, reading} = folder;
        return h("section", {"aria-label": folder.name},
            h("div.card-head", null, h("h3", {dir: "auto"}, folder.name),
                chip(labels.find(([key]) => key === folder.label)?.[1] ?? folder.label),
                folder.paused && chip(say("On hold")), folder.absence && chip(say("Not there"), "warn")),
            h("p.help", {dir: "ltr"}, folder.path),
            folder.absence
                && h("p", {role: "status"},
                    say("This folder, or what was in it, is not there just now; its disk may be missing. All documents stay.")),
            reading
                ? h("div", null,
                    h("p", {role: "status"},
                        say("{done} of {total} files are read", {done: count(reading.done), total: count(reading.total)})),
                    progress(reading.total ? reading.done / reading.total : undefined, say("Reading the folder")))
                : h("p", null, counted(files.read, "{count} file in the library|{count} files in the library"),
                    folder.lookedAt && [" · ", say("looked at {when}", {when: recent(folder.lookedAt)})]),
            files.away > 0
                && h("p", null,
                    counted(files.away,
                        "{count} file is on a disk that is not there|{count} files are on a disk that is not there")),
            folder.unwatched > 0
                && h("p.help", null,
                    say("The system tells of changes in a part of this folder only. The rest is looked at every few minutes.")),
            folder.problems.length > 0
                && h("details", null,
                    h("summary", null, say("A list of what is left out could not be taken as it is")),
                    folder.problems.map((problem) => h("p", {lang: "en", dir: "ltr"}, problem))),
            files.failed > 0 && this.failures(folder), this.leftovers(folder, "excluded"), this.leftovers(folder, "gone"),
            h("div.actions", null,
                button(folder.paused ? say("Resume") : say("Pause"), () => this.change(folder, {paused: !folder.paused})),
                !folder.paused && button(say("Look now"), () => this.refresh(folder)),
                button(say("Change"), () => this.edit(folder)),
                button(say("Remove"), () => this.erase(folder), {symbol: "trash"})));
    }

    /** What could not be read, and why; asked for when somebody unfolds it. */
    failures(folder) {
        const list = h("ul");
        const rest = h("div");
        let isAsked = false;
        const more = async (after) => {
            try {
                const {files, next} =
                    await get(of(folder, "/files"), {state: "failed", after, limit: page}, {signal: this.stop});
                list.append(...files.map((file) => h("li", {dir: "auto"}, h("strong", null, file.path), " ",
                    h("span", {lang: "en", dir: "ltr"}, file.message ?? ""))));
                fill(rest, next && button(say("Show more"), () => more(next)));
            } catch (error) {
                if (!wasStopped(error)) fill(rest, problemCard(error, {retry: () => more(after)}));
            }
        };
        const open = (event) => {
            if (!event.target.open || isAsked) return;
            isAsked = true;
            more();
        };
        return h("details", {ontoggle: open},
            h("summary", null,
                counted(folder.files.failed, "{count} file could not be read|{count} files could not be read")),
            list, rest);
    }

    /** Documents whose files are left out or deleted, which their owner may have removed. */
    leftovers(folder, state) {
        const number = folder.files[state];
        if (!number) return null;
        const words = state === "excluded"
            ? counted(number,
                "{count} document stays although its file is left out now.|{count} documents stay although their files are left out now.")
            : counted(number,
                "{count} document stays although its file was deleted.|{count} documents stay although their files were deleted.");
        return h("p", null, words, " ", button(say("Remove these documents"), async () => {
            await attempt(async () => {
                await post(of(folder, "/remove-documents"), {state});
                this.changed();
            }, say("Removed."));
        }));
    }

    changed() {
        announce("documents");
        this.load();
    }

    async change(folder, values) {
        await attempt(() => patch(of(folder), values));
        this.load();
    }

    async refresh(folder) {
        await attempt(async () => track(await post(of(folder, "/refresh"))));
        this.again(true);
    }

    /** The fields that adding and changing have in common. */
    fields(folder) {
        const exclusions = h("textarea", {rows: 3, spellcheck: "false", dir: "ltr"});
        exclusions.value = (folder?.exclusions ?? []).join("\n");
        const label = labelSelect(folder?.label ?? "", null, {}, folder ? labels : [asBefore, ...labels]);
        const deleted = select(deletions, folder?.deletions ?? "follow");
        const git = select(gitLists, folder?.gitLists ?? "repositories");
        let hidden = folder?.hidden ?? false;
        return {
            nodes: [
                field(say("Privacy"), label), labelWords(label), field(say("When you delete a file"), deleted),
                h("details", {open: exclusions.value !== "" || git.value !== "repositories" || hidden},
                    h("summary", null, say("Leave some files out")),
                    field(say("Leave out"), exclusions,
                        say("Names of files or folders, one a line: drafts/ is a folder, *.csv are all files that end so. A file .hearthignore in a folder says the same.")),
                    toggle(say("Read hidden files, too"), hidden, (value) => hidden = value),
                    field(say("Leave out what .gitignore files say"), git, say("Programmers keep such lists of what is not to be kept.")))
            ],
            values: () => ({
                // What is as it was needs no word of its owner's.
                ...(label.value && label.value !== folder?.label ? {label: label.value} : {}),
                deletions: deleted.value,
                gitLists: git.value,
                hidden,
                exclusions: exclusions.value.split("\n").filter((line) => line.trim())
            })
        };
    }

    async add() {
        const path = h("input", {type: "text", required: true, autocomplete: "off", spellcheck: "false", dir: "ltr"});
        const {nodes, values} = this.fields();
        await form(say("Add a folder"),
            [
                field(say("Folder"), path,
                    say("Where it is on the computer on which Hearth runs, as your file manager shows it: /home/me/Documents, or ~/Documents for the folder of your own.")),
                folderPicker(path), nodes
            ],
            say("Add a folder"), async () => {
                await post("/api/folders", {path: path.value.trim(), ...values()});
                this.load();
            });
    }

    async edit(folder) {
        const {nodes, values} = this.fields(folder);
        await form(say("Change {name}", {name: folder.name}), nodes, say("Change"), async () => {
            await patch(of(folder), values());
            this.load();
        });
    }

    async erase(folder) {
        let documents = false;
        await form(say("Keep {name} in step no longer?", {name: folder.name}),
            [
                h("p", null, say("No file is touched. Its documents stay in the library, unless they are to go as well.")),
                toggle(say("Remove its documents, too"), false, (value) => documents = value)
            ],
            say("Remove"), async () => {
                await remove(of(folder) + (documents ? "?documents=true" : ""));
                this.changed();
            }, {danger: true});
    }
}
