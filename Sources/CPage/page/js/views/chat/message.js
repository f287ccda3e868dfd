// One message of a conversation, as it is stored.

import {h} from "../../lib/dom.js";
import {spansToIndices} from "../../lib/bytes.js";
import {counted, decimal, moment, recent, titleOf} from "../../lib/format.js";
import {moved, named, namePlaces} from "../../lib/names.js";
import {withoutCommands} from "../../lib/plain.js";
import {address, change} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {markdown} from "../../markdown/render.js";
import {engineBadge} from "../../ui/badge.js";
import {button, chip, iconButton, linkButton} from "../../ui/controls.js";
import {icon} from "../../ui/icons.js";
import {toast} from "../../ui/toast.js";
import {marker, placeQuery, sourceList, unsupportedMarks} from "./citations.js";
import {isUnsure, knownSentence, serverNotes} from "../../ui/server-words.js";

/**
 * @param {object} message A `Message`.
 * @param {{edit: (message, text) => void, again: (message) => void, other: (engine?: string) => void, branch?: (message) => void, compare?: (message) => void, isLast: boolean, isAwaited: boolean}} actions
 *   `isAwaited`: its answer is being written.
 */
export function messageView(message, actions) {
    return message.role === "user" ? question(message, actions) : answer(message, actions);
}

const time = (message) =>
    h("time", {datetime: message.createdAt, title: moment(message.createdAt)}, recent(message.createdAt));

function question(message, {edit, again, isLast, isAwaited}) {
    const body = h("div.bubble", {dir: "auto"}, message.content);
    const element = h("article.message.user", {"aria-label": say("You"), "data-message": message.id}, body);
    const tools = h("div.message-tools", null,
        iconButton(say("Copy question"), "copy", () => copy(message.content)),
        iconButton(say("Edit and resend"), "edit", () => editor(element, message, edit), {"data-edit": true}), time(message));
    element.append(tools);
    if (message.state === "unanswered" && !isAwaited) {
        element.append(h("div.message-note", null, chip(say("Not answered"), "warn"),
            isLast && button(say("Ask again"), () => again(message), {symbol: "again"})));
    }
    return element;
}

function editor(element, message, edit) {
    const old = [...element.children];
    const close = () => {
        element.replaceChildren(...old);
        element.querySelector("[data-edit]")?.focus();
    };
    const input = h("textarea", {
        rows: Math.min(10, message.content.split("\n").length + 1),
        "aria-label": say("Edit your question"),
        dir: "auto"
    });
    input.value = message.content;
    const send = () => {
        if (input.value.trim()) edit(message, input.value.trim());
    };
    input.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            send();
        }
        if (event.key === "Escape") {
            event.stopPropagation();
            close();
        }
    });
    element.replaceChildren(
        h("div.edit-box", null, input, h("p.help", null, say("Sending it removes the answer and everything after it.")),
            h("div.actions.end", null, button(say("Cancel"), close), button(say("Send"), send, {kind: "primary"}))));
    input.focus();
}

function answer(message, {again, other, branch, compare, isLast}) {
    const route = message.route
        ?? (message.engine ? {
               engine: message.engine,
               model: message.model,
               onDevice: message.onDevice,
               label: message.label,
               wasFallback: message.wasFallback,
               fallbackReason: message.fallbackReason
           }
                           : null);
    const places = namePlaces(message.content, message.names);
    const content = named(message.content, places);
    const unsupported =
        moved(message.content, places, spansToIndices(message.content, message.unsupported ?? []));
    const citations = message.citations ?? [];
    const caveats = (message.notes ?? []).filter(isUnsure);
    const notes = (message.notes ?? []).filter((note) => !isUnsure(note));
    return h("article.message.assistant", {"aria-label": say("Answer"), "data-message": message.id},
        route && engineBadge(route, message), message.reasoning && reasoningView(message.reasoning),
        // The program's own words, which also tell those at a terminal what to type.
        markdown(message.abstained ? knownSentence(message.content) ?? withoutCommands(message.content) : content,
            {citation: marker(citations), marked: unsupportedMarks(unsupported)}),
        caveats.length > 0 && h("p.caveat", null, icon("warning"), h("span", null, knownSentence(caveats[0]))),
        unsupported.length > 0
            && h("p.message-note.inline-note", null, h("span.unsupported.sample", null, say("Underlined")), ": ",
                counted(unsupported.length,
                    "{count} sentence that no source supports.|{count} sentences that no source supports.")),
        sourceList(citations),
        message.nearest?.length > 0
            && h("div.nearest", null, h("p.help", null, say("The nearest that they say:")), sourceList(message.nearest)),
        droppedView(message.dropped),
        notes.length > 0 && h("div.notes", null, serverNotes(notes)),
        message.abstained && wayOn(),
        h("div.message-tools", null,
            message.state === "stopped"
                && chip(say("Stopped"), "warn", {title: say("What was written until then is kept.")}),
            message.finishReason === "length" && chip(say("Cut off at its length limit"), "warn"), time(message),
            figures(message), iconButton(say("Copy answer"), "copy", () => copy(content)),
            branch && iconButton(say("Go on from here in a new conversation"), "branch", () => branch(message)),
            isLast && button(say("Regenerate"), () => again(), {kind: "quiet", symbol: "again"}),
            isLast && button(say("Another answerer"), () => other(route?.engine), {kind: "quiet"}),
            isLast && compare && button(say("Compare"), () => compare(message), {kind: "quiet", symbol: "columns"})));
}

/** How long a model took, and how fast it wrote. What the program does by itself is at once. */
function figures({timings, usage}) {
    if (!timings?.generation || !usage?.completionTokens) return null;
    const rate = usage.completionTokens / timings.generation;
    return h("span", {
        title: say("{read} read, {written} written", {
            read: counted(usage.promptTokens, "{count} token|{count} tokens"),
            written: counted(usage.completionTokens, "{count} token|{count} tokens")
        })
    },
        say("{seconds} s, {rate} tokens/s",
            {seconds: decimal((timings.prompt ?? 0) + timings.generation), rate: decimal(rate, rate < 10 ? 1 : 0)}));
}

/** Where nothing is said: the library may just not have it yet. */
const wayOn = () => h("p.message-note", null,
    linkButton(say("Add documents"), address(["documents"]), {kind: "quiet", symbol: "documents"}));

/** What the model thought before it answered, folded. */
export function reasoningView(text, isOpen = false) {
    return h("details.reasoning", {open: isOpen}, h("summary", null, say("Reasoning")),
        h("div.reasoning-text", {dir: "auto"}, text));
}

function droppedView(dropped) {
    if (!dropped || (!dropped.messages && !dropped.passages?.length)) return null;
    const passages = dropped.passages?.length && counted(dropped.passages.length, "{count} passage|{count} passages");
    const messages = dropped.messages && counted(dropped.messages, "{count} earlier message|{count} earlier messages");
    const what = passages && messages ? say("{passages} and {messages}", {passages, messages}) : passages || messages;
    return h("details.dropped", null, h("summary", null, say("{what} did not fit the engine's window", {what})),
        h("p.help", null, say("The engine answered without them.")),
        h("ul", null,
            (dropped.passages ?? [])
                .map(
                    (passage) => h("li", null,
                        h("button.link", {type: "button", onclick: () => change({...placeQuery(passage), v: null})},
                            titleOf(passage), passage.page ? ` · ${say("page {number}", {number: passage.page})}` : ""),
                        h("span.help", {dir: "auto"}, ` ${passage.text.slice(0, 160)}`)))));
}

async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        toast(say("Copied"));
    } catch { toast(say("The browser did not allow copying. Select the text instead."), {tone: "bad"}); }
}
