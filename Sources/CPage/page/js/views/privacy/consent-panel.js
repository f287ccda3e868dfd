// Consents: which other host may see personal text, and for what.

import {fill, h} from "../../lib/dom.js";
import {get, part, post, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {moment} from "../../lib/format.js";
import {button, chip, field, select, skeleton} from "../../ui/controls.js";
import {form} from "../../ui/dialog.js";
import {engineName, offerEndpoints} from "../../ui/engines.js";
import {problemCard} from "../../ui/problem.js";
import {attempt, toast} from "../../ui/toast.js";

const tasks = [
    ["", "Every task"], ["chat", "Chat"], ["answer", "Answers from documents"],
    ["summarize", "Summaries and the journal"], ["extract", "Transcripts"], ["rewrite", "Rewriting"],
    ["studyQuestionGen", "Study questions"]
];
const taskName = (task) => tasks.find(([key]) => key === (task ?? ""))?.[1] ?? task;

export class ConsentPanel {
    constructor(stop) {
        this.stop = stop;
        this.element = h("section.card", {"aria-label": "Consents"}, skeleton(3));
    }

    async load() {
        try {
            const {consents} = await get("/api/consents", {all: this.all}, {signal: this.stop});
            fill(this.element,
                h("div.card-head", null, h("h2", null, "Consents"),
                    button("Give a consent", () => this.grant(), {symbol: "plus"})),
                consents.length ? h("ul.rows", null, consents.map((consent) => this.row(consent)))
                                : h("p.help", null, "No other host may see personal text."),
                h("label.inline", null, h("input", {
                    type: "checkbox",
                    checked: this.all,
                    onchange: (event) => {
                        this.all = event.target.checked;
                        this.load();
                    }
                }),
                    "Show revoked ones"));
        } catch (error) {
            if (!wasStopped(error)) fill(this.element, problemCard(error, {retry: () => this.load()}));
        }
    }

    row(consent) {
        return h("li.row", null,
            h("div.row-main", null, h("strong", null, engineName(consent.engine)), ` at ${consent.host}`,
                h("p.row-sub", null, `${taskName(consent.task)} · since ${moment(consent.grantedAt)}`)),
            consent.revokedAt ? chip(`revoked ${moment(consent.revokedAt)}`)
                              : button("Revoke", () => this.revoke(consent)));
    }

    grant() {
        const engine = select([["openai", "OpenAI"], ["anthropic", "Anthropic"], ["custom", "Own endpoint"]], "openai");
        offerEndpoints(engine, "");
        const task = select(tasks, "");
        return form("Give a consent",
            [
                h("p", null,
                    "Personal text may then be sent to this engine, at the host that is set for it now. Another host needs a new consent. Private text is never sent."),
                field("Engine", engine),
                field("For", task),
            ],
            "Give consent", async () => {
                await post("/api/consents", {engine: engine.value, task: task.value || null});
                announce("routing");
            });
    }

    /** At once: what is taken back in error can be given again, and what is not must not wait. */
    async revoke({id, engine, host, task}) {
        await attempt(async () => {
            await remove(`/api/consents/${part(id)}`);
            announce("routing");
            toast(`${engineName(engine)} at ${host} sees no personal text any more.`, {
                tone: "good",
                action: {
                    label: "Undo",
                    run: () => attempt(async () => {
                        await post("/api/consents", {engine, task: task ?? null});
                        announce("routing");
                    })
                },
            });
        });
    }
}
