// Tabs whose choice stands in the address (WAI-ARIA "Tabs", with manual activation: each may have to load).

import {h} from "../lib/dom.js";
import {isRightToLeft} from "../lib/words.js";
import {markEdges} from "./edges.js";

/**
 * @param {string} label What the tabs are about.
 * @param {{key: string, label: string, href: string}[]} items
 */
export function tabs(label, items, current) {
    const bar = h("nav.tabs", {"aria-label": label, onkeydown: keys},
        items.map((item) => h("a", {
            href: item.href,
            "aria-current": item.key === current ? "page" : null,
            "data-focus": `tab-${item.key}`
        },
                      item.label)));
    function keys(event) {
        const step = {ArrowRight: isRightToLeft() ? -1 : 1, ArrowLeft: isRightToLeft() ? 1 : -1}[event.key];
        if (!step) return;
        const all = [...bar.children];
        const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
        event.preventDefault();
        next.focus();
    }
    markEdges(bar);
    // On a narrow page the bar scrolls; the chosen tab must not be out of sight.
    requestAnimationFrame(() => {
        const chosen = bar.querySelector("[aria-current]");
        if (chosen) bar.scrollLeft = chosen.offsetLeft - bar.offsetLeft - bar.clientWidth / 2 + chosen.offsetWidth / 2;
    });
    return bar;
}
