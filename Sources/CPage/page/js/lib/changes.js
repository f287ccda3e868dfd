// What changes in one tab shows in the others: they are told its name, and fetch it again.

const channel = "BroadcastChannel" in window ? new BroadcastChannel("hearth") : null;
const target = new EventTarget();

channel?.addEventListener("message", ({data}) => {
    if (typeof data?.name === "string") tell(data.name, data.detail, true);
});

function tell(name, detail, isForeign) {
    target.dispatchEvent(new CustomEvent(name, {detail: {...detail, isForeign}}));
    target.dispatchEvent(new CustomEvent("*", {detail: {name, isForeign}}));
}

/**
 * Tells this tab and the others.
 *
 * @param {"collections"|"conversations"|"documents"|"journal"|"models"|"routing"|"settings"|"keys"|"jobs"|"session"|"theme"|"everything"} name
 * @param {object} [detail] Ids only: this crosses tabs.
 */
export function announce(name, detail = {}) {
    channel?.postMessage({name, detail});
    tell(name, detail, false);
}

/**
 * Listens until `signal` is aborted.
 *
 * @param {string[]} names
 * @param {(detail: object) => void} listener `detail.isForeign`: another tab did it.
 */
export function onChange(names, listener, signal) {
    for (const name of [...names, "everything"]) {
        target.addEventListener(name, (event) => listener(event.detail), {signal});
    }
}
