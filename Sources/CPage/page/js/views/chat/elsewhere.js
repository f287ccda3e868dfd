// An answer that is being written for another tab, or was asked for before a reload: it is waited for.

import {h} from "../../lib/dom.js";
import {get, part, post, wasStopped} from "../../lib/api.js";
import {say} from "../../lib/words.js";
import {button} from "../../ui/controls.js";

/** Milliseconds between two looks. */
const patience = 1500;

export class Elsewhere {
    /** @param {string} id The conversation's. @param {AbortSignal} signal @param {() => void} over Is called when the answer is there, or is stopped. */
    constructor(id, signal, over) {
        Object.assign(this, {signal, over});
        this.path = `/api/conversations/${part(id)}`;
        const stop = button(say("Stop"), () => post(`${this.path}/stop`).catch(() => {}).then(over));
        this.element = h("div.message-note", {role: "status"},
            h("p.writing", null, say("Being answered, in another tab perhaps…")), stop);
        this.wait();
    }

    wait() { this.timer = setTimeout(() => this.look(), patience); }

    async look() {
        try {
            const {isBeingAnswered} = await get(this.path, {limit: 1}, {signal: this.signal});
            if (this.isClosed) return;
            if (!isBeingAnswered) return this.over();
        } catch (error) {
            if (wasStopped(error)) return;
        }
        if (!this.isClosed) this.wait();
    }

    close() {
        this.isClosed = true;
        clearTimeout(this.timer);
        this.element.remove();
    }
}
