// Signing in a telephone: a code to photograph, with a link that is good once and for a few minutes. Only the owner's browser makes
// one. The link is drawn and never written: neither into the address, nor the history, nor what is copied.

import {fill, h, svg} from "../lib/dom.js";
import {get, part, post, remove} from "../lib/api.js";
import {announce} from "../lib/changes.js";
import {clock} from "../lib/format.js";
import {qrCode} from "../lib/qr-code.js";
import {currentPerson} from "../lib/session.js";
import {say, sayWith} from "../lib/words.js";
import {button, field, select} from "./controls.js";
import {deviceName} from "./device-name.js";
import {dialog} from "./dialog.js";
import {icon} from "./icons.js";
import {problemCard} from "./problem.js";
import {attempt} from "./toast.js";

/** Whether whoever is signed in may do it. */
export const maySignInPhone = () => currentPerson() === null;

/** White all around it, four squares wide, as cameras want it; in dark colours too. */
const quiet = 4;

function drawing(text) {
    const rows = qrCode(text);
    if (!rows) return h("p.help", null, say("The address is too long for a code."));
    const size = rows.length + 2 * quiet;
    const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : ""))).join("");
    return svg("svg.qr", {viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": say("Code to photograph"), "shape-rendering": "crispEdges"},
        svg("rect.qr-ground", {width: size, height: size}), svg("path.qr-ink", {d: path}));
}

/** What whoever photographs it can do from then on. */
const gives = () => h("ul", null,
    h("li", null, say("It can read and change everything that you can here, private papers too.")),
    h("li", null, say("It stays signed in for two weeks after it was last used, for ninety days at most.")),
    h("li", null, say("You sign it out under Settings, Where you are signed in.")));

/** Opens the dialog; resolves when it is closed. */
export async function signInPhone() {
    const place = h("div.phone");
    const stop = new AbortController();
    const shown = dialog(say("Sign in a phone"), () => [place]);
    shown.then(() => {
        stop.abort();
        // What nobody used is good for nothing any more.
        remove("/api/session/link").catch(() => {});
    });
    await draw(place, stop.signal);
    return shown;
}

async function draw(place, stop) {
    let link;
    let before;
    try {
        before = new Set((await get("/api/sessions", {}, {signal: stop})).sessions.map(({id}) => id));
        link = await post("/api/session/link", {}, {signal: stop});
    } catch (error) {
        if (!stop.aborted) fill(place, problemCard(error, {retry: () => draw(place, stop)}));
        return;
    }
    if (stop.aborted) return;
    if (!link.urls.length) {
        fill(place, h("p", null, say("This server answers to this machine alone. Start it so that it listens at an address of your network too, with a certificate; then a phone can sign in here.")));
        return;
    }
    const code = h("div.qr-place", null, drawing(link.urls[0]));
    const rest = h("p.help", {role: "timer"});
    const places = link.urls.map((url) => new URL(url).host);
    const named = h("strong", {dir: "ltr"}, places[0]);
    const show = (index) => {
        fill(code, drawing(link.urls[index]));
        fill(named, places[index]);
    };
    const choice = places.length > 1
        && field(say("Address at which the phone reaches this server"), select(places.map((name, index) => [String(index), name]), "0", show));
    fill(place,
        h("div.phone-code", null, code, h("div", null,
            h("p", null, sayWith("Point its camera at the code, and open {address}.", {address: named})),
            rest, choice)),
        !link.encrypted && h("div.notice", null, icon("warning"), h("div", null, say("This server speaks without TLS: everybody on the way can read along, and take the session."))),
        h("h3", null, say("What it gives")), gives());
    watch(place, rest, code, before, new Date(link.expiresAt), stop);
}

/** Counts down, and sees when a browser signed in that was not there before. */
function watch(place, rest, code, before, end, stop) {
    let looking = false;
    let ticks = 0;
    const timer = setInterval(async () => {
        if (stop.aborted) return clearInterval(timer);
        const left = Math.max(0, Math.round((end - Date.now()) / 1000));
        rest.textContent = say("Good once, for {time} more.", {time: clock(left)});
        if (left === 0) {
            clearInterval(timer);
            return fill(code, h("p", null, say("The code has ended.")), button(say("Make another"), () => draw(place, stop), {kind: "primary"}));
        }
        ticks += 1;
        if (looking || ticks % 3) return undefined;
        looking = true;
        const found = await get("/api/sessions", {}, {signal: stop}).catch(() => null);
        looking = false;
        const fresh = found?.sessions.find(({id, person}) => !person && !before.has(id));
        if (!fresh || stop.aborted) return undefined;
        clearInterval(timer);
        announce("session");
        return fill(place, h("p", {role: "status"}, icon("check"), " ", say("{device} is signed in.", {device: deviceName(fresh.device)})),
            h("div.actions.end", null, button(say("That is not mine: sign it out"), async () => {
                if (!await attempt(() => remove(`/api/sessions/${part(fresh.id)}`).then(() => true), say("Signed out."))) return;
                announce("session");
                place.closest("dialog").close();
            }, {kind: "danger"}), button(say("Done"), () => place.closest("dialog").close(), {kind: "primary"})));
    }, 1000);
    stop.addEventListener("abort", () => clearInterval(timer));
}
