// What is in memory now: which models, how much they take, who uses them, and letting go of one.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, part, post, wasStopped} from "../../lib/api.js";
import {bytes, counted, percent, recent} from "../../lib/format.js";
import {say} from "../../lib/words.js";
import {button, chip, progress} from "../../ui/controls.js";
import {attempt} from "../../ui/toast.js";

/** Milliseconds until it is asked again: while something changes, and otherwise. */
const soon = 2_000;
const later = 10_000;

export class LoadedModels {
    /**
     * @param {AbortSignal} stop
     * @param {(id: string) => string|undefined} nameOf What people call a model.
     */
    constructor(stop, nameOf) {
        Object.assign(this, {stop, nameOf});
        this.element = h("section.model-group.loaded", {hidden: true, "aria-label": say("In memory")});
        stop.addEventListener("abort", () => clearTimeout(this.timer));
    }

    async load() {
        clearTimeout(this.timer);
        try {
            this.show(await get("/api/models/loaded", {}, {signal: this.stop}));
        } catch (error) {
            if (wasStopped(error)) return;
            // A build without local models has no such thing; what was shown may be wrong by now.
            this.element.hidden = true;
            if (error.status === 404) return;
        }
        this.timer = setTimeout(() => (document.hidden ? this.wait() : this.load()), this.isBusy ? soon : later);
    }

    /** Nobody looks: asks again when somebody does. */
    wait() { document.addEventListener("visibilitychange", () => this.load(), {once: true, signal: this.stop}); }

    show(found) {
        this.found = found;
        this.isBusy = found.models.some((model) => model.state !== "ready" || model.users > 0);
        this.element.hidden = found.models.length === 0;
        this.draw();
    }

    /** Again when names have come meanwhile. */
    draw() {
        if (!this.found) return;
        const {models, usedBytes, budgetBytes} = this.found;
        const key = JSON.stringify([this.found, models.map((model) => this.nameOf(model.id))]);
        if (key === this.key) return;
        this.key = key;
        const words = say("{used} of at most {most}", {used: bytes(usedBytes), most: bytes(budgetBytes)});
        keepingFocus(this.element,
            () => fill(this.element,
                h("header.loaded-head", null, h("h2", null, say("In memory")), h("p.help", null, words)),
                h("div.meter", null,
                    progress(usedBytes / budgetBytes, say("Memory that loaded models take: {words}", {words}))),
                h("ul.rows", null, models.map((model) => this.row(model)))));
    }

    row(model) {
        const name = this.nameOf(model.id) ?? model.id;
        const isLoading = model.state === "loading";
        const isUsed = model.users > 0;
        const facts =
            [bytes(model.bytes), model.contextLength && counted(model.contextLength, "{count} token|{count} tokens")];
        return h("li.row", {"data-loaded": model.id},
            h("div.row-main", null, h("p.row-title", {dir: "auto"}, name),
                h("p.row-sub", null,
                    model.isKept ? say("Kept by Hearth, for search")
                        : isUsed ? counted(model.users, "{count} request right now|{count} requests right now")
                                 : say("Last used {time}", {time: recent(model.lastUsed)}))),
            h("p.loaded-facts", null, facts.filter(Boolean).map((fact) => h("span", null, fact)),
                isLoading ? chip(say("loading {share}", {share: percent(model.progress)}), "warn")
                          : chip(say("ready"), "good")),
            !model.isKept && button(say("Unload"), () => this.unload(model.id), {
                disabled: isUsed || isLoading,
                "aria-label": say("Unload {name}", {name}),
                title: isUsed ? say("It is answering; wait until it is done.") : null,
                "data-focus": `unload-${model.id}`
            }));
    }

    async unload(id) {
        await attempt(() => post(`/api/models/${part(id)}/unload`),
            say("{name} is out of memory. It is loaded again when it is needed.", {name: this.nameOf(id) ?? id}));
        this.load();
    }
}
