// What a browser calls itself. The server says it in English, in one of a few forms.

import {say} from "../lib/words.js";

const unnamed = {
    "a program": say("a program"),
    "an unnamed program": say("an unnamed program")
};

/** @param {string} device Such as `Firefox on Linux`. */
export function deviceName(device) {
    if (Object.hasOwn(unnamed, device)) return unnamed[device];
    const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
    return browser ? say("{browser} on {system}", {browser: unnamed[browser] ?? browser, system}) : device;
}
