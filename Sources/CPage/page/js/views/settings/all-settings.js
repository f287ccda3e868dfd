// Every setting: what holds, where that came from, and changing it.

import {fill, h, keepingFocus, uniqueID} from "../../lib/dom.js";
import {get, ifUnchanged, part, put, remove, wasChanged, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {term} from "../../lib/terms.js";
import {choiceTitle, grouped, settingTitle} from "../../lib/setting-names.js";
import {allowedOf, purposeOf} from "../../lib/settings-words.js";
import {say} from "../../lib/words.js";
import {button, chip, select, settingName, skeleton, toggle} from "../../ui/controls.js";
import {problemCard, wordsOf} from "../../ui/problem.js";
import {serverNotes} from "../../ui/server-words.js";

const meanwhile = say("It was changed elsewhere meanwhile. This is what holds now; change it again if that is not meant.");

export function allSettings(stop) {
    const root = h("div.all-settings", null, skeleton(8));
    const problems = new Map();
    const filter = h("input", {type: "search", placeholder: say("Find a setting"), "aria-label": say("Find a setting"), autocomplete: "off",
        "data-focus": "find", oninput: () => narrow()});

    /** Leaves what has the words that are looked for: in its name, in what it is for, or as it is called on the command line. */
    function narrow() {
        const wanted = filter.value.trim().toLocaleLowerCase();
        for (const group of root.querySelectorAll(".settings-group")) {
            for (const each of group.querySelectorAll(".setting")) each.hidden = !each.dataset.words.includes(wanted);
            group.hidden = !group.querySelector(".setting:not([hidden])");
        }
    }

    async function load() {
        try {
            const found = await get("/api/settings", {}, {signal: stop});
            keepingFocus(root,
                () => fill(root,
                    h("p", null, say("Nothing here has to be set: each has a value that suits most people.")),
                    h("div.settings-tools", null, filter, toggle(say("Details for experts"), root.classList.contains("for-experts"),
                        (isOn) => root.classList.toggle("for-experts", isOn))),
                    h("p.help.expert", null,
                        say("These hold in the environment “{name}”. A setting comes from the strongest place that has it: a flag, a variable, the environment, the settings file, the default.", {name: found.environment})),
                    serverNotes(found.warnings),
                    grouped(found.settings).map(([title, settings]) => h("section.settings-group", {"aria-label": title},
                        h("h3", null, title), h("ul.settings", null, settings.map(row))))));
            narrow();
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
        const isDefault = setting.source === "default";
        const words = [settingTitle(setting.name), purposeOf(setting), setting.name].join(" ").toLocaleLowerCase();
        return h("li.setting", {"data-words": words},
            settingName(setting, id, purposeOf(setting)),
            h("div.setting-value", null, input, save,
                setting.source === "file" || setting.source === "environment"
                    ? button(say("Default"), () => unset(setting), {
                          kind: "quiet",
                          "aria-label": say("Back to the default of {name}", {name: settingTitle(setting.name)}),
                          "data-focus": `unset-${setting.name}`
                      })
                    : null),
            h("p.help", {class: isFixed || !isDefault ? "" : "expert"}, chip(term(setting.source)),
                " ",
                isFixed           ? say("Set by {place}; change it there.", {place: setting.from})
                    : choicesOf(setting) ? null
                                         : h("span.expert", null, say("Allowed: {values}.", {values: allowedOf(setting)}))),
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
