// A service or a server of one's own, with its key and the consent for it in one place: nothing is sent anywhere before both
// were read.

import {fill, h, uniqueID} from "../lib/dom.js";
import {get, part, post, put, remove} from "../lib/api.js";
import {announce} from "../lib/changes.js";
import {say, sayWith} from "../lib/words.js";
import {button, field, select} from "./controls.js";
import {wordsOf} from "./problem.js";

const services = [["openai", "OpenAI"], ["anthropic", "Anthropic"]];

/** A form that says what is wrong and stays; `work` resolves when it is done. */
function inlineForm(parts, action, work, cancel) {
    const note = h("p.form-error", {role: "alert"});
    const submit = h("button.button.primary", {type: "submit"}, action);
    return h("form.service-form", {
        onsubmit: async (event) => {
            event.preventDefault();
            submit.disabled = true;
            note.textContent = "";
            try {
                await work();
            } catch (error) { fill(note, wordsOf(error)); }
            submit.disabled = false;
        }
    },
        parts, note, h("div.actions", null, submit, cancel && button(say("Cancel"), cancel, {kind: "quiet"})));
}

/** The consent, beside what it is for. It is never given by default. */
function consentBox() {
    const id = uniqueID("consent");
    const input = h("input", {type: "checkbox", id});
    const where = h("bdi");
    return {
        input,
        element: h("div.consent-box", null, input,
            h("div", null,
                h("label",
                    {for: id
                    },
                    say("It may see personal documents")),
                h("p.help", null,
                    sayWith(
                        "What fits your question is then sent to {host}. Private documents never are. You can take this back at any time, and the ledger shows each request.",
                        {host: where})))),
        show: (host) => fill(where, host || say("that host")),
    };
}

/** Where the services are for each engine: as the server has it, which may have been told another address; else where they usually are. */
async function serviceHosts() {
    const hosts = {openai: "api.openai.com", anthropic: "api.anthropic.com"};
    try {
        const {engines} = await get("/api/about");
        for (const item of engines)
            if (item.host) hosts[item.engine] = item.host;
    } catch { /* whoever is elsewhere by then is given no consent */
    }
    return hosts;
}

/**
 * A key for a service.
 *
 * @param {{engine?: string, host?: string, done: (engine: string) => void, cancel?: () => void}} options `engine`: the one that
 *   is meant; without it, it is chosen.
 */
export function keyForm({engine, host, done, cancel}) {
    const hosts = host ? {[engine]: host} : serviceHosts();
    const chosenHost = async () => (await hosts)[engine ?? service.value] ?? null;
    const consent = consentBox();
    const service = select(services, engine ?? "openai", showHost);
    const key =
        h("input", {type: "password", autocomplete: "off", spellcheck: "false", required: true, maxlength: 4096});
    /** Nobody consents to a host that is not shown yet. */
    async function showHost() {
        consent.input.disabled = !host;
        consent.show(host ?? await chosenHost());
        consent.input.disabled = false;
    }
    showHost();
    return inlineForm(
        [
            !engine && field(say("Service"), service),
            field(say("Key"), key, say("Kept encrypted, shown to nobody, and sent only to its own service.")),
            consent.element
        ],
        say("Keep the key"), async () => {
            const chosen = engine ?? service.value;
            await put(`/api/keys/${part(chosen)}`, {key: key.value.trim()});
            if (consent.input.checked)
                await post("/api/consents", {engine: chosen, task: null, host: await chosenHost()});
            announce("keys");
            announce("routing");
            done(chosen);
        }, cancel);
}

/**
 * A name for a server, made of its address: at most 20 letters, digits and hyphens.
 *
 * @param {string} address
 * @param {string[]} taken Names of other servers.
 */
export function nameOf(address, taken = []) {
    let host = "";
    try {
        ({host} = new URL(address));
    } catch { /* the server says what is wrong with it */
    }
    const cut = (text, length) => text.slice(0, length).replace(/^-+|-+$/g, "");
    const name = cut(host.toLowerCase().replace(/[^a-z0-9]+/g, "-"), 20) || "my-server";
    // What settings are called already, and a tag that every model may have.
    const isFree = (candidate) => !["custom", "latest", ...taken].includes(candidate);
    const others = Array.from({length: 90}, (_, index) => `${cut(name, 17)}-${index + 2}`);
    return [name, ...others].find(isFree) ?? name;
}

/** A server that speaks OpenAI's protocol: its address, what it may see, and its models, which it is asked for once. */
export function serverForm({done, cancel}) {
    const consent = consentBox();
    const url = h("input", {
        type: "url",
        required: true,
        autocomplete: "off",
        spellcheck: "false",
        placeholder: "http://127.0.0.1:11434/v1",
        oninput: () => {
            try {
                const {hostname, host} = new URL(url.value);
                const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
                consent.show(isHere ? say("that program on this device") : host);
            } catch { consent.show(""); }
        }
    });
    const key = h("input", {type: "password", autocomplete: "off", spellcheck: "false", maxlength: 4096});
    consent.show("");
    return inlineForm(
        [
            field(say("Address"), url,
                say("Ollama, LM Studio, llama.cpp, vLLM, or any other that speaks OpenAI's protocol.")),
            field(say("Key"), key, say("Leave it empty where the server asks for none.")), consent.element
        ],
        say("Connect"), async () => {
            const address = url.value.trim();
            const {endpoints} = await get("/api/endpoints");
            const known = endpoints.find((item) => item.url === address);
            const name = known?.name ?? nameOf(address, endpoints.map((item) => item.name));
            const path = `/api/endpoints/${part(name)}`;
            const {engine, host} = await put(path, {url: address, model: known?.model ?? null, label: "personal"});
            try {
                if (key.value.trim()) await put(`/api/keys/${part(engine)}`, {key: key.value.trim()});
                const {models} = await post(`${path}/test`);
                if (models.length && !known?.model)
                    await put(path, {url: address, model: models[0], label: "personal"});
            } catch (error) {
                // One that does not answer is not there; what was there before stays.
                if (!known) await remove(path).catch(() => {});
                throw error;
            }
            if (consent.input.checked) await post("/api/consents", {engine, task: null, host: host ?? null});
            announce("settings");
            announce("routing");
            done(engine);
        }, cancel);
}
