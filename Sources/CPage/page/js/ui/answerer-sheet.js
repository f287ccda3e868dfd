// One place for who answers: which model, where it runs, what it may see, its key and the consent for it.

import {fill, h, keepingFocus} from "../lib/dom.js";
import {get, part, post, remove, wasStopped} from "../lib/api.js";
import {announce, onChange} from "../lib/changes.js";
import {address} from "../lib/router.js";
import {say} from "../lib/words.js";
import {answerers} from "./answerers.js";
import {button, linkButton, select, skeleton} from "./controls.js";
import {dialog} from "./dialog.js";
import {icon} from "./icons.js";
import {problemCard} from "./problem.js";
import {keyForm, serverForm} from "./service-form.js";
import {attempt} from "./toast.js";

/**
 * @param {{engine: string, about: string, change: (values: {engine?: string, about?: string}) => void}} options What holds
 *   now, and who is told of each choice as it is made. `engine` is empty where the server chooses.
 */
export async function chooseAnswerer({engine, about, change}) {
    const stop = new AbortController();
    await dialog(say("Who answers"), (close) => {
        const list = h("div.answerers", null, skeleton(6));
        /** The engine whose key is being written, `server` for a new server. */
        let opened = null;

        const choose = (value) => {
            engine = value;
            change({engine});
        };
        const radio = (value) => h("input", {
            type: "radio",
            name: "answerer",
            value,
            checked: engine === value,
            "data-focus": `answerer-${value}`,
            onchange: () => choose(value)
        });
        const open = (what) => async () => {
            opened = what;
            await load();
            const form = list.querySelector(".service-form");
            form?.querySelector("input")?.focus({preventScroll: true});
            form?.scrollIntoView({block: "nearest"});
        };
        const added = (value) => {
            opened = null;
            choose(value);
            load();
        };

        function card(item, models) {
            const others = item.engine === "local" ? models : [];
            return h("li.answerer", {"data-place": item.place.kind},
                h("label.radio-card", null, radio(item.engine),
                    h("span", null,
                        h("strong", null, item.name, item.model && h("span.answerer-model", null, ` · ${item.model}`)),
                        h("span.answerer-place", null, icon(item.place.symbol), item.place.words),
                        h("span.help", null, item.available ? item.sees : item.reason))),
                h("div.actions", null, others.length > 1 && modelChoice(others),
                    item.engine === "local" && !item.available
                        && linkButton(say("Get a model"), address(["start", "model"]), {onclick: () => close()}),
                    !item.available && item.engine.startsWith("custom:")
                        && linkButton(
                            say("Choose its model"), address(["settings", "endpoints"]), {onclick: () => close()}),
                    item.needsKey && opened !== item.engine
                        && button(say("Add its key"), open(item.engine), {"data-focus": `key-${item.engine}`}),
                    item.available && item.mayAsk && !item.consents.length
                        && button(say("Let it see personal documents"), () => grant(item),
                            {"data-focus": `consent-${item.engine}`}),
                    item.consents.length > 0
                        && button(say("Show it public documents only"), () => revoke(item),
                            {kind: "quiet", "data-focus": `consent-${item.engine}`})),
                opened === item.engine && keyForm({...item, done: added, cancel: open(null)}));
        }

        /** Of the models on this machine, the one that the local engine runs. */
        function modelChoice(models) {
            const used = models.find((model) => model.inUse);
            return h("label.inline", null, say("Model"),
                select(models.map(({id, name}) => [id, name]), used?.id, (id) => attempt(async () => {
                    await post(`/api/models/${part(id)}/use`, {for: "chat"
                    });
                    announce("models");
                    announce("settings");
                }),
                    {"data-focus": "local-model"}));
        }

        const grant = (item) => attempt(async () => {
            await post("/api/consents", {engine: item.engine, task: null, host: item.host ?? null});
            announce("routing");
        }, say("{name} may see personal documents.", {name: item.name}));
        const revoke = (item) => attempt(async () => {
            for (const {id} of item.consents) await remove(`/api/consents/${part(id)}`);
            announce("routing");
        }, say("{name} sees public documents only.", {name: item.name}));

        async function load() {
            try {
                const options = {signal: stop.signal};
                const [items, {models}] = await Promise.all([answerers(stop.signal), get("/api/models", {}, options)]);
                const chat = models.filter((model) => model.installed && model.modality === "text-generation");
                // Those on this device first: what is nearest to the documents sees the most of them.
                const order = {device: 0, network: 1, cloud: 2};
                items.sort((a, b) => order[a.place.kind] - order[b.place.kind] || b.available - a.available);
                keepingFocus(list,
                    () => fill(list,
                        h("fieldset", null, h("legend", null, say("Who answers")),
                            h("ul", null,
                                h("li.answerer", null,
                                    h("label.radio-card", null, radio(""),
                                        h("span", null, h("strong", null, say("Whoever can")),
                                            h("span.help", null,
                                                say("The first that can and may, in your order. Nothing leaves this device that you did not allow."))))),
                                items.map((item) => card(item, chat)))),
                        opened === "server" ? h("section.card", {"aria-label": say("Server of your own")},
                                                  h("h3", null, say("A server of your own")),
                                                  serverForm({done: added, cancel: open(null)}))
                                            : h("div.actions", null,
                                                  button(say("Connect a server of your own"), open("server"),
                                                      {symbol: "plus", "data-focus": "server"}),
                                                  linkButton(say("All models"), address(["models"]),
                                                      {kind: "quiet", onclick: () => close()}),
                                                  linkButton(say("Order and rules"), address(["privacy"]),
                                                      {kind: "quiet", onclick: () => close()}))));
            } catch (error) {
                if (!wasStopped(error)) fill(list, problemCard(error, {retry: load}));
            }
        }

        const source = (value, words, help) => h("label.radio-card", null, h("input", {
            type: "radio",
            name: "about",
            value,
            checked: about === value,
            onchange: () => change({about: value})
        }),
            h("span", null, h("strong", null, words), h("span.help", null, help)));
        onChange(["routing", "settings", "keys", "models"], load, stop.signal);
        load();
        return [
            h("fieldset.radio-cards.about", null, h("legend", null, say("What to answer from")),
                source("documents", say("From my documents"), say("With the place that each sentence stands on.")),
                source("none", say("The model alone"), say("It looks at none of your documents, and cites nothing."))),
            list,
            h("div.actions.end", null, button(say("Done"), () => close(), {kind: "primary"})),
        ];
    }, {className: "answerer-sheet"});
    stop.abort();
}
