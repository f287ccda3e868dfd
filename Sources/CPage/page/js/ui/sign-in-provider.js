// Signing in with an account that somebody has elsewhere: to the provider's page, and back here.
//
// The proof that this page began stays in this tab, which no page of another port can read; without it what the browser brings back is
// good for nothing.

import {post, put} from "../lib/api.js";
import {announce} from "../lib/changes.js";
import {setSessionKey} from "../lib/session.js";

const place = "hearth.sign-in";

/** Goes to a provider, by its id. @param {{invitation?: string, name?: string, link?: boolean}} wish */
export async function goToProvider(provider, wish = {}) {
    const {url, proof} = await post("/api/session/provider", {provider, ...wish}, {cookies: true});
    sessionStorage.setItem(place, proof);
    location.assign(url);
}

/** What a provider answered, where this page was opened by that: `{linked}`, or `{error}`; `null` where it was not. */
export async function answerOfProvider() {
    const ticket = /^#\/sign-in\?provider=([\w-]+)/.exec(location.hash);
    if (!ticket) return null;
    // Out of the address before anything else, as with every code.
    history.replaceState(null, "", "#/");
    try {
        const proof = sessionStorage.getItem(place) ?? "none";
        sessionStorage.removeItem(place);
        const {key} = await put("/api/session/provider", {ticket: ticket[1], proof});
        if (!key) return {linked: true};
        setSessionKey(key);
        announce("session");
        return {linked: false};
    } catch (error) {
        return {error};
    }
}
