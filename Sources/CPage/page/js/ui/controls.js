// The small parts that every view is made of.

import {h, uniqueID} from "../lib/dom.js";
import {settingTitle} from "../lib/setting-names.js";
import {say} from "../lib/words.js";
import {icon} from "./icons.js";

/** A button with a word on it. `kind`: `primary`, `danger`, `quiet`. */
export function button(label, onclick, {kind = "", symbol, ...attributes} = {}) {
    return h("button.button", {type: "button", class: kind, onclick, ...attributes}, symbol && icon(symbol),
        h("span", null, label));
}

/** A button with a drawing only; its name is read aloud and shown when the pointer rests on it. */
export function iconButton(label, symbol, onclick, attributes = {}) {
    return h("button.icon-button", {type: "button", "aria-label": label, title: label, onclick, ...attributes},
        icon(symbol));
}

/** A link that looks like a button. */
export const linkButton = (label, href, {kind = "", symbol, ...attributes} = {}) =>
    h("a.button", {href, class: kind, ...attributes}, symbol && icon(symbol), h("span", null, label));

/** A field with its label above and help below. `input` is an element that takes `id`. */
export function field(label, input, help) {
    input.id ||= uniqueID("field");
    const helpID = help ? uniqueID("help") : null;
    if (helpID) input.setAttribute("aria-describedby", helpID);
    return h("div.field", null, h("label", { for: input.id
    }, label), input, help && h("p.help", {id: helpID}, help));
}

/** @param {[string, string][]} options Value and words. */
export function select(options, value, onchange, attributes = {}) {
    const element = h("select", {onchange: (event) => onchange?.(event.target.value), ...attributes},
        options.map(([key, words]) => h("option", {value: key}, words)));
    element.value = value ?? "";
    return element;
}

/** A switch: a check box that says on or off. */
export function toggle(label, checked, onchange, {help, ...attributes} = {}) {
    const helpID = help ? uniqueID("help") : null;
    const input = h("input", {
        type: "checkbox",
        role: "switch",
        checked,
        "aria-describedby": helpID,
        onchange: (event) => onchange(event.target.checked, event.target),
        ...attributes
    });
    return h("div.toggle-row", null,
        h("label.toggle", null, input, h("span.track", {"aria-hidden": "true"}), h("span.toggle-label", null, label)),
        help && h("p.help", {id: helpID}, help));
}

/** How far something is; without a fraction only that it goes on. The words say the same as the bar. */
export function progress(fraction, label) {
    const bar = h("progress", {"aria-label": label});
    setProgress(bar, fraction);
    return bar;
}

/** Moves a bar that is there already. */
export function setProgress(bar, fraction) {
    if (Number.isFinite(fraction))
        bar.value = Math.min(1, Math.max(0, fraction));
    else
        bar.removeAttribute("value");
}

/** The name of a setting as the label of its field, and what it is for. */
export function settingName(setting, id, summary = setting.summary) {
    const title = settingTitle(setting.name);
    return h("div", null,
        h("label",
            { for: id
            },
            h("strong", null, title)),
        // As it is called on the command line and in the settings file.
        title !== setting.name && h("code.setting-key", {dir: "ltr"}, setting.name),
        h("p.help", {dir: "auto"}, say("{text}.", {text: summary.charAt(0).toLocaleUpperCase() + summary.slice(1)})));
}

/** What is shown where there is nothing yet: what would be here, and the way to it. */
export function empty(symbol, title, text, ...actions) {
    return h("div.empty", null, h("div.empty-mark", null, icon(symbol)), h("h2", null, title), h("p", null, text),
        actions.length > 0 && h("div.actions", null, actions));
}

/** A short fact with a colour and a word: `good`, `warn`, `bad`, or none. */
export const chip = (text, tone = "", attributes = {}) => h("span.chip", {class: tone, ...attributes}, text);

/** Content is on its way: grey lines of about its size, so that nothing jumps when it comes. */
export function skeleton(lines = 4) {
    return h("div.skeleton", {role: "status", "aria-label": say("Loading")}, Array.from({length: lines}, () => h("span")));
}

/** A table of names and values. Empty values are left out. */
export function facts(pairs) {
    return h("dl.facts", null,
        pairs.filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
            .map(([name, value]) => h("div", null, h("dt", null, name), h("dd", {dir: "auto"}, value))));
}
