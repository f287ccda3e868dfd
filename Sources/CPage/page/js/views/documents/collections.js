// Collections: named sets of documents, one's own with whom they are shared, and those that others share.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, part, patch, post, Problem, remove, upload, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {counted, titleOf} from "../../lib/format.js";
import {ended, track} from "../../lib/jobs.js";
import {address} from "../../lib/router.js";
import {dotted, listed, say} from "../../lib/words.js";
import {button, chip, field, select, toggle} from "../../ui/controls.js";
import {ask, confirm, form} from "../../ui/dialog.js";
import {problemCard, wordsOf} from "../../ui/problem.js";
import {attempt, toast} from "../../ui/toast.js";
import {peoplePicker} from "./people-picker.js";

/** Documents of a collection, shown at a time. */
const page = 100;

const of = (collection, rest = "") => `/api/collections/${part(collection.id)}${rest}`;

export class CollectionPanel {
    constructor(stop) {
        this.stop = stop;
        this.rows = h("div");
        this.element = h("details.card", {"aria-label": say("Collections"), ontoggle: () => this.load()},
            h("summary", null, say("Collections")),
            h("p.help", null,
                say("Sets of documents that you can share with people of this server. What is private is shared with nobody.")),
            this.rows,
            h("div.actions", null, button(say("Make a collection"), () => this.make(), {symbol: "plus"})));
    }

    async load() {
        if (!this.element.open || this.stop.aborted) return;
        try {
            const {collections, shared, notes} = await get("/api/collections", {}, {signal: this.stop});
            keepingFocus(this.element, () => fill(this.rows, collections.map((one) => this.own(one)),
                shared.map((one) => this.shared(one)),
                notes.map((note) => h("p.help", {lang: "en", dir: "ltr"}, note))));
        } catch (error) {
            if (!wasStopped(error)) fill(this.rows, problemCard(error, {retry: () => this.load()}));
        }
    }

    own(collection) {
        const named = (name, mayAdd) => (mayAdd ? say("{name} (may add)", {name}) : name);
        const readers = [
            collection.everyone && named(say("everyone"), collection.everyoneMayAdd),
            ...collection.people.map((name) => named(name, collection.mayAdd.includes(name)))
        ].filter(Boolean);
        return h("section", {"aria-label": collection.name}, h("h3", {dir: "auto"}, collection.name),
            h("p", {dir: "auto"},
                dotted([
                    counted(collection.documents, "{count} document|{count} documents"),
                    readers.length > 0 && say("shared with {names}", {names: readers.join(", ")})
                ])),
            this.documents(collection),
            h("div.actions", null, button(say("Share…"), () => this.share(collection)),
                readers.length > 0 && button(say("Take back"), () => this.unshare(collection)),
                button(say("Rename"), () => this.rename(collection)),
                button(say("Remove"), () => this.erase(collection), {symbol: "trash"})));
    }

    shared(collection) {
        return h("section", {"aria-label": collection.name}, h("h3", {dir: "auto"}, collection.name),
            h("p", {dir: "auto"},
                dotted([
                    say("Shared by {name}", {name: collection.owner}),
                    counted(collection.documents, "{count} document|{count} documents")
                ])),
            this.documents(collection), collection.mayAdd && this.adding(collection));
    }

    /** Files for another's collection. */
    adding(collection) {
        const files = h("input.visually-hidden", {
            type: "file",
            multiple: true,
            tabindex: "-1",
            "aria-hidden": "true",
            onchange: () => {
                const chosen = [...files.files];
                files.value = "";
                this.add(chosen, collection);
            }
        });
        return h("div.actions", null, files,
            button(say("Choose files"), () => files.click(), {symbol: "upload", "aria-label": say("Add files to {name}", {name: collection.name})}));
    }

    /** Sent one after the other, and read into its owner's library. One that is refused keeps none of the others back, and is told by its name. */
    async add(files, collection) {
        const refused = [];
        let why = null;
        for (const file of files) {
            try {
                const job = await upload(of(collection, "/documents"), file, {signal: this.stop});
                const state = await ended(track(job).id);
                const error = state.error ?? state.files?.find((one) => one.error)?.error;
                if (error) throw Object.assign(new Error(error.message), error);
            } catch (error) {
                if (wasStopped(error)) return;
                refused.push(file);
                why ??= error;
            }
        }
        if (why)
            toast(say("Not added: {names}. {reason}", {names: listed(refused.map((file) => file.name)), reason: wordsOf(why)}),
                {tone: "bad", seconds: 12, action: {label: say("Try again"), run: () => this.add(refused, collection)}});
        this.load();
    }

    /** What somebody added to another's collection is theirs to rename and to take away. */
    added(collection, document) {
        const path = of(collection, `/documents/${part(document.documentID)}`);
        const change = async (action) => {
            await attempt(action);
            this.load();
        };
        return [
            button(say("Rename"), async () => {
                const name = await ask(say("Rename"), say("Name"), {value: document.path});
                if (name) await change(() => patch(path, {name}));
            }, {"aria-label": say("Rename {name}", {name: titleOf(document)})}),
            button(say("Remove"), async () => {
                if (await confirm(say("Remove this document?"), say("It is taken out of the collection, and out of its owner's library."),
                        say("Remove"), {danger: true}))
                    await change(() => remove(path));
            }, {"aria-label": say("Remove {name}", {name: titleOf(document)})})
        ];
    }

    /** What is in it, asked for when somebody unfolds it. */
    documents(collection) {
        const list = h("ul");
        const rest = h("div");
        let isAsked = false;
        const more = async (offset) => {
            try {
                const {documents, total} = await get("/api/documents", {collection: collection.id, offset, limit: page}, {signal: this.stop});
                list.append(...documents.map((document) => h("li", null,
                    h("a", {href: address(["documents", document.documentID]), dir: "auto"}, titleOf(document)),
                    document.addedBy && [" ", chip(say("Added by {name}", {name: document.addedBy}))],
                    document.isMine && [" ", this.added(collection, document)])));
                const next = offset + documents.length;
                fill(rest, documents.length > 0 && next < total && button(say("Show more"), () => more(next)));
            } catch (error) {
                if (!wasStopped(error)) fill(rest, problemCard(error, {retry: () => more(offset)}));
            }
        };
        const open = (event) => {
            if (!event.target.open || isAsked) return;
            isAsked = true;
            more(0);
        };
        return h("details", {ontoggle: open}, h("summary", null, say("Documents")), list, rest);
    }

    async make() {
        const name = await ask(say("Make a collection"), say("Name"));
        if (!name) return;
        await attempt(() => post("/api/collections", {name}));
        this.load();
    }

    async rename(collection) {
        const name = await ask(say("Rename"), say("Name"), {value: collection.name});
        if (!name) return;
        await attempt(() => patch(of(collection), {name}));
        this.load();
    }

    async share(collection) {
        const {people} = await attempt(() => get("/api/collections/people", {}, {signal: this.stop})) ?? {};
        if (!people) return;
        const picker = peoplePicker(people,
            (name) => !collection.people.includes(name) ? "" : collection.mayAdd.includes(name) ? say("May read and add documents") : say("May read"));
        const right = select([["", say("May read")], ["add", say("May read and add documents")]], "");
        let everyone = false;
        await form(say("Share {name}", {name: collection.name}),
            [
                h("p", null, say("Those you share it with find, ask and read what is in it, now and later, but for what is private.")),
                picker.element,
                toggle(say("With everyone on this server"), false, (value) => everyone = value),
                field(say("What they may do"), right, say("What they add is yours: it is kept in your library, with who added it."))
            ],
            say("Share"), async () => {
                const audiences = [...picker.chosen().map((person) => ({person})), ...(everyone ? [{everyone}] : [])];
                if (audiences.length === 0) throw new Problem("nobody-chosen", say("Choose with whom."));
                try {
                    // Where one is refused, those before it hold; done once more it has the same effect.
                    for (const audience of audiences) await post(of(collection, "/share"), {...audience, mayAdd: right.value === "add"});
                } finally {
                    this.load();
                }
            });
    }

    async unshare(collection) {
        if (!await confirm(say("Take back {name}?", {name: collection.name}),
                say("Nobody else finds or reads it from now on. What they were told before stays in their conversations."),
                say("Take back")))
            return;
        await attempt(() => post(of(collection, "/unshare"), {}));
        this.load();
    }

    async erase(collection) {
        if (!await confirm(say("Remove the collection {name}?", {name: collection.name}),
                say("Its documents stay in the library. Nobody else reads it any more."), say("Remove"), {danger: true}))
            return;
        await attempt(() => remove(of(collection)));
        this.load();
    }
}

/** Puts documents into one of one's own collections. */
export async function addToCollection(documents) {
    const {collections} = await get("/api/collections");
    const name = h("input", {type: "text", autocomplete: "off", dir: "auto", maxlength: 64});
    const naming = field(say("Name"), name);
    const show = (id) => {
        naming.hidden = id !== "";
        name.required = id === "";
    };
    const chosen = select([["", say("A new one")], ...collections.map((one) => [one.id, one.name])], collections[0]?.id ?? "", show);
    show(chosen.value);
    const add = documents.map((document) => document.documentID);
    await form(say("Add to a collection"),
        [
            field(say("Collection"), chosen, say("Those with whom it is shared read what you add at once.")),
            naming
        ],
        say("Add"), async () => {
            if (chosen.value)
                await patch(`/api/collections/${part(chosen.value)}`, {add});
            else
                await post("/api/collections", {name: name.value.trim(), add});
            announce("collections");
        });
}
