// A question that another view has chosen: the chat asks it when it opens. It is handed over within the page; no address can ask
// in somebody's name.

let waiting = null;

export function askNext(text) { waiting = text; }

/** The question, once. */
export function takeNext() {
    const text = waiting;
    waiting = null;
    return text;
}
