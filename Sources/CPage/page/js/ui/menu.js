// A button that opens a list of things to do. Arrow keys move in it, Escape closes it (WAI-ARIA "Menu Button").

import {h, uniqueID} from "../lib/dom.js";
import {icon} from "./icons.js";
import {iconButton} from "./controls.js";
import {popup} from "./popup.js";

/** @param {{label: string, run: () => void, symbol?: string, danger?: boolean}[]} items Falsy ones are left out. */
export function menuButton(label, items, attributes = {}) {
    const id = uniqueID("menu");
    let list = null;
    let close = null;
    const opener = iconButton(label, "more", () => (list ? close() : open()),
        {"aria-haspopup": "menu", "aria-expanded": "false", ...attributes});

    function open() {
        list = h("div.menu", {role: "menu", id, "aria-label": label, onkeydown: keys},
            items.filter(Boolean).map((item) => h("button", {
                type: "button",
                role: "menuitem",
                tabindex: "-1",
                class: item.danger ? "danger" : "",
                onclick: () => {
                    close();
                    item.run();
                }
            },
                                          item.symbol && icon(item.symbol), item.label)));
        close = popup(opener, list, () => { list = null; });
        list.firstElementChild?.focus();
    }

    function keys(event) {
        const all = [...list.children];
        const at = all.indexOf(document.activeElement);
        const to = {
            ArrowDown: (at + 1) % all.length,
            ArrowUp: (at - 1 + all.length) % all.length,
            Home: 0,
            End: all.length - 1
        }[event.key];
        if (to !== undefined) {
            event.preventDefault();
            all[to].focus();
        }
        if (event.key === "Tab") close(false);
    }

    return opener;
}
