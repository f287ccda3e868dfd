// Choosing the documents that a question is about.

import {debounce, fill, h, uniqueID} from "../../lib/dom.js";
import {get} from "../../lib/api.js";
import {address} from "../../lib/router.js";
import {counted, titleOf} from "../../lib/format.js";
import {formatName} from "../../lib/formats.js";
import {say} from "../../lib/words.js";
import {button, linkButton, skeleton} from "../../ui/controls.js";
import {dialog} from "../../ui/dialog.js";
import {problemCard} from "../../ui/problem.js";

/** @returns {Promise<string[]|undefined>} Ids; empty for all, undefined when it was left. */
export function chooseScope(chosen) {
    const picked = new Set(chosen);
    return dialog(say("Which documents?"), (close) => {
        const list = h("div.pick-list", {role: "group", "aria-label": say("Documents")}, skeleton());
        const status = h("p.help", {role: "status"});
        const search = h("input", {
            type: "search",
            id: uniqueID("scope"),
            placeholder: say("Title or file name"),
            dir: "auto",
            autocomplete: "off"
        });
        const count = () => {
            status.textContent = picked.size ? counted(picked.size, "{count} document chosen|{count} documents chosen")
                                             : say("Nothing chosen: all documents are looked at.");
        };

        function row(document) {
            const pick = (event) => {
                picked[event.target.checked ? "add" : "delete"](document.documentID);
                count();
            };
            const box = h("input", {type: "checkbox", checked: picked.has(document.documentID), onchange: pick});
            return h("label.pick", null, box, h("span", {dir: "auto"}, titleOf(document)),
                h("span.help", null, formatName(document.format, document.path ?? undefined)));
        }

        function nothing() {
            if (search.value) return h("p.help", null, say("No document is called that."));
            return h("p.help", null, say("There are no documents yet."), " ",
                linkButton(say("Add some"), address(["documents"]), {onclick: () => close()}));
        }

        async function load() {
            try {
                const {documents, total} = await get("/api/documents", {query: search.value.trim(), limit: 200});
                const rest = total - documents.length;
                fill(list, documents.length ? documents.map(row) : nothing(),
                    rest > 0
                        && h("p.help", null,
                            counted(rest,
                                "{count} more document: search for it by name.|{count} more documents: search for it by name.")));
            } catch (error) { fill(list, problemCard(error, {retry: load})); }
        }
        search.addEventListener("input", debounce(load));
        load();
        count();
        return [
            h("div.field", null,
                h("label",
                    { for: search.id
                    },
                    say("Search")),
                search),
            list,
            status,
            h("div.actions.end", null, button(say("All documents"), () => close([])),
                button(say("Use these"), () => close([...picked]), {kind: "primary"})),
        ];
    });
}
