// Servers of one's own: which there are, what each may see, and what each has.

import {fill, h} from "../../lib/dom.js";
import {get, part, post, put, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {counted} from "../../lib/format.js";
import {button, chip, facts, field, progress, select, skeleton} from "../../ui/controls.js";
import {confirm, form} from "../../ui/dialog.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";

const labels = [["personal", "Personal, with your consent"], ["public", "Public text only"]];

export function endpoints(stop) {
    const root = h("div.panel-list", null, skeleton(4));
    const results = new Map();

    async function load() {
        try {
            const {endpoints: items} = await get("/api/endpoints", {}, {signal: stop});
            fill(root,
                h("p.help", null,
                    "Servers of your own that speak OpenAI's protocol: llama-server, vLLM, Ollama, LM Studio. Each has a consent and a key of its own; neither holds for another one, nor for another host. Keys are under Providers."),
                items.map(card), h("div.actions", null, button("Add endpoint", () => write(), {symbol: "plus"})));
        } catch (error) {
            if (!wasStopped(error)) fill(root, problemCard(error, {retry: load}));
        }
    }

    function card(item) {
        const result = h("div", {role: "status"}, results.get(item.name));
        const show = (...nodes) => {
            results.set(item.name, nodes);
            fill(result, nodes);
        };
        return h("section.card", {"aria-label": item.name},
            h("div.card-head", null, h("h2", null, item.name), allowed(item),
                item.hasKey && chip("✓ Key is kept", "good")),
            facts([
                ["Address", item.url], ["Model", item.model],
                ["Window", item.contextLength ? counted(item.contextLength, "token") : null],
                ["Weight", item.weight === 1 ? null : String(item.weight)]
            ]),
            result,
            h("div.actions", null,
                item.label !== "public" && !item.consents.length
                    && button("Give consent", () => consent(item), {kind: "primary"}),
                item.consents.length > 0 && button("Revoke consent", () => revoke(item)),
                button("Test", () => test(item, show)), button("Change", () => write(item)),
                button("Remove", () => erase(item), {symbol: "trash"})));
    }

    const allowed = (item) => item.label === "public" ? chip("Public text only")
        : item.consents.length                        ? chip("✓ Consent", "good")
                                                      : chip("No consent");

    async function write(item) {
        const text = (value, more = {}) =>
            h("input", {type: "text", value: value ?? "", autocomplete: "off", spellcheck: "false", ...more});
        const name = text(
            item?.name, {required: true, pattern: "[a-z0-9]([a-z0-9\\-]{0,18}[a-z0-9])?", disabled: Boolean(item)});
        const url = text(item?.url, {required: true, inputmode: "url"});
        const model = text(item?.model, {maxlength: 200});
        const label = select(labels, item?.label ?? "personal");
        await form(item ? `Change ${item.name}` : "Add an endpoint",
            [
                field("Name", name, "a–z, 0–9 and -"),
                field("Address", url,
                    "https://…, or http://… for this machine. Another host needs a new consent and a new key."),
                field("Model", model,
                    "What is asked for where nothing else is said. Test the endpoint to see those it has."),
                field("It may see", label)
            ],
            item ? "Change" : "Add", async () => {
                const known = item?.name ?? name.value.trim();
                // The one without a name of its own has an address and a model alone.
                const more = known === "custom"
                    ? {}
                    : {label: label.value, contextLength: item?.contextLength ?? null, weight: item?.weight ?? null};
                await put(`/api/endpoints/${part(known)}`,
                    {url: url.value.trim(), model: model.value.trim() || null, ...more});
                results.delete(known);
                announce("settings");
            });
    }

    async function consent(item) {
        if (!await confirm(`Let ${item.name} see personal text?`,
                `Personal text may then be sent to ${
                    item.host ?? item.url}. Private text is never sent, and other endpoints see nothing by this.`,
                "Give consent"))
            return;
        await attempt(async () => {
            await post("/api/consents", {engine: item.engine, task: null});
            announce("routing");
        }, "Consent is given.");
    }

    async function revoke(item) {
        await attempt(async () => {
            for (const {id} of item.consents) await remove(`/api/consents/${part(id)}`);
            announce("routing");
        }, `${item.name} sees no personal text any more.`);
    }

    async function test(item, show) {
        show(h("p", null, `Asking ${item.host ?? item.url} once…`), progress(undefined, "Test"));
        try {
            const found = await post(`/api/endpoints/${part(item.name)}/test`);
            const shown = found.models.slice(0, 20);
            show(h("p", null, chip("✓ Answers", "good"), ` It has ${counted(found.models.length, "model")}`,
                     shown.length ? `: ${shown.join(", ")}${found.models.length > shown.length ? ", …" : ""}` : "."),
                found.hasModel === false && h("p", null, chip("The chosen model is not among them", "warn")));
        } catch (error) { show(problemCard(error, {retry: () => test(item, show)})); }
    }

    async function erase(item) {
        if (!await confirm(`Remove the endpoint ${item.name}?`,
                "Its key is forgotten and its consents are revoked. What the ledger has of it stays.", "Remove",
                {danger: true}))
            return;
        results.delete(item.name);
        await attempt(async () => {
            await remove(`/api/endpoints/${part(item.name)}`);
            announce("settings");
        }, "Removed.");
    }

    return {element: root, load, names: ["keys", "settings", "routing"]};
}
