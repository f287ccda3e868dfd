// Which engines may be considered, in which order, and whether anything may leave this machine.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, patch, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {chip, iconButton, select, skeleton, toggle} from "../../ui/controls.js";
import {engineName} from "../../ui/engines.js";
import {messageOf, problemCard} from "../../ui/problem.js";
import {toast} from "../../ui/toast.js";

const modes = [
    ["auto", "All engines", "In your order below; personal text leaves only with your consent, private text never."],
    ["localOnly", "This device only", "Models on this machine, and the basic engine."],
    ["appleOnly", "Apple on-device only", "Apple's own model, where there is one."],
    ["byoOnly", "Your endpoints", "Only the services and endpoints that you set up."],
];

export class RoutingPanel {
    constructor(stop) {
        this.stop = stop;
        this.element = h("section.card", {"aria-label": "Routing"}, skeleton(6));
    }

    async load() {
        try {
            this.routing = await get("/api/routing", {}, {signal: this.stop});
            keepingFocus(this.element, () => this.draw());
        } catch (error) {
            if (!wasStopped(error)) fill(this.element, problemCard(error, {retry: () => this.load()}));
        }
    }

    async set(values) {
        try {
            this.routing = await patch("/api/routing", values);
            announce("routing");
        } catch (error) { toast(messageOf(error), {tone: "bad", seconds: 12}); }
        keepingFocus(this.element, () => this.draw());
    }

    draw() {
        const {routing} = this;
        const {enforcement} = routing;
        fill(this.element, h("h2", null, "Who may answer"),
            h("fieldset.radio-cards", null, h("legend.visually-hidden", null, "Mode"),
                modes.map(([value, words, help]) => h("label.radio-card", null, h("input", {
                    type: "radio",
                    name: "mode",
                    value,
                    checked: routing.mode === value,
                    "data-focus": `mode-${value}`,
                    onchange: () => this.set({mode: value})
                }),
                              h("span", null, h("strong", null, words), h("span.help", null, help))))),
            routing.sources?.mode && h("p.help", null, `Set by: ${routing.sources.mode}`), h("h3", null, "Order"),
            h("p.help", null, "Engines are asked from the top. When one cannot, or may not, the next one stands in."),
            h("ol.order", null,
                routing.order.map(
                    (engine, index) => h("li", null, h("span", null, engineName(engine)),
                        iconButton(`Move ${engineName(engine)} up`, "up", () => this.move(index, -1),
                            {disabled: index === 0, "data-focus": `up-${engine}`}),
                        iconButton(`Move ${engineName(engine)} down`, "down", () => this.move(index, 1),
                            {disabled: index === routing.order.length - 1, "data-focus": `down-${engine}`})))),
            h("h3", null, "Offline"),
            toggle("Nothing may leave this machine", routing.offline, (offline) => this.set({offline}),
                {"data-focus": "offline"}),
            h("p", null, state(routing), ` ${enforcement.message}`),
            h("label.inline", null, "Enforced by",
                select([["policy", "Hearth's own policy"], ["kernel", "the operating system too"]], routing.enforce,
                    (enforce) => this.set({enforce}), {"data-focus": "enforce"})),
            h("h3", null, "Before something leaves"),
            toggle("Replace names, addresses and numbers by placeholders", routing.redact,
                (redact) => this.set({redact}), {"data-focus": "redact"}),
            toggle("Keep the text of prompts in the ledger", routing.keepPrompts,
                (keepPrompts) => this.set({keepPrompts}),
                {help: "Off: the ledger holds sizes and a hash only.", "data-focus": "keep"}));
    }

    move(index, by) {
        const order = [...this.routing.order];
        [order[index], order[index + by]] = [order[index + by], order[index]];
        this.set({order});
    }
}

function state({offline, enforcement}) {
    if (enforcement.state === "enforced") return chip("✓ Enforced by the kernel", "good");
    if (enforcement.state === "unsupported") return chip("The kernel cannot enforce it here", offline ? "warn" : "");
    return chip(offline ? "Kept by Hearth's policy" : "Not enforced", offline ? "good" : "");
}
