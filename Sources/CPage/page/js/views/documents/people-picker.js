// Chooses people of this server by their names, which is all that is told of others. Plain check boxes in a group: every keyboard and every
// screen reader knows them.

import {fill, h, uniqueID} from "../../lib/dom.js";
import {counted} from "../../lib/format.js";
import {say} from "../../lib/words.js";
import {field} from "../../ui/controls.js";

/** Fewer are seen at a glance, and need no field that finds one. */
const fewest = 8;
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/**
 * @param {string[]} names Of whom one can choose.
 * @param {(name: string) => string} [note] What is said beside a name, such as what somebody may do already.
 */
export function peoplePicker(names, note = () => "") {
    const chosen = new Set();
    const [hintID, statusID] = [uniqueID("people"), uniqueID("people")];
    const status = h("p.help", {id: statusID, role: "status"});
    const rows = names.map((name) => {
        const said = note(name);
        const input = h("input", {
            type: "checkbox",
            onchange: () => {
                if (input.checked) chosen.add(name);
                else chosen.delete(name);
                tell();
            }
        });
        return {name, key: folded(name), element: h("li", null, h("label", null, input, h("span", {dir: "auto"}, name), said && h("span.help", null, said)))};
    });
    const list = h("ul.people-choice", null, rows.map((row) => row.element));
    const search = h("input", {
        type: "search",
        autocomplete: "off",
        dir: "auto",
        oninput: () => {
            const wanted = folded(search.value.trim());
            for (const row of rows) row.element.hidden = !row.key.includes(wanted);
            tell();
        },
        // Enter here would send the form before anybody was chosen.
        onkeydown: (event) => {
            if (event.key === "Enter") event.preventDefault();
        }
    });
    function tell() {
        const shown = rows.filter((row) => !row.element.hidden).length;
        fill(status, shown === 0 ? say("Nobody here has such a name.") : chosen.size > 0 ? counted(chosen.size, "{count} person chosen|{count} people chosen") : "");
    }
    const element = h("fieldset.people-picker", {"aria-describedby": hintID}, h("legend", null, say("With")),
        h("p.help", {id: hintID}, names.length > 0
                ? say("Everybody with an account here sees the names of the others, and nothing else of them.")
                : say("Nobody else has an account on this server.")),
        names.length >= fewest && field(say("Find a person"), search), names.length > 0 && list, status);
    return {element, chosen: () => names.filter((name) => chosen.has(name))};
}
