// A field for a day, which shows and reads it in the language of the page, with a calendar beside it to choose from.

import {h} from "../lib/dom.js";
import {say} from "../lib/words.js";
import {readDay, writtenDay} from "../lib/written-days.js";
import {dayPicker} from "./day-picker.js";

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
    input.addEventListener("input", judge);
    input.addEventListener("change", () => {
        if (read()) input.value = writtenDay(read());
    });
    const choose = (day) => {
        input.value = writtenDay(day);
        input.dispatchEvent(new Event("input", {bubbles: true}));
    };
    return {
        element: h("span.date-field", null, input, dayPicker({value: () => read() ?? "", choose})),
        get value() { return read(); },
        isRight: () => input.reportValidity()
    };
}
