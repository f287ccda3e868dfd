// One line that is always there: does any text leave this device, and who would get it?

import {fill, h} from "../lib/dom.js";
import {get} from "../lib/api.js";
import {onChange} from "../lib/changes.js";
import {address} from "../lib/router.js";
import {routingMode} from "../lib/routing-modes.js";
import {listed, say} from "../lib/words.js";
import {answerers} from "./answerers.js";
import {icon} from "./icons.js";

/** @returns {{words: string, stays: boolean}} What may leave, by what is set and by who could be asked. */
export function privacyWords(routing, all) {
    if (routing.offline)
        return {
            words: routing.enforcement?.state === "enforced" ? say("Offline, enforced") : say("Offline"),
            stays: true
        };
    const mode = routingMode(routing.mode);
    if (mode?.keepsHere) return {words: mode.title, stays: true};
    const others = all.filter(({available, place}) => available && place.kind !== "device");
    const trusted = others.filter(({consents}) => consents.length > 0);
    if (!others.length) return {words: say("Your text stays on this device"), stays: true};
    if (!trusted.length) return {words: say("Only public text may leave"), stays: true};
    return {words: say("{names} may see personal text", {names: listed(trusted.map(({name}) => name))}), stays: false};
}

export function privacyLine() {
    const element = h("a.privacy-state", {href: address(["privacy"])});
    async function show() {
        try {
            const {words, stays} = privacyWords(await get("/api/routing"), await answerers());
            fill(element, icon(stays ? "device" : "cloud"), h("span", null, words));
        } catch { fill(element); }
    }
    onChange(["routing", "settings", "keys", "session"], show);
    show();
    return element;
}
