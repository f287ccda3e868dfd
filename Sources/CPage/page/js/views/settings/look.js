// How the page looks and speaks in this browser, and leaving it.

import {h} from "../../lib/dom.js";
import {remove} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {setSessionKey} from "../../lib/session.js";
import {chooseLanguage, chosenLanguage, languages, say, tagOf} from "../../lib/words.js";
import {button, field, select} from "../../ui/controls.js";
import {setTheme, theme} from "../../ui/theme.js";
import {attempt} from "../../ui/toast.js";

export function look() {
    const colours = select([["system", say("As the system")], ["light", say("Light")], ["dark", say("Dark")]], theme(), setTheme);
    const root = h("div.panel-list", null,
        h("section.card", null, field(say("Colours"), colours), field(say("Language"), languageChoice()),
            h("p.help", null, say("Both hold in this browser alone."))),
        h("div.actions", null, button(say("Sign out"), signOut)));
    // The button below the views changes the colours, too.
    const load = () => { colours.value = theme(); };
    return {element: root, load, names: ["theme"]};
}

/** Each language is named in itself, and read aloud so. */
function languageChoice() {
    const choice = select([["", say("As the browser")], ...languages], chosenLanguage(), (language) => {
        chooseLanguage(language);
        location.reload();
    });
    for (const option of choice.options)
        if (option.value) option.lang = tagOf(option.value);
    return choice;
}

async function signOut() {
    await attempt(() => remove("/api/session"));
    setSessionKey(null);
    announce("session");
    location.reload();
}
