// With what else people sign in to this server. For administrators and the owner.

import {fill, h} from "../../lib/dom.js";
import {get, put, remove} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {listed, say} from "../../lib/words.js";
import {button, chip, facts, field} from "../../ui/controls.js";
import {confirm, dialog, form} from "../../ui/dialog.js";
import {attempt} from "../../ui/toast.js";

const path = "/api/sign-in-provider";

/** A card, filled by its `load`. */
export function signInProvider(stop) {
    const root = h("section.card", {"aria-label": say("Sign in with another account")});

    async function load() {
        const {provider, redirect} = await get(path, {}, {signal: stop});
        fill(root,
            h("div.card-head", null, h("h2", null, say("Sign in with another account")), provider && chip(provider.label, "good")),
            h("p.help", null,
                say("A provider such as Keycloak, Authentik or Google says who somebody is (OpenID Connect). Those come in who linked their account, or who accept an invitation with it.")),
            facts(provider
                ? [[say("Address"), provider.issuer], [say("Client id"), provider.clientId],
                    [say("Secret"), provider.hasSecret ? say("✓ Key is kept") : null],
                    [say("New members from"), provider.domains.length ? listed(provider.domains) : null],
                    [say("Also asked"), provider.hosts.length ? listed(provider.hosts) : null],
                    [say("Redirect address"), redirect]]
                : [[say("Redirect address"), redirect]]),
            h("div.actions", null, button(provider ? say("Change") : say("Set up"), () => change(provider)),
                provider && button(say("Remove"), erase, {symbol: "trash"})));
    }

    async function change(known) {
        const text = (value, more = {}) => h("input", {type: "text", value: value ?? "", autocomplete: "off", spellcheck: "false", dir: "ltr", ...more});
        const issuer = text(known?.issuer, {type: "url", required: true, maxlength: 512, placeholder: "https://login.example.org/realms/home"});
        const clientID = text(known?.clientId, {required: true, maxlength: 512});
        const secret = text("", {type: "password", autocomplete: "new-password", maxlength: 4096});
        const label = text(known?.label, {required: true, maxlength: 64, dir: "auto"});
        const domains = text(known?.domains.join(" "), {maxlength: 4096});
        const hosts = new Set(known?.hosts);
        const made = await form(say("Sign in with another account"),
            [field(say("Address"), issuer, say("The provider's issuer, as it writes it.")), field(say("Client id"), clientID),
                field(say("Secret"), secret, say("Left empty where the one that is kept stays, or where there is none.")),
                field(say("Label of the button"), label, say("What stands behind “Sign in with”.")),
                field(say("New members from"), domains,
                    say("Domains of mail, with spaces between. Whoever has such an address, by the provider's word, becomes a member by signing in. Left empty for nobody."))],
            say("Save"), async () => {
                // Each host that takes part is shown before anything goes there.
                for (let tries = 0; tries < 4; tries += 1) {
                    const answer = await put(path, {
                        issuer: issuer.value.trim(),
                        clientId: clientID.value.trim(),
                        clientSecret: secret.value || null,
                        label: label.value.trim(),
                        domains: domains.value.split(/[\s,]+/).filter(Boolean),
                        hosts: [...hosts],
                    });
                    if (!answer.missingHosts.length) return answer;
                    if (!await confirm(say("Let {hosts} take part in signing in?", {hosts: listed(answer.missingHosts)}),
                            say("The provider names them. They are asked for who somebody is, and by which keys that is signed."), say("Allow")))
                        return false;
                    for (const host of answer.missingHosts) hosts.add(host);
                }
                return false;
            });
        if (!made) return;
        announce("people");
        await dialog(say("Sign in with another account"), (close) => [
            h("p", null, say("Register this address at the provider, as where browsers come back to:")),
            h("p", null, h("code", {dir: "ltr"}, made.redirect)),
            h("div.actions.end", null, button(say("Close"), () => close(), {kind: "primary", autofocus: true}))
        ]);
    }

    async function erase() {
        if (!await confirm(say("Remove the other way to sign in?"),
                say("Whoever has no password here cannot sign in any more, until it is set up again."), say("Remove"), {danger: true}))
            return;
        if (await attempt(() => remove(path).then(() => true), say("Removed."))) announce("people");
    }

    return {element: root, load};
}
