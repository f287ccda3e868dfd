// What a reload must not lose though the server does not know it yet: drafts. In the tab's own session storage, which goes
// with the tab; words of a person are not left on the disk beyond that.

const prefix = "hearth.";

export function keep(name, value) {
    try {
        if (value === null || value === "")
            sessionStorage.removeItem(prefix + name);
        else
            sessionStorage.setItem(prefix + name, JSON.stringify(value));
    } catch { /* full or forbidden: then a reload loses the draft, nothing else */
    }
}

export function kept(name, otherwise = null) {
    try {
        const text = sessionStorage.getItem(prefix + name);
        return text === null ? otherwise : JSON.parse(text);
    } catch { return otherwise; }
}

export function forgetAll() {
    try {
        sessionStorage.clear();
    } catch { /* nothing was kept */
    }
}
