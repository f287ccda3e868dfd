// `@` in a question chooses a document or a collection to ask in: a list at the field, led by the keyboard (WAI-ARIA "Combobox", whose list
// is named by the field as its active descendant).

import {debounce, fill, h, uniqueID} from "../../lib/dom.js";
import {get} from "../../lib/api.js";
import {titleOf} from "../../lib/format.js";
import {formatName} from "../../lib/formats.js";
import {say} from "../../lib/words.js";

const most = 6;

/** The word after an `@` that stands at the caret, with its place; null where there is none. */
export function mentionAt(text, caret) {
    const found = /(?:^|\s)@([^@\n]{0,60})$/u.exec(text.slice(0, caret));
    // Two blanks in a row: whoever writes on does not look for a document.
    return found && !/\s\s|[.?!]\s/.test(found[1]) ? {start: caret - found[1].length - 1, end: caret, query: found[1]}
                                                   : null;
}

/** Collections whose names have these words, one's own and those of others, as what a question can be about. */
async function collectionsOf(query) {
    try {
        const {collections, shared} = await get("/api/collections");
        const words = query.toLocaleLowerCase();
        return [...collections, ...shared].filter(({name}) => name.toLocaleLowerCase().includes(words))
            .slice(0, most / 2)
            .map(({id, name, owner}) => ({documentID: `collection:${id}`, title: name, sharedBy: owner, isCollection: true}));
    } catch { return []; }
}

const kindOf = (item) => !item.isCollection ? formatName(item.format, item.path ?? undefined)
    : item.sharedBy                          ? say("Shared by {name}", {name: item.sharedBy})
                                             : say("Collection");

export class Mention {
    /** @param {{input: HTMLTextAreaElement, pick: (document: object) => void}} options */
    constructor({input, pick}) {
        Object.assign(this, {input, pick});
        this.list = h("ul.mentions",
            {role: "listbox", id: uniqueID("mentions"), "aria-label": say("Documents to ask in"), hidden: true});
        this.find = debounce(() => this.load(), 120);
        input.setAttribute("aria-autocomplete", "list");
        input.setAttribute("aria-controls", this.list.id);
        input.addEventListener("input", () => this.look());
        input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    }

    get isOpen() { return !this.list.hidden; }

    look() {
        this.at = mentionAt(this.input.value, this.input.selectionStart);
        if (this.at)
            this.find();
        else
            this.close();
    }

    async load() {
        const {at} = this;
        if (!at) return;
        try {
            const query = at.query.trim();
            const [{documents}, collections] = await Promise.all([get("/api/documents", {query, limit: most}), collectionsOf(query)]);
            if (at !== this.at) return;
            this.documents = [...collections, ...documents].slice(0, most);
            this.chosen = 0;
            this.draw();
        } catch { this.close(); }
    }

    draw() {
        this.list.hidden = !this.documents.length;
        fill(this.list,
            this.documents.map(
                (document, index) => h("li", {
                    role: "option",
                    id: `${this.list.id}-${index}`,
                    "aria-selected": String(index === this.chosen),
                    // Before the field loses the focus.
                    onpointerdown: (event) => {
                        event.preventDefault();
                        this.take(index);
                    }
                },
                    h("span", {dir: "auto"}, titleOf(document)), h("span.help", {dir: "auto"}, kindOf(document)))));
        if (this.isOpen)
            this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.chosen}`);
        else
            this.close();
        this.list.children[this.chosen]?.scrollIntoView({block: "nearest"});
    }

    close() {
        this.list.hidden = true;
        this.at = null;
        this.input.removeAttribute("aria-activedescendant");
    }

    take(index) {
        const {start, end} = this.at;
        this.input.setRangeText("", start, end, "end");
        const document = this.documents[index];
        this.close();
        this.pick(document);
    }

    /** @returns {boolean} Whether the key was for the list. */
    key(event) {
        if (!this.isOpen) return false;
        const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (by) {
            this.chosen = (this.chosen + by + this.documents.length) % this.documents.length;
            this.draw();
        } else if (event.key === "Enter" || event.key === "Tab")
            this.take(this.chosen);
        else if (event.key === "Escape")
            this.close();
        else
            return false;
        event.preventDefault();
        event.stopPropagation();
        return true;
    }
}
