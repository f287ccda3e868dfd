// Models: what is here, what fits, and bringing more.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, wasStopped} from "../../lib/api.js";
import {onChange} from "../../lib/changes.js";
import {onJob} from "../../lib/jobs.js";
import {bytes, counted} from "../../lib/format.js";
import {address, change} from "../../lib/router.js";
import {parted, say} from "../../lib/words.js";
import {button, empty, linkButton, skeleton} from "../../ui/controls.js";
import {problemCard, wordsOf} from "../../ui/problem.js";
import {toast} from "../../ui/toast.js";
import {AddModel} from "./add-model.js";
import {LoadedModels} from "./loaded.js";
import {kinds, ModelCard} from "./model-card.js";

export const title = say("Models");

export function open(root) {
    const stop = new AbortController();
    const add = new AddModel(stop.signal);
    const loaded = new LoadedModels(stop.signal, (id) => cards.get(id)?.model.name);
    const machine = h("p.help");
    const filter = h("nav.kind-filter", {"aria-label": say("Kinds of models"), hidden: true});
    const lists = h("div", null, skeleton(8));
    const overview = h("div.page-width", null,
        h("header.page-head", null, h("h1", null, say("Models")),
            linkButton(say("Add from address"), address(["models", "add"]),
                {symbol: "plus", kind: "primary", "data-key": "new"})),
        machine, filter, lists, loaded.element);
    const adding = h("div.page-width", null, add.element);
    fill(root, h("div.page-pane", null, overview, adding));

    /** @type {Map<string, ModelCard>} Kept, so that a card that is being used is not torn away. */
    const cards = new Map();

    let known = null;
    let kind = null;

    /** One kind of models, or all. */
    function drawFilter() {
        const here = Object.keys(kinds).filter((key) => known.some((model) => model.modality === key));
        filter.hidden = here.length < 2;
        const item = (key, label, count) => h("a", {
            href: address(["models"], {kind: key}),
            "aria-current": key === kind ? "true" : null,
            "data-focus": `kind-${key}`
        },
            label, h("span.kind-count", null, count));
        keepingFocus(filter,
            () => fill(filter, item(null, say("All"), known.length),
                here.map((key) => item(key, kinds[key], known.filter((model) => model.modality === key).length))));
    }

    function draw() {
        if (!known) return;
        drawFilter();
        const models = kind ? known.filter((model) => model.modality === kind) : known;
        const group = (heading, items, otherwise) => (items.length || otherwise)
            && h("section.model-group", null, h("h2", null, heading),
                items.length ? h("ul.cards", null, items.map((model) => cards.get(model.id).element)) : otherwise);
        const here = models.filter((model) => model.installed);
        const begun = models.filter((model) => !model.installed && (model.partialBytes || model.job));
        const rest = models.filter((model) => !here.includes(model) && !begun.includes(model));
        const recommended = rest.filter((model) => model.recommended);
        const none = kind
            ? h("p.help", null, say("None of this kind is installed."))
            : empty("models", say("No model yet"),
                  say("Hearth works without one: answers are then quotes. A model words them, and understands questions better."));
        fill(lists,
            models.length === 0
                && empty("models", say("No model of this kind"), say("Hearth knows none yet; add one by its address."),
                    button(say("Show all"), () => change({kind: null}))),
            models.length > 0 && group(say("On this machine"), here, none), group(say("Under way"), begun),
            group(say("Recommended"), recommended), group(say("More"), rest.filter((model) => !model.recommended)));
    }

    async function load() {
        loaded.load();
        try {
            const found = await get("/api/models", {}, {signal: stop.signal});
            const {machine: facts, models} = found;
            fill(machine, say("This machine: {facts}.", {
                facts: parted([
                    facts.availableMemory ? say("{size} of memory, {free} free",
                                                {size: bytes(facts.memory), free: bytes(facts.availableMemory)})
                                          : say("{size} of memory", {size: bytes(facts.memory)}),
                    facts.freeDisk && say("{size} of room on the disk", {size: bytes(facts.freeDisk)}),
                    counted(facts.cores, "{count} core|{count} cores")
                ])
            }));
            for (const model of models) {
                if (cards.has(model.id))
                    cards.get(model.id).show(model);
                else
                    cards.set(model.id, new ModelCard(model));
            }
            known = models;
            loaded.draw();
            draw();
        } catch (error) {
            if (!wasStopped(error)) fill(lists, problemCard(error, {retry: load}));
        }
    }

    onChange(["models", "settings"], load, stop.signal);
    onJob((job) => {
        cards.get(job.subject)?.work();
        if (job.kind === "verify-model" && job.state === "done")
            toast(say("{name}: its file is whole.", {name: job.title}), {tone: "good", stays: true});
        if (job.kind === "verify-model" && job.state === "failed")
            toast([`${job.title}: `, wordsOf(job.error)], {tone: "bad", seconds: 20, stays: true});
    }, stop.signal);
    load();

    return {
        async show({path: [page], query}) {
            overview.hidden = page === "add";
            adding.hidden = page !== "add";
            if (page === "add") return add.show(query);
            add.key = null;
            const wanted = Object.hasOwn(kinds, query.get("kind") ?? "") ? query.get("kind") : null;
            if (wanted !== kind) {
                kind = wanted;
                draw();
            }
            const at = query.get("at");
            if (at) {
                await load();
                cards.get(at)?.element.scrollIntoView({block: "nearest"});
            }
        },
        close() { stop.abort(); },
    };
}
