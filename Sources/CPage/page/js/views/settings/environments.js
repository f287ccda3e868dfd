// Named sets of settings, keys and data.

import {fill, h} from "../../lib/dom.js";
import {get, part, post, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {say} from "../../lib/words.js";
import {button, chip, facts, field, skeleton} from "../../ui/controls.js";
import {confirm, form} from "../../ui/dialog.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";

export function environments(stop) {
    const root = h("div.panel-list", null, skeleton(4));

    async function load() {
        try {
            const {environments: items} = await get("/api/environments", {}, {signal: stop});
            fill(root,
                h("p.help", null,
                    say("For who needs other settings at times, such as at work and at home: each set has settings and keys of its own. What you keep in Hearth is the same in all of them, unless a set was given a data folder of its own. Most people need one set only.")),
                items.map(card), h("div.actions", null, button(say("Add environment"), add, {symbol: "plus"})));
        } catch (error) {
            if (!wasStopped(error)) fill(root, problemCard(error, {retry: load}));
        }
    }

    function card(item) {
        return h("section.card", {"aria-label": item.name},
            h("div.card-head", null, h("h2", null, item.name), item.current && chip(say("✓ current"), "good")),
            facts([[say("Data folder"), item.ownDataFolder ? item.dataFolder : say("shared with the others")], ...Object.entries(item.settings)]),
            !item.current
                && h("div.actions", null, button(say("Use it"), () => use(item), {kind: "primary"}),
                    button(say("Forget"), () => forget(item), {symbol: "trash"})));
    }

    async function use(item) {
        if (await attempt(() => post(`/api/environments/${part(item.name)}/use`), say("{name} is used from now on.", {name: item.name})))
            announce("everything");
    }

    async function add() {
        const name = h("input",
            {type: "text", required: true, pattern: "[a-z0-9][a-z0-9\\-]{0,31}", autocomplete: "off", spellcheck: "false"});
        const url = h("input", {type: "text", inputmode: "url", autocomplete: "off", spellcheck: "false"});
        const folder = h("input", {type: "text", autocomplete: "off", spellcheck: "false"});
        await form(say("Add an environment"),
            [
                field(say("Name"), name, say("a–z, 0–9 and -")),
                field(say("URL of your own endpoint"), url,
                    say("Optional. Everything else is set under All settings, once the environment is used.")),
                field(say("Data folder"), folder, say("Optional: a folder of its own for documents, conversations, journal, ledger, consents, labels and models. Without, they are shared."))
            ],
            say("Add"), async () => {
                await post("/api/environments", {
                    name: name.value,
                    settings: url.value.trim() ? {"custom-url": url.value.trim()} : {},
                    dataFolder: folder.value.trim() || null
                });
                announce("settings");
            });
    }

    async function forget(item) {
        if (!await confirm(say("Forget the environment {name}?", {name: item.name}),
                say("Its settings go. Its data folder and its keys stay where they are."), say("Forget"), {danger: true}))
            return;
        await attempt(async () => {
            await remove(`/api/environments/${part(item.name)}`);
            announce("settings");
        }, say("Forgotten."));
    }

    return {element: root, load, names: ["settings"]};
}
