// One's own account: the password, what else lets one in, and what programs have that act for one.

import {fill, h} from "../../lib/dom.js";
import {get, part, post, put, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {moment} from "../../lib/format.js";
import {currentPerson, setSessionKey} from "../../lib/session.js";
import {say} from "../../lib/words.js";
import {button, chip, facts, field, select, skeleton} from "../../ui/controls.js";
import {confirm, dialog, form} from "../../ui/dialog.js";
import {problemCard} from "../../ui/problem.js";
import {goToProvider} from "../../ui/sign-in-provider.js";
import {attempt} from "../../ui/toast.js";

const scopes = [["read", say("Look and find")], ["ask", say("Look, find and ask")], ["write", say("All that programs may")]];
const labels = [["public", say("Public")], ["personal", say("Personal")], ["private", say("Private")]];
const nameOf = (list, key) => list.find(([other]) => other === key)?.[1] ?? key;

export function account(stop) {
    const root = h("div.panel-list", null, skeleton(4));

    async function load() {
        try {
            const [{tokens}, ways] = await Promise.all([get("/api/tokens", {}, {signal: stop}), get("/api/links", {}, {signal: stop})]);
            fill(root,
                h("section.card", {"aria-label": currentPerson()?.name},
                    h("div.card-head", null, h("h2", {dir: "auto"}, currentPerson()?.name)),
                    ways.hasPassword && h("div.actions", null, button(say("Change password"), changePassword))),
                ways.links.map((link) => linked(link, ways)),
                ways.providers.length > 0 && h("div.actions", null, ways.providers.map((provider) =>
                    button(say("Link {provider}", {provider: provider.label}), () => link(ways, provider), {symbol: "plus"}))),
                h("p.help", null,
                    say("Programs that act for you, each with a token of its own. What they may read is bounded by the server's ceiling as well, and what they were given is in your ledger.")),
                tokens.map(card), h("div.actions", null, button(say("Make a token"), () => make(ways), {symbol: "plus"})));
        } catch (error) {
            if (!wasStopped(error)) fill(root, problemCard(error, {retry: load}));
        }
    }

    const word = (more) => h("input", {type: "password", required: true, maxlength: 512, ...more});

    /**
     * That it is them who ask, and nobody who found this browser open: their password; or, where there is none, that they sign in again where
     * that was long ago.
     */
    function confirming({hasPassword, providers, links}) {
        const password = hasPassword ? word({autocomplete: "current-password"}) : null;
        const shown = password ? field(say("Your password"), password, say("Asked for once more, since it lets others act for you from now on."))
                               : [
                                     h("p.help", null, say("For this you have to have signed in within the last ten minutes.")),
                                     // By another they would be somebody else.
                                     h("div.actions", null, providers.filter(({id}) => links.some((link) => link.provider === id)).map(({id, label}) =>
                                         button(say("Sign in with {provider}", {provider: label}), () => attempt(() => goToProvider(id)))))
                                 ];
        return {shown, given: () => (password ? {password: password.value} : {})};
    }

    async function link(ways, {id, label}) {
        const {shown, given} = confirming(ways);
        await form(say("Link {provider}", {provider: label}),
            [h("p", null, say("Whoever signs in there lets themselves in here as you.")), shown], say("Link"),
            () => goToProvider(id, {link: true, ...given()}));
    }

    function linked(link, {providers}) {
        const provider = providers.find(({id}) => id === link.provider);
        return h("section.card", {"aria-label": link.name ?? link.issuer},
            h("div.card-head", null, h("h2", {dir: "auto"}, link.name ?? link.issuer),
                provider ? chip(say("Lets you in"), "good") : chip(say("Lets nobody in now"), "warn")),
            facts([[say("Provider"), provider?.label], [say("Address"), link.issuer], [say("Linked"), moment(link.createdAt)],
                [say("Last used"), link.usedAt ? moment(link.usedAt) : say("never")]]),
            h("div.actions", null, button(say("Unlink"), () => unlink(link), {symbol: "trash"})));
    }

    async function unlink(link) {
        if (!await confirm(say("Unlink {name}?", {name: link.name ?? link.issuer}), say("You cannot sign in with it any more."), say("Unlink"), {danger: true}))
            return;
        if (await attempt(() => remove(`/api/links/${part(link.id)}`).then(() => true), say("Unlinked."))) announce("session");
    }

    function card(token) {
        return h("section.card", {"aria-label": token.name},
            h("div.card-head", null, h("h2", {dir: "auto"}, token.name), chip(nameOf(scopes, token.scope))),
            facts([[say("Reads up to"), nameOf(labels, token.ceiling)], [say("Made"), moment(token.createdAt)],
                [say("Last used"), token.usedAt ? moment(token.usedAt) : say("never")]]),
            h("div.actions", null, button(say("Revoke"), () => revoke(token), {symbol: "trash"})));
    }

    async function make(ways) {
        const {shown, given} = confirming(ways);
        const name = h("input", {type: "text", required: true, maxlength: 64, dir: "auto", autocomplete: "off"});
        const scope = select(scopes, "read");
        const ceiling = select(labels, "personal");
        const made = await form(say("Make a token"),
            [field(say("Name"), name, say("Which program it is for.")), field(say("It may"), scope), field(say("Reads up to"), ceiling), shown],
            say("Make"), () => post("/api/tokens", {name: name.value.trim(), scope: scope.value, ceiling: ceiling.value, ...given()}));
        if (!made) return;
        announce("tokens");
        await dialog(say("The token"), (close) => [
            h("p", null, say("Give it to that program; it is shown this once.")), h("p", null, h("code", {dir: "ltr"}, made.text)),
            h("div.actions.end", null, button(say("Close"), () => close(), {kind: "primary", autofocus: true}))
        ]);
    }

    async function revoke(token) {
        if (!await confirm(say("Revoke {name}?", {name: token.name}), say("The program is out with its next request."), say("Revoke"), {danger: true}))
            return;
        if (await attempt(() => remove(`/api/tokens/${part(token.id)}`).then(() => true), say("Revoked."))) announce("tokens");
    }

    async function changePassword() {
        const [former, next] = [word({autocomplete: "current-password"}), word({autocomplete: "new-password", minlength: 12})];
        await form(say("Change password"),
            [field(say("Password until now"), former),
                field(say("New password"), next, say("At least twelve characters. You are signed out everywhere else."))],
            say("Change"), async () => {
                const {key} = await put("/api/session/password", {password: former.value, new: next.value});
                setSessionKey(key);
                announce("session");
            });
    }

    return {element: root, load, names: ["tokens", "session"]};
}
