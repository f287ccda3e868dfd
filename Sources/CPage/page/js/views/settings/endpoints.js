// Servers of one's own: which there are, what each may see, and what each has.

import {fill, h} from "../../lib/dom.js";
import {get, part, post, put, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {counted} from "../../lib/format.js";
import {listed, say} from "../../lib/words.js";
import {button, chip, facts, field, progress, select, skeleton} from "../../ui/controls.js";
import {confirm, form} from "../../ui/dialog.js";
import {settingsPlace} from "../../ui/settings-places.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";
import {endpointGroups} from "./endpoint-groups.js";

const labels = [["personal", say("Personal, with your consent")], ["public", say("Public text only")]];

export function endpoints(stop) {
    const root = h("div.panel-list", null, skeleton(4));
    const results = new Map();

    async function load() {
        try {
            const {endpoints: items} = await get("/api/endpoints", {}, {signal: stop});
            const groups = await endpointGroups(items, stop);
            fill(root,
                h("p.help", null,
                    say("Servers of your own that speak OpenAI's protocol: llama-server, vLLM, Ollama, LM Studio. Each has a consent and a key of its own; neither holds for another one, nor for another host. Keys are under “{place}”.", {place: settingsPlace("providers")})),
                items.map(card), h("div.actions", null, button(say("Add endpoint"), () => write(), {symbol: "plus"})), groups);
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
                item.hasKey && chip(say("✓ Key is kept"), "good")),
            facts([
                [say("Address"), item.url], [say("Model"), item.model],
                [
                    say("Window"),
                    item.contextLength ? counted(item.contextLength, "{count} token|{count} tokens") : null
                ],
                [say("Weight"), item.weight === 1 ? null : String(item.weight)]
            ]),
            result,
            h("div.actions", null,
                item.label !== "public" && !item.consents.length
                    && button(say("Give consent"), () => consent(item), {kind: "primary"}),
                item.consents.length > 0 && button(say("Revoke consent"), () => revoke(item)),
                button(say("Test"), () => test(item, show)), button(say("Change"), () => write(item)),
                button(say("Remove"), () => erase(item), {symbol: "trash"})));
    }

    const allowed = (item) => item.label === "public" ? chip(say("Public text only"))
        : item.consents.length                        ? chip(say("✓ Consent"), "good")
                                                      : chip(say("No consent"));

    async function write(item) {
        const text = (value, more = {}) =>
            h("input", {type: "text", value: value ?? "", autocomplete: "off", spellcheck: "false", ...more});
        const name = text(
            item?.name, {required: true, pattern: "[a-z0-9]([a-z0-9\\-]{0,18}[a-z0-9])?", disabled: Boolean(item)});
        const url = text(item?.url, {required: true, inputmode: "url"});
        const model = text(item?.model, {maxlength: 200});
        const label = select(labels, item?.label ?? "personal");
        await form(item ? say("Change {name}", {name: item.name}) : say("Add an endpoint"),
            [
                field(say("Name"), name, say("a–z, 0–9 and -")),
                field(say("Address"), url,
                    say("https://…, or http://… for this machine. Another host needs a new consent and a new key.")),
                field(say("Model"), model,
                    say("What is asked for where nothing else is said. Test the endpoint to see those it has.")),
                field(say("It may see"), label)
            ],
            item ? say("Change") : say("Add"), async () => {
                const known = item?.name ?? name.value.trim();
                // The one without a name of its own has an address and a model alone.
                const more = known === "custom"
                    ? {}
                    : {label: label.value, contextLength: item?.contextLength ?? null, weight: item?.weight ?? null, parallel: item?.parallel ?? null};
                await put(`/api/endpoints/${part(known)}`,
                    {url: url.value.trim(), model: model.value.trim() || null, ...more});
                results.delete(known);
                announce("settings");
            });
    }

    async function consent(item) {
        if (!await confirm(say("Let {name} see personal text?", {name: item.name}),
                say("Personal text may then be sent to {host}. Private text is never sent, and other endpoints see nothing by this.",
                    {host: item.host ?? item.url}),
                say("Give consent")))
            return;
        await attempt(async () => {
            // For the host that was shown: where it is another one by now, none is given.
            await post("/api/consents", {engine: item.engine, task: null, host: item.host ?? null});
            announce("routing");
        }, say("Consent is given."));
    }

    async function revoke(item) {
        await attempt(async () => {
            for (const {id} of item.consents) await remove(`/api/consents/${part(id)}`);
            announce("routing");
        }, say("{name} sees no personal text any more.", {name: item.name}));
    }

    async function test(item, show) {
        show(h("p", null, say("Asking {host} once…", {host: item.host ?? item.url})), progress(undefined, say("Test")));
        try {
            const found = await post(`/api/endpoints/${part(item.name)}/test`);
            const shown = found.models.slice(0, 20);
            show(h("p", null, chip(say("✓ Answers"), "good"), " ",
                     shown.length
                         ? counted(found.models.length, "It has {count} model: {names}|It has {count} models: {names}",
                               {names: listed([...shown, found.models.length > shown.length && "…"])})
                         : counted(found.models.length, "It has {count} model.|It has {count} models.")),
                found.hasModel === false && h("p", null, chip(say("The chosen model is not among them"), "warn")));
        } catch (error) { show(problemCard(error, {retry: () => test(item, show)})); }
    }

    async function erase(item) {
        if (!await confirm(say("Remove the endpoint {name}?", {name: item.name}),
                say("Its key is forgotten and its consents are revoked. What the ledger has of it stays."),
                say("Remove"), {danger: true}))
            return;
        results.delete(item.name);
        await attempt(async () => {
            await remove(`/api/endpoints/${part(item.name)}`);
            announce("settings");
        }, say("Removed."));
    }

    return {element: root, load, names: ["keys", "settings", "routing"]};
}
