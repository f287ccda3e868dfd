// Light, dark, or as the system has it. The choice is no secret, so it may outlive the tab.

import {announce, onChange} from "../lib/changes.js";

const key = "hearth.theme";
const read = () => {
    try {
        return localStorage.getItem(key);
    } catch { return null; }
};

function show() {
    const choice = read();
    if (choice === "light" || choice === "dark")
        document.documentElement.dataset.theme = choice;
    else
        delete document.documentElement.dataset.theme;
}

/** `light`, `dark` or `system`. */
export const theme = () => read() ?? "system";

export function setTheme(choice) {
    try {
        if (choice === "system")
            localStorage.removeItem(key);
        else
            localStorage.setItem(key, choice);
    } catch { /* then it holds until a reload */
    }
    show();
    announce("theme");
}

/** Whether the page is dark now. */
export const isDark = () => {
    const choice = read();
    return choice ? choice === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

onChange(["theme"], (detail) => {
    if (detail.isForeign) show();
});
show();
