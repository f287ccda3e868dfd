// Who could answer, and what each may see: made of what the server says of its engines, their keys and consents.

import {get} from "../lib/api.js";
import {placeOf} from "../lib/places.js";
import {say} from "../lib/words.js";
import {engineName} from "./engines.js";
import {engineWords} from "./server-words.js";

/** What is said of the most private text that an engine may see. */
const sight = {
    quotes: say("Answers in your documents' own words. Sees private ones too; needs nothing else."),
    all: say("Sees everything you ask about, private documents too."),
    personal: say("Sees public and personal documents. Private ones never leave this device."),
    public: say("Sees public documents only, until you allow more."),
    publicOnly: say("Sees public documents only: so it was set."),
    none: say("Your rules let it see nothing now."),
};

/** In the server's words: who sees what is for it to decide, and a server on this device is no engine of Hearth's own. */
function seen(labels, engine, own) {
    const sees = (label) => labels.find((item) => item.label === label)?.engines.some((item) => item.engine === engine);
    if (sees("private")) return engine === "basic" ? sight.quotes : sight.all;
    if (sees("personal")) return sight.personal;
    if (sees("public")) return own?.label === "public" ? sight.publicOnly : sight.public;
    return sight.none;
}

/**
 * @typedef {object} Answerer
 * @property {string} engine
 * @property {string} name
 * @property {string} [model]
 * @property {boolean} available
 * @property {string} [reason] Why it cannot be asked now.
 * @property {object} place As `placeOf` gives it.
 * @property {string} sees What it may see, in a sentence.
 * @property {object[]} consents Those that hold now.
 * @property {boolean} mayAsk Whether it takes a consent.
 * @property {boolean} needsKey Whether it is a service without its key.
 */

/** Why it cannot be asked now, where no button beside it says so. */
function reasonOf({engine, available, reason}, needsKey) {
    if (available || !reason) return "";
    if (needsKey) return say("Needs its key.");
    return engine === "local" ? say("No model for this was chosen yet.") : engineWords({engine, reason});
}

/** @returns {Promise<Answerer[]>} Apple's model is left out where there is none: nothing can be done about it. */
export async function answerers(signal) {
    const [{engines}, {consents}, {providers}, {endpoints}, {labels}] =
        await Promise.all(["/api/about", "/api/consents", "/api/keys", "/api/endpoints", "/api/labels"].map(
            (path) => get(path, {}, {signal})));
    const known = new Map(engines.map((state) => [state.engine, state]));
    for (const item of providers)
        if (["openai", "anthropic"].includes(item.provider) && !known.has(item.provider))
            known.set(item.provider, {
                engine: item.provider,
                host: item.host,
                model: item.model,
                onDevice: false,
                available: item.configured
            });
    for (const {engine, host, model} of endpoints)
        if (!known.has(engine)) known.set(engine, {engine, host, model, onDevice: false, available: true});
    return [...known.values()]
        .filter(({engine, available}) => available || !["apple", "custom"].includes(engine))
        .map((state) => {
            const service = providers.find(({provider}) => provider === state.engine);
            const own = endpoints.find(({engine}) => engine === state.engine);
            // That an engine runs here is said of it; a host is told by a service alone.
            const host = state.host ?? own?.host ?? service?.host;
            const onDevice = state.onDevice ?? !host;
            const needsKey = ["openai", "anthropic"].includes(state.engine) && service?.configured === false;
            const given = consents.filter(({engine, revokedAt}) => engine === state.engine && !revokedAt);
            return {
                engine: state.engine,
                name: engineName(state.engine),
                // The basic engine is no model, and where none is set, that is the reason below it.
                model: state.engine === "basic" || !state.available && onDevice ? null : state.model,
                available: state.available,
                reason: reasonOf(state, needsKey),
                place: placeOf({onDevice, host}),
                host,
                consents: given,
                // A server takes one wherever it is, also on this device.
                mayAsk: Boolean(host) && own?.label !== "public",
                needsKey,
                sees: seen(labels, state.engine, own),
            };
        });
}
