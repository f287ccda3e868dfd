// Questions that must be answered before going on. The browser's own <dialog> keeps the focus inside and gives it back.

import {fill, h, uniqueID} from "../lib/dom.js";
import {address, read} from "../lib/router.js";
import {say} from "../lib/words.js";
import {button, iconButton} from "./controls.js";
import {wordsOf} from "./problem.js";
import {toast} from "./toast.js";

const place = () => address([read().view, ...read().path]);

/**
 * Opens a dialog and resolves when it closes, with what `close` was given.
 *
 * @param {string} title
 * @param {(close: (value?: any) => void) => Node[]} content
 */
export function dialog(title, content, {wide = false, className = ""} = {}) {
    return new Promise((resolve) => {
        const id = uniqueID("dialog");
        let result;
        const close = (value) => {
            result = value;
            element.close();
        };
        const element = h("dialog", {"aria-labelledby": id, class: `${wide ? "wide" : ""} ${className}`});
        element.append(
            h("header", null, h("h2", {id, dir: "auto"}, title), iconButton(say("Close"), "close", () => close())),
            ...content(close).filter(Boolean));
        // It belongs to what is shown: who goes elsewhere, by the browser's own button too, leaves it.
        const opened = place();
        const leave = () => {
            if (place() !== opened) close();
        };
        window.addEventListener("hashchange", leave);
        element.addEventListener("close", () => {
            window.removeEventListener("hashchange", leave);
            element.remove();
            resolve(result);
        });
        // A click beside the dialog leaves it, as Escape does.
        element.addEventListener("mousedown", (event) => {
            if (event.target === element) close();
        });
        document.body.append(element);
        element.showModal();
    });
}

/** Yes or no. `action` is the word on the button that goes on. */
export async function confirm(title, text, action, {danger = false} = {}) {
    return await dialog(title,
               (close) => [h("p", {dir: "auto"}, text),
                   h("div.actions.end", null, button(say("Cancel"), () => close(false)),
                       button(action, () => close(true), {kind: danger ? "danger" : "primary", autofocus: true})),
    ]) === true;
}

/** Asks for a line of text; null when it was left. */
export async function ask(title, label, {value = "", action = say("Save"), type = "text", help} = {}) {
    return await dialog(title, (close) => {
        const input = h("input", {
            type,
            value,
            id: uniqueID("ask"),
            dir: "auto",
            autofocus: true,
            autocomplete: "off",
            required: true,
            maxlength: 500
        });
        return [h("form", {
            onsubmit: (event) => {
                event.preventDefault();
                close(input.value.trim());
            }
        },
            h("div.field", null,
                h("label",
                    { for: input.id
                    },
                    label),
                input, help && h("p.help", null, help)),
            h("div.actions.end", null, button(say("Cancel"), () => close()),
                h("button.button.primary", {type: "submit"}, action)))];
    }) || null;
}

/** A dialog with a form, which stays open with the reason when its work fails. `options.busy` is said while it goes on. */
export function form(title, fields, action, work, options = {}) {
    return dialog(title, (close) => {
        const note = h("p.form-error", {role: "alert"});
        const going = h("p.help", {role: "status"});
        const submit = h("button.button", {type: "submit", class: options.danger ? "danger" : "primary"}, action);
        return [h("form", {
            onsubmit: async (event) => {
                event.preventDefault();
                submit.disabled = true;
                note.textContent = "";
                going.textContent = options.busy ?? "";
                try {
                    close(await work(event.target) ?? true);
                } catch (error) {
                    // Whoever closed it meanwhile is told all the same.
                    if (!note.isConnected) return toast(wordsOf(error), {tone: "bad", seconds: 12});
                    going.textContent = "";
                    fill(note, wordsOf(error));
                    submit.disabled = false;
                }
            },
        },
            fields, going, note, h("div.actions.end", null, button(say("Cancel"), () => close()), submit))];
    }, options);
}
