// What feeds and pages are asked for: work that goes on in the server, and the hosts that it may go to.

import {h, uniqueID} from "../../lib/dom.js";
import {part, post, remove, upload} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {counted} from "../../lib/format.js";
import {ended, track} from "../../lib/jobs.js";
import {listed, say} from "../../lib/words.js";
import {button, field, select, toggle} from "../../ui/controls.js";
import {confirm, dialog, form} from "../../ui/dialog.js";
import {labelSelect} from "../../ui/labels.js";
import {attempt, toast} from "../../ui/toast.js";
import {showReceipt} from "./receipt.js";

/** Whether the owner lets something be fetched from hosts that nobody typed. */
const allow = (name, hosts) => confirm(say("Allow another host?"),
    say("{name} leads to {hosts}. Nothing is fetched from there until you allow it. The host then learns the address of this machine, and what is asked for.",
        {name, hosts: listed(hosts)}),
    say("Allow"));

/**
 * Begins work, and again with the hosts that it leads to, as far as its owner allows them.
 *
 * @param {string} name Of what is asked for.
 * @param {(hosts: string[]) => Promise<object>} begin Gives the job.
 * @returns {Promise<object|null>} The job when it is done; null where it was stopped, or a host was not allowed.
 */
async function withHosts(name, begin, allowed = []) {
    let hosts = allowed;
    while (true) {
        const job = await ended(track(await begin(hosts)).id);
        if (job.state === "cancelled") return null;
        if (job.state !== "failed") return job;
        const asked = (job.feeds ?? []).flatMap((report) => report.refusedHosts).filter((host) => !hosts.includes(host));
        if (!asked.length) throw Object.assign(new Error(job.error.message), job.error);
        if (!await allow(name, asked)) return null;
        hosts = [...hosts, ...asked];
    }
}

const addressField = () => h("input", {
    type: "text",
    inputmode: "url",
    placeholder: "https://example.org",
    required: true,
    maxlength: 8192,
    dir: "ltr",
    autocomplete: "off",
    autofocus: true
});

/** Asks for an address, and follows the feed there. What was typed stays where it fails. */
export async function addFeed() {
    const [url, label] = [addressField(), labelSelect("personal", null)];
    await form(say("Follow a feed"),
        [
            field(say("Address"), url,
                say("Of a feed or a podcast, or of a page that names its feed. Its host is asked for it when you press Follow; any other host is asked about first.")),
            field(say("Privacy"), label)
        ],
        say("Follow"), async () => {
            const asked = {address: url.value.trim(), label: label.value};
            const job = await withHosts(asked.address, (hosts) => post("/api/feeds", {...asked, hosts}));
            if (job) tellOf(job.feeds ?? []);
        }, {busy: say("The feed is being read.")});
}

/** Asks for an address, and keeps the page there. What was typed stays where it fails. */
export async function clipPage() {
    const [url, label] = [addressField(), labelSelect("personal", null)];
    await form(say("Keep a page"),
        [
            field(say("Address"), url,
                say("The article there is kept among your documents, with its address and the day: no pictures, no scripts. Its host is asked for it when you press Keep.")),
            field(say("Privacy"), label)
        ],
        say("Keep"), async () => {
            const asked = {address: url.value.trim(), label: label.value};
            const job = await withHosts(asked.address, (hosts) => post("/api/clip", {...asked, hosts}));
            const name = job?.files?.[0]?.path;
            if (job) toast(name ? say("Kept: {name}", {name}) : say("The page was kept."), {tone: "good", stays: true});
        });
}

/** Looks at one feed, or at all. */
export const refresh = (names = [], hosts = []) => attempt(async () => {
    const job = await ended(track(await post("/api/feeds/refresh", {names, hosts})).id);
    if (job.state === "failed") throw Object.assign(new Error(job.error.message), job.error);
    if (job.state === "done") tellOf(job.feeds ?? []);
});

/** Allows hosts for a feed, and looks at it again. */
export async function allowHosts(feed, hosts) {
    if (await allow(feed.title ?? feed.name, hosts)) await refresh([feed.name], hosts);
}

function tellOf(reports) {
    const failed = reports.filter((report) => report.problem).length;
    if (failed)
        return toast(
            counted(failed, "{count} feed could not be read|{count} feeds could not be read"), {tone: "bad", seconds: 12, stays: true});
    const added = reports.reduce((sum, report) => sum + report.added + report.updated, 0);
    toast(added ? counted(added, "{count} item was read|{count} items were read") : say("Nothing new."), {tone: "good", stays: true});
}

/** Fetches the recording of an episode and has it written down. */
export async function fetchEpisode(feed, item) {
    const hosts = feed.hosts.includes(item.recordingHost) ? [] : [item.recordingHost];
    const name = item.title ?? feed.title ?? feed.name;
    if (hosts.length && !await allow(name, hosts)) return;
    await attempt(async () => {
        const path = `/api/feeds/${part(feed.name)}/items/${part(item.id)}/fetch`;
        const job = await withHosts(name, (all) => post(path, {hosts: all}), hosts);
        if (job) toast(say("Written down: {name}", {name}), {tone: "good", stays: true});
    });
}

/** Asks what is to go, and removes it. */
export async function removeFeed(feed) {
    const what = select([
        ["", say("Keep what was read from it")], ["true", say("Remove what was read from it as well")]
    ], "");
    const title = feed.title ?? feed.name;
    const gone = await form(say("Stop following {name}?", {name: title}),
        [field(say("Documents"), what,
            say("Documents that are removed are overwritten and cannot be had back. What you follow you can follow again."))],
        say("Stop following"),
        () => remove(`/api/feeds/${part(feed.name)}${what.value ? "?documents=true" : ""}`), {danger: true});
    if (!gone) return false;
    announce("documents");
    if (gone.receipt) await showReceipt(gone.receipt, say("What was read from {name}", {name: title}));
    return true;
}

/** Takes a list that another program exported. */
export async function importList() {
    const id = uniqueID("opml");
    const input = h("input", {type: "file", id, accept: ".opml,.xml,text/x-opml,text/xml", required: true});
    let consent = false;
    const found = await form(say("Import a list of feeds"),
        [
            h("div.field", null,
                h("label",
                    { for: id
                    },
                    say("File")),
                input, h("p.help", null, say("A list in OPML, as other programs export it. None of the feeds is looked at yet."))),
            toggle(say("Allow the hosts of all feeds in it"), false, (value) => {
                consent = value;
            }, {help: say("Otherwise each is asked about when you look at its feed.")})
        ],
        say("Import"), () => upload("/api/feeds/list", input.files[0], {fields: {consent: String(consent)}}));
    if (!found) return;
    announce("documents");
    await dialog(say("Imported"), (close) => [
        h("p", null, counted(found.added.length, "{count} feed was added.|{count} feeds were added.")),
        found.known > 0 && h("p", null, counted(found.known, "{count} was there already.|{count} were there already.")),
        found.unusable > 0
            && h("p", null,
                counted(found.unusable, "{count} entry has no address of the web and was left out.|{count} entries have no address of the web and were left out.")),
        found.added.length > 0
            && h("details", {open: found.added.length < 20}, h("summary", null, say("Feeds and the hosts that are allowed for them")),
                h("ul", null,
                    found.added.map((feed) => h("li", {dir: "auto"},
                        `${feed.title ?? feed.name}: ${listed(feed.hosts) || say("no host yet")}`)))),
        h("div.actions.end", null, button(say("Close"), () => close(), {kind: "primary"}))
    ]);
}
