// Long lists whose rows are all in the page, so that the browser finds words in them, reads them aloud, selects and prints them as
// usual, and lays out only those near what is seen. Were each row by itself `content-visibility: auto`, ten thousand would be
// looked at in every frame, which takes longer than a frame; so it is said of blocks of rows.

import {h} from "../lib/dom.js";

/** Rows of a block. */
const blockSize = 50;

/**
 * Blocks of rows, in their order.
 *
 * @param {Element[]} rows
 * @param {(index: number) => number} estimate How high a row may be, in pixels: a block has that height until it was seen.
 * @param {string} [name] What a block is, such as the body of a table.
 * @returns {Element[]} For a short list its rows themselves.
 */
export function blocksOf(rows, estimate, name = "div") {
    if (rows.length <= 2 * blockSize) return rows;
    const blocks = [];
    for (let first = 0; first < rows.length; first += blockSize) {
        const own = rows.slice(first, first + blockSize);
        blocks.push(block(h(name, null, own), own.reduce((sum, _, index) => sum + estimate(first + index), 0)));
    }
    return blocks;
}

/** Makes an element a block: laid out when it comes near what is seen, and so high until then. @param {number} height In pixels. */
export function block(element, height) {
    element.classList.add("block");
    element.style.setProperty("contain-intrinsic-block-size", `auto ${Math.round(height)}px`);
    return element;
}

/** Calls `action` once when an element is nearly seen: at most a screen away. @param {AbortSignal} stop */
export function whenNear(element, action, stop) {
    const observer = new IntersectionObserver((entries) => {
        if (!entries.some(({isIntersecting}) => isIntersecting)) return;
        observer.disconnect();
        action();
    }, {root: scrollerOf(element), rootMargin: "100% 0px"});
    observer.observe(element);
    stop?.addEventListener("abort", () => observer.disconnect());
}

/** The element that scrolls what stands in it; null for the window. */
function scrollerOf(element) {
    for (let place = element.parentElement; place; place = place.parentElement)
        if (["auto", "scroll"].includes(getComputedStyle(place).overflowY)) return place;
    return null;
}
