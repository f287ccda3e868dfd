// Servers of tools: which there are, what each may be given, and signing in at them.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, part, patch, post, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {listed, say} from "../../lib/words.js";
import {button, chip, empty, facts, skeleton, toggle} from "../../ui/controls.js";
import {confirm} from "../../ui/dialog.js";
import {labels} from "../../ui/labels.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";

export function toolServers(stop) {
    const root = h("div.panel-list", null, skeleton(4));

    async function load() {
        try {
            const {servers} = await get("/api/tool-servers", {}, {signal: stop});
            keepingFocus(root, () => fill(root,
                h("p.help", null,
                    say("Other programs offer tools through the Model Context Protocol (MCP). Models may use them, each call with your leave. Whoever runs Hearth adds them where it is installed.")),
                servers.length ? servers.map(card) : empty("settings", say("No tools yet"), say("Models answer without other programs."))));
        } catch (error) {
            if (!wasStopped(error)) fill(root, problemCard(error, {retry: load}));
        }
    }

    function card(item) {
        const result = h("div", {role: "status"});
        return h("section.card", {"aria-label": item.name},
            h("div.card-head", null, h("h2", null, item.name), item.isSignedIn && chip(say("✓ Signed in"), "good"),
                item.hasKey && chip(say("✓ Key is kept"), "good")),
            facts([
                [say("Address"), item.url], [say("Program"), item.command],
                [say("It may see"), labels.find(([key]) => key === item.label)?.[1] ?? item.label]
            ]),
            toggle(say("Programs may use it too"), item.isForPrograms, (isOn) => setForPrograms(item, isOn), {
                help: say("Other programs that ask this Hearth may have a model call those of its tools that you always allow."),
                "data-focus": `programs-${item.name}`
            }),
            result,
            item.url && h("div.actions", null,
                button(item.isSignedIn ? say("Sign in once more") : say("Sign in"), () => signIn(item, result),
                    {kind: item.isSignedIn ? undefined : "primary"}),
                item.isSignedIn && button(say("Sign out"), () => signOut(item))));
    }

    /** Shown anew, also where it failed: the switch says what holds. */
    async function setForPrograms(item, isForPrograms) {
        await attempt(() => patch(`/api/tool-servers/${part(item.name)}`, {isForPrograms}));
        announce("settings");
    }

    async function signIn(item, result) {
        const allowed = [];
        try {
            // Each host that takes part is shown before anything goes there: who lets people in, and where it sends us on.
            for (let tries = 0; tries < 4; tries += 1) {
                const begun = await post(`/api/tool-servers/${part(item.name)}/sign-in`, {hosts: allowed});
                if (begun.url) {
                    if (await confirm(say("Sign in at {host}?", {host: begun.host}),
                            say("Your browser goes there, and comes back when you have signed in. Look at the address before you give a password."),
                            say("Sign in")))
                        location.assign(begun.url);
                    return;
                }
                if (!await confirm(say("Let {hosts} take part in signing in?", {hosts: listed(begun.hosts)}),
                        say("{name} says that these let people in there. They get nothing of yours but what you type on their page.",
                            {name: item.name}),
                        say("Allow")))
                    return;
                allowed.push(...begun.hosts);
            }
        } catch (error) { fill(result, problemCard(error, {retry: () => signIn(item, result)})); }
    }

    async function signOut(item) {
        await attempt(async () => {
            await remove(`/api/tool-servers/${part(item.name)}/sign-in`);
            announce("settings");
        }, say("You are signed out there."));
    }

    return {element: root, load, names: ["keys", "settings"]};
}
