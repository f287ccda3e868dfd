// A conversation as one file that anybody can open, without Hearth and without a network: what was said, who said it, and the
// quotes that an answer rests on. It is made here, of text alone, like everything on this page; nothing is sent.

import {h} from "../../lib/dom.js";
import {get, part} from "../../lib/api.js";
import {clock, moment, titleOf} from "../../lib/format.js";
import {withoutCommands} from "../../lib/plain.js";
import {say} from "../../lib/words.js";
import {markdown} from "../../markdown/render.js";
import {engineName} from "../../ui/engines.js";
import {knownSentence} from "../../ui/server-words.js";
import {toast} from "../../ui/toast.js";
import {quoteOf} from "./citations.js";

/** Messages that are fetched at once, the most that a server gives. */
const together = 1000;

/** Makes the file of a conversation and saves it. @param {object} item A `Conversation`. */
export async function shareFile(item) {
    const messages = await allMessages(item.conversationID);
    const title = item.title || say("Untitled");
    const isPrivate = messages.some(({label}) => label === "private");
    const page = await documentOf(title, item, messages);
    const address = URL.createObjectURL(new Blob([page], {type: "text/html"}));
    const link = h("a", {href: address, download: `${fileName(title)}.html`});
    document.body.append(link);
    link.click();
    link.remove();
    // The browser has taken it by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    toast(isPrivate ? say("Saved. Parts of it are labelled private: whoever has the file can read them.")
                    : say("Saved. Whoever has the file can read it; it is not encrypted."), {seconds: 10});
}

async function allMessages(id) {
    let found = [];
    for (let before;;) {
        const {messages, hasEarlier} = await get(`/api/conversations/${part(id)}`, {before, limit: together});
        found = [...messages, ...found];
        if (!hasEarlier || !messages.length) return found.filter(({role}) => role === "user" || role === "assistant");
        before = messages[0].id;
    }
}

/** The file's text: what is said is written into its template as text that was made into markup by the browser, never as it came. */
async function documentOf(title, item, messages) {
    const template = await (await fetch("shared.html")).text();
    const written = (node) => new XMLSerializer().serializeToString(node);
    const parts = {
        language: document.documentElement.lang,
        direction: document.documentElement.dir || "ltr",
        title: written(document.createTextNode(title)),
        body: [
            h("header", null, h("h1", {dir: "auto"}, title), h("p.who", null, moment(item.createdAt))),
            h("main", null, messages.map((message) => (message.role === "user" ? question(message) : answer(message)))),
            h("footer", null, say("Saved from Hearth on {time}.", {time: moment(new Date().toISOString())})),
        ].map(written).join("")
    };
    // Not one after the other: what is written in could look like a place for the next.
    return template.replace(/\{(language|direction|title|body)\}/g, (_, name) => parts[name]);
}

const question = (message) => h("article.user", {dir: "auto"}, message.content);

function answer(message) {
    const citations = message.citations ?? [];
    const who = [message.engine && engineName(message.engine), message.model].filter(Boolean).join(" · ");
    return h("article", null, who && h("p.who", {dir: "auto"}, who),
        markdown(message.abstained ? knownSentence(message.content) ?? withoutCommands(message.content) : message.content,
            {citation: (numbers) => h("sup", null, numbers.map((number) => `[${number}]`))}),
        (message.notes ?? []).map(note),
        citations.length > 0 && h("ol.quotes", null, citations.map(quote)));
}

/** What whoever made the answer says of it. Nothing is folded: the file has no place for what is hidden. */
function note(text) {
    const known = knownSentence(text);
    return known ? h("p", null, known) : h("p", {dir: "auto", lang: "en"}, withoutCommands(text));
}

function quote(citation) {
    const where = Number.isFinite(citation.startTime) ? clock(citation.startTime)
        : citation.page                               ? say("page {number}", {number: citation.page})
                                                      : "";
    return h("li", {value: citation.index, dir: "auto"}, h("strong", null, titleOf(citation)), where && ` · ${where}`,
        !citation.verified && ` (${say("not verified")})`, h("blockquote", {dir: "auto"}, quoteOf({...citation, names: null})));
}

/** A name that every system takes. */
const fileName = (title) => title.replace(/[\p{C}\\/:*?"<>|]+/gu, " ").replace(/\s+/g, " ").trim().slice(0, 80).replace(/^\.+|\.+$/g, "") || "conversation";
