// Where questions are written: what they are about above the field, who answers below it.

import {fill, h, uniqueID} from "../../lib/dom.js";
import {counted} from "../../lib/format.js";
import {keep, kept} from "../../lib/kept.js";
import {say} from "../../lib/words.js";
import {button, iconButton} from "../../ui/controls.js";
import {dictation, insert} from "../../ui/dictation.js";
import {AnswererButton} from "./answerer-button.js";
import {Attachments} from "./attachments.js";
import {Mention} from "./mention.js";

export class Composer {
    /**
     * @param {{send: (text: string) => void, stop: () => void, pickScope: () => void, editLast: () => void, scope: () => string[], setScope: (ids: string[]) => void}} actions
     * @param {AbortSignal} stop
     */
    constructor(actions, stop) {
        this.actions = actions;
        const id = uniqueID("composer");
        this.input = h("textarea", {
            id,
            rows: "1",
            dir: "auto",
            placeholder: say("Ask about your documents"),
            "data-key": "new",
            enterkeyhint: "send",
            oninput: () => {
                this.grow();
                keep(this.draftKey, this.input.value);
            },
            onkeydown: (event) => this.key(event),
            onpaste: (event) => this.paste(event),
        });
        this.attachments = new Attachments({...actions, stop});
        this.mention = new Mention({
            input: this.input,
            pick: (document) => {
                this.attachments.note(document);
                keep(this.draftKey, this.input.value);
                this.grow();
                actions.setScope([...new Set([...actions.scope(), document.documentID])]);
            }
        });
        this.scope = button(say("All documents"), actions.pickScope, {
            kind: "quiet",
            symbol: "documents",
            "data-focus": "scope",
            title: say("Choose documents, here or by @ in your question")
        });
        this.answerer = new AnswererButton({changed: () => this.showAbout(), stop});
        this.attach = iconButton(say("Add files"), "clip", () => this.attachments.choose());
        this.submit = iconButton(say("Send"), "send", () => this.send(), {class: "submit"});
        this.element = h("form.composer", {
            onsubmit: (event) => {
                event.preventDefault();
                this.send();
            }
        },
            h("label.visually-hidden",
                { for: id
                },
                say("Your question")),
            this.mention.list, this.attachments.element,
            h("div.composer-box", null, this.attach, this.input,
                dictation(
                    {label: say("Dictate"), isQuiet: true, signal: stop, put: (text) => insert(this.input, text)}),
                this.submit),
            h("div.composer-options", null, this.answerer.element, this.scope), this.attachments.files);
        this.draftKey = "draft.new";
        this.dropping();
    }

    showAbout() {
        const isAlone = this.answerer.about === "none";
        this.scope.hidden = isAlone;
        this.attachments.element.classList.toggle("unused", isAlone);
        this.input.placeholder = isAlone ? say("Write to the model") : say("Ask about your documents");
    }

    /** Takes up the draft of a conversation. */
    open(conversationID) {
        this.draftKey = `draft.${conversationID ?? "new"}`;
        this.input.value = kept(this.draftKey, "");
        this.showAbout();
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
        fill(this.scope.lastElementChild,
            scope.length ? counted(scope.length, "{count} document|{count} documents") : say("All documents"));
        this.scope.classList.toggle("chosen", scope.length > 0);
        this.attachments.draw();
    }

    setBusy(isBusy) {
        this.isBusy = isBusy;
        const label = isBusy ? say("Stop") : say("Send");
        const fresh = iconButton(label, isBusy ? "stop" : "send", () => (isBusy ? this.actions.stop() : this.send()),
            {class: isBusy ? "submit stop" : "submit"});
        const hadFocus = document.activeElement === this.submit;
        this.submit.replaceWith(fresh);
        this.submit = fresh;
        if (hadFocus) fresh.focus();
    }

    key(event) {
        if (this.mention.key(event)) return;
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

    /** Files in the clipboard are attached; words are pasted. */
    paste(event) {
        const files = [...event.clipboardData?.files ?? []];
        if (!files.length) return;
        event.preventDefault();
        this.attachments.add(files.map((file) => ({file, name: file.name})));
    }

    dropping() {
        const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");
        this.element.addEventListener("dragover", (event) => {
            if (!carriesFiles(event)) return;
            event.preventDefault();
            this.element.classList.add("over");
        });
        this.element.addEventListener("dragleave", () => this.element.classList.remove("over"));
        this.element.addEventListener("drop", (event) => {
            if (!carriesFiles(event)) return;
            event.preventDefault();
            this.element.classList.remove("over");
            this.attachments.drop(event.dataTransfer);
        });
    }

    send() {
        const text = this.input.value.trim();
        if (!text || this.isBusy) return;
        this.input.value = "";
        keep(this.draftKey, "");
        this.grow();
        this.attachments.isCut = false;
        this.actions.send(text);
    }

    /** What holds for every message: from what and by whom it is to be answered. */
    get options() {
        const {about, engine} = this.answerer;
        return {about, ...(engine ? {engine} : {})};
    }

    /** As high as its text, up to a third of the window. */
    grow() {
        this.input.style.setProperty("height", "auto");
        this.input.style.setProperty("height", `${Math.min(this.input.scrollHeight, innerHeight / 3)}px`);
    }
}
