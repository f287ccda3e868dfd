// Signing in, at the beginning and when a session has expired. What was being done stays on the page and goes on.

import {fill, h, uniqueID} from "../lib/dom.js";
import {get, holdRequests, onSignedOut, post} from "../lib/api.js";
import {announce, onChange} from "../lib/changes.js";
import {setSessionKey} from "../lib/session.js";
import {say, sayWith} from "../lib/words.js";
import {wordsOf} from "./problem.js";

/** Resolves when somebody is signed in. */
export async function ensureSignedIn() {
    const isUsed = !await redeemLink();
    const session = await get("/api/session");
    if (session.signedIn) return session;
    await signIn(say("Sign in to Hearth"),
        isUsed
            ? say("That link was used before, or is too old: each works once. Start Hearth again for a new one, or paste the token.")
            : "");
    return get("/api/session");
}

/** Signs in with the code of a link, where this page was opened by one. False when it was used before. */
async function redeemLink() {
    const code = /^#\/sign-in(?:\?code=([\w-]+))?/.exec(location.hash);
    if (!code) return true;
    // Out of the address before anything else: it would be in the history and in every screenshot.
    history.replaceState(null, "", "#/");
    if (!code[1]) return false;
    try {
        await enter(code[1]);
        return true;
    } catch (error) {
        if (error.status === 401) return false;
        throw error;
    }
}

/** @param {string} token The server's token, or the code of a link. */
async function enter(token) {
    const {key} = await post("/api/session", {token});
    setSessionKey(key);
    announce("session");
}

let open = null;

/** Asks for the token, over the page as it is. */
function signIn(title, reason = "") {
    if (open) return open;
    open = new Promise((resolve) => {
        const id = uniqueID("sign-in");
        const note = h("p.form-error", {role: "alert"}, reason);
        const input = h("input", {
            type: "password",
            id: `${id}-token`,
            autocomplete: "current-password",
            required: true,
            autofocus: true,
            spellcheck: "false"
        });
        const submit = h("button.button.primary", {type: "submit"}, say("Sign in"));
        const stop = new AbortController();
        const element = h("dialog.sign-in", {"aria-labelledby": id});
        const done = () => {
            stop.abort();
            element.close();
            element.remove();
            open = null;
            resolve();
        };
        fill(element, h("h2", {id}, title),
            h("p", null,
                sayWith(
                    "Open the sign-in link that Hearth showed when it was started. Or paste the token: it is in the file {file} in Hearth's data folder. It stays between this browser and this machine.",
                    {file: h("strong", {dir: "ltr"}, "server-token")})),
            h("form", {
                onsubmit: async (event) => {
                    event.preventDefault();
                    submit.disabled = true;
                    note.textContent = "";
                    try {
                        await enter(input.value.trim());
                        done();
                    } catch (error) {
                        fill(note,
                            error.status === 401 ? say("That is not the token. Copy it again; it has no spaces.")
                                                 : wordsOf(error));
                        submit.disabled = false;
                        input.select();
                    }
                },
            },
                h("div.field", null, h("label", { for: input.id
                }, say("Token")), input), note, h("div.actions.end", null, submit)));
        // There is nothing behind it that could be used without a session.
        element.addEventListener("cancel", (event) => event.preventDefault());
        document.body.append(element);
        element.showModal();
        // Another tab may have done it, by a link perhaps.
        const look = async () => {
            if ((await get("/api/session").catch(() => null))?.signedIn) done();
        };
        onChange(["session"], look, stop.signal);
        window.addEventListener("focus", look, {signal: stop.signal});
    });
    return open;
}

onSignedOut(() => holdRequests(signIn(say("Your session has ended"))));
