// How one model is run and how it writes: what holds, where that comes from, and changing it.

import {fill, h, keepingFocus, uniqueID} from "../../lib/dom.js";
import {get, part, patch, remove} from "../../lib/api.js";
import {allowedOf, modelDefaultOf, modelPurposeOf} from "../../lib/settings-words.js";
import {say} from "../../lib/words.js";
import {button, chip, settingName, skeleton} from "../../ui/controls.js";
import {dialog} from "../../ui/dialog.js";
import {problemCard, wordsOf} from "../../ui/problem.js";
import {toast} from "../../ui/toast.js";

const origins = {
    model: say("set for this model"),
    settings: say("from the settings"),
    call: say("from the command line"),
    default: say("default")
};

/** Resolves when the dialog is closed. */
export function modelSettings(model) {
    const path = `/api/models/${part(model.id)}/settings`;
    return dialog(say("Settings of {name}", {name: model.name}), (close) => {
        const list = h("ul.settings", null, h("li", null, skeleton(6)));
        const reset = button(say("All defaults"), () => attempt(() => remove(path)), {kind: "quiet"});
        const problem = h("p.form-error", {role: "alert"});

        async function attempt(work) {
            problem.textContent = "";
            try {
                draw(await work());
            } catch (error) {
                // A field that was left by closing the dialog.
                if (!problem.isConnected) toast([`${model.name}: `, wordsOf(error)], {tone: "bad", seconds: 12});
                fill(problem, wordsOf(error));
            }
        }

        async function load() {
            try {
                draw(await get(path));
            } catch (error) { fill(list, h("li", null, problemCard(error, {retry: load}))); }
        }

        function draw({settings}) {
            reset.hidden = settings.every((setting) => setting.origin !== "model");
            keepingFocus(list, () => fill(list, settings.map(row)));
        }

        function row(setting) {
            const id = uniqueID("model-setting");
            const set = (value) => attempt(() => patch(path, {name: setting.name, value}));
            const input = h("input", {
                type: "text",
                id,
                dir: "ltr",
                value: setting.value ?? "",
                placeholder: setting.effective === setting.default ? modelDefaultOf(setting) : setting.effective,
                autocomplete: "off",
                spellcheck: "false",
                "data-focus": `value-${setting.name}`,
                // As it is left or confirmed; nothing, and its default is back.
                onchange: () => set(input.value.trim() || null),
            });
            return h("li.setting", null,
                settingName(setting, id, modelPurposeOf(setting)),
                h("div.setting-value", null, input),
                h("p.help", null,
                    chip(origins[setting.origin] ?? setting.origin, setting.origin === "model" ? "good" : ""),
                    " ",
                    say("Allowed: {values}. Default: {default}.", {values: allowedOf({...setting, kind: setting.name === "chat-template" ? null : "integer"}), default: modelDefaultOf(setting)})));
        }

        load();
        return [
            h("p.help", null, say("They hold for requests that begin afterwards. An empty field is the default.")), problem,
            list, h("div.actions.end", null, reset, button(say("Close"), () => close(), {kind: "primary"}))
        ];
    }, {wide: true});
}
