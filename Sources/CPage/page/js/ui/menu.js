// A button that opens a list of things to do. Arrow keys move in it, Escape closes it (WAI-ARIA "Menu Button").

import {h, uniqueID} from "../lib/dom.js";
import {isRightToLeft} from "../lib/words.js";
import {icon} from "./icons.js";
import {iconButton} from "./controls.js";

/** @param {{label: string, run: () => void, symbol?: string, danger?: boolean}[]} items Falsy ones are left out. */
export function menuButton(label, items, attributes = {}) {
    const id = uniqueID("menu");
    let list = null;
    const opener = iconButton(label, "more", () => (list ? close() : open()),
        {"aria-haspopup": "menu", "aria-expanded": "false", ...attributes});

    function close(focus = true) {
        if (!list) return;
        list.remove();
        list = null;
        opener.setAttribute("aria-expanded", "false");
        document.removeEventListener("pointerdown", outside, true);
        document.removeEventListener("keydown", escape, true);
        if (focus) opener.focus();
    }

    // Wherever the focus is: a finger leaves none in the list.
    const escape = (event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        close();
    };
    const outside = (event) => {
        if (!list.contains(event.target) && !opener.contains(event.target)) close(false);
    };

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
        // In the top layer of a dialog, too: beside its opener.
        (opener.closest("dialog") ?? document.body).append(list);
        place();
        opener.setAttribute("aria-expanded", "true");
        list.firstElementChild?.focus();
        document.addEventListener("pointerdown", outside, true);
        document.addEventListener("keydown", escape, true);
    }

    function place() {
        const box = opener.getBoundingClientRect();
        const {offsetWidth: width, offsetHeight: height} = list;
        // Its end below the end of its opener.
        const wanted = isRightToLeft() ? box.left : box.right - width;
        const left = Math.max(8, Math.min(wanted, innerWidth - width - 8));
        const top = box.bottom + height + 8 > innerHeight ? Math.max(8, box.top - height - 4) : box.bottom + 4;
        list.style.setProperty("left", `${left}px`);
        list.style.setProperty("top", `${top}px`);
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
