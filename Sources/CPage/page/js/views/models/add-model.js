// Adding a model by its address, step by step: what it is for, where it is, what its file says, and what to do with it. The
// step and the answers stand in the address, so that a reload goes on where it was.

import {fill, h, uniqueID} from "../../lib/dom.js";
import {get, post, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {track} from "../../lib/jobs.js";
import {bytes, count, counted} from "../../lib/format.js";
import {withoutCommands} from "../../lib/plain.js";
import {address, change, go} from "../../lib/router.js";
import {term} from "../../lib/terms.js";
import {isEnglish, listed, say} from "../../lib/words.js";
import {button, chip, facts, field, linkButton, skeleton, toggle} from "../../ui/controls.js";
import {problemCard, wordsOf} from "../../ui/problem.js";
import {hubSearch} from "./hub-search.js";
import {fitWords, kinds, runtimeNames} from "./model-card.js";
import {folded, serverSentence} from "../../ui/server-words.js";

const marks = {
    passed: ["✓", "good"],
    warning: ["!", "warn"],
    failed: ["✗", "bad"],
    unknown: ["?", ""]
};

export class AddModel {
    constructor(stop) {
        this.stop = stop;
        this.element = h("section.add-model");
        this.body = h("div");
    }

    async show(query) {
        const answers = {modality: query.get("modality"), place: query.get("place")};
        const step = !answers.modality ? 1 : !answers.place ? 2 : 3;
        const key = JSON.stringify(answers);
        if (key === this.key) return;
        this.key = key;
        fill(this.element, linkButton(say("All models"), address(["models"]), {kind: "quiet", symbol: "left"}),
            h("h1", null, say("Add a model")),
            h("ol.steps", {"aria-label": say("Steps")},
                [say("What it is for"), say("Where it is"), say("Check and add")].map(
                    (words, index) => h("li",
                        {"aria-current": index + 1 === step ? "step" : null, class: index + 1 < step ? "done" : ""},
                        words))),
            this.body);
        if (step === 1)
            await this.kinds();
        else if (step === 2)
            await this.where(answers.modality);
        else
            await this.check(answers);
    }

    // 1: modality and its runtimes

    async kinds() {
        fill(this.body, skeleton(6));
        try {
            const {kinds} = await get("/api/models/kinds", {}, {signal: this.stop});
            fill(this.body, h("ul.choices", null, kinds.map((kind) => {
                const possible = kind.runtimes.filter((runtime) => runtime.available);
                return h("li.card", null, h("h2", null, capital(kindTitle(kind))), runtimes(kind.runtimes),
                    possible.length ? button(say("Choose"), () => change({modality: kind.modality}),
                                          {kind: "primary", "aria-label": say("Choose {name}", {name: kindTitle(kind)})})
                                    : kind.runtimes.length > 0
                            && h("p.help", null, say("Nothing on this machine can run one.")));
            })));
        } catch (error) {
            if (!wasStopped(error)) fill(this.body, problemCard(error, {retry: () => this.kinds()}));
        }
    }

    // 2: the address

    async where(modality) {
        const id = uniqueID("place");
        const input = h("input", {
            type: "text",
            id,
            inputmode: "url",
            spellcheck: "false",
            autocomplete: "off",
            required: true,
            maxlength: 4096,
            placeholder: "https://huggingface.co/OWNER/NAME-GGUF/resolve/main/FILE.gguf"
        });
        fill(this.body,
            h("form.narrow", {
                onsubmit: (event) => {
                    event.preventDefault();
                    change({place: input.value.trim()});
                }
            },
                field(say("Address of the file, or its path on this machine"), input,
                    say("Only the file's header is fetched first, to see whether it would run here. That request stands in the ledger.")),
                h("div.actions", null, button(say("Back"), () => change({modality: null})),
                    h("button.button.primary", {type: "submit"}, say("Look at it")))));
        if (["text-generation", "embedding", "reranking"].includes(modality)) this.body.append(hubSearch(this.stop));
        input.focus();
        try {
            const {kinds} = await get("/api/models/kinds", {}, {signal: this.stop});
            const kind = kinds.find((candidate) => candidate.modality === modality);
            if (kind)
                this.body.append(h(
                    "div.narrow", null, h("h2", null, say("What runs models of this kind here: {kind}", {kind: kindTitle(kind)})), runtimes(kind.runtimes)));
        } catch { /* the form does without it */
        }
    }

    // 3: what the header says

    async check(answers) {
        fill(this.body, h("p.writing", {role: "status"}, say("Reading the file's header…")));
        const {key} = this;
        let found;
        try {
            found = await post(
                "/api/models/inspect", {place: answers.place, modality: answers.modality}, {signal: this.stop});
        } catch (error) {
            if (wasStopped(error)) return;
            fill(this.body, problemCard(error, {
                title: say("The file could not be looked at"),
                retry: () => this.check(answers),
                extra: [button(say("Another address"), () => change({place: null}))]
            }));
            return;
        }
        if (key === this.key) this.form(answers, found);
    }

    form(answers, found) {
        const {manifest} = found;
        const name =
            h("input", {type: "text", value: found.id, autocomplete: "off", spellcheck: "false", maxlength: 200});
        const sha256 = h("input", {
            type: "text",
            value: manifest.sha256 ?? "",
            autocomplete: "off",
            spellcheck: "false",
            pattern: "[0-9a-fA-F]{64}",
            maxlength: 64
        });
        const wishes = {download: true, use: false, force: false};
        const note = h("p.form-error", {role: "alert"});
        const submit = h("button.button.primary", {type: "submit", disabled: !found.compatible}, say("Add and download"));
        const add = async (event) => {
            event.preventDefault();
            submit.disabled = true;
            note.textContent = "";
            try {
                const added = await post("/api/models", {
                    place: answers.place,
                    modality: manifest.modality ?? answers.modality,
                    name: name.value.trim() || null,
                    sha256: sha256.value.trim() || null,
                    ...wishes
                });
                if (added.job) track(added.job);
                announce("models");
                go(["models"], {at: added.model.id});
            } catch (error) {
                fill(note, wordsOf(error));
                submit.disabled = false;
            }
        };
        const download = (value) => {
            wishes.download = value;
            use.disabled = !value;
            if (!value) use.checked = wishes.use = false;
            submit.textContent = value ? say("Add and download") : say("Add");
        };
        const force = (value) => {
            wishes.force = value;
            submit.disabled = !value;
        };
        const unknownFormat = {help: say("Its format is unknown; nothing here will load it.")};
        fill(this.body, inspected(found),
            h("form.narrow", {onsubmit: add}, field(say("Name"), name, say("Its id in lists and commands.")),
                field(say("SHA-256 that the file must have"), sha256, say("Optional. Without it the size alone is checked.")),
                toggle(say("Download now"), true, download),
                toggle(say("Use it once it is here"), false,
                    (value) => {
                        wishes.use = value;
                    },
                    {"data-use": true}),
                !found.compatible && found.overridable && toggle(say("Take it as it is"), false, force, unknownFormat), note,
                h("div.actions", null, button(say("Another address"), () => change({place: null})), submit)));
        const use = this.body.querySelector("[data-use]");
    }
}

/** What was found out about a file, with the reasons that speak for it and against it. */
function inspected(found) {
    const {manifest} = found;
    const verdict = found.compatible ? chip(say("✓ It would run here"), "good") : chip(say("✗ It would not run here"), "bad");
    const check = (item) => {
        const [sign, tone] = marks[item.state];
        return h("li", null, chip(sign, tone, {"aria-label": term(item.state)}),
            h("div", {dir: "auto"}, h("strong", null, item.name),
                isEnglish() ? [` ${withoutCommands(item.reason)}`, item.remedy && h("p.help", null, withoutCommands(item.remedy))]
                            : folded([item.reason, item.remedy].filter(Boolean))));
    };
    return h("section.card", null, h("h2", {dir: "auto"}, manifest.name),
        h("p.tags", null, verdict, chip(say("{size} looked at", {size: bytes(found.fetchedBytes)}))),
        h("ul.checks", null, found.checks.map(check)), facts([
            [say("Architecture"), manifest.architecture],
            [say("Parameters"), manifest.parameters && count(manifest.parameters)],
            [say("Quantization"), manifest.quantization],
            [say("Context"), manifest.contextLength && counted(manifest.contextLength, "{count} token|{count} tokens")],
            [say("Size"), manifest.bytes && bytes(manifest.bytes)],
            [say("Licence"), manifest.licence],
            [say("Fits"), fitWords(found.fit)],
            [say("A broken download"), found.resumable ? say("goes on where it stopped") : say("begins anew")],
        ]));
}

/** What a kind of models is called; the server knows kinds that this page does not. */
const kindTitle = ({modality, title}) => (isEnglish() ? title : kinds[modality] ?? title);

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What can run a kind of model, and why the rest cannot. */
function runtimes(items) {
    if (!items.length) return h("p.help", null, say("Hearth has nothing that runs these."));
    return h("ul.runtimes", null,
        items.map(
            (runtime) => h("li", null,
                chip(runtime.available ? "✓" : "✗", runtime.available ? "good" : "",
                    {"aria-label": runtime.available ? say("available") : say("not available")}),
                h("div", null, h("strong", null, runtimeNames[runtime.name] ?? runtime.name),
                    runtime.formats.length ? [" ", say("reads {formats}", {formats: listed(runtime.formats)})] : null,
                    !runtime.available && (runtime.reason ? serverSentence(runtime.reason, say("This is not available here, or not just now.")) : h("p.help", null, say("It is not part of this build.")))))));
}
