// Where questions are written.

import {fill, h, uniqueID} from "../../lib/dom.js";
import {counted} from "../../lib/format.js";
import {keep, kept} from "../../lib/kept.js";
import {button, iconButton, select} from "../../ui/controls.js";
import {engines, offerEndpoints} from "../../ui/engines.js";

export class Composer {
    /** @param {{send: (text, options) => void, stop: () => void, pickScope: () => void, editLast: () => void}} actions */
    constructor(actions) {
        this.actions = actions;
        const id = uniqueID("composer");
        this.input = h("textarea", {
            id,
            rows: "1",
            dir: "auto",
            placeholder: "Ask about your documents",
            "data-key": "new",
            oninput: () => {
                this.grow();
                keep(this.draftKey, this.input.value);
            },
            onkeydown: (event) => this.key(event),
        });
        this.scope =
            button("All documents", actions.pickScope, {kind: "quiet", symbol: "documents", "data-focus": "scope"});
        this.about = select([["documents", "With my documents"], ["none", "Model alone"]], kept("about", "documents"),
            () => this.remember(), {"aria-label": "What to answer from"});
        this.engine = select([["", "Engine: automatic"], ...engines], kept("engine", ""), () => this.remember(),
            {"aria-label": "Engine"});
        offerEndpoints(this.engine, kept("engine", "")).then(() => this.remember());
        this.submit = iconButton("Send", "send", () => this.send(), {type: "submit"});
        this.element = h("form.composer", {
            onsubmit: (event) => {
                event.preventDefault();
                this.send();
            }
        },
            h("label.visually-hidden",
                { for: id
                },
                "Your question"),
            h("div.composer-box", null, this.input, this.submit),
            h("div.composer-options", null, this.scope, this.about, this.engine));
        this.draftKey = "draft.new";
    }

    remember() {
        keep("about", this.about.value);
        keep("engine", this.engine.value);
        this.scope.hidden = this.about.value === "none";
        this.input.placeholder = this.about.value === "none" ? "Write to the model" : "Ask about your documents";
    }

    /** Takes up the draft of a conversation. */
    open(conversationID) {
        this.draftKey = `draft.${conversationID ?? "new"}`;
        this.input.value = kept(this.draftKey, "");
        this.remember();
        this.grow();
    }

    /** Puts words there, to be changed or sent. */
    put(text) {
        this.input.value = text;
        keep(this.draftKey, text);
        this.grow();
        this.input.focus();
    }

    /** @param {string[]} scope Ids of documents; empty means all. */
    setScope(scope) {
        fill(this.scope.lastElementChild, scope.length ? counted(scope.length, "document") : "All documents");
        this.scope.classList.toggle("chosen", scope.length > 0);
    }

    setBusy(isBusy) {
        this.isBusy = isBusy;
        const label = isBusy ? "Stop" : "Send";
        const fresh = iconButton(label, isBusy ? "stop" : "send", () => (isBusy ? this.actions.stop() : this.send()),
            {class: isBusy ? "stop" : ""});
        const hadFocus = document.activeElement === this.submit;
        this.submit.replaceWith(fresh);
        this.submit = fresh;
        if (hadFocus) fresh.focus();
    }

    key(event) {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            this.send();
        }
        if (event.key === "Escape" && this.isBusy) {
            event.preventDefault();
            this.actions.stop();
        }
        if (event.key === "ArrowUp" && !this.input.value) {
            event.preventDefault();
            this.actions.editLast();
        }
    }

    send() {
        const text = this.input.value.trim();
        if (!text || this.isBusy) return;
        this.input.value = "";
        keep(this.draftKey, "");
        this.grow();
        this.actions.send(text);
    }

    /** What holds for every message: from what and by whom it is to be answered. */
    get options() { return {about: this.about.value, ...(this.engine.value ? {engine: this.engine.value} : {})}; }

    /** As high as its text, up to a third of the window. */
    grow() {
        this.input.style.setProperty("height", "auto");
        this.input.style.setProperty("height", `${Math.min(this.input.scrollHeight, innerHeight / 3)}px`);
    }
}
