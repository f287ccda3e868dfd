// An answer while it is being written. It belongs to the page, not to the view: whoever looks at another view and comes back
// finds it further on.

import {part, post, stream, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {say} from "../../lib/words.js";

/** @type {Map<string, LiveAnswer>} By conversation. */
const live = new Map();
export const liveAnswer = (conversationID) => live.get(conversationID) ?? null;

export class LiveAnswer extends EventTarget {
    /** The stored question, once the server has it. */
    question = null;
    route = null;
    reasoning = "";
    text = "";
    /** The stored answer, at the end. */
    message = null;
    /** Why there is none. */
    error = null;
    isOver = false;

    /** @param {object} request A `NewMessage`. */
    constructor(conversationID, request) {
        super();
        this.conversationID = conversationID;
        this.request = request;
        this.abort = new AbortController();
        live.set(conversationID, this);
    }

    async run() {
        const path = `/api/conversations/${part(this.conversationID)}/messages`;
        try {
            for await (const event of stream("POST", path, {body: this.request, signal: this.abort.signal}))
                this.take(event);
            if (!this.message && !this.error && !this.isCancelled)
                throw Object.assign(new Error(say("The connection broke off.")), {code: "interrupted"});
        } catch (error) {
            if (!wasStopped(error)) this.error = error;
        }
        this.isOver = true;
        live.delete(this.conversationID);
        this.tell();
        announce("conversations", {id: this.conversationID});
    }

    take({name, data}) {
        switch (name) {
            case "question":
                this.question = data;
                announce("conversations", {id: this.conversationID});
                break;
            case "route": this.route = data; break;
            case "reasoning": this.reasoning += data.text; break;
            case "text": this.text += data.text; break;
            case "final":
                this.message = data.message;
                // Stopped before the first word: the question is stored, unanswered.
                if (!data.message) this.isCancelled = true;
                break;
            // Older servers end a stream so that was stopped on request; the store has what came so far.
            case "error":
                if (this.isStopping && data.error.code === "cancelled")
                    this.isCancelled = true;
                else
                    this.error = Object.assign(new Error(data.error.message), data.error);
                break;
            default: return;
        }
        this.tell();
    }

    tell() { this.dispatchEvent(new Event("change")); }

    /** Asks the server to stop and to keep what there is; when it does not hear, the connection is dropped. */
    async stop() {
        this.isStopping = true;
        const timer = setTimeout(() => this.abort.abort(), 3000);
        try {
            await post(`/api/conversations/${part(this.conversationID)}/stop`);
        } catch { this.abort.abort(); }
        if (this.isOver)
            clearTimeout(timer);
        else
            this.addEventListener("change", () => {
                if (this.isOver) clearTimeout(timer);
            });
    }
}
