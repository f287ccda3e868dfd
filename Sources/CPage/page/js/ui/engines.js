// What people call the engines.

import {get} from "../lib/api.js";
import {h} from "../lib/dom.js";
import {say} from "../lib/words.js";

const names = {
    apple: say("Apple on-device"),
    local: say("Local model"),
    openai: "OpenAI",
    anthropic: "Anthropic",
    custom: say("Own endpoint"),
    basic: say("Basic engine")
};

/** Those of endpoints with names begin so. */
const endpoint = "custom:";

export const engineName = (engine) =>
    names[engine] ?? (engine?.startsWith(endpoint) ? engine.slice(endpoint.length) : engine) ?? say("Unknown engine");

/** Whether it is asked over a connection, as far as its name tells. */
export const isRemote = (engine) =>
    ["openai", "anthropic", "custom"].includes(engine) || Boolean(engine?.startsWith(endpoint));

/** Every engine with its name, for choices. */
export const engines = Object.entries(names);

/**
 * Adds the endpoints and groups that the owner named to a choice of engines. Where they cannot be told, the others can be chosen all the same.
 *
 * @param {HTMLSelectElement} choice
 * @param {string} chosen What is chosen, where it is one of them and nothing else was chosen meanwhile.
 */
export async function offerEndpoints(choice, chosen) {
    try {
        const {endpoints} = await get("/api/endpoints");
        const {groups} = endpoints.length ? await get("/api/endpoint-groups") : {groups: []};
        for (const {name, engine} of [...groups, ...endpoints])
            if (!names[engine]) choice.append(h("option", {value: engine}, name));
    } catch { return; }
    if (!choice.value && [...choice.options].some(({value}) => value === chosen)) choice.value = chosen;
}
