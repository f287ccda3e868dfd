// Step 3: a first question, made of what was read, and so one that can be answered.

import {fill, h} from "../../lib/dom.js";
import {get, wasStopped} from "../../lib/api.js";
import {onChange} from "../../lib/changes.js";
import {address, go} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {empty, linkButton, skeleton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {askNext} from "../chat/next-question.js";
import {documentUploads} from "../documents/uploads.js";

export function questionStep({stop, leave}) {
    const list = h("div", null, skeleton(4));
    const about = h("p", {hidden: true}, say("Made of what you added. The answer shows the exact place that it stands on."));
    const ask = (text) => {
        leave();
        askNext(text);
        go(["chat"]);
    };
    const own = h("textarea", {
        rows: "2",
        dir: "auto",
        id: "first-question",
        placeholder: say("Ask anything about your documents"),
        onkeydown: (event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            if (own.value.trim()) ask(own.value.trim());
        }
    });
    const label = h("label", {for: own.id}, say("Your question"));
    const form = h("form.start-ask", {
        hidden: true,
        onsubmit: (event) => {
            event.preventDefault();
            if (own.value.trim()) ask(own.value.trim());
        }
    },
        label, own, h("div.actions", null, h("button.button", {type: "submit"}, say("Ask"))));

    async function load() {
        try {
            const {questions, documents} = await get("/api/suggestions", {}, {signal: stop});
            const isReading = documentUploads.isBusy;
            form.hidden = !documents && !isReading;
            about.hidden = !questions.length;
            fill(label, questions.length ? say("Or one of your own") : say("Your question"));
            fill(list,
                questions.length > 0
                    ? h("ul.examples", null,
                          questions.map(
                              ({text}) => h("li", null,
                                  h("button.example", {type: "button", dir: "auto", onclick: () => ask(text)}, text))))
                    : isReading  ? h("p.writing", {role: "status"},
                                       say("Your documents are being read. Questions will be here in a moment."))
                    : !documents ? empty("documents", say("Nothing was read yet"),
                                       say("Give Hearth something to know, and it makes questions of it."),
                                       linkButton(say("Add documents"), address(["start", "documents"]),
                                           {kind: "primary", symbol: "plus"}))
                                 : null);
        } catch (error) {
            if (!wasStopped(error)) fill(list, problemCard(error, {retry: load}));
        }
    }
    onChange(["documents"], load, stop);
    documentUploads.addEventListener("over", load, {signal: stop});
    load();
    return [
        h("h1", {tabindex: "-1"}, say("Ask your first question")),
        about,
        list,
        form,
    ];
}
