// Deleting everything. Typed, because it cannot be undone.

import {h, uniqueID} from "../../lib/dom.js";
import {post} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {forgetAll} from "../../lib/kept.js";
import {moment} from "../../lib/format.js";
import {say, sayWith} from "../../lib/words.js";
import {button} from "../../ui/controls.js";
import {dialog, form} from "../../ui/dialog.js";

/** What has to be typed. */
const words = say("delete everything");

export function deletePanel() {
    return h("section.card.danger-zone", {"aria-label": say("Delete all data")}, h("h2", null, say("Delete all data")),
        h("p", null,
            say("All documents, conversations, journal entries, settings, keys of services, and the key of the database. Files that were read stay where they are, and so do model files. Without its key, no copy of the database that is left on a backup can be read.")),
        button(say("Delete everything…"), ask, {kind: "danger", symbol: "trash"}));
}

async function ask() {
    const id = uniqueID("delete");
    const input =
        h("input", {type: "text", id, autocomplete: "off", spellcheck: "false", required: true, pattern: words});
    const receipt = await form(say("Delete everything?"),
        [
            h("p", null, sayWith("This cannot be undone. To go on, type {words}.", {words: h("strong", null, words)})),
            h("div.field", null,
                h("label",
                    { for: id
                    },
                    say("Confirmation")),
                input),
        ],
        say("Delete everything"), async () => {
            if (input.value !== words)
                throw Object.assign(new Error(say("Type “{words}”, just so.", {words})), {code: "not-confirmed"});
            return post("/api/data/delete", {confirm: "delete everything"});
        }, {danger: true});
    if (!receipt) return;
    forgetAll();
    announce("everything");
    await dialog(say("Everything is deleted"),
        (close) => [h("p", null,
                        receipt.completedAt
                            ? say("Done {time}. Gone from the data folder:", {time: moment(receipt.completedAt)})
                            : say("Gone from the data folder:")),
            receipt.deleted.length
                ? h("ul.receipt", null, receipt.deleted.map((name) => h("li", null, h("code", null, name))))
                : h("p", null, say("There was nothing to delete.")),
            h("div.actions.end", null, button(say("Close"), () => close(), {kind: "primary"})),
    ]);
}
