// A list of any length, of which only the rows near what is seen are in the page. A row's height is not known before it was
// drawn: those that were not have the mean one, and what is read stays where it is when a row above it turns out otherwise.
// Rows stand in the flow, in their order: what is left out between two of them is a margin. So the keyboard, screen readers
// and style sheets meet an ordinary list, and one that is short is nothing else.

import {Heights} from "./heights.js";

/** As many rows are drawn without a window. */
const mostPlain = 60;

/** Pixels that are drawn before and after what is seen, at least; the height of what is seen, where that is more. */
const leastMargin = 400;

/** Rows in which somebody opened or wrote something are kept as they are when they leave the page. */
const wasTouched = (element) => element.querySelector("details[open], textarea") !== null;

export class WindowedList {
    /**
     * @param {Element} element Holds the rows, and nothing else.
     * @param {{item: (index: number) => object|undefined, key: (item: object) => string|number, row: (item: object) => Element, blank: () => Element, estimate?: number, near?: (first: number, end: number) => void, stop: AbortSignal}} options
     *   `item` is undefined where it is not there yet, in whose place stands `blank`; a row is made anew when its item is another
     *   object; `key` tells an item from others also when it was fetched anew; `near` is told which items are wanted.
     */
    constructor(element, options) {
        Object.assign(this, {element, options});
        this.count = 0;
        this.heights = new Heights(0, options.estimate ?? 60);
        /** @type {Map<number, {item: object|undefined, element: Element}>} The rows in the page, in their order. */
        this.drawn = new Map();
        /** @type {Map<object, Element>} */
        this.touched = new Map();
        /** @type {Map<string|number, number>} Heights of items, by their keys. */
        this.measured = new Map();
        element.classList.add("windowed");
        this.observer = new ResizeObserver((entries) => this.resized(entries));
        options.stop.addEventListener("abort", () => this.observer.disconnect());
        // Paper has no viewport.
        addEventListener("beforeprint", () => this.whole(true), {signal: options.stop});
        addEventListener("afterprint", () => this.whole(false), {signal: options.stop});
    }

    /** Says that there are `count` items, some of which may be others than before. */
    show(count) {
        const {item, key} = this.options;
        const {anchor} = this;
        this.count = count;
        const rows = new Map([...this.drawn.values()].filter((entry) => entry.item).map((entry) => [entry.item, entry]));
        this.drawn = new Map();
        const known = [];
        const touched = new Map();
        for (let index = 0; index < count; index += 1) {
            const found = item(index);
            if (!found) continue;
            const name = key(found);
            if (this.measured.has(name)) known.push([index, this.measured.get(name)]);
            // What was at the top of what is seen is there again, wherever it stands now.
            if (anchor?.key === name) anchor.index = index;
            if (this.touched.has(found)) touched.set(found, this.touched.get(found));
            const row = rows.get(found);
            if (!row) continue;
            this.drawn.set(index, row);
            rows.delete(found);
        }
        const drawn = new Set([...this.drawn.values()].map((entry) => entry.element));
        for (const child of [...this.element.children])
            if (!drawn.has(child)) this.forget(child);
        this.measured = new Map(known.map(([index, height]) => [key(item(index)), height]));
        this.touched = touched;
        this.heights = new Heights(count, this.heights.estimate, known);
        // A list that is out of sight draws nothing now, and may not take what it drew before for what is wanted when it is seen again.
        this.first = this.end = undefined;
        this.draw(true);
    }

    /** The element that scrolls; null while the list is in no page. */
    get scroller() {
        if (this.found || !this.element.isConnected) return this.found ?? null;
        let place = this.element;
        while (place && !["auto", "scroll"].includes(getComputedStyle(place).overflowY)) place = place.parentElement;
        this.found = place ?? document.scrollingElement;
        this.found.addEventListener("scroll", () => {
            this.hold();
            this.draw();
        }, {passive: true, signal: this.options.stop});
        // What stands above the list may grow, and the place itself.
        for (const part of [this.found, ...this.found.children]) this.observer.observe(part);
        return this.found;
    }

    /** What is seen, in pixels from the beginning of the list; null where nothing is. */
    view() {
        const {scroller} = this;
        if (!scroller?.clientHeight || !this.element.getClientRects().length) return null;
        const top = scroller.getBoundingClientRect().top + scroller.clientTop - this.element.getBoundingClientRect().top;
        return {top, height: scroller.clientHeight};
    }

    /** Keeps the row at the top of what is seen in mind, so that it stays there. */
    hold(view = this.view()) {
        this.anchor = null;
        if (!view || view.top <= 0 || !this.count) return;
        const index = this.heights.at(view.top);
        const found = this.options.item(index);
        this.anchor = {index, key: found && this.options.key(found), offset: this.heights.start(index) - view.top};
    }

    /** Puts the rows near what is seen into the page. @param {boolean} [isAnew] Also where they seem to be there. */
    draw(isAnew = false) {
        if (this.isWhole) return;
        if (isAnew) {
            this.space();
            this.settle();
        }
        // Rows that are measured move the others, and then more of them may be seen.
        for (let turn = 0; turn < 4; turn += 1) {
            const view = this.view();
            if (!view) return;
            const [first, end] = this.range(view, 1);
            const [least, most] = this.range(view, 0.5);
            if (!(isAnew && turn === 0) && this.first <= least && this.end >= most) break;
            Object.assign(this, {first, end});
            const wanted = new Set(this.held());
            for (let index = first; index < end; index += 1) wanted.add(index);
            const made = this.put([...wanted].sort((a, b) => a - b));
            if (this.measure(made)) this.space();
            this.settle();
        }
        const view = this.view();
        if (!view) return;
        this.hold(view);
        if (this.count) this.options.near?.(...this.range(view, 1));
    }

    /** The rows that are seen, with so much before and after it: the first, and the one behind the last. */
    range({top, height}, share) {
        if (this.count <= mostPlain) return [0, this.count];
        const margin = Math.max(leastMargin, height) * share;
        return [this.heights.at(top - margin), Math.min(this.count, this.heights.at(top + height + margin) + 1)];
    }

    /** Rows that stay wherever somebody scrolls to: the one with the focus, with its neighbours for the next press of a key, and where a selection begins. */
    held() {
        const selection = getSelection();
        const inUse = [document.activeElement, selection?.isCollapsed === false ? selection.anchorNode : null].filter(
            (node) => node && node !== this.element && this.element.contains(node));
        if (!inUse.length) return [];
        const found = [...this.drawn].filter(([, entry]) => inUse.some((node) => entry.element.contains(node)));
        return found.flatMap(([index]) => [index - 1, index, index + 1]).filter((index) => index >= 0 && index < this.count);
    }

    /** Brings these rows, and no others, into the page. @returns {[number, object][]} Those that were not there before. */
    put(indexes) {
        const wanted = new Set(indexes);
        for (const [index, entry] of this.drawn) {
            if (wanted.has(index) && entry.item === this.options.item(index)) continue;
            if (entry.item && wasTouched(entry.element)) this.touched.set(entry.item, entry.element);
            this.forget(entry.element);
            this.drawn.delete(index);
        }
        const made = [];
        const rows = new Map();
        let next = this.element.firstElementChild;
        for (const index of indexes) {
            let entry = this.drawn.get(index);
            if (!entry) {
                entry = this.make(index);
                made.push([index, entry]);
            }
            rows.set(index, entry);
            if (entry.element === next)
                next = next.nextElementSibling;
            else
                this.element.insertBefore(entry.element, next);
            this.number(entry.element, index);
        }
        this.drawn = rows;
        this.space();
        return made;
    }

    make(index) {
        const item = this.options.item(index);
        const element = item ? this.touched.get(item) ?? this.options.row(item) : this.options.blank();
        this.touched.delete(item);
        if (!item) element.setAttribute("aria-hidden", "true");
        this.observer.observe(element);
        return {item, element};
    }

    forget(element) {
        this.observer.unobserve(element);
        element.remove();
    }

    /** Says which of how many a row is, where not all are in the page. */
    number(element, index) {
        for (const [name, value] of [["aria-setsize", this.count], ["aria-posinset", index + 1]])
            if (this.count <= mostPlain || this.isWhole)
                element.removeAttribute(name);
            else if (element.getAttribute(name) !== String(value))
                element.setAttribute(name, value);
    }

    /** Makes room for the rows that are left out. */
    space() {
        let end = 0;
        const gap = this.gap();
        for (const [index, {item, element}] of this.drawn) {
            const left = this.isWhole ? 0 : this.heights.start(index) - this.heights.start(end);
            setPixels(element, "margin-block-start", left);
            if (!item) setPixels(element, "block-size", this.heights.height(index) - gap);
            end = index + 1;
        }
        setPixels(this.element, "padding-block-end", this.isWhole ? 0 : this.heights.total - this.heights.start(end));
    }

    /** What a grid leaves between its rows. */
    gap() { return Number.parseFloat(getComputedStyle(this.element).rowGap) || 0; }

    /** Takes the heights of rows. @returns {boolean} Whether one is other than was thought. */
    measure(rows) {
        const gap = rows.length ? this.gap() : 0;
        let isOther = false;
        for (const [index, {item, element}] of rows) {
            if (!item || !element.isConnected) continue;
            const height = element.getBoundingClientRect().height + (element.hidden ? 0 : gap);
            this.measured.set(this.options.key(item), height);
            if (Math.abs(height - this.heights.height(index)) < 0.1) continue;
            this.heights.set(index, height);
            isOther = true;
        }
        if (this.hasEstimate || !this.measured.size) return isOther;
        this.estimate();
        return true;
    }

    /** From the first rows it is known what the others may be like. */
    estimate() {
        this.hasEstimate = true;
        const heights = [...this.measured.values()];
        const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length;
        const known = [...this.drawn].filter(([, {item}]) => item).map(([index]) => [index, this.heights.height(index)]);
        this.heights = new Heights(this.count, mean, known);
    }

    /** Brings the row that was at the top of what is seen back to where it was. */
    settle() {
        const view = this.anchor && this.view();
        if (!view) return;
        const by = this.heights.start(Math.min(this.anchor.index, this.count)) - this.anchor.offset - view.top;
        if (Math.abs(by) >= 1) this.scroller.scrollTop += by;
    }

    resized(entries) {
        if (this.isWhole) return;
        const width = this.element.clientWidth;
        if (!width) return;
        const isOtherWidth = this.width !== undefined && this.width !== width;
        this.width = width;
        if (isOtherWidth) {
            // Every row may have other lines now: what was measured holds no longer.
            this.measured.clear();
            this.hasEstimate = false;
            this.measure([...this.drawn]);
            this.space();
        } else {
            const changed = new Set(entries.map(({target}) => target));
            if (this.measure([...this.drawn].filter(([, {element}]) => changed.has(element)))) this.space();
        }
        this.settle();
        this.draw();
    }

    /** For paper: all rows of which the items are there; and back. */
    whole(isWhole) {
        if (!this.element.isConnected || this.isWhole === isWhole) return;
        this.isWhole = isWhole;
        if (isWhole) {
            const all = Array.from({length: this.count}, (_, index) => index);
            this.put(all.filter((index) => this.options.item(index)));
        } else
            this.draw(true);
    }
}

/** Writes a length where it is another. The policy of the page forbids the attribute `style`, not this. */
function setPixels(element, name, pixels) {
    const value = pixels > 0.05 ? `${pixels}px` : "";
    if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
