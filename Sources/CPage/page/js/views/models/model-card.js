// One model: what it is for, whether it fits, and what can be done with it.

import {fill, h} from "../../lib/dom.js";
import {part, post, remove} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {bytes, count, counted} from "../../lib/format.js";
import {hasEnded, jobs, track} from "../../lib/jobs.js";
import {withoutCommands} from "../../lib/plain.js";
import {button, chip, facts} from "../../ui/controls.js";
import {confirm} from "../../ui/dialog.js";
import {menuButton} from "../../ui/menu.js";
import {attempt} from "../../ui/toast.js";
import {DownloadRow} from "./download-row.js";
import {modelSettings} from "./model-settings.js";

const purposes = {
    "text-generation": ["chat", "Use for chat"],
    embedding: ["embed", "Use for search"],
    reranking: ["rerank", "Use for ranking"]
};
export const kinds = {
    "text-generation": "Chat",
    embedding: "Embedding",
    reranking: "Reranking",
    reading: "Reading",
    tagging: "Tagging",
    "speech-recognition": "Speech recognition",
    "voice-activity": "Voice activity",
    diarization: "Diarization"
};

/** What people call that which runs models. */
export const runtimeNames = {
    hearth: "Hearth itself",
    apple: "Apple's own",
    remote: "A service elsewhere"
};

export class ModelCard {
    constructor(model) {
        this.id = model.id;
        this.download = new DownloadRow(() => this.pull());
        this.element = h("li.card.model", {"data-model": model.id});
        this.show(model);
    }

    show(model) {
        this.model = model;
        const isOpen = this.details?.open;
        this.details = h("details", {open: isOpen}, h("summary", null, "Details"), details(model));
        fill(this.element,
            h("header", null, h("h3", {dir: "auto"}, model.name), menuButton(`Actions for ${model.name}`, this.menu())),
            h("p.tags", null, chip(kinds[model.modality] ?? model.modality), model.bytes && chip(bytes(model.bytes)),
                model.quantization && chip(model.quantization), model.installed && (model.problem ? chip("✗ cannot be used", "bad") : chip("✓ installed", "good")),
                model.inUse && chip("in use", "good"), !model.installed && fits(model.fit)),
            h("p", {class: model.fit.memory === "too-large" || model.fit.disk === "too-large" ? "not-fitting" : "help"},
                `It ${model.fit.reason}.`),
            model.problem && h("p.not-fitting", null, model.problem),
            model.recommended && h("p.recommended", null, recommendation(model.recommended)),
            model.note && h("p.help", {dir: "auto"}, withoutCommands(model.note)), this.download.element, this.main = h("div.actions"),
            this.details);
        this.work();
    }

    /** Shows the download as it is now. */
    work() {
        const mine = jobs((job) => job.kind === "download" && job.subject === this.id)
                         .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
        this.download.show(mine);
        const isBusy = mine && !hasEnded(mine);
        const {model} = this;
        const purpose = purposes[model.modality];
        fill(this.main,
            !model.installed && model.urls.length > 0 && !isBusy && mine?.state !== "failed"
                && button(downloadWords(model), () => this.pull(), {kind: "primary", symbol: "download", disabled: model.fit.disk === "too-large"}),
            model.installed && !model.inUse && purpose
                && button(purpose[1], () => this.use(purpose[0]), {kind: "primary"}));
    }

    menu() {
        const {model} = this;
        return [
            model.installed && model.modality === "text-generation"
                && {label: "Settings", symbol: "settings", run: () => modelSettings(model)},
            model.installed && {
                label: "Check its file",
                symbol: "check",
                run: () => attempt(async () => track(await post(`/api/models/${part(model.id)}/verify`)),
                    "Checking; the result will be shown here.")
            },
            model.removable
                && {label: "Remove", symbol: "trash", danger: true, run: () => this.remove()},
            {
                label: "Copy its id",
                symbol: "copy",
                run: () => attempt(() => navigator.clipboard.writeText(model.id), "Copied")
            },
        ];
    }

    pull() { return attempt(async () => track(await post(`/api/models/${part(this.id)}/pull`))); }

    use(purpose) {
        return attempt(async () => {
            await post(`/api/models/${part(this.id)}/use`, { for: purpose
            });
            announce("models");
            announce("settings");
        }, `${this.model.name} is used from now on.`);
    }

    async remove() {
        const {model} = this;
        if (!await confirm(`Remove ${model.name}?`,
                model.installed
                    ? `Its file of ${bytes(model.bytes)} is deleted from this machine. It can be downloaded again.`
                    : "What was fetched of it is deleted, and your entry.",
                "Remove", {danger: true}))
            return;
        await attempt(async () => {
            const gone = await remove(`/api/models/${part(model.id)}`);
            announce("models");
            return gone;
        }, (gone) => `Removed; ${bytes(gone.freedBytes)} are free.`);
    }
}

/** What a download fetches: all of it, or what is left; `about` where only the number of weights is known. */
function downloadWords(model) {
    const {bytes: known, estimatedBytes, partialBytes} = model;
    if (partialBytes) return known ? `Go on, ${bytes(Math.max(0, known - partialBytes))} to go` : `Go on (${bytes(partialBytes)} are here)`;
    if (known) return `Download, ${bytes(known)}`;
    return estimatedBytes ? `Download, about ${bytes(estimatedBytes)}` : "Download";
}

/** The standard choice needs no reason: that it fits is said already. Of the smaller one it is said why. */
function recommendation(reason) {
    const smaller = /^lite: (.*)$/.exec(reason);
    return `Recommended for this machine${smaller ? `: ${smaller[1]}` : ""}.`;
}

const details = (model) => facts([
    ["Id", model.id],
    ["Runs with", model.runtimes.map((runtime) => runtimeNames[runtime] ?? runtime).join(", ") || "nothing here"],
    ["Format", model.format],
    ["Architecture", model.architecture],
    ["Parameters", model.parameters && count(model.parameters)],
    ["Context", model.contextLength && counted(model.contextLength, "token")],
    ["Memory", model.fit.estimate?.total && bytes(model.fit.estimate.total)],
    ["Licence", model.licence],
    ["Chat template", model.templateFamily],
    ["Languages", model.languages?.join(", ")],
    ["SHA-256", model.sha256],
    ["From", model.urls.join("\n")],
    ["File", model.path],
]);

function fits(fit) {
    if (fit.disk === "too-large") return chip("no room on the disk", "bad");
    return {fits: chip("fits", "good"), tight: chip("tight", "warn"), "too-large": chip("too large", "bad")}[fit.memory]
        ?? chip("size unknown");
}
