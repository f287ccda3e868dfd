// Consents: which other host may see personal text, and for what.

import {fill, h} from "../../lib/dom.js";
import {get, part, post, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {moment} from "../../lib/format.js";
import {taskName} from "../../lib/terms.js";
import {say} from "../../lib/words.js";
import {button, chip, field, select, skeleton} from "../../ui/controls.js";
import {form} from "../../ui/dialog.js";
import {engineName, offerEndpoints} from "../../ui/engines.js";
import {problemCard} from "../../ui/problem.js";
import {attempt, toast} from "../../ui/toast.js";

const everyTask = say("Every task");
/** What one is asked for from here. */
const tasks = ["chat", "answer", "summarize", "extract", "rewrite", "studyQuestionGen"];

export class ConsentPanel {
    constructor(stop) {
        this.stop = stop;
        this.element = h("section.card", {"aria-label": say("Consents")}, skeleton(3));
    }

    async load() {
        try {
            const {consents} = await get("/api/consents", {all: this.all}, {signal: this.stop});
            fill(this.element,
                h("div.card-head", null, h("h2", null, say("Consents")),
                    button(say("Give a consent"), () => this.grant(), {symbol: "plus"})),
                consents.length ? h("ul.rows", null, consents.map((consent) => this.row(consent)))
                                : h("p.help", null, say("No other host may see personal text.")),
                h("label.inline", null, h("input", {
                    type: "checkbox",
                    checked: this.all,
                    onchange: (event) => {
                        this.all = event.target.checked;
                        this.load();
                    }
                }),
                    say("Show revoked ones")));
        } catch (error) {
            if (!wasStopped(error)) fill(this.element, problemCard(error, {retry: () => this.load()}));
        }
    }

    row(consent) {
        return h("li.row", null,
            h("div.row-main", null, h("strong", null, engineName(consent.engine)), " ",
                say("at {host}", {host: consent.host}),
                h("p.row-sub", null,
                    say("{task} · since {time}", {task: consent.task ? taskName(consent.task) : everyTask, time: moment(consent.grantedAt)}))),
            consent.revokedAt ? chip(say("revoked {time}", {time: moment(consent.revokedAt)}))
                              : button(say("Revoke"), () => this.revoke(consent)));
    }

    grant() {
        const engine =
            select([["openai", "OpenAI"], ["anthropic", "Anthropic"], ["custom", say("Own endpoint")]], "openai");
        offerEndpoints(engine, "");
        const task = select([["", everyTask], ...tasks.map((key) => [key, taskName(key)])], "");
        return form(say("Give a consent"),
            [
                h("p", null,
                    say("Personal text may then be sent to this engine, at the host that is set for it now. Another host needs a new consent. Private text is never sent.")),
                field(say("Engine"), engine),
                field(say("For"), task),
            ],
            say("Give consent"), async () => {
                await post("/api/consents", {engine: engine.value, task: task.value || null});
                announce("routing");
            });
    }

    /** At once: what is taken back in error can be given again, and what is not must not wait. */
    async revoke({id, engine, host, task}) {
        await attempt(async () => {
            await remove(`/api/consents/${part(id)}`);
            announce("routing");
            toast(say("{name} at {host} sees no personal text any more.", {name: engineName(engine), host}), {
                tone: "good",
                action: {
                    label: say("Undo"),
                    run: () => attempt(async () => {
                        // At the host that it was given for: where the engine is elsewhere by now, nothing is.
                        await post("/api/consents", {engine, task: task ?? null, host});
                        announce("routing");
                    })
                },
            });
        });
    }
}
