// A calendar that hangs below a button, to choose a day from: in the language of the page, which the browser's own is not (WAI-ARIA "Date
// Picker Dialog").

import {fill, h, uniqueID} from "../lib/dom.js";
import {dayOf, dayTitle, isDay, monthTitle, plusDays, today, utc, weekday, weekdays, weekdaysLong} from "../lib/days.js";
import {isRightToLeft, say} from "../lib/words.js";
import {button, iconButton} from "./controls.js";
import {popup} from "./popup.js";

/** The same day of another month; where that one is shorter, its last. */
function plusMonths(day, count) {
    const first = utc(`${day.slice(0, 7)}-01`);
    first.setUTCMonth(first.getUTCMonth() + count + 1, 0);
    first.setUTCDate(Math.min(Number(day.slice(8)), first.getUTCDate()));
    return dayOf(first);
}

/** Where a key leads from a day; undefined where it leads nowhere. */
function led(day, {key, shiftKey}) {
    const forward = isRightToLeft() ? -1 : 1;
    switch (key) {
        case "ArrowRight": return plusDays(day, forward);
        case "ArrowLeft": return plusDays(day, -forward);
        case "ArrowDown": return plusDays(day, 7);
        case "ArrowUp": return plusDays(day, -7);
        case "Home": return plusDays(day, -weekday(day));
        case "End": return plusDays(day, 6 - weekday(day));
        case "PageDown": return plusMonths(day, shiftKey ? 12 : 1);
        case "PageUp": return plusMonths(day, shiftKey ? -12 : -1);
        default: return undefined;
    }
}

/**
 * The button with its calendar.
 *
 * @param {{value: () => string, choose: (day: string) => void}} options `value` is the chosen day when the calendar opens, "" for none.
 */
export function dayPicker({value, choose}) {
    let close = null;
    const opener = iconButton(say("Choose the day"), "calendar", () => (close ? close() : open()),
        {"aria-haspopup": "dialog", "aria-expanded": "false"});

    function open() {
        const chosen = value();
        let at = isDay(chosen) ? chosen : today();
        const heading = h("h2", {id: uniqueID("month"), "aria-live": "polite"});
        const grid = h("tbody");
        const take = (day) => {
            close();
            choose(day);
        };
        /** The day that the keys stand on is the one that Tab comes to. */
        const show = (day, focus = false) => {
            if (!isDay(day)) return;
            at = day;
            const [first, month] = [`${at.slice(0, 7)}-01`, at.slice(0, 7)];
            heading.textContent = monthTitle(month);
            const rows = [];
            for (let start = plusDays(first, -weekday(first)); start.slice(0, 7) <= month; start = plusDays(start, 7))
                rows.push(h("tr", null, Array.from({length: 7}, (_, index) => cell(plusDays(start, index), month))));
            fill(grid, rows);
            if (focus) grid.querySelector("[tabindex='0']").focus();
        };
        const cell = (day, month) => h("td", {role: "gridcell", "aria-selected": day === chosen ? "true" : null},
            h("button.day", {
                type: "button",
                class: day.startsWith(month) ? "" : "outside",
                tabindex: day === at ? "0" : "-1",
                "data-today": day === today(),
                "aria-current": day === chosen ? "date" : null,
                "aria-label": dayTitle(day),
                onclick: () => take(day)
            },
                Number(day.slice(8))));
        const turn = (words, symbol, count) => iconButton(words, symbol, () => show(plusMonths(at, count)));
        const element = h("div.calendar.day-picker", {role: "dialog", "aria-label": say("Choose the day"), onkeydown: keys},
            h("header", null, turn(say("Month before"), "left", -1), heading, turn(say("Month after"), "right", 1)),
            h("table", {role: "grid", "aria-labelledby": heading.id},
                h("thead", null,
                    h("tr", null, weekdays.map((day, index) => h("th", {scope: "col"}, h("abbr", {title: weekdaysLong[index]}, day))))),
                grid),
            button(say("Today"), () => take(today()), {kind: "quiet"}));

        function keys(event) {
            if (event.key === "Tab") return around(event, element);
            const to = event.target.closest(".day") ? led(at, event) : undefined;
            if (!to) return;
            event.preventDefault();
            show(to, true);
        }

        show(at);
        close = popup(opener, element, () => { close = null; });
        grid.querySelector("[tabindex='0']").focus();
    }

    return opener;
}

/** Tab goes round within what is open. */
function around(event, element) {
    const stops = [...element.querySelectorAll("button:not([tabindex='-1'])")];
    const next = stops.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1);
    event.preventDefault();
    stops.at(next % stops.length).focus();
}
