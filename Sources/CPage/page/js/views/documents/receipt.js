// Removing documents, and the proof that they are gone.

import {h} from "../../lib/dom.js";
import {part, post, remove} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {count, counted, titleOf} from "../../lib/format.js";
import {say} from "../../lib/words.js";
import {button, chip, facts} from "../../ui/controls.js";
import {confirm, dialog} from "../../ui/dialog.js";
import {attempt} from "../../ui/toast.js";

/** Asks, removes, and shows the receipt. @returns {Promise<boolean>} Whether they are gone. */
export async function removeWithReceipt(documents) {
    const names = documents.length === 1 ? say("“{title}”", {title: titleOf(documents[0])})
                                         : counted(documents.length, "{count} document|{count} documents");
    const sure = await confirm(documents.length === 1
            ? say("Remove this document?")
            : counted(documents.length, "Remove {count} document?|Remove {count} documents?"),
        say("{names} will be taken out of the library: text, index and vectors are overwritten, and every page of the database is then searched for remains. Files on your disk stay where they are.",
            {names}),
        say("Remove"), {danger: true});
    if (!sure) return false;
    const receipt = await attempt(() => documents.length === 1
            ? remove(`/api/documents/${part(documents[0].documentID)}`)
            : post("/api/documents/remove", {documentIDs: documents.map((document) => document.documentID)}));
    if (!receipt) return false;
    announce("documents");
    showReceipt(receipt, names);
    return true;
}

/** Why it is not proven that nothing is left, and what would help. */
function doubt({reason, conversations}) {
    if (reason === "quoted") {
        return counted(conversations.length,
            "{count} conversation still quotes the text. The quotes go when it is removed.|{count} conversations still quote the text. The quotes go when they are removed.");
    }
    return reason === "older-pages"
        ? say("Another program still reads the library as it was. Close it: the older pages go with the next removal.")
        : say("Pieces of the text are left, in no document and no conversation that is shown to you. A conversation that is more private may quote them.");
}

/** The proof. @param {string} names What is gone. */
export function showReceipt(receipt, names) {
    return dialog(say("Deletion receipt"),
        (close) => [h("p", {dir: "auto"},
                        receipt.proven ? chip(say("✓ Proven"), "good") : chip(say("Not proven"), "bad"), " ",
                        receipt.documentIDs.length === 1 ? say("{names} is removed.", {names})
                                                         : say("{names} are removed.", {names})),
            h("p", null,
                receipt.proven
                    ? say("Searched {pages} of the database for {pieces} of the text: none is left.", {
                          pages: counted(receipt.pagesScanned, "{count} page|{count} pages"),
                          pieces: counted(receipt.samplesSearched, "{count} piece|{count} pieces")
                      })
                    : doubt(receipt)),
            !receipt.proven && h("ul", null, receipt.conversations.map((id, index) =>
                h("li", null, h("a", {href: `#/chat/${part(id)}`, onclick: () => close()},
                    say("Conversation {number}", {number: count(index + 1)}))))),
            facts([
                [say("Rows"), count(receipt.rows)], [say("Index entries"), count(receipt.indexEntries)],
                [say("Vectors"), count(receipt.vectors)], [say("Pages searched"), count(receipt.pagesScanned)],
                [say("Documents"), receipt.documentIDs.join(", ")]
            ]),
            h("div.actions.end", null, button(say("Close"), () => close(), {kind: "primary"})),
    ]);
}
