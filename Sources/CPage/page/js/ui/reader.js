// The panel beside an answer or a search: a source, opened at the exact place.

import {fill, h, uniqueID} from "../lib/dom.js";
import {address} from "../lib/router.js";
import {clock, entryOf, titleOf} from "../lib/format.js";
import {say} from "../lib/words.js";
import {chip, iconButton, linkButton} from "./controls.js";
import {DocumentText} from "./document-text.js";

export class Reader {
    /** @param {{close: () => void}} options What the close button does: mostly it changes the address. */
    constructor({close}) {
        this.text = new DocumentText();
        this.heading = h("h2", {tabindex: "-1", id: uniqueID("source"), dir: "auto"});
        this.facts = h("div.reader-facts");
        this.element = h("aside.reader", {
            hidden: true,
            "aria-labelledby": this.heading.id,
            onkeydown: (event) => {
                if (event.key === "Escape") {
                    event.stopPropagation();
                    close();
                }
            }
        },
            h("header", null, this.heading, iconButton(say("Close source"), "close", close)), this.facts,
            this.text.element);
        this.key = null;
        // Over the whole of a narrow page it is closed wherever the focus is.
        this.escape = (event) => {
            if (event.key !== "Escape" || event.defaultPrevented || !matchMedia("(max-width: 62rem)").matches) return;
            event.preventDefault();
            close();
        };
    }

    /**
     * @param {object} place `documentID`, and as far as known `title`, `path`, `page`, `start`, `end`, `startTime`, `verified`.
     * @param {{focus?: boolean}} [options]
     */
    async show(place, {focus = false} = {}) {
        const key = [place.documentID, place.start, place.end].join();
        this.element.hidden = false;
        document.addEventListener("keydown", this.escape);
        if (key !== this.key) {
            this.key = key;
            fill(this.heading, titleOf(place));
            this.about(place);
            if (focus) this.heading.focus({preventScroll: true});
            const found = await this.text.show(place);
            if (found && this.key === key) {
                fill(this.heading, titleOf(found));
                this.about({...found, ...place, page: place.page ?? pageOf(found, place.start), pages: found.pages});
            }
        } else {
            this.text.reveal();
            if (focus) this.heading.focus({preventScroll: true});
        }
    }

    about(place) {
        const isTimed = Number.isFinite(place.startTime);
        fill(this.facts, place.verified === true && chip(say("✓ Verified quote"), "good", {
            title: say("The program compared the quote with the document, byte for byte, and it supports the sentence.")
        }),
            place.verified === false
                && chip(say("? Not verified"), "warn",
                    {title: say("The program could not confirm that this place supports the sentence.")}),
            place.page && !isTimed && chip(say("Page {number}", {number: place.page})),
            isTimed && chip(clock(place.startTime)),
            entryOf(place)
                ? linkButton(say("Open journal entry"), address(["journal", "entry", entryOf(place)]), {kind: "quiet"})
                : isTimed
                ? linkButton(say("Open transcript"),
                      address(["transcripts", place.documentID, "transcript"], {t: Math.floor(place.startTime)}),
                      {kind: "quiet"})
                : linkButton(say("Open document"),
                      address(["documents", place.documentID], {start: place.start, end: place.end}), {kind: "quiet"}));
    }

    hide() {
        this.key = null;
        this.element.hidden = true;
        document.removeEventListener("keydown", this.escape);
        this.text.close();
    }
}

const pageOf = (found, start) => found.pages.length > 1 || found.pages[0]?.number > 1
    ? found.pages.findLast((page) => page.start <= (start ?? 0))?.number
    : null;
