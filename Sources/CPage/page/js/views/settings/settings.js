// Settings: a list of what can be set, by what it is for, and the part that was chosen beside it. On a telephone the list is a
// page of its own, and each part leads back to it.

import {fill, h} from "../../lib/dom.js";
import {onChange} from "../../lib/changes.js";
import {address, go} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {currentPerson, looksAfterServer} from "../../lib/session.js";
import {linkButton} from "../../ui/controls.js";
import {icon} from "../../ui/icons.js";
import {settingsPlace, settingsPlaces} from "../../ui/settings-places.js";
import {about, generation, storage} from "./about.js";
import {account} from "./account.js";
import {devices} from "./devices.js";
import {endpoints} from "./endpoints.js";
import {allSettings} from "./all-settings.js";
import {environments} from "./environments.js";
import {look} from "./look.js";
import {moving} from "./moving.js";
import {people} from "./people.js";
import {providers} from "./providers.js";
import {toolServers} from "./tool-servers.js";

export const title = say("Settings");
const panels = {look, account, devices, people, providers, endpoints, tools: toolServers, generation, storage, moving, environments, all: allSettings, about};

/** Those that somebody has: what is everybody's is changed by administrators, what is the machine's by whoever runs the server. */
function isTheirs(name) {
    switch (name) {
        case "account": return Boolean(currentPerson());
        case "environments": case "moving": return currentPerson() === null;
        case "people": case "providers": case "endpoints": case "all": return looksAfterServer();
        default: return true;
    }
}

export function open(root) {
    const stop = new AbortController();
    const list = h("nav.settings-list", {"aria-label": say("Settings")});
    const place = h("section.settings-place");
    const frame = h("div.settings-frame", null, list, place);
    fill(root, h("div.page-pane", null, h("div.page-width", null, h("header.page-head", null, h("h1", null, say("Settings"))), frame)));
    let current = null;
    let inner = null;
    return {
        show({path: [name]}) {
            if (name !== undefined && (!Object.hasOwn(panels, name) || !isTheirs(name))) return go(["settings"], {}, {replace: true});
            // Whoever names no part sees the list, and beside it, where there is room, the first.
            frame.classList.toggle("chosen", name !== undefined);
            const shown = name ?? Object.keys(panels).find(isTheirs);
            if (shown === current) return undefined;
            current = shown;
            inner?.abort();
            inner = new AbortController();
            stop.signal.addEventListener("abort", () => inner.abort());
            const wasOpen = list.querySelector("details")?.open;
            fill(list, settingsPlaces.map(([group, parts], at) =>
                links(group, parts.filter(([key]) => isTheirs(key)), shown, {isFolded: at === settingsPlaces.length - 1, wasOpen})));
            const panel = panels[shown](inner.signal);
            fill(place,
                h("div.settings-head", null, linkButton(say("Settings"), address(["settings"]), {symbol: "left", kind: "quiet settings-back"}),
                    h("h2", null, settingsPlace(shown))),
                panel.element);
            onChange(panel.names, () => panel.load(), inner.signal);
            root.firstElementChild.scrollTop = 0;
            return panel.load();
        },
        close() {
            stop.abort();
            inner?.abort();
        },
    };
}

function links(group, parts, current, {isFolded, wasOpen}) {
    if (!parts.length) return null;
    const items = h("ul", null, parts.map(([key, label]) => h("li", null,
        h("a", {href: address(["settings", key]), "aria-current": key === current ? "page" : null, "data-focus": `part-${key}`},
            h("span", null, label), icon("right")))));
    return isFolded ? h("details", {open: wasOpen || parts.some(([key]) => key === current)}, h("summary", null, group), items)
                    : h("div", null, h("h3", null, group), items);
}
