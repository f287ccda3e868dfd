// What hangs below a button until something is chosen, Escape is pressed or somebody looks elsewhere: a menu, a calendar.

import {isRightToLeft} from "../lib/words.js";

/**
 * Shows an element beside its opener, in the top layer of a dialog too. The opener says that it is open.
 *
 * @param {Element} opener
 * @param {Element} element
 * @param {() => void} closed is told once, when it is closed by whatever.
 * @returns {(focus?: boolean) => void} Closes it; with `false` the focus stays where it is.
 */
export function popup(opener, element, closed) {
    const ends = new AbortController();
    function close(focus = true) {
        if (ends.signal.aborted) return;
        ends.abort();
        element.remove();
        opener.setAttribute("aria-expanded", "false");
        closed();
        if (focus) opener.focus();
    }
    const during = {capture: true, signal: ends.signal};
    document.addEventListener("pointerdown", ({target}) => {
        if (!element.contains(target) && !opener.contains(target)) close(false);
    }, during);
    // Wherever the focus is: a finger leaves none in what hangs there.
    document.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        close();
    }, during);
    // What it belongs to is gone with the view.
    window.addEventListener("hashchange", () => close(false), during);
    (opener.closest("dialog") ?? document.body).append(element);
    place(opener, element);
    opener.setAttribute("aria-expanded", "true");
    return close;
}

function place(opener, element) {
    const box = opener.getBoundingClientRect();
    const {offsetWidth: width, offsetHeight: height} = element;
    // Its end below the end of its opener.
    const wanted = isRightToLeft() ? box.left : box.right - width;
    const left = Math.max(8, Math.min(wanted, innerWidth - width - 8));
    const top = box.bottom + height + 8 > innerHeight ? Math.max(8, box.top - height - 4) : box.bottom + 4;
    element.style.setProperty("left", `${left}px`);
    element.style.setProperty("top", `${top}px`);
}
