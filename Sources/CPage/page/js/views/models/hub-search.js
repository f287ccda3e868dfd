// Looking for models on Hugging Face: repositories by their names, then the files of one, each with its size and whether it fits.
// What is chosen goes on in the steps of adding a model, as if its address had been typed.

import {fill, h} from "../../lib/dom.js";
import {post, wasStopped} from "../../lib/api.js";
import {bytes, count, counted, dayOf} from "../../lib/format.js";
import {change} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {button, chip, field} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {fitWords} from "./model-card.js";

/** The search as a section. @param stop A signal that ends its requests. */
export function hubSearch(stop) {
    const words = h("input", {type: "search", maxlength: 200, required: true, autocomplete: "off", spellcheck: "false"});
    const found = h("div", {"aria-live": "polite"});
    const search = async (event) => {
        event?.preventDefault();
        const query = words.value.trim();
        if (!query) return;
        fill(found, h("p.writing", {role: "status"}, say("Looking on Hugging Face…")));
        try {
            const {models} = await post("/api/models/search", {query}, {signal: stop});
            fill(found, models.length ? h("ul.hub", null, models.map((model) => repository(model, stop)))
                                      : h("p.help", null, say("Nothing of that name has files that run here.")));
        } catch (error) {
            if (!wasStopped(error)) fill(found, problemCard(error, {retry: search}));
        }
    };
    return h("section.narrow", null, h("h2", null, say("Or look on Hugging Face")),
        h("form", {onsubmit: search},
            field(say("Words in the name of a model"), words,
                say("What you type goes to huggingface.co, and the request stands in the ledger. Nothing is fetched yet.")),
            h("div.actions", null, h("button.button", {type: "submit"}, say("Look")))),
        found);
}

/** A repository, whose files are asked for when they are wanted. */
function repository(model, stop) {
    const files = h("div");
    const list = async () => {
        fill(files, h("p.writing", {role: "status"}, say("Looking at its files…")));
        try {
            const listed = await post("/api/models/search/files", {name: model.name}, {signal: stop});
            fill(files,
                listed.files.length ? h("ul.hub-files", null, listed.files.map(file))
                                    : h("p.help", null, say("It has no file that is a whole model.")),
                listed.leftOut > 0
                    && h("p.help", null,
                        counted(listed.leftOut, "{count} more file is a part of a model.|{count} more files are parts of models.")));
        } catch (error) {
            if (!wasStopped(error)) fill(files, problemCard(error, {retry: list}));
        }
    };
    return h("li.card", null, h("h3", {dir: "ltr"}, model.name),
        h("p.tags", null, chip(say("{count} downloads in a month", {count: count(model.downloads)})),
            model.licence && chip(model.licence, "", {dir: "ltr"}), model.changed && chip(dayOf(model.changed)),
            model.isGated && chip(say("Its terms have to be accepted on its page"), "warn")),
        h("div.actions", null, button(say("Its files"), list, {"aria-label": say("Files of {name}", {name: model.name})})), files);
}

function file(item) {
    return h("li", null,
        h("div", null, h("strong", {dir: "ltr"}, item.quantization ?? item.path), " ", bytes(item.bytes),
            h("p.help", null, fitWords(item.fit))),
        button(say("Look at it"), () => change({place: item.url}), {"aria-label": say("Look at {name}", {name: item.path})}));
}
