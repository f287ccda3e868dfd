// The conversations: those that are pinned, then the one used last.

import {debounce, fill, h, keepingFocus} from "../../lib/dom.js";
import {get, part, remove} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {count, counted, moment, recent} from "../../lib/format.js";
import {Pages} from "../../lib/pages.js";
import {address, go} from "../../lib/router.js";
import {listed, say} from "../../lib/words.js";
import {button, select, skeleton} from "../../ui/controls.js";
import {icon} from "../../ui/icons.js";
import {menuButton} from "../../ui/menu.js";
import {problemCard} from "../../ui/problem.js";
import {attempt, undoable} from "../../ui/toast.js";
import {WindowedList} from "../../ui/windowed-list.js";
import {actionsOf} from "./conversation-actions.js";

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
        /** @type {{name: string, conversations: number}[]} */
        this.folders = [];
        this.folder = select([["", say("All conversations")]], "", () => this.pages.restart(), {"aria-label": say("Folder"), hidden: true});
        this.pages = new Pages({
            size: pageSize,
            fetch: async (offset, limit, signal) => {
                const {conversations, total, folders = []} = await get("/api/conversations",
                    {query: this.search.value.trim(), folder: this.folder.value, limit, offset}, {signal});
                this.offer(folders);
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
            }, {symbol: "plus", kind: "wide"}), this.search, this.folder), this.items);
    }

    /** The folders that can be chosen; none is offered where there is none. */
    offer(folders) {
        this.folders = folders;
        this.folder.hidden = folders.length === 0;
        const names = [...folders].sort((a, b) => a.name.localeCompare(b.name));
        const wanted = [["", say("All conversations")], ...names.map(({name, conversations}) => [name, `${name} (${count(conversations)})`])];
        const chosen = this.folder.value;
        fill(this.folder, wanted.map(([value, words]) => h("option", {value}, words)));
        this.folder.value = chosen;
        // Its last conversation was taken out of it: then all are shown again.
        if (!this.folder.value && chosen) {
            this.folder.value = "";
            queueMicrotask(() => this.pages.restart());
        }
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
                    this.search.value || this.folder.value
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
                h("span.conversation-time", null, item.isPinned && [icon("pin"), h("span.visually-hidden", null, say("Pinned"))],
                    recent(item.updatedAt), item.folder && !this.folder.value && h("span", {dir: "auto"}, item.folder))),
            menuButton(say("Actions for {name}", {name: title}), [
                ...actionsOf(item, this.folders),
                {label: say("Delete"), symbol: "trash", danger: true, run: () => this.remove(item)},
            ]));
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
