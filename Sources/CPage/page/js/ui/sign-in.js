// Signing in, at the beginning and when a session has expired. What was being done stays on the page and goes on.

import {fill, h, uniqueID} from "../lib/dom.js";
import {get, holdRequests, onSignedOut, post} from "../lib/api.js";
import {announce, onChange} from "../lib/changes.js";
import {forgetAll} from "../lib/kept.js";
import {currentPerson, setPerson, setSessionKey} from "../lib/session.js";
import {say} from "../lib/words.js";
import {wordsOf} from "./problem.js";
import {answerOfProvider, goToProvider} from "./sign-in-provider.js";
import {ways} from "./sign-in-ways.js";
import {toast} from "./toast.js";

/** Resolves when somebody is signed in. */
export async function ensureSignedIn() {
    const answer = await answerOfProvider();
    const invitation = invitationOfAddress();
    const isUsed = !await redeemLink();
    let session = await get("/api/session");
    if (!session.signedIn || invitation) {
        await signIn(session, say("Sign in to Hearth"),
            isUsed
                ? say("That link was used before, or is too old: each works once. Start Hearth again for a new one, or paste the token.")
                : answer?.error ? wordsOf(answer.error) : "",
            invitation);
        session = await get("/api/session");
    } else if (answer?.error) {
        toast(wordsOf(answer.error), {tone: "bad"});
    }
    if (answer?.linked) history.replaceState(null, "", "#/settings/account");
    setPerson(session);
    return session;
}

/** Signs in with the code of a link, where this page was opened by one. False when it was used before. */
async function redeemLink() {
    const code = /^#\/sign-in(?:\?code=([\w-]+))?/.exec(location.hash);
    if (!code) return true;
    // Out of the address before anything else: it would be in the history and in every screenshot.
    history.replaceState(null, "", "#/");
    if (!code[1]) return false;
    try {
        await enter({token: code[1]});
        return true;
    } catch (error) {
        if (error.status === 401) return false;
        throw error;
    }
}

/** The code of an invitation, where this page was opened by one. */
function invitationOfAddress() {
    const code = /^#\/invitation\?code=([0-9a-f]+)/.exec(location.hash);
    if (!code) return null;
    history.replaceState(null, "", "#/");
    return code[1];
}

/** @param {object} proof What `POST /api/session` takes. */
async function enter(proof) {
    const {key} = await post("/api/session", proof);
    setSessionKey(key);
    announce("session");
}

let open = null;

/** Asks who it is, over the page as it is. */
function signIn(session, title, reason = "", invitation = null) {
    if (open) return open;
    open = new Promise((resolve) => {
        const id = uniqueID("sign-in");
        const note = h("p.form-error", {role: "alert"}, reason);
        const place = h("div");
        const stop = new AbortController();
        const element = h("dialog.sign-in", {"aria-labelledby": id});
        const done = () => {
            stop.abort();
            element.close();
            element.remove();
            open = null;
            resolve();
        };
        const show = (name) => {
            const way = ways[name](invitation);
            const submit = h("button.button.primary", {type: "submit"}, way.action);
            // Somebody alone is not asked how: there is one way.
            const others = Object.keys(ways).filter((other) => other !== name && session.people);
            const elsewhere = session.providers?.length > 0 && way.wish
                && h("div.actions.end", null, session.providers.map(({id, label}) => h("button.button", {
                    type: "button",
                    onclick: async () => {
                        note.textContent = "";
                        await goToProvider(id, way.wish()).catch((error) => fill(note, wordsOf(error)));
                    }
                }, way.elsewhere(label))));
            fill(place, way.intro && h("p", null, way.intro),
                h("form", {
                    onsubmit: async (event) => {
                        event.preventDefault();
                        submit.disabled = true;
                        note.textContent = "";
                        try {
                            await enter(way.proof());
                            done();
                        } catch (error) {
                            fill(note, error.status === 401 && way.refused ? way.refused : wordsOf(error));
                            submit.disabled = false;
                            way.again?.();
                        }
                    },
                },
                    way.fields, note, h("div.actions.end", null,
                        others.map((other) => h("button.button.quiet", {
                            type: "button",
                            onclick: () => {
                                note.textContent = "";
                                show(other);
                            }
                        }, ways[other].title())),
                        submit)), elsewhere);
            place.querySelector("input")?.focus();
        };
        fill(element, h("h2", {id}, title), place);
        // There is nothing behind it that could be used without a session.
        element.addEventListener("cancel", (event) => event.preventDefault());
        document.body.append(element);
        element.showModal();
        show(invitation ? "invitation" : session.people ? "password" : "token");
        // Another tab may have done it, by a link perhaps.
        const look = async () => {
            if (!invitation && (await get("/api/session").catch(() => null))?.signedIn) done();
        };
        onChange(["session"], look, stop.signal);
        window.addEventListener("focus", look, {signal: stop.signal});
    });
    return open;
}

/** Asks again. What waits on the page is the former person's: for another one the page begins anew, and sends nothing of it. */
async function signInAgain() {
    const before = currentPerson();
    await signIn(await get("/api/session").catch(() => ({people: Boolean(before)})), say("Your session has ended"));
    const session = await get("/api/session");
    if (before !== undefined && (session.person?.id ?? null) !== (before?.id ?? null)) {
        forgetAll();
        location.reload();
        return new Promise(() => {});
    }
    setPerson(session);
    return undefined;
}

onSignedOut(() => holdRequests(signInAgain()));
