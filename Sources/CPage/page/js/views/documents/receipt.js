// Removing documents, and the proof that they are gone.

import {h} from "../../lib/dom.js";
import {part, post, remove} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {count, counted, titleOf} from "../../lib/format.js";
import {button, chip, facts} from "../../ui/controls.js";
import {confirm, dialog} from "../../ui/dialog.js";
import {attempt} from "../../ui/toast.js";

/** Asks, removes, and shows the receipt. @returns {Promise<boolean>} Whether they are gone. */
export async function removeWithReceipt(documents) {
    const names = documents.length === 1 ? `“${titleOf(documents[0])}”` : counted(documents.length, "document");
    const sure = await confirm(`Remove ${documents.length === 1 ? "this document" : names}?`,
        `${names} will be taken out of the library: text, index and vectors are overwritten, and every page of the database is then searched for remains. Files on your disk stay where they are.`,
        "Remove", {danger: true});
    if (!sure) return false;
    const receipt = await attempt(() => documents.length === 1
            ? remove(`/api/documents/${part(documents[0].documentID)}`)
            : post("/api/documents/remove", {documentIDs: documents.map((document) => document.documentID)}));
    if (!receipt) return false;
    announce("documents");
    showReceipt(receipt, names);
    return true;
}

function showReceipt(receipt, names) {
    return dialog("Deletion receipt",
        (close) => [h("p", {dir: "auto"}, receipt.proven ? chip("✓ Proven", "good") : chip("Not proven", "bad"),
                        ` ${names} ${receipt.documentIDs.length === 1 ? "is" : "are"} removed.`),
            h("p", null,
                receipt.proven
                    ? `Searched ${counted(receipt.pagesScanned, "page")} of the database for ${
                          counted(receipt.samplesSearched, "piece")} of the text: none is left.`
                    : `${counted(receipt.remnants, "piece")} of the text ${
                          receipt.remnants === 1
                              ? "is"
                              : "are"} left, or another process still reads older pages. Close other programs that use the library and remove the document again.`),
            facts([
                ["Rows", count(receipt.rows)], ["Index entries", count(receipt.indexEntries)],
                ["Vectors", count(receipt.vectors)], ["Pages searched", count(receipt.pagesScanned)],
                ["Documents", receipt.documentIDs.join(", ")]
            ]),
            h("div.actions.end", null, button("Close", () => close(), {kind: "primary"})),
    ]);
}
