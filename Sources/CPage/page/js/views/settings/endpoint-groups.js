// Endpoints that serve the same model: which share their work, and what keeps one of them from it.

import {h} from "../../lib/dom.js";
import {get, part, put, remove} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {isEnglish, say} from "../../lib/words.js";
import {button, chip, facts, field} from "../../ui/controls.js";
import {confirm, form} from "../../ui/dialog.js";
import {attempt} from "../../ui/toast.js";
import {folded} from "../../ui/server-words.js";

/** The groups, and what is done with them; nothing where there is no endpoint to make one of. */
export async function endpointGroups(endpoints, signal) {
    const {groups} = await get("/api/endpoint-groups", {}, {signal});
    const named = endpoints.filter(({name}) => name !== "custom");
    if (!named.length && !groups.length) return [];
    return [
        h("p.help", null,
            say("Endpoints that serve the same model make a group: requests are spread over them, and one that fails is stood in for by another. Each needs a consent of its own.")),
        groups.map(card), h("div.actions", null, button(say("Add group"), () => write(), {symbol: "plus"}))
    ];
}

function card(item) {
    return h("section.card", {"aria-label": item.name}, h("div.card-head", null, h("h2", null, item.name)),
        facts([
            [say("Requests at a time, each"), String(item.parallel)], [say("May wait"), String(item.queue)],
            [say("Waiting now"), item.waiting ? String(item.waiting) : null]
        ]),
        h("ul", null, item.members.map(member)),
        h("div.actions", null, button(say("Change"), () => write(item)),
            button(say("Remove"), () => erase(item), {symbol: "trash"})));
}

// Why one gets nothing is said in the server's words, as reasons are everywhere.
const member = ({name, weight, host, problem, isResting}) => h("li", {dir: "auto"}, [name, host].filter(Boolean).join(" · "),
    weight !== 1 && ` · ${say("Weight")} ${weight}`, " ", problem && (isEnglish() ? chip(problem, "warn") : [chip(say("gets nothing, or less"), "warn"), folded([problem])]),
    isResting && chip(say("Left alone after failures"), "warn"));

async function write(item) {
    const text = (value, more = {}) =>
        h("input", {type: "text", value: value ?? "", autocomplete: "off", spellcheck: "false", required: true, ...more});
    const name =
        text(item?.name, {pattern: "[a-z0-9]([a-z0-9\\-]{0,18}[a-z0-9])?", disabled: Boolean(item)});
    const members = text(item?.members.map(({name}) => name).join(" "));
    const number = (value, max, min) => h("input", {type: "number", value: String(value), min, max, required: true});
    const parallel = number(item?.parallel ?? 8, 1024, 1);
    const queue = number(item?.queue ?? 64, 10_000, 0);
    await form(item ? say("Change {name}", {name: item.name}) : say("Add a group"),
        [
            field(say("Name"), name, say("a–z, 0–9 and -")),
            field(say("Its endpoints"), members, say("Their names, with spaces between. They should have the same model.")),
            field(say("Requests at a time, each"), parallel),
            field(say("May wait"), queue, say("What comes when as many wait is refused."))
        ],
        item ? say("Change") : say("Add"), async () => {
            const weights = new Map(item?.members.map(({name, weight}) => [name, weight]));
            const names = members.value.trim().split(/[\s,]+/).filter(Boolean);
            await put(`/api/endpoint-groups/${part(item?.name ?? name.value.trim())}`, {
                members: names.map((name) => ({name, weight: weights.get(name) ?? 1})),
                parallel: Number(parallel.value),
                queue: Number(queue.value)
            });
            announce("settings");
        });
}

async function erase(item) {
    if (!await confirm(say("Remove the group {name}?", {name: item.name}), say("Its endpoints stay as they are."),
            say("Remove"), {danger: true}))
        return;
    await attempt(async () => {
        await remove(`/api/endpoint-groups/${part(item.name)}`);
        announce("settings");
    }, say("Removed."));
}
