// With what else people sign in to this server. For administrators and the owner.

import {fill, h} from "../../lib/dom.js";
import {get, part, put, remove} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {counted} from "../../lib/format.js";
import {listed, say} from "../../lib/words.js";
import {button, facts, field} from "../../ui/controls.js";
import {confirm, dialog, form} from "../../ui/dialog.js";
import {attempt} from "../../ui/toast.js";

const path = "/api/sign-in-providers";

/** A card for all, and one for each provider; filled by its `load`. */
export function signInProvider(stop) {
    const root = h("div.panel-list");

    async function load() {
        const {providers, redirect} = await get(path, {}, {signal: stop});
        fill(root,
            h("section.card", {"aria-label": say("Sign in with another account")},
                h("div.card-head", null, h("h2", null, say("Sign in with another account"))),
                h("p.help", null,
                    say("A provider such as Keycloak, Authentik or Google says who somebody is (OpenID Connect). Those come in who linked their account, or who accept an invitation with it.")),
                h("div.actions", null,
                    button(providers.length ? say("Set up another") : say("Set up"), () => change(null, redirect), {symbol: "plus"}))),
            providers.map((provider) => card(provider, redirect)));
    }

    function card(provider, redirect) {
        return h("section.card", {"aria-label": provider.label},
            h("div.card-head", null, h("h2", {dir: "auto"}, provider.label)),
            facts([[say("Address"), provider.issuer], [say("Client id"), provider.clientId],
                [say("Secret"), provider.hasSecret ? say("✓ Key is kept") : null],
                [say("New members from"), provider.domains.length ? listed(provider.domains) : null],
                [say("Also asked"), provider.hosts.length ? listed(provider.hosts) : null],
                [say("Redirect address"), provider.redirect]]),
            h("div.actions", null, button(say("Change"), () => change(provider, redirect)),
                button(say("Remove"), () => erase(provider), {symbol: "trash"})));
    }

    async function change(known, redirect) {
        const text = (value, more = {}) => h("input", {type: "text", value: value ?? "", autocomplete: "off", spellcheck: "false", dir: "ltr", ...more});
        const id = text("", {required: true, maxlength: 20, pattern: "[a-z0-9]+(-[a-z0-9]+)*", autocapitalize: "none"});
        const issuer = text(known?.issuer, {type: "url", required: true, maxlength: 512, placeholder: "https://login.example.org/realms/home"});
        const clientID = text(known?.clientId, {required: true, maxlength: 512});
        const secret = text("", {type: "password", autocomplete: "new-password", maxlength: 4096});
        const label = text(known?.label, {required: true, maxlength: 64, dir: "auto"});
        const domains = text(known?.domains.join(" "), {maxlength: 4096});
        const hosts = new Set(known?.hosts);
        const made = await form(known?.label ?? say("Sign in with another account"),
            [!known && field(say("Short name"), id, say("Small letters and digits. It ends the redirect address: {address}", {address: `${redirect}/…`})),
                field(say("Address"), issuer, say("The provider's issuer, as it writes it.")), field(say("Client id"), clientID),
                field(say("Secret"), secret, say("Left empty where the one that is kept stays, or where there is none.")),
                field(say("Label of the button"), label, say("What stands behind “Sign in with”.")),
                field(say("New members from"), domains,
                    say("Domains of mail, with spaces between. Whoever has such an address, by the provider's word, becomes a member by signing in. Left empty for nobody."))],
            say("Save"), async () => {
                // Each host that takes part is shown before anything goes there.
                for (let tries = 0; tries < 4; tries += 1) {
                    const answer = await put(`${path}/${part(known?.id ?? id.value.trim())}`, {
                        issuer: issuer.value.trim(),
                        clientId: clientID.value.trim(),
                        clientSecret: secret.value || null,
                        label: label.value.trim(),
                        domains: domains.value.split(/[\s,]+/).filter(Boolean),
                        hosts: [...hosts],
                        isNew: !known,
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
        await dialog(made.provider.label, (close) => [
            h("p", null, say("Register this address at the provider, as where browsers come back to:")),
            h("p", null, h("code", {dir: "ltr"}, made.provider.redirect)),
            h("div.actions.end", null, button(say("Close"), () => close(), {kind: "primary", autofocus: true}))
        ]);
    }

    async function erase({id, label, dependents}) {
        const loss = dependents > 0
            ? counted(dependents, "{count} person has no other way to sign in, until it is set up again or they get a password.|{count} people have no other way to sign in, until it is set up again or they get a password.")
            : say("Everybody who signs in with it has another way to sign in.");
        if (!await confirm(say("Remove {name}?", {name: label}), loss, say("Remove"), {danger: true})) return;
        if (await attempt(() => remove(`${path}/${part(id)}`).then(() => true), say("Removed."))) announce("people");
    }

    return {element: root, load};
}
