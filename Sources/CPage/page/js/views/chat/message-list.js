// The messages of a conversation, in blocks. A message that is still what it was keeps its element: what was opened or chosen in it
// stays, and ten thousand are not made anew for one that came.

import {h} from "../../lib/dom.js";
import {block} from "../../ui/blocks.js";

/** Messages of a block, and how many a conversation has from which on those far from what is seen are not laid out. */
const blockSize = 40;
const long = 60;

export class MessageList {
    /** @param {Element} element @param {(message: object, flags: object) => Element} view */
    constructor(element, view) {
        Object.assign(this, {element, view});
        /** @type {Map<number, {message: object, flags: string, element: Element, block: Element}>} By the ids of messages. */
        this.entries = new Map();
    }

    /** @param {object[]} messages @param {(index: number) => object} flags What else a message's look depends on. */
    show(messages, flags) {
        const entries = new Map();
        /** @type {Map<Element, object[]>} */
        const blocks = new Map();
        let last = null;
        for (const [index, message] of messages.entries()) {
            const key = JSON.stringify(flags(index));
            const known = this.entries.get(message.id);
            const isSame = known?.message === message && known.flags === key;
            // A block that began elsewhere goes on only where it stands in order.
            const own = known && !(blocks.has(known.block) && known.block !== last) ? known.block : null;
            const place = own ?? (last && blocks.get(last).length < blockSize && !this.isOld(last) ? last : h("div"));
            const entry = {message, flags: key, element: isSame ? known.element : this.view(message, flags(index)), block: place};
            entries.set(message.id, entry);
            if (!blocks.has(place)) blocks.set(place, []);
            blocks.get(place).push(entry);
            last = place;
        }
        this.entries = entries;
        for (const [place, own] of blocks) {
            arrange(place, own.map(({element}) => element));
            if (place.className) continue;
            place.className = "message-block";
            block(place, own.reduce((sum, {message}) => sum + estimate(message), 0));
        }
        this.last = last;
        arrange(this.element, [...blocks.keys()]);
        this.element.classList.toggle("long", messages.length > long);
    }

    /** Whether a block has its messages, and new ones belong into another: all but the one at the end. */
    isOld(place) { return place.className !== "" && place !== this.last; }
}

/** Pixels that a message may need, from the lengths of its lines. */
function estimate({role, content, citations = []}) {
    const lines = content.split("\n", 2_000).reduce((sum, line) => sum + Math.max(0.6, Math.ceil(line.length / 88)), 0);
    return (role === "user" ? 80 : 110) + 26 * lines + 70 * Math.ceil(citations.length / 2);
}

/** Makes these the children of an element, and moves none that stands right. */
function arrange(element, children) {
    const wanted = new Set(children);
    for (const child of [...element.children])
        if (!wanted.has(child)) child.remove();
    let next = element.firstElementChild;
    for (const child of children) {
        if (child === next)
            next = next.nextElementSibling;
        else
            element.insertBefore(child, next);
    }
}

/**
 * The messages that there are after a page of them was fetched: what came before it is kept where it goes on to the page, and a
 * message that is the same as before is the same object.
 *
 * @param {object[]} messages @param {{messages: object[]}} found @param {number} [before] The message that the page ends before; none for the newest.
 */
export function joined(messages, found, before) {
    if (before) return [...found.messages, ...messages];
    const known = new Map(messages.map((message) => [message.id, message]));
    const at = messages.findIndex(({id}) => id === found.messages[0]?.id);
    const newest = found.messages.map((message) => {
        const same = known.get(message.id);
        return same && JSON.stringify(same) === JSON.stringify(message) ? same : message;
    });
    return [...messages.slice(0, Math.max(0, at)), ...newest];
}
