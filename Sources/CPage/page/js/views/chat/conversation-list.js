// The conversations, the one used last first.

import {debounce, fill, h, keepingFocus} from "../../lib/dom.js";
import {download, get, ifUnchanged, part, patch, remove, wasChanged} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {counted, moment, recent} from "../../lib/format.js";
import {Pages} from "../../lib/pages.js";
import {address, go, read} from "../../lib/router.js";
import {listed, say} from "../../lib/words.js";
import {button, field, skeleton} from "../../ui/controls.js";
import {ask, confirm, form} from "../../ui/dialog.js";
import {menuButton} from "../../ui/menu.js";
import {problemCard} from "../../ui/problem.js";
import {attempt, toast, undoable} from "../../ui/toast.js";
import {WindowedList} from "../../ui/windowed-list.js";

const pageSize = 60;

export class ConversationList {
    constructor(stop) {
        this.stop = stop;
        /** Ids of those that are deleted unless that is taken back. */
        this.leaving = new Set();
        this.search = h("input", {
            type: "search",
            placeholder: say("Search conversations"),
            "aria-label": say("Search conversations"),
            "data-key": "search",
            autocomplete: "off",
            oninput: debounce(() => this.pages.restart())
        });
        this.pages = new Pages({
            size: pageSize,
            fetch: async (offset, limit, signal) => {
                const {conversations, total} =
                    await get("/api/conversations", {query: this.search.value.trim(), limit, offset}, {signal});
                return {items: conversations, total};
            },
            arrived: () => keepingFocus(this.items, () => this.draw()),
            failed: (error) => this.fail(error),
            stop
        });
        this.rows = h("ul");
        this.list = new WindowedList(this.rows, {
            item: (index) => this.pages.item(index),
            key: ({conversationID}) => conversationID,
            row: (item) => this.row(item),
            blank: () => h("li.conversation.blank"),
            near: (first, end) => this.pages.near(first, end),
            stop
        });
        this.items = h("div.conversation-items", null, skeleton());
        this.element = h("nav.conversations", {"aria-label": say("Conversations")},
            h("div.conversations-head", null, button(say("New conversation"), () => {
                go(["chat"]);
                document.querySelector(".composer textarea")?.focus();
            }, {symbol: "plus", kind: "wide"}), this.search), this.items);
    }

    load() { return this.pages.again(); }

    fail(error) {
        // What was there is better than nothing; the conversation itself tells that the server is gone.
        if (this.pages.total === null || this.search.value)
            fill(this.items, problemCard(error, {retry: () => this.load()}));
    }

    mark(id) {
        this.current = id;
        for (const row of this.items.querySelectorAll("a")) {
            if (row.dataset.focus === `c-${id}`)
                row.setAttribute("aria-current", "page");
            else
                row.removeAttribute("aria-current");
        }
    }

    /** What a conversation is called; null where it is none of those that are listed. */
    titleOf(id) { return this.pages.items.find(({conversationID}) => conversationID === id)?.title ?? null; }

    draw() {
        const {items, total} = this.pages;
        const left = items.filter(({conversationID}) => this.leaving.has(conversationID)).length;
        if (total - left <= 0)
            fill(this.items,
                h("p.help.pad", null,
                    this.search.value
                        ? say("No conversation has these words.")
                        : say("Your conversations will be here. They are kept on this device, encrypted.")));
        else {
            if (!this.rows.isConnected) fill(this.items, this.rows);
            this.list.show(total);
        }
        for (const row of this.rows.children) row.hidden = this.leaving.has(row.dataset.id);
        this.mark(this.current);
    }

    row(item) {
        const title = item.title || say("Untitled");
        return h("li.conversation", {"data-id": item.conversationID, hidden: this.leaving.has(item.conversationID)},
            h("a", {
                "aria-current": item.conversationID === this.current ? "page" : null,
                href: address(["chat", item.conversationID]),
                "data-focus": `c-${item.conversationID}`,
                title: `${title}\n${
                    listed([counted(item.messages, "{count} message|{count} messages"), moment(item.updatedAt)])}`
            },
                h("span.conversation-title", {dir: "auto"}, title),
                h("span.conversation-time", null, recent(item.updatedAt))),
            menuButton(say("Actions for {name}", {name: title}), [
                {label: say("Rename"), symbol: "edit", run: () => this.rename(item)},
                {label: say("Instructions"), symbol: "settings", run: () => instruct(item)},
                {label: say("Export as Markdown"), symbol: "download", run: () => save(item, "markdown")},
                {label: say("Export as JSON"), symbol: "download", run: () => save(item, "json")},
                {label: say("Print"), symbol: "documents", run: () => print(item)},
                {label: say("Delete"), symbol: "trash", danger: true, run: () => this.remove(item)},
            ]));
    }

    async rename(item) {
        const title =
            await ask(say("Rename conversation"), say("Title"), {value: item.title ?? "", action: say("Rename")});
        if (!title) return;
        const path = `/api/conversations/${part(item.conversationID)}`;
        await attempt(async () => {
            try {
                await patch(path, {title}, ifUnchanged(item.etag));
            } catch (error) {
                if (!wasChanged(error)) throw error;
                const {conversation} = await get(path, {limit: 1});
                const isMeant = await confirm(say("Renamed meanwhile"),
                    say("It was called “{other}” elsewhere. Call it “{title}” all the same?",
                        {other: conversation.title, title}),
                    say("Rename"));
                if (isMeant) await patch(path, {title});
            }
            announce("conversations", {id: item.conversationID});
        });
    }

    /** Out of sight at once, and gone for good when it was not taken back. */
    remove(item) {
        const {conversationID: id} = item;
        this.leaving.add(id);
        keepingFocus(this.items, () => this.draw());
        if (this.current === id) go(["chat"]);
        const stay = () => {
            this.leaving.delete(id);
            announce("conversations", {id});
        };
        undoable(say("“{title}” is deleted.", {title: item.title || say("Untitled")}), {
            undo: stay,
            work: () => attempt(async () => {
                try {
                    await remove(`/api/conversations/${part(id)}`);
                } finally { stay(); }
            }),
        });
    }
}

/** What the model is told before everything else in this conversation. */
async function instruct(item) {
    const path = `/api/conversations/${part(item.conversationID)}`;
    const known = await attempt(async () => (await get(path, {limit: 1})).conversation);
    if (!known) return;
    const text = h("textarea",
        {rows: "6", dir: "auto", maxlength: 20_000, placeholder: say("Answer briefly, in German, and as to a child.")});
    text.value = known.systemPrompt ?? "";
    await form(say("Instructions for this conversation"),
        [field(say("What the model is told first"), text,
            say("Answers in your documents' own words, without a model, know no instructions."))],
        say("Keep"), async () => {
            await patch(path, {systemPrompt: text.value.trim() || null}, ifUnchanged(known.etag));
            announce("conversations", {id: item.conversationID});
        });
}

const save = (item, format) =>
    attempt(() => download(`/api/conversations/${part(item.conversationID)}/export?format=${format}`));

/** On paper, or as a PDF: what the browser prints is the conversation that is shown. */
function print(item) {
    const shown = read();
    if (shown.path[0] === item.conversationID) return window.print();
    go(["chat", item.conversationID]);
    toast(
        say("The conversation is open now."), {action: {label: say("Print"), run: () => window.print()}, seconds: 12});
}
