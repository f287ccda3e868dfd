// Chat: conversations on the left, the chosen one in the middle, the source of a citation on the right.

import {fill, h} from "../../lib/dom.js";
import {part, post, remove} from "../../lib/api.js";
import {announce, onChange} from "../../lib/changes.js";
import {keep} from "../../lib/kept.js";
import {change, go, read} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {Reader} from "../../ui/reader.js";
import {attempt} from "../../ui/toast.js";
import {iconButton} from "../../ui/controls.js";
import {closePlace, placeOf} from "./citations.js";
import {Composer} from "./composer.js";
import {ConversationList} from "./conversation-list.js";
import {liveAnswer} from "./live-answer.js";
import {takeNext} from "./next-question.js";
import {chooseScope} from "./scope.js";
import {Thread} from "./thread.js";

export const title = say("Chat");

export function open(root) {
    const stop = new AbortController();
    let opener = null;
    const list = new ConversationList(stop.signal);
    const reader = new Reader({
        close: () => {
            change(closePlace);
            opener?.isConnected && opener.focus();
        }
    });
    const scope = () => (read().query.get("in") ?? "").split(",").filter(Boolean);
    const setScope = (ids) => change({in : ids.join(",") || null});
    const thread = new Thread({
        options: () => ({
            ...composer.options,
            ...(composer.options.about === "documents" && scope().length ? {scope: scope()} : {})
        }),
        busy: (isBusy) => composer.setBusy(isBusy),
        closeSource: () => {
            if (placeOf(read().query)) change(closePlace, {replace: true});
        },
        suggest: (text) => composer.put(text),
        narrow: (id) => {
            setScope([id]);
            composer.input.focus();
        },
        // Before what was begun meanwhile.
        giveBack: (text) => composer.put([text, composer.input.value.trim()].filter(Boolean).join("\n\n")),
        // Nothing was said in it: it is as if it had never begun.
        forget: (id, text) => {
            keep("draft.new", text);
            remove(`/api/conversations/${part(id)}`).catch(() => {});
            go(["chat"], {in : scope().join(",") || null}, {replace: true});
        },
    });
    const composer = new Composer({
        send: (text) => send(text),
        stop: () => liveAnswer(thread.id)?.stop(),
        scope,
        setScope,
        pickScope: async () => {
            const chosen = await chooseScope(scope());
            if (chosen) setScope(chosen);
        },
        editLast: () => thread.editLast(),
    },
        stop.signal);

    async function send(text) {
        if (thread.id) return thread.ask(text);
        const made = await attempt(() => post("/api/conversations", {}));
        if (!made) return composer.put(text);
        await thread.open(made.conversationID, {isNew: true});
        composer.open(made.conversationID);
        go(["chat", made.conversationID], {in : scope().join(",") || null}, {replace: true});
        thread.ask(text);
        announce("conversations", {id: made.conversationID});
    }

    // On a narrow page the list is a sheet over the conversation, and its title stands above it.
    const toggle = iconButton(say("Conversations"), "menu", () => root.classList.toggle("list-open"));
    const heading = h("h2", {dir: "auto"}, say("New conversation"));
    const head =
        h("header.chat-head", null, toggle, heading, iconButton(say("New conversation"), "plus", () => go(["chat"])));
    list.element.addEventListener("click", (event) => {
        if (event.target.closest("a, .wide")) root.classList.remove("list-open");
    });
    document.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || !root.classList.contains("list-open")) return;
        event.preventDefault();
        root.classList.remove("list-open");
        toggle.focus();
    }, {signal: stop.signal});
    const shade = h("div.list-shade", {onclick: () => root.classList.remove("list-open")});
    fill(root, list.element, shade,
        h("section.conversation-pane", {"aria-label": say("Conversation")}, head, thread.element, composer.element),
        reader.element);
    // One that was used long ago is none of those that are listed at first.
    const drawHeading = (id) =>
        fill(heading, list.titleOf(id) || (id && id === thread.id && thread.title) || say("New conversation"));
    const loadList = async () => {
        await list.load();
        drawHeading(thread.id);
    };
    loadList();

    onChange(["conversations"], (detail) => {
        loadList();
        if (detail.isForeign && detail.id && detail.id === thread.id && !liveAnswer(thread.id)) thread.load();
    }, stop.signal);

    let isOpen = false;
    return {
        async show({path, query}) {
            const id = path[0] ?? null;
            list.mark(id);
            drawHeading(id);
            composer.setScope(scope());
            if (id !== thread.id || !isOpen) {
                composer.open(id);
                isOpen = true;
            }
            const place = placeOf(query);
            root.classList.toggle("has-reader", Boolean(place));
            if (place) {
                if (document.activeElement?.closest(".thread")) opener = document.activeElement;
                reader.show(place, {focus: Boolean(opener)});
            } else
                reader.hide();
            await thread.open(id);
            drawHeading(thread.id);
            const next = takeNext();
            if (next) return send(next);
            if (!id && !place && matchMedia("(min-width: 60rem)").matches) composer.input.focus();
        },
        close() {
            stop.abort();
            thread.detach();
            reader.hide();
        },
    };
}
