// Step 1: a model that fits this machine, one that is elsewhere with the consent for it in the same place, or none.

import {fill, h} from "../../lib/dom.js";
import {get, part, post, wasStopped} from "../../lib/api.js";
import {onChange} from "../../lib/changes.js";
import {bytes} from "../../lib/format.js";
import {hasEnded, jobs, onJob, track} from "../../lib/jobs.js";
import {address} from "../../lib/router.js";
import {keep} from "../../lib/kept.js";
import {dotted, say} from "../../lib/words.js";
import {button, chip, linkButton, skeleton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {keyForm, serverForm} from "../../ui/service-form.js";
import {attempt} from "../../ui/toast.js";
import {DownloadRow} from "../models/download-row.js";
import {useWhenHere} from "./wanted-model.js";
import {serverNotes} from "../../ui/server-words.js";

/** The most that are offered: who wants to choose among more finds them all under Models. */
const most = 3;

/** Those to offer: the recommended one first, then what fits with the fewest bytes to fetch. */
export function choices(models) {
    const chat = models.filter(({modality, installed, urls, fit}) => modality === "text-generation"
            && (installed || urls.length > 0 && fit.memory !== "too-large" && fit.disk !== "too-large"));
    const size = ({estimatedBytes, bytes: known}) => known ?? estimatedBytes ?? Infinity;
    const rank = (model) => (model.inUse ? 0 : model.installed ? 1 : model.recommended ? 2 : 3);
    return chat.sort((a, b) => rank(a) - rank(b) || size(a) - size(b)).slice(0, most);
}

export function modelStep({stop, done}) {
    const list = h("ul.start-choices", null, h("li", null, skeleton(5)));
    const elsewhere = h("div.start-elsewhere");
    const downloads = new Map();

    function card(model) {
        const size = model.bytes ?? model.estimatedBytes;
        const job = jobs(({kind, subject}) => kind === "download" && subject === model.id)
                        .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
        const isComing = job && !hasEnded(job);
        const row = downloads.get(model.id) ?? new DownloadRow(() => fetchModel(model));
        downloads.set(model.id, row);
        row.show(job?.state === "done" ? null : job);
        return h("li.card", {"data-model": model.id},
            h("div.card-head", null, h("h2", {dir: "auto"}, model.name),
                model.inUse           ? chip(say("✓ in use"), "good")
                    : model.installed ? chip(say("✓ here"), "good")
                                      : model.recommended && chip(say("Fits this machine best"), "good")),
            h("p.help", null,
                dotted([
                    size && say("{size} to download, once", {size: bytes(size)}),
                    model.fit.estimate?.total
                        && say("{size} of memory while it answers", {size: bytes(model.fit.estimate.total)}),
                    model.fit.memory === "tight" && say("tight on this machine")
                ])),
            serverNotes([model.note].filter(Boolean)), row.element,
            h("div.actions", null,
                model.installed && !model.inUse && button(say("Use it"), () => use(model), {kind: "primary"}),
                !model.installed && !isComing && job?.state !== "failed"
                    && button(say("Download and use it"), () => fetchModel(model),
                        {kind: model.recommended ? "primary" : "", symbol: "download"})));
    }

    const use = (model) => attempt(async () => {
        await post(`/api/models/${part(model.id)}/use`, {for: "chat"
        });
        await load();
    }, say("{name} is used from now on.", {name: model.name}));
    const fetchModel = (model) => attempt(async () => {
        useWhenHere(model.id);
        track(await post(`/api/models/${part(model.id)}/pull`));
        await load();
    });

    async function load() {
        try {
            const {models} = await get("/api/models", {}, {signal: stop});
            const offered = choices(models);
            fill(list, offered.map(card),
                !offered.length
                    && h("li.help", null,
                        say("Of the models that Hearth knows, none fits this machine. It works without one.")));
            if (models.some(({modality, inUse}) => modality === "text-generation" && inUse)
                || jobs(({kind, state}) => kind === "download" && ["running", "paused"].includes(state)).length)
                done();
        } catch (error) {
            if (!wasStopped(error)) fill(list, h("li", null, problemCard(error, {retry: load})));
        }
    }

    function showElsewhere(form) {
        const cancel = () => showElsewhere(null);
        const made = (engine) => {
            keep("engine", engine);
            fill(elsewhere,
                h("p", {role: "status"}, chip(say("✓ Connected"), "good"), " ",
                    say("You choose who answers below each question, at any time.")));
            done();
        };
        fill(elsewhere,
            form ? form({done: made, cancel})
                 : h("div.actions", null, button(say("A key for OpenAI or Anthropic"), () => showElsewhere(keyForm)),
                       button(say("A server of your own"), () => showElsewhere(serverForm))));
        if (!form) return;
        elsewhere.querySelector("input, select").focus({preventScroll: true});
        // The way on lies over the lower edge.
        elsewhere.scrollIntoView({block: "center"});
    }

    onChange(["models", "settings"], load, stop);
    onJob((job) => {
        if (job.kind !== "download") return;
        const row = downloads.get(job.subject);
        if (row && !hasEnded(job))
            row.show(job);
        else
            load();
    }, stop);
    load();
    showElsewhere(null);
    return [
        h("h1", {tabindex: "-1"}, say("Which model should answer?")),
        h("p", null,
            say("A model words answers, summarizes, and understands questions better. It runs on this device: what you ask and what you keep stays here.")),
        list,
        h("section.start-other", {"aria-label": say("Without a model")}, h("h2", null, say("Or none")),
            h("p.help", null,
                say("Hearth works without: it finds the places that answer and quotes them, with the page. Search, transcripts and the journal work too. A model can come at any time.")),
            h("div.actions", null, linkButton(say("Go on without a model"), address(["start", "documents"])))),
        h("section.start-other", {"aria-label": say("A model elsewhere")}, h("h2", null, say("Or one elsewhere")),
            elsewhere),
    ];
}
