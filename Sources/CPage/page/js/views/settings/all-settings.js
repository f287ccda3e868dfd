// Every setting: what holds, where that came from, and changing it.

import {fill, h, keepingFocus, uniqueID} from "../../lib/dom.js";
import {get, ifUnchanged, part, put, remove, wasChanged, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {term} from "../../lib/terms.js";
import {choiceTitle, grouped, settingTitle} from "../../lib/setting-names.js";
import {allowedOf, purposeOf} from "../../lib/settings-words.js";
import {say} from "../../lib/words.js";
import {button, chip, select, settingName, skeleton} from "../../ui/controls.js";
import {problemCard, wordsOf} from "../../ui/problem.js";
import {serverNotes} from "../../ui/server-words.js";

const meanwhile = say("It was changed elsewhere meanwhile. This is what holds now; change it again if that is not meant.");

export function allSettings(stop) {
    const root = h("div", null, skeleton(8));
    const problems = new Map();

    async function load() {
        try {
            const found = await get("/api/settings", {}, {signal: stop});
            keepingFocus(root,
                () => fill(root,
                    h("p.help", null,
                        say("These hold in the environment “{name}”. A setting comes from the strongest place that has it: a flag, a variable, the environment, the settings file, the default.", {name: found.environment})),
                    serverNotes(found.warnings),
                    grouped(found.settings).map(([title, settings]) => h("section.settings-group", {"aria-label": title},
                        h("h3", null, title), h("ul.settings", null, settings.map(row))))));
        } catch (error) {
            if (!wasStopped(error)) fill(root, problemCard(error, {retry: load}));
        }
    }

    function row(setting) {
        const id = uniqueID("setting");
        const input = control(setting, id);
        const isFixed = setting.source === "variable" || setting.source === "flag";
        input.disabled = isFixed;
        const save = button(
            say("Save"), () => set(setting, input.value.trim()), {kind: "primary", "data-focus": `save-${setting.name}`});
        save.hidden = true;
        input.addEventListener("input", () => {
            save.hidden = input.value === (setting.value ?? "");
        });
        input.addEventListener("keydown", (event) => {
            if (event.key === "Enter" && !save.hidden) set(setting, input.value.trim());
        });
        return h("li.setting", null,
            settingName(setting, id, purposeOf(setting)),
            h("div.setting-value", null, input, save,
                setting.source === "file" || setting.source === "environment"
                    ? button(say("Default"), () => unset(setting), {
                          kind: "quiet",
                          "aria-label": say("Back to the default of {name}", {name: settingTitle(setting.name)}),
                          "data-focus": `unset-${setting.name}`
                      })
                    : null),
            h("p.help", null, chip(term(setting.source)),
                " ",
                isFixed           ? say("Set by {place}; change it there.", {place: setting.from})
                    : choicesOf(setting) ? null
                                         : say("Allowed: {values}.", {values: allowedOf(setting)})),
            problems.has(setting.name) && h("p.form-error", {role: "alert"}, problems.get(setting.name)));
    }

    const choicesOf = (setting) => (setting.kind === "flag" ? ["true", "false"]
        : setting.kind === "choice"                         ? setting.choices ?? setting.allowed.split(", ")
                                                            : null);

    function control(setting, id) {
        // What it holds is read by the program.
        const attributes = {id, dir: "ltr", "data-focus": `value-${setting.name}`};
        const choices = choicesOf(setting);
        if (choices) return select(choices.map((choice) => [choice, choiceTitle(choice)]), setting.value, null, attributes);
        return h("input", {
            type: "text",
            value: setting.value ?? "",
            placeholder: say("not set"),
            autocomplete: "off",
            spellcheck: "false",
            maxlength: 4096,
            ...attributes
        });
    }

    async function change(setting, work) {
        problems.delete(setting.name);
        try {
            await work();
            announce("settings");
        } catch (error) {
            problems.set(setting.name, wasChanged(error) ? meanwhile : wordsOf(error));
            load();
        }
    }
    const set = (setting, value) =>
        change(setting, () => put(`/api/settings/${part(setting.name)}`, {value}, ifUnchanged(setting.etag)));
    const unset = (setting) =>
        change(setting, () => remove(`/api/settings/${part(setting.name)}`, ifUnchanged(setting.etag)));

    return {element: root, load, names: ["settings", "routing", "models"]};
}
