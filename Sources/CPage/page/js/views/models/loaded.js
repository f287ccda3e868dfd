// What is in memory now: which models, how much they take, who uses them, and letting go of one.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, part, post, wasStopped} from "../../lib/api.js";
import {bytes, counted, percent, recent} from "../../lib/format.js";
import {button, chip, progress} from "../../ui/controls.js";
import {attempt} from "../../ui/toast.js";

/** Milliseconds until it is asked again: while something changes, and otherwise. */
const soon = 2_000;
const later = 10_000;

const states = {
    loading: ["loading", "warn"],
    ready: ["ready", "good"],
    unloading: ["letting go", "warn"]
};

export class LoadedModels {
    /** @param {AbortSignal} stop */
    constructor(stop) {
        this.stop = stop;
        this.element = h("section.model-group.loaded", {hidden: true, "aria-label": "In memory"});
        stop.addEventListener("abort", () => clearTimeout(this.timer));
    }

    async load() {
        clearTimeout(this.timer);
        try {
            this.show(await get("/api/models/loaded", {}, {signal: this.stop}));
        } catch (error) {
            if (wasStopped(error)) return;
            // A build without a pool has no such thing; what was shown may be wrong by now.
            this.element.hidden = true;
            if (error.status === 404) return;
        }
        this.timer = setTimeout(() => (document.hidden ? this.wait() : this.load()), this.isBusy ? soon : later);
    }

    /** Nobody looks: asks again when somebody does. */
    wait() { document.addEventListener("visibilitychange", () => this.load(), {once: true, signal: this.stop}); }

    show({models, memory, budget}) {
        this.isBusy = models.some((model) => model.state !== "ready" || model.users > 0);
        this.element.hidden = models.length === 0;
        const key = JSON.stringify([models, memory, budget]);
        if (key === this.key) return;
        this.key = key;
        const used = memory ?? models.reduce((sum, model) => sum + (model.memory ?? 0), 0);
        keepingFocus(this.element,
            () => fill(this.element,
                h("header.loaded-head", null, h("h2", null, "In memory"),
                    h("p.help", null, budget ? `${bytes(used)} of at most ${bytes(budget)}` : bytes(used))),
                budget && h("div.meter", null, progress(used / budget, "Memory that loaded models take")),
                h("ul.rows", null, models.map((model) => this.row(model)))));
    }

    row(model) {
        const [word, tone] = states[model.state] ?? [model.state, ""];
        const share = Number.isFinite(model.fraction) ? ` ${percent(model.fraction)}` : "";
        const isUsed = model.users > 0;
        return h("li.row", {"data-loaded": model.id},
            h("div.row-main", null, h("p.row-title", {dir: "auto"}, model.name ?? model.id),
                h("p.row-sub", null,
                    isUsed ? `${counted(model.users, "request")} right now`
                        : model.lastUsed ? `Last used ${recent(model.lastUsed)}`
                                         : "Not used yet")),
            h("p.loaded-facts", null, chip(word + share, tone),
                model.memory ? h("span", null, bytes(model.memory)) : null),
            button("Unload", () => this.unload(model), {
                disabled: isUsed || model.state !== "ready",
                "aria-label": `Unload ${model.name ?? model.id}`,
                title: isUsed ? "It is answering; wait until it is done." : null,
                "data-focus": `unload-${model.id}`
            }));
    }

    async unload(model) {
        await attempt(() => post(`/api/models/${part(model.id)}/unload`),
            `${model.name ?? model.id} is out of memory. It is loaded again when it is needed.`);
        this.load();
    }
}
