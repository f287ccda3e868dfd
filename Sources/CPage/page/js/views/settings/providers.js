// Services and their keys. A key goes in and never comes out again.

import {fill, h} from "../../lib/dom.js";
import {get, part, post, put, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {moment} from "../../lib/format.js";
import {keyPlace} from "../../lib/terms.js";
import {isEnglish, say} from "../../lib/words.js";
import {button, chip, facts, field, progress, skeleton} from "../../ui/controls.js";
import {confirm, form} from "../../ui/dialog.js";
import {engineName} from "../../ui/engines.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";
import {folded} from "../../ui/server-words.js";

const names = {
    openai: "OpenAI",
    anthropic: "Anthropic",
    custom: say("Own endpoint"),
    huggingface: "Hugging Face"
};

export function providers(stop) {
    const root = h("div.panel-list", null, skeleton(4));
    const results = new Map();

    async function load() {
        try {
            const {providers: items} = await get("/api/keys", {}, {signal: stop});
            fill(root,
                h("p.help", null,
                    say("A key is kept encrypted, shown to nobody, and sent only to its own service. Without keys nothing is ever asked of these services.")),
                items.map(card));
        } catch (error) {
            if (!wasStopped(error)) fill(root, problemCard(error, {retry: load}));
        }
    }

    function card(item) {
        const name = names[item.provider] ?? engineName(item.provider);
        const result = h("div", {role: "status"}, results.get(item.provider));
        const show = (...nodes) => {
            results.set(item.provider, nodes);
            fill(result, nodes);
        };
        return h("section.card", {"aria-label": name},
            h("div.card-head", null, h("h2", null, name),
                item.configured ? chip(say("✓ Key is kept"), "good") : chip(say("No key")),
                item.configured && item.reachable === false && chip(say("out of reach now"), "warn")),
            facts([
                [say("Host"), item.host], [say("Model"), item.model],
                [say("Kept"), item.configured && item.place && keyPlace(item.place)],
                [say("Since"), item.set && moment(item.set)],
                [say("Ends with"), item.lastCharacters && `…${item.lastCharacters}`]
            ]),
            result,
            h("div.actions", null,
                button(item.configured ? say("Replace key") : say("Add key"), () => write(item, name)),
                item.configured && button(say("Validate"), () => validate(item, show)),
                item.configured && item.place !== "variable"
                    && button(say("Remove"), () => erase(item, name), {symbol: "trash"})));
    }

    async function write(item, name) {
        const input =
            h("input", {type: "password", autocomplete: "off", spellcheck: "false", required: true, maxlength: 4096});
        await form(say("Key for {name}", {name}),
            [field(say("Key"), input, say("It is not shown again. Replace a key that you think somebody has seen."))],
            say("Keep key"), async () => {
                await put(`/api/keys/${part(item.provider)}`, {key: input.value.trim()});
                announce("keys");
            });
    }

    async function validate(item, show) {
        show(h("p", null, say("Asking {host} once…", {host: item.host ?? say("the service")})),
            progress(undefined, say("Validation")));
        try {
            const found = await post(`/api/keys/${part(item.provider)}/validate`);
            show(h("p", null, found.valid ? chip(say("✓ Accepted"), "good") : chip(say("✗ Not accepted"), "bad"),
                isEnglish() ? ` ${found.message}` : folded([found.message])));
        } catch (error) { show(problemCard(error, {retry: () => validate(item, show)})); }
    }

    async function erase(item, name) {
        if (!await confirm(say("Remove the key for {name}?", {name}),
                say("Hearth forgets it. At the service it stays valid until you revoke it there."), say("Remove"),
                {danger: true}))
            return;
        results.delete(item.provider);
        await attempt(async () => {
            await remove(`/api/keys/${part(item.provider)}`);
            announce("keys");
        }, say("Removed."));
    }

    return {element: root, load, names: ["keys", "settings"]};
}
