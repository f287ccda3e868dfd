// A page as it looks, with the marked place on it: of a PDF, or of a picture whose text was read.

import {fill, h} from "../lib/dom.js";
import {get, part, ticketed, wasStopped} from "../lib/api.js";
import {say} from "../lib/words.js";
import {button} from "./controls.js";

const drawn = new Set(["pdf", "image"]);

/** Boxes are in parts of this of a page's width and height. */
const parts = 10_000;

/** Whoever looked at one page wants to see the next one, too. */
let isOpen = false;

export class PagePicture {
    constructor() {
        this.element = h("div.page-picture", {hidden: true});
    }

    /**
     * Offers the page of a place, or shows it.
     *
     * @param {{documentID: string, start?: number, end?: number}} place
     * @param {{format: string, path?: string, pages: {number: number, start: number}[]}} found The window of the text around it, with its path.
     * @param {AbortSignal} signal
     */
    show(place, found, signal) {
        Object.assign(this, {place, found, signal});
        // Of what was uploaded there is no file.
        this.element.hidden = !drawn.has(found.format) || !found.pages.length || !found.path?.startsWith("/");
        fill(this.element);
        if (!this.element.hidden) this.draw();
    }

    async draw() {
        const toggle = button(isOpen ? say("Hide the page") : say("Show the page"), () => {
            isOpen = !isOpen;
            this.draw();
        }, {kind: "quiet", "aria-expanded": String(isOpen)});
        fill(this.element, toggle);
        if (!isOpen) return;
        const {place, signal} = this;
        const pages = h("div.page-sheets");
        this.element.append(pages);
        try {
            const places = await this.places();
            for (const {page, boxes} of places) {
                const url = await ticketed(`/api/documents/${part(place.documentID)}/pages/${page}/picture`);
                if (signal.aborted || this.place !== place || !pages.isConnected) return;
                pages.append(this.sheet(url, page, boxes));
            }
        } catch (error) {
            if (!wasStopped(error)) this.fail(pages);
        }
    }

    /** The pages that the place stands on, with a box for each line; the page that is open where nothing is marked. */
    async places() {
        const {place, found, signal} = this;
        const start = place.start ?? 0;
        const here = found.pages.findLast((page) => page.start <= start) ?? found.pages[0];
        const nowhere = [{page: here.number, boxes: []}];
        if (!(place.end > start)) return nowhere;
        const {places} = await get(`/api/documents/${part(place.documentID)}/places`, {start, end: place.end}, {signal});
        return places.length ? places : nowhere;
    }

    sheet(url, page, boxes) {
        const image = h("img", {src: url, alt: say("Page {number}", {number: page}), onerror: () => this.fail(sheet)});
        const marks = boxes.map((box) => {
            const mark = h("span.page-box", {"aria-hidden": "true"});
            // Set one by one: the content security policy forbids attributes of style, and not this.
            for (const [name, value] of [["left", box.left], ["top", box.top], ["width", box.width], ["height", box.height]])
                mark.style.setProperty(name, `${100 * value / parts}%`);
            return mark;
        });
        const sheet = h("div.page-sheet", {class: this.place.verified === false ? "unverified" : ""}, image, marks);
        return sheet;
    }

    fail(place) {
        fill(place, h("p.notes", {role: "status"}, say("This page cannot be shown: its file is gone or was changed.")));
    }
}
