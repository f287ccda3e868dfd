// Models: what is here, what fits, and bringing more.

import {fill, h} from "../../lib/dom.js";
import {get, wasStopped} from "../../lib/api.js";
import {onChange} from "../../lib/changes.js";
import {onJob} from "../../lib/jobs.js";
import {bytes, counted} from "../../lib/format.js";
import {address} from "../../lib/router.js";
import {empty, linkButton, skeleton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {toast} from "../../ui/toast.js";
import {AddModel} from "./add-model.js";
import {ModelCard} from "./model-card.js";

export const title = "Models";

export function open(root) {
    const stop = new AbortController();
    const add = new AddModel(stop.signal);
    const machine = h("p.help");
    const lists = h("div", null, skeleton(8));
    const overview = h("div.page-width", null,
        h("header.page-head", null, h("h1", null, "Models"),
            linkButton(
                "Add from address", address(["models", "add"]), {symbol: "plus", kind: "primary", "data-key": "new"})),
        machine, lists);
    const adding = h("div.page-width", null, add.element);
    fill(root, h("div.page-pane", null, overview, adding));

    /** @type {Map<string, ModelCard>} Kept, so that a card that is being used is not torn away. */
    const cards = new Map();

    async function load() {
        try {
            const found = await get("/api/models", {}, {signal: stop.signal});
            const {machine: facts, models} = found;
            fill(machine,
                `This machine: ${bytes(facts.memory)} of memory${
                    facts.availableMemory ? `, ${bytes(facts.availableMemory)} free` : ""}; ${
                    facts.freeDisk ? `${bytes(facts.freeDisk)} of room on the disk; `
                                   : ""}${counted(facts.cores, "core")}.`);
            for (const model of models) {
                if (cards.has(model.id))
                    cards.get(model.id).show(model);
                else
                    cards.set(model.id, new ModelCard(model));
            }
            const group = (heading, items, otherwise) => (items.length || otherwise)
                && h("section.model-group", null, h("h2", null, heading),
                    items.length ? h("ul.cards", null, items.map((model) => cards.get(model.id).element)) : otherwise);
            const here = models.filter((model) => model.installed);
            const begun = models.filter((model) => !model.installed && (model.partialBytes || model.job));
            const rest = models.filter((model) => !here.includes(model) && !begun.includes(model));
            const recommended = rest.filter((model) => model.recommended);
            fill(lists,
                group("On this machine", here,
                    empty("models", "No model yet",
                        "Hearth works without one: answers are then quotes. A model words them, and understands questions better.")),
                group("Under way", begun), group("Recommended", recommended),
                group("More", rest.filter((model) => !model.recommended)));
        } catch (error) {
            if (!wasStopped(error)) fill(lists, problemCard(error, {retry: load}));
        }
    }

    onChange(["models", "settings"], load, stop.signal);
    onJob((job) => {
        cards.get(job.subject)?.work();
        if (job.kind === "verify-model" && job.state === "done")
            toast(`${job.title}: its file is whole.`, {tone: "good"});
        if (job.kind === "verify-model" && job.state === "failed")
            toast(`${job.title}: ${job.error.message}`, {tone: "bad", seconds: 20});
    }, stop.signal);
    load();

    return {
        async show({path: [page], query}) {
            overview.hidden = page === "add";
            adding.hidden = page !== "add";
            if (page === "add") return add.show(query);
            add.key = null;
            const at = query.get("at");
            if (at) {
                await load();
                cards.get(at)?.element.scrollIntoView({block: "nearest"});
            }
        },
        close() { stop.abort(); },
    };
}
