// Writing an entry. What is written stays in the tab until it is saved, over reloads too.

import {fill, h, uniqueID} from "../../lib/dom.js";
import {get, ifUnchanged, part, post, put, wasChanged} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {clockTime, today} from "../../lib/days.js";
import {counted, wordCount} from "../../lib/format.js";
import {keep, kept} from "../../lib/kept.js";
import {say} from "../../lib/words.js";
import {button} from "../../ui/controls.js";
import {dateField} from "../../ui/date-field.js";
import {dictation, insert} from "../../ui/dictation.js";
import {labelHelp, labelSelect} from "../../ui/labels.js";
import {wordsOf} from "../../ui/problem.js";
import {toast} from "../../ui/toast.js";

/**
 * @param {{day: string, entry?: object, done?: () => void, signal?: AbortSignal}} options `entry` is changed; without one a new one is
 *   written, or spoken until `signal`.
 */
export function writeBox({day, entry, done, signal}) {
    const key = `entry.${entry?.id ?? day}`;
    const draft = kept(key, {});
    const ids = {text: uniqueID("entry"), title: uniqueID("title"), date: uniqueID("date")};
    const text = h("textarea", {
        id: ids.text,
        rows: entry ? "14" : "5",
        dir: "auto",
        placeholder: say("What happened, what was on your mind?"),
        required: true,
        "data-key": entry ? null : "new"
    });
    text.value = draft.text ?? entry?.text ?? "";
    const title = h("input", {
        type: "text",
        id: ids.title,
        dir: "auto",
        value: draft.title ?? entry?.title ?? "",
        maxlength: 500,
        autocomplete: "off"
    });
    const date = dateField({id: ids.date, value: draft.date ?? (entry ? entry.date ?? "" : day), example: day || today()});
    const label = labelSelect(draft.label ?? entry?.label ?? "private", remember);
    const note = h("p.form-error", {role: "alert"});
    const other = h("div");
    // The version that was read when the writing began; a draft remembers it over a reload.
    let etag = draft.etag ?? entry?.etag ?? null;
    const length = h("span.help", {"aria-live": "off"});
    const submit = h("button.button.primary", {type: "submit"}, entry ? say("Save") : say("Add entry"));

    function remember() {
        const words = wordCount(text.value);
        length.textContent = words ? counted(words, "{count} word|{count} words") : "";
        keep(key,
            text.value.trim() || entry
                ? {text: text.value, title: title.value, date: date.value ?? draft.date, label: label.value, etag}
                : null);
    }

    /** Today's entries are of now, on the clock of whoever writes; those of another day have no time. What stays is not sent. */
    function moment() {
        const day = date.value || null;
        if (entry) return day === (entry.date ?? null) ? {} : {date: day};
        if (day !== today()) return {date: day};
        return {date: `${day}T${clockTime()}`, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone};
    }

    async function save(event) {
        event.preventDefault();
        if (!text.value.trim()) return text.focus();
        if (!date.isRight()) return;
        submit.disabled = true;
        note.textContent = "";
        const body = {text: text.value, title: title.value.trim() || null, label: label.value, ...moment()};
        try {
            if (entry)
                await put(`/api/journal/entries/${part(entry.id)}`, body, ifUnchanged(etag));
            else
                await post("/api/journal/entries", body);
            keep(key, null);
            text.value = title.value = length.textContent = "";
            announce("journal");
            toast(entry ? say("Saved.") : say("Added to your journal."), {tone: "good"});
            done?.();
        } catch (error) {
            if (wasChanged(error))
                await showOther();
            else
                fill(note, wordsOf(error));
        }
        submit.disabled = false;
    }

    /** Somebody changed the entry meanwhile: both versions are there to choose from, and nothing is lost. */
    async function showOther() {
        try {
            const now = await get(`/api/journal/entries/${part(entry.id)}`);
            const choose = (action) => () => {
                etag = now.etag;
                fill(other);
                action();
                remember();
            };
            const takeOther = choose(() => {
                text.value = now.text;
                title.value = now.title ?? "";
            });
            const keepMine = choose(() => submit.click());
            fill(other,
                h("section.notice", {role: "alert"},
                    h("div", null,
                        h("p", null, h("strong", null, say("This entry was changed elsewhere meanwhile.")), " ",
                            say("Nothing is saved yet. There it reads now:")),
                        h("blockquote.other-version", {dir: "auto"}, now.text),
                        h("div.actions", null, button(say("Save mine over it"), keepMine),
                            button(say("Take that text instead"), takeOther)))));
        } catch (error) { fill(note, wordsOf(error)); }
    }

    const form = h("form.write-box", {
        onsubmit: save,
        oninput: remember,
        onkeydown: (event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
        }
    },
        h("label.visually-hidden",
            { for: ids.text
            },
            say("Entry")),
        text,
        h("div.write-row", null,
            h("label.inline",
                { for: ids.title
                },
                say("Title"), title),
            h("label.inline",
                { for: ids.date
                },
                say("Day"), date.element),
            h("label.inline", {title: labelHelp}, say("Privacy"), label)),
        note, other,
        h("div.actions", null, submit,
            signal && dictation({label: say("Speak it"), signal, put: (words) => insert(text, words)}),
            done && button(say("Cancel"), () => {
                keep(key, null);
                done();
            }), length));
    remember();
    return form;
}
