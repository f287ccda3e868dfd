// Importing a journal from a file.

import {h, uniqueID} from "../../lib/dom.js";
import {request} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {count, counted} from "../../lib/format.js";
import {say} from "../../lib/words.js";
import {button, facts} from "../../ui/controls.js";
import {dialog, form} from "../../ui/dialog.js";
import {wordsOf} from "../../ui/problem.js";

export async function importJournal() {
    const id = uniqueID("import");
    const input = h("input", {type: "file", id, accept: ".jsonl,.ndjson,application/x-ndjson", required: true});
    const found = await form(say("Import a journal"),
        [
            h("p", null, say("A file of JSON Lines, one entry a line:")),
            h("pre", {dir: "ltr"}, h("code", null, '{"id": "2026-03-01", "date": "2026-03-01", "text": "…"}')),
            h("div.field", null,
                h("label",
                    { for: id
                    },
                    say("File")),
                input,
                h("p.help", null,
                    say("An entry whose id is there already is replaced; the very same again changes nothing. Entries are private."))),
        ],
        say("Import"),
        async () =>
            request("POST", "/api/journal/import", {body: await input.files[0].text(), type: "application/x-ndjson"}));
    if (!found) return;
    announce("journal");
    const failed = found.results.filter((row) => row.error);
    await dialog(say("Imported"),
        (close) => [facts([
            [say("Added"), count(found.added)], [say("Updated"), count(found.updated)],
            [say("Unchanged"), count(found.unchanged)], [say("Undated"), found.undated ? count(found.undated) : null],
            [say("Failed"), found.failed ? count(found.failed) : null]
        ]),
            failed.length > 0
                && h("details", {open: true},
                    h("summary", null,
                        counted(found.failed, "{count} row could not be taken|{count} rows could not be taken")),
                    h("ul", null,
                        failed.slice(0, 50).map(
                            (row) => h("li", {dir: "auto"}, `${row.id}: `, wordsOf(row.error))))),
            h("div.actions.end", null, button(say("Close"), () => close(), {kind: "primary"})),
    ]);
}
