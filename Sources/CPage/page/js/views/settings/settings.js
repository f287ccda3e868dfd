// Settings: providers and keys, environments, everything that can be set, storage, and about.

import {fill, h} from "../../lib/dom.js";
import {onChange} from "../../lib/changes.js";
import {address, go} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {currentPerson, looksAfterServer} from "../../lib/session.js";
import {tabs} from "../../ui/tabs.js";
import {about, generation, storage} from "./about.js";
import {account} from "./account.js";
import {devices} from "./devices.js";
import {endpoints} from "./endpoints.js";
import {allSettings} from "./all-settings.js";
import {environments} from "./environments.js";
import {people} from "./people.js";
import {providers} from "./providers.js";
import {toolServers} from "./tool-servers.js";

export const title = say("Settings");
const panels = {
    providers: [say("Providers"), providers],
    endpoints: [say("Endpoints"), endpoints],
    tools: [say("Tools"), toolServers],
    environments: [say("Environments"), environments],
    generation: [say("Generation"), generation],
    all: [say("All settings"), allSettings],
    account: [say("Account"), account],
    people: [say("People"), people],
    devices: [say("Devices"), devices],
    storage: [say("Storage"), storage],
    about: [say("About"), about]
};

/** Those that somebody has: what is everybody's is changed by administrators, what is the machine's by whoever runs the server. */
function isTheirs(name) {
    switch (name) {
        case "account": return Boolean(currentPerson());
        case "environments": return currentPerson() === null;
        case "people": case "providers": case "endpoints": case "all": return looksAfterServer();
        default: return true;
    }
}

export function open(root) {
    const stop = new AbortController();
    const bar = h("div");
    const place = h("div");
    fill(root,
        h("div.page-pane", null,
            h("div.page-width", null, h("header.page-head", null, h("h1", null, say("Settings"))), bar, place)));
    let current = null;
    let inner = null;
    return {
        show({path: [name]}) {
            if (!panels[name] || !isTheirs(name))
                return go(["settings", Object.keys(panels).find(isTheirs)], {}, {replace: true});
            if (name === current) return undefined;
            current = name;
            inner?.abort();
            inner = new AbortController();
            stop.signal.addEventListener("abort", () => inner.abort());
            fill(bar,
                tabs(say("Settings"),
                    Object.entries(panels).filter(([key]) => isTheirs(key)).map(([key, [label]]) => ({key, label, href: address(["settings", key])})),
                    name));
            const panel = panels[name][1](inner.signal);
            fill(place, panel.element);
            onChange(panel.names, () => panel.load(), inner.signal);
            return panel.load();
        },
        close() {
            stop.abort();
            inner?.abort();
        },
    };
}
