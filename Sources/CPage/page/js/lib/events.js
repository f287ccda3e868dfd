// Server-sent events, read from a response's body. EventSource would do for GET only, and could not be told apart from a
// stream that broke: it silently asks again.

/**
 * @param {ReadableStream<Uint8Array>} body
 * @yields {{name: string, data: any}} `data` is parsed JSON.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* readEvents(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    const parser = new EventParser();
    try {
        for (;;) {
            const {value, done} = await reader.read();
            if (done) return;
            yield* parser.push(value);
        }
    } finally {
        // Whoever stops reading stops the work behind it.
        reader.cancel().catch(() => {});
    }
}

/** The parser itself: pieces go in however they are cut, events come out. */
export class EventParser {
    #rest = "";
    #name = "";
    #data = [];

    * push(piece) {
        this.#rest += piece;
        // A lone CR at the end may be the first half of CRLF.
        const end = this.#rest.endsWith("\r") ? this.#rest.length - 1 : this.#rest.length;
        const lines = this.#rest.slice(0, end).split(/\r\n|\n|\r/);
        this.#rest = lines.pop() + this.#rest.slice(end);
        for (const line of lines) {
            if (line === "") {
                if (this.#data.length) yield {name: this.#name || "message", data: JSON.parse(this.#data.join("\n"))};
                this.#name = "";
                this.#data = [];
                continue;
            }
            const colon = line.indexOf(":");
            if (colon === 0) continue;
            const field = colon < 0 ? line : line.slice(0, colon);
            const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
            if (field === "event")
                this.#name = value;
            else if (field === "data")
                this.#data.push(value);
        }
    }
}
