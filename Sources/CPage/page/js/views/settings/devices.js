// The browsers that are signed in, and signing them out.

import {fill, h} from "../../lib/dom.js";
import {get, part, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {counted, moment} from "../../lib/format.js";
import {say} from "../../lib/words.js";
import {button, chip, facts, skeleton} from "../../ui/controls.js";
import {deviceName} from "../../ui/device-name.js";
import {confirm} from "../../ui/dialog.js";
import {maySignInPhone, signInPhone} from "../../ui/phone.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";

export function devices(stop) {
    const root = h("div.panel-list", null, skeleton(4));

    async function load() {
        try {
            const {sessions} = await get("/api/sessions", {}, {signal: stop});
            const others = sessions.filter((session) => !session.current);
            fill(root,
                h("p.help", null,
                    say("Browsers that are signed in to this server. Each is signed out two weeks after it was last used, and after ninety days.")),
                maySignInPhone() && h("div.actions", null, button(say("Sign in a phone"), signInPhone, {symbol: "phone", kind: "primary"})),
                sessions.map(card),
                others.length > 0
                    && h("div.actions", null, button(say("Sign out all others"), () => endOthers(others.length), {kind: "danger"})));
        } catch (error) {
            if (!wasStopped(error)) fill(root, problemCard(error, {retry: load}));
        }
    }

    function card(session) {
        return h("section.card", {"aria-label": deviceName(session.device)},
            h("div.card-head", null, h("h2", null, deviceName(session.device)), session.current && chip(say("✓ this one"), "good")),
            facts([[say("Person"), session.person], [say("Address"), session.origin], [say("Signed in"), moment(session.createdAt)],
                [say("Last used"), moment(session.usedAt)]]),
            !session.current && h("div.actions", null, button(say("Sign out"), () => end(session), {symbol: "trash"})));
    }

    async function end(session) {
        if (await attempt(() => remove(`/api/sessions/${part(session.id)}`).then(() => true), say("Signed out."))) changed();
    }

    async function endOthers(count) {
        if (!await confirm(say("Sign out all other browsers?"), counted(count, "{count} browser will have to sign in again.|{count} browsers will have to sign in again."),
                say("Sign out"), {danger: true}))
            return;
        if (await attempt(() => remove("/api/sessions"), say("Signed out."))) changed();
    }

    function changed() {
        announce("session");
        load();
    }

    return {element: root, load, names: ["session"]};
}
