// The entries of a day, and one entry to read or change.

import {fill, h} from "../../lib/dom.js";
import {get, part, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {dayTitle} from "../../lib/days.js";
import {count, counted, span} from "../../lib/format.js";
import {address, go} from "../../lib/router.js";
import {term} from "../../lib/terms.js";
import {dotted, say} from "../../lib/words.js";
import {button, chip, linkButton, skeleton} from "../../ui/controls.js";
import {problemCard} from "../../ui/problem.js";
import {attempt, undoable} from "../../ui/toast.js";
import {EntryWords} from "./entry-words.js";
import {tellFailure} from "./failures.js";
import {writeBox} from "./write-box.js";

/** Ids of entries that are removed unless that is taken back. */
const leaving = new Set();

/** Entries that are asked for at once. */
const pageSize = 1000;

/**
 * Lists entries between two days, the undated ones, or those that name a person.
 *
 * @param {Promise<object>} [person] Who that is.
 */
export async function entryList(root, query, stop, person) {
    try {
        const {entries, total} = await get("/api/journal/entries", {...query, limit: pageSize}, {signal: stop});
        const shown = entries.filter(({id}) => !leaving.has(id));
        const words = query.person ? new EntryWords(person, stop) : null;
        const makeRow = (entry) => row(entry, words?.place(entry.id));
        const list = h("ul.rows", null, shown.map(makeRow));
        fill(root,
            shown.length
                ? [list, rest(list, entries.length, total, query, stop, makeRow)]
                : h("p.help", null,
                      query.person        ? say("No entry names this person.")
                          : query.undated ? say("Every entry has its day.")
                                          : say("Nothing was written on this day.")));
    } catch (error) {
        if (!wasStopped(error)) tellFailure(root, error, {retry: () => entryList(root, query, stop, person)});
    }
}

/** Fetches the next entries of a list, as long as there are any. */
function rest(list, known, total, query, stop, makeRow) {
    if (known >= total) return null;
    const more = button(say("Show more of {total}", {total: count(total)}), () => attempt(async () => {
        const next = await get("/api/journal/entries", {...query, limit: pageSize, offset: known}, {signal: stop});
        const rows = next.entries.map(makeRow);
        list.append(...rows);
        // Where some were removed meanwhile, there may be no more.
        const after = rows.length && rest(list, known + rows.length, next.total, query, stop, makeRow);
        if (after) more.replaceWith(after);
        else more.remove();
        // Whoever came by the keyboard goes on where the new entries begin.
        rows[0]?.querySelector("a").focus();
    }), {kind: "quiet"});
    return more;
}

/** Where a list is of many days, an entry without a title is called by its day. */
function row(entry, words) {
    const day = words && entry.date && dayTitle(entry.date);
    return h("li.row", null,
        h("div.row-main", null,
            h("a.row-title", {href: address(["journal", "entry", entry.id]), dir: "auto"},
                entry.title || day || (entry.time ? say("Entry at {time}", {time: entry.time.slice(0, 5)}) : say("Entry"))),
            words),
        h("p.row-facts.loose", null, entry.title && day && h("span", null, day), entry.time && h("span", null, entry.time.slice(0, 5)),
            h("span", null, counted(entry.words, "{count} word|{count} words")),
            Number.isFinite(entry.duration) && h("span", null, span(entry.duration)), chip(term(entry.label))));
}

/** One entry. */
export async function entryPage(root, id, stop) {
    fill(root, skeleton(6));
    let entry;
    try {
        entry = await get(`/api/journal/entries/${part(id)}`, {}, {signal: stop});
    } catch (error) {
        if (!wasStopped(error))
            fill(root, problemCard(error, {
                retry: () => entryPage(root, id, stop),
                extra: [linkButton(say("Journal"), address(["journal"]))]
            }));
        return;
    }
    const back = entry.date ? address(["journal", "day", entry.date]) : address(["journal", "undated"]);
    const read = () => fill(root,
        linkButton(entry.date ? dayTitle(entry.date) : say("Undated entries"), back, {kind: "quiet", symbol: "left"}),
        h("article.entry", null,
            h("h2", {dir: "auto"}, entry.title || (entry.date ? dayTitle(entry.date) : say("Undated"))),
            h("p.help", null,
                dotted([
                    entry.time?.slice(0, 5), counted(entry.words, "{count} word|{count} words"),
                    entry.isSpoken && say("spoken"), term(entry.label)
                ])),
            h("div.entry-text", {dir: "auto"}, entry.text),
            h("div.actions", null,
                button(say("Edit"),
                    () => fill(root, h("h2", null, say("Edit entry")),
                        writeBox({day: entry.date, entry, done: () => entryPage(root, id, stop)})),
                    {symbol: "edit"}),
                button(say("Remove"), erase, {symbol: "trash"}))));
    /** Out of sight at once, and gone for good, with all that was made of it, when it was not taken back. */
    function erase() {
        leaving.add(id);
        go(entry.date ? ["journal", "day", entry.date] : ["journal"]);
        const stay = () => {
            leaving.delete(id);
            announce("journal");
        };
        undoable(say("The entry is removed, with everything that was made of it."), {
            undo: stay,
            work: () => attempt(async () => {
                try {
                    await remove(`/api/journal/entries/${part(id)}`);
                } finally { stay(); }
            }),
        });
    }
    read();
}
