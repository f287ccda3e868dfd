// Who has an account on this server, and who is invited. For administrators and the owner.

import {fill, h} from "../../lib/dom.js";
import {get, part, patch, post, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {bytes, moment} from "../../lib/format.js";
import {currentPerson} from "../../lib/session.js";
import {say} from "../../lib/words.js";
import {button, chip, facts, field, select, skeleton, toggle} from "../../ui/controls.js";
import {confirm, dialog, form} from "../../ui/dialog.js";
import {problemCard} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";
import {signInProvider} from "./sign-in-provider.js";

export const roles = [["member", say("Member")], ["administrator", say("Administrator")]];
const roleName = (role) => roles.find(([key]) => key === role)?.[1] ?? role;

export function people(stop) {
    const root = h("div.panel-list", null, skeleton(4));
    const provider = signInProvider(stop);

    async function load() {
        try {
            const [{people: known, invitations}] = await Promise.all([get("/api/people", {}, {signal: stop}), provider.load()]);
            fill(root,
                h("p.help", null,
                    say("Each person has a library of their own, which nobody else sees here. Models, settings, keys and endpoints are everybody's, and administrators look after them.")),
                known.map(card), invitations.map(invited),
                h("div.actions", null, button(say("Invite somebody"), invite, {symbol: "plus"})), provider.element);
        } catch (error) {
            if (!wasStopped(error)) fill(root, problemCard(error, {retry: load}));
        }
    }

    function card(item) {
        const isOwn = item.id === currentPerson()?.id;
        return h("section.card", {"aria-label": item.name},
            h("div.card-head", null, h("h2", {dir: "auto"}, item.name), chip(roleName(item.role)), isOwn && chip(say("You"), "good")),
            facts([[say("Last signed in"), item.signedInAt && moment(item.signedInAt)],
                [say("Library"), item.bytes === null ? null : size(item)],
                [say("Tokens a day at most"), item.quota?.tokensPerDay ? String(item.quota.tokensPerDay) : null],
                [say("Tokens of programs"), item.tokens ? String(item.tokens) : null],
                ...item.links.map((link) => [say("Also signs in as"), link.name ?? link.issuer])]),
            !isOwn && h("div.actions", null, item.links.map((link) => button(say("Unlink {name}", {name: link.name ?? link.issuer}), () => unlink(item, link))), button(say("Change"), () => change(item)),
                button(say("Remove"), () => erase(item), {symbol: "trash"})));
    }

    const size = ({bytes: taken, quota}) =>
        quota?.bytes ? say("{part} of {whole}", {part: bytes(taken), whole: bytes(quota.bytes)}) : bytes(taken);

    function invited(item) {
        return h("section.card", {"aria-label": item.name ?? say("Invitation")},
            h("div.card-head", null, h("h2", {dir: "auto"}, item.name ?? say("Invitation")), chip(roleName(item.role)), chip(say("Invited"), "warn")),
            facts([[say("Holds until"), moment(item.expiresAt)]]),
            h("div.actions", null, button(say("Withdraw"), () => withdraw(item), {symbol: "trash"})));
    }

    async function invite() {
        const name = h("input", {type: "text", maxlength: 64, dir: "auto", autocomplete: "off"});
        const role = select(roles, "member");
        const made = await form(say("Invite somebody"),
            [field(say("Name"), name, say("What they will sign in with; they choose where it is left empty.")), field(say("Role"), role)],
            say("Invite"), () => post("/api/people/invitations", {name: name.value.trim() || null, role: role.value}));
        if (!made) return;
        announce("people");
        const link = `${location.origin}/#/invitation?code=${made.code}`;
        await dialog(say("The invitation"), (close) => [
            h("p", null, say("Give this to that person alone; it is shown this once, and whoever has it may use it, once.")),
            h("p", null, h("code", {dir: "ltr"}, link)),
            h("div.actions.end", null, button(say("Close"), () => close(), {kind: "primary", autofocus: true}))
        ]);
    }

    async function change(item) {
        const role = select(roles, item.role);
        const number = (value) => h("input", {type: "number", min: 1, step: 1, inputmode: "numeric", value: value ?? ""});
        const megabytes = number(item.quota?.bytes && Math.ceil(item.quota.bytes / 1e6));
        const tokens = number(item.quota?.tokensPerDay);
        await form(say("Change {name}", {name: item.name}),
            [field(say("Role"), role, say("With another role their sessions end.")),
                field(say("Megabytes of the library at most"), megabytes, say("Left empty for no limit.")),
                field(say("Tokens a day at most"), tokens, say("What engines read and write for them, from midnight on (UTC)."))],
            say("Change"), async () => {
                const quota = {
                    bytes: megabytes.value ? Number(megabytes.value) * 1e6 : null,
                    tokensPerDay: tokens.value ? Number(tokens.value) : null
                };
                await patch(`/api/people/${part(item.id)}`, {role: role.value, quota});
                announce("people");
            });
    }

    async function unlink(item, link) {
        const name = link.name ?? link.issuer;
        if (!await confirm(say("Unlink {name}?", {name}), say("Their sessions end, and they cannot sign in with it any more."), say("Unlink"), {danger: true}))
            return;
        if (await attempt(() => remove(`/api/people/${part(item.id)}/links/${part(link.id)}`).then(() => true), say("Unlinked."))) announce("people");
    }

    async function withdraw(item) {
        if (await attempt(() => remove(`/api/people/invitations/${part(item.id)}`).then(() => true), say("Withdrawn."))) announce("people");
    }

    async function erase(item) {
        let takesLibrary = false;
        const goesOn = await dialog(say("Remove {name}?", {name: item.name}), (close) => [
            h("p", null, say("They are signed out at once, and their programs with them.")),
            toggle(say("Remove their library too"), false, (isOn) => { takesLibrary = isOn; },
                {help: say("For good: documents, conversations, journal and ledger. Otherwise it stays on this machine.")}),
            h("div.actions.end", null, button(say("Cancel"), () => close(false)), button(say("Remove"), () => close(true), {kind: "danger"}))
        ]);
        if (!goesOn) return;
        if (takesLibrary
            && !await confirm(say("Remove the library of {name}?", {name: item.name}), say("It cannot be brought back."), say("Remove"), {danger: true}))
            return;
        const query = takesLibrary ? "?library=true" : "";
        if (await attempt(() => remove(`/api/people/${part(item.id)}${query}`).then(() => true), say("Removed."))) announce("people");
    }

    return {element: root, load, names: ["people"]};
}
