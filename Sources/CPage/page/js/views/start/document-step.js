// Step 2: something to ask about.

import {fill, h} from "../../lib/dom.js";
import {get} from "../../lib/api.js";
import {onChange} from "../../lib/changes.js";
import {counted} from "../../lib/format.js";
import {say} from "../../lib/words.js";
import {button} from "../../ui/controls.js";
import {attempt} from "../../ui/toast.js";
import {UploadPanel} from "../documents/upload-panel.js";
import {documentUploads} from "../documents/uploads.js";
import {addExamples} from "./example-library.js";

export function documentStep({stop, done}) {
    const state = h("p", {role: "status"});
    const panel = new UploadPanel([{uploads: documentUploads}],
        {text: say("Drop files or a folder here"), isPlain: true, stop, target: document.body});

    async function load() {
        try {
            const {total} = await get("/api/documents", {limit: 1}, {signal: stop});
            fill(state,
                total > 0
                    && counted(total, "{count} document can be asked about.|{count} documents can be asked about."));
            if (total > 0) done();
        } catch { /* the uploads say what is wrong */
        }
    }
    onChange(["documents"], load, stop);
    documentUploads.addEventListener("change", () => {
        if (documentUploads.isBusy) done(say("Next, while they are read"));
    }, {signal: stop});
    load();
    return [
        h("h1", {tabindex: "-1"}, say("What should it know?")),
        h("p", null,
            say("PDFs, letters, notes, books, mails, tables, recordings' words. They are read on this device and kept encrypted; your files stay where they are.")),
        panel.element,
        h("div.start-other", null, h("h2", null, say("Nothing at hand?")),
            h("p.help", null,
                say("Three papers of a made-up household: a house manual, a recipe, the minutes of a meeting.")),
            h("div.actions", null,
                button(say("Add the example library"), () => attempt(addExamples), {symbol: "documents"}))),
        state,
    ];
}
