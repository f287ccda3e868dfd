// The conversations, the one used last first.

import {debounce, fill, h, keepingFocus} from "../../lib/dom.js";
import {download, get, ifUnchanged, part, patch, remove, wasChanged, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {counted, moment, recent} from "../../lib/format.js";
import {address, go} from "../../lib/router.js";
import {button, skeleton} from "../../ui/controls.js";
import {ask, confirm} from "../../ui/dialog.js";
import {menuButton} from "../../ui/menu.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";

const pageSize = 60;

export class ConversationList {
    constructor(stop) {
        this.stop = stop;
        this.limit = pageSize;
        this.search = h("input", {
            type: "search",
            placeholder: "Search conversations",
            "aria-label": "Search conversations",
            "data-key": "search",
            autocomplete: "off",
            oninput: debounce(() => this.load())
        });
        this.items = h("div.conversation-items", null, skeleton());
        this.element = h("nav.conversations", {"aria-label": "Conversations"},
            h("div.conversations-head", null, button("New conversation", () => {
                go(["chat"]);
                document.querySelector(".composer textarea")?.focus();
            }, {symbol: "plus", kind: "wide"}), this.search), this.items);
    }

    async load() {
        try {
            const {conversations, total} = await get(
                "/api/conversations", {query: this.search.value.trim(), limit: this.limit}, {signal: this.stop});
            this.conversations = conversations;
            keepingFocus(this.items, () => this.draw(total));
        } catch (error) {
            // What was there is better than nothing; the conversation itself tells that the server is gone.
            if (!wasStopped(error) && (!this.conversations || this.search.value))
                fill(this.items, problemCard(error, {retry: () => this.load()}));
        }
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

    draw(total) {
        const rows = this.conversations.map((item) => this.row(item));
        fill(this.items,
            rows.length
                ? h("ul", null, rows)
                : h("p.help.pad", null,
                      this.search.value ? "No conversation has these words."
                                        : "Your conversations will be here. They are kept on this device, encrypted."),
            total > rows.length && button(`Show more of ${total}`, () => {
                this.limit += pageSize;
                this.load();
            }, {kind: "quiet"}));
        this.mark(this.current);
    }

    row(item) {
        const title = item.title || "Untitled";
        return h("li.conversation", null,
            h("a", {
                href: address(["chat", item.conversationID]),
                "data-focus": `c-${item.conversationID}`,
                title: `${title}\n${counted(item.messages, "message")}, ${moment(item.updatedAt)}`
            },
                h("span.conversation-title", {dir: "auto"}, title),
                h("span.conversation-time", null, recent(item.updatedAt))),
            menuButton(`Actions for ${title}`, [
                {label: "Rename", symbol: "edit", run: () => this.rename(item)},
                {label: "Export as Markdown", symbol: "download", run: () => save(item, "markdown")},
                {label: "Export as JSON", symbol: "download", run: () => save(item, "json")},
                {label: "Delete", symbol: "trash", danger: true, run: () => this.remove(item)},
            ]));
    }

    async rename(item) {
        const title = await ask("Rename conversation", "Title", {value: item.title ?? "", action: "Rename"});
        if (!title) return;
        const path = `/api/conversations/${part(item.conversationID)}`;
        await attempt(async () => {
            try {
                await patch(path, {title}, ifUnchanged(item.etag));
            } catch (error) {
                if (!wasChanged(error)) throw error;
                const {conversation} = await get(path, {limit: 1});
                const isMeant = await confirm("Renamed meanwhile",
                    `It was called “${conversation.title}” elsewhere. Call it “${title}” all the same?`, "Rename");
                if (isMeant) await patch(path, {title});
            }
            announce("conversations", {id: item.conversationID});
        });
    }

    async remove(item) {
        const sure = await confirm("Delete this conversation?",
            `“${item.title || "Untitled"}” and its ${counted(item.messages, "message")} will be gone for good.`,
            "Delete", {danger: true});
        if (!sure) return;
        await attempt(async () => {
            const gone = await remove(`/api/conversations/${part(item.conversationID)}`);
            if (this.current === item.conversationID) go(["chat"]);
            announce("conversations", {id: item.conversationID});
            return gone;
        }, (gone) => `Deleted, with ${counted(gone.messages, "message")}.`);
    }
}

const save = (item, format) =>
    attempt(() => download(`/api/conversations/${part(item.conversationID)}/export?format=${format}`));
