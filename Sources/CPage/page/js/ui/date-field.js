// A field for a day, which shows and reads it in the language of the page, with the browser's calendar beside it to choose from.

import {h} from "../lib/dom.js";
import {say} from "../lib/words.js";
import {readDay, writtenDay} from "../lib/written-days.js";
import {iconButton} from "./controls.js";

/**
 * @param {{id: string, value: string, example: string}} options `value` is `2026-03-01` or "" for none; `example` is a day that a hint shows.
 * @returns {{element: Element, value: string|null, isRight: () => boolean}} `value` is null where what stands there names no day. `isRight`
 *   says what is wrong where something is.
 */
export function dateField({id, value, example}) {
    const hint = say("Write the day like this: {example}", {example: writtenDay(example)});
    const input = h("input", {type: "text", id, autocomplete: "off", title: hint, value: value ? writtenDay(value) : ""});
    const read = () => (input.value.trim() ? readDay(input.value) : "");
    const judge = () => input.setCustomValidity(read() === null ? hint : "");
    // The calendar hangs below it; nobody else comes to it.
    const calendar = h("input.date-calendar", {type: "date", tabindex: "-1", "aria-hidden": "true"});
    input.addEventListener("input", judge);
    input.addEventListener("change", () => {
        if (read()) input.value = writtenDay(read());
    });
    calendar.addEventListener("input", (event) => {
        event.stopPropagation();
        input.value = calendar.value ? writtenDay(calendar.value) : "";
        input.dispatchEvent(new Event("input", {bubbles: true}));
    });
    const choose = iconButton(say("Choose the day"), "calendar", () => {
        calendar.value = read() ?? "";
        calendar.showPicker();
    });
    return {
        element: h("span.date-field", null, input, "showPicker" in calendar && [choose, calendar]),
        get value() { return read(); },
        isRight: () => input.reportValidity()
    };
}
