// Which engines may be considered, in which order, and whether anything may leave this machine.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, patch, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {routingModes} from "../../lib/routing-modes.js";
import {term} from "../../lib/terms.js";
import {isEnglish, say} from "../../lib/words.js";
import {chip, iconButton, select, skeleton, toggle} from "../../ui/controls.js";
import {engineName} from "../../ui/engines.js";
import {problemCard, wordsOf} from "../../ui/problem.js";
import {toast} from "../../ui/toast.js";

export class RoutingPanel {
    constructor(stop) {
        this.stop = stop;
        this.element = h("section.card", {"aria-label": say("Routing")}, skeleton(6));
    }

    async load() {
        try {
            const [routing, about] = await Promise.all(
                ["/api/routing", "/api/about"].map((path) => get(path, {}, {signal: this.stop})));
            this.routing = routing;
            // A service in the list that was never set up is asked nothing, and must not look as if it were.
            this.away = about.engines.filter(({available}) => !available).map(({engine}) => engine);
            keepingFocus(this.element, () => this.draw());
        } catch (error) {
            if (!wasStopped(error)) fill(this.element, problemCard(error, {retry: () => this.load()}));
        }
    }

    async set(values) {
        try {
            this.routing = await patch("/api/routing", values);
            announce("routing");
        } catch (error) { toast(wordsOf(error), {tone: "bad", seconds: 12}); }
        keepingFocus(this.element, () => this.draw());
    }

    draw() {
        const {routing} = this;
        const {enforcement} = routing;
        fill(this.element, h("h2", null, say("Who may answer")),
            h("fieldset.radio-cards", null, h("legend.visually-hidden", null, say("Mode")),
                routingModes.map(({mode, title, help}) => h("label.radio-card", null, h("input", {
                    type: "radio",
                    name: "mode",
                    value: mode,
                    checked: routing.mode === mode,
                    "data-focus": `mode-${mode}`,
                    onchange: () => this.set({mode})
                }),
                              h("span", null, h("strong", null, title), h("span.help", null, help))))),
            routing.sources?.mode && routing.sources.mode !== "default" && h("p.help", null, say("Set by: {place}", {place: term(routing.sources.mode)})),
            h("h3", null, say("Order")),
            h("p.help", null,
                say("Engines are asked from the top. When one cannot, or may not, the next one stands in.")),
            h("ol.order", null,
                routing.order.map(
                    (engine, index) => h("li", null, h("span", null, engineName(engine)),
                        this.away.includes(engine) && h("div", null, chip(say("not available"))),
                        iconButton(say("Move {name} up", {name: engineName(engine)}), "up", () => this.move(index, -1),
                            {disabled: index === 0, "data-focus": `up-${engine}`}),
                        iconButton(say("Move {name} down", {name: engineName(engine)}), "down",
                            () => this.move(index, 1),
                            {disabled: index === routing.order.length - 1, "data-focus": `down-${engine}`})))),
            h("h3", null, say("Offline")),
            toggle(say("Nothing may leave this machine"), routing.offline, (offline) => this.set({offline}),
                {"data-focus": "offline"}),
            // What is not wanted is kept by nobody, which needs no words.
            (routing.offline || enforcement.state === "enforced")
                && h("p", {dir: isEnglish() ? null : "auto"}, state(routing), " ", isEnglish() && enforcement.message),
            h("label.inline", null, say("Enforced by"),
                select([["policy", say("Hearth's own policy")], ["kernel", say("the operating system too")]],
                    routing.enforce, (enforce) => this.set({enforce}), {"data-focus": "enforce"})),
            h("h3", null, say("Before something leaves")),
            toggle(say("Replace names, addresses and numbers by placeholders"), routing.redact,
                (redact) => this.set({redact}), {"data-focus": "redact"}),
            toggle(say("Keep the text of prompts in the ledger"), routing.keepPrompts,
                (keepPrompts) => this.set({keepPrompts}),
                {help: say("Off: the ledger holds sizes and a hash only."), "data-focus": "keep"}));
    }

    move(index, by) {
        const order = [...this.routing.order];
        [order[index], order[index + by]] = [order[index + by], order[index]];
        this.set({order});
    }
}

function state({enforcement}) {
    if (enforcement.state === "enforced") return chip(say("✓ Enforced by the kernel"), "good");
    if (enforcement.state === "unsupported")
        return chip(say("The kernel cannot enforce it here"), "warn");
    return chip(say("Kept by Hearth's policy"), "good");
}
