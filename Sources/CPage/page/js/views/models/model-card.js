// One model: what it is for, whether it fits, and what can be done with it.

import {fill, h} from "../../lib/dom.js";
import {part, post, remove} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {bytes, count, counted} from "../../lib/format.js";
import {hasEnded, jobs, track} from "../../lib/jobs.js";
import {isEnglish, listed, say} from "../../lib/words.js";
import {button, chip, facts} from "../../ui/controls.js";
import {confirm} from "../../ui/dialog.js";
import {menuButton} from "../../ui/menu.js";
import {attempt} from "../../ui/toast.js";
import {DownloadRow} from "./download-row.js";
import {modelSettings} from "./model-settings.js";
import {serverNotes, serverSentence} from "../../ui/server-words.js";

const purposes = {
    "text-generation": ["chat", say("Use for chat")],
    embedding: ["embed", say("Use for search")],
    reranking: ["rerank", say("Use for ranking")]
};
/** What models are for, in the words of those whom they serve. */
export const kinds = {
    "text-generation": say("Chat"),
    embedding: say("Search by meaning"),
    reranking: say("The order of what is found"),
    reading: say("Words that answer"),
    tagging: say("Names, tasks and sentences"),
    "speech-recognition": say("Speech recognition"),
    "voice-activity": say("Where somebody speaks"),
    diarization: say("Who speaks when")
};

/** What people call that which runs models. */
export const runtimeNames = {
    hearth: say("Hearth itself"),
    apple: say("Apple's own"),
    remote: say("A service elsewhere")
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
        this.details = h("details", {open: isOpen}, h("summary", null, say("Details")), details(model));
        fill(this.element,
            h("header", null, h("h3", {dir: "auto"}, model.name), menuButton(say("Actions for {name}", {name: model.name}), this.menu())),
            h("p.tags", null, chip(kinds[model.modality] ?? model.modality), model.bytes && chip(bytes(model.bytes)),
                model.installed && (model.problem ? chip(say("✗ cannot be used"), "bad") : chip(say("✓ installed"), "good")),
                model.inUse && chip(say("in use"), "good"), !model.installed && fits(model.fit)),
            h("p", {class: model.fit.memory === "too-large" || model.fit.disk === "too-large" ? "not-fitting" : "help"},
                fitWords(model.fit)),
            serverSentence(model.problem, say("Its file cannot be used."), "p.not-fitting"),
            model.recommended && h("p.recommended", null, recommendation(model.recommended)),
            serverNotes([model.note].filter(Boolean)), this.download.element, this.main = h("div.actions"),
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
                && {label: say("Settings"), symbol: "settings", run: () => modelSettings(model)},
            model.installed && {
                label: say("Check its file"),
                symbol: "check",
                run: () => attempt(async () => track(await post(`/api/models/${part(model.id)}/verify`)),
                    say("Checking; the result will be shown here."))
            },
            model.removable
                && {label: say("Remove"), symbol: "trash", danger: true, run: () => this.remove()},
            {
                label: say("Copy its id"),
                symbol: "copy",
                run: () => attempt(() => navigator.clipboard.writeText(model.id), say("Copied"))
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
        }, say("{name} is used from now on.", {name: this.model.name}));
    }

    async remove() {
        const {model} = this;
        if (!await confirm(say("Remove {name}?", {name: model.name}),
                model.installed
                    ? say("Its file of {size} is deleted from this machine. It can be downloaded again.", {size: bytes(model.bytes)})
                    : say("What was fetched of it is deleted, and your entry."),
                say("Remove"), {danger: true}))
            return;
        await attempt(async () => {
            const gone = await remove(`/api/models/${part(model.id)}`);
            announce("models");
            return gone;
        }, (gone) => say("Removed; {size} are free.", {size: bytes(gone.freedBytes)}));
    }
}

/** What a download fetches: all of it, or what is left; `about` where only the number of weights is known. */
function downloadWords(model) {
    const {bytes: known, estimatedBytes, partialBytes} = model;
    if (partialBytes) return known ? say("Go on, {size} to go", {size: bytes(Math.max(0, known - partialBytes))})
                                    : say("Go on ({size} are here)", {size: bytes(partialBytes)});
    if (known) return say("Download, {size}", {size: bytes(known)});
    return estimatedBytes ? say("Download, about {size}", {size: bytes(estimatedBytes)}) : say("Download");
}

/** The standard choice needs no reason: that it fits is said already. Of the smaller one it is said why. */
function recommendation(reason) {
    const smaller = isEnglish() && /^lite: (.*)$/.exec(reason);
    return smaller ? say("Recommended for this machine: {reason}.", {reason: smaller[1]})
                   : say("Recommended for this machine.");
}

/** Whether a model fits, in words for who does not count tokens; how long a context that is for stands among the details. */
export function fitWords({memory, disk, estimate}) {
    if (disk === "too-large") return say("There is no room for it on the disk.");
    const need = estimate?.total && bytes(estimate.total);
    if (memory === "too-large")
        return need ? say("It is too large for this machine: it needs about {size} of memory.", {size: need})
                    : say("It is too large for this machine.");
    if (memory === "unknown" || !need) return say("How much memory it needs is not known.");
    return memory === "tight" ? say("It is tight: it needs about {size} of memory.", {size: need})
                              : say("Needs about {size} of memory.", {size: need});
}

const details = (model) => facts([
    [say("Id"), model.id],
    [say("Runs with"), listed(model.runtimes.map((runtime) => runtimeNames[runtime] ?? runtime)) || say("nothing here")],
    [say("Format"), model.format],
    [say("Architecture"), model.architecture],
    [say("Quantization"), model.quantization],
    [say("Parameters"), model.parameters && count(model.parameters)],
    [say("Context"), model.contextLength && counted(model.contextLength, "{count} token|{count} tokens")],
    [say("Memory"), model.fit.estimate?.total && bytes(model.fit.estimate.total)],
    [say("Licence"), model.licence],
    [say("Chat template"), model.templateFamily],
    [say("Languages"), model.languages && listed(model.languages)],
    ["SHA-256", model.sha256],
    [say("From"), model.urls.join("\n")],
    [say("File"), model.path],
]);

function fits(fit) {
    if (fit.disk === "too-large") return chip(say("no room on the disk"), "bad");
    return {fits: chip(say("fits"), "good"), tight: chip(say("tight"), "warn"), "too-large": chip(say("too large"), "bad")}[fit.memory]
        ?? chip(say("size unknown"));
}
