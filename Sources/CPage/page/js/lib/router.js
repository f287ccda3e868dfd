// The state of each view stands in the address, after #: `#/chat/3f2a?doc=17&start=20&end=90`. So a reload, a bookmark and
// the back button all lead to the same place, and the server needs to know nothing of it.

/** @returns {{view: string, path: string[], query: URLSearchParams}} */
export function read(hash = location.hash) {
    const [path, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
    const parts = path.split("/").filter(Boolean).map(decode);
    return {view: parts[0] ?? "", path: parts.slice(1), query: new URLSearchParams(query)};
}

function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch { return text; }
}

/**
 * An address of the page.
 *
 * @param {string[]} path The view, then what it shows.
 * @param {object} [query] null, undefined and "" are left out.
 */
export function address(path, query = {}) {
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) {
        if (value !== null && value !== undefined && value !== "" && value !== false) search.set(key, value);
    }
    const text = search.toString();
    return `#/${path.map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
}

/** Goes there. `replace` leaves no step for the back button: for typing in a search field, say. */
export function go(path, query, {replace = false} = {}) {
    const target = address(path, query);
    if (target === location.hash) return;
    if (!replace) {
        location.hash = target;
        return;
    }
    history.replaceState(null, "", target);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Changes some of the query's values; null takes one away. */
export function change(values, options) {
    const {view, path, query} = read();
    go([view, ...path], {...Object.fromEntries(query), ...values}, options);
}
