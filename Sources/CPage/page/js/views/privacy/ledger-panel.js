// The ledger, as a time line that can be read: what was decided, what was sent where, how it ended.

import {fill, h} from "../../lib/dom.js";
import {download, get, post, wasStopped} from "../../lib/api.js";
import {bytes, count, counted, dayOf, decimal, dollars, moment, timeOf} from "../../lib/format.js";
import {change} from "../../lib/router.js";
import {taskName, term} from "../../lib/terms.js";
import {dotted, isEnglish, listed, say} from "../../lib/words.js";
import {block} from "../../ui/blocks.js";
import {button, chip, empty, facts, progress, select, skeleton} from "../../ui/controls.js";
import {engineName, engines, offerEndpoints} from "../../ui/engines.js";
import {icon} from "../../ui/icons.js";
import {problemCard, sentenceFor} from "../../ui/problem.js";
import {attempt} from "../../ui/toast.js";
import {folded} from "../../ui/server-words.js";

const kinds = {
    decision: say("Decided"),
    refusal: say("Refused"),
    connection: say("Connection"),
    outcome: say("Done"),
    read: say("Given to a program"),
    label: say("Label changed"),
    write: say("Shared collection changed")
};
/** What connections are for, beside what engines are asked to do. Others are told when a record is opened. */
const purposes = {download: say("Download"), probe: say("Test")};
const pageSize = 60;
const stepSize = 200;

/** Pixels that a record needs, about. */
const rowHeight = 36;

export class LedgerPanel {
    constructor(stop) {
        this.stop = stop;
        this.proof = h("div", {role: "status"});
        // What most come for; it stands above all that can be set.
        this.answer = h("div.privacy-answer", {role: "status"});
        this.totals = h("div", null, skeleton(3));
        this.kind = select([["", say("Everything")], ...Object.entries(kinds)], "",
            (kind) => change({kind: kind || null}, {replace: true}), {"aria-label": say("Kind")});
        this.engine = select([["", say("All engines")], ...engines], "",
            (engine) => change({engine: engine || null}, {replace: true}), {"aria-label": say("Engine")});
        // The address may name one before it can be chosen.
        offerEndpoints(this.engine, "").then(() => { this.engine.value = this.asked ?? ""; });
        this.host = h("span");
        this.line = h("div");
        this.foot = h("div");
        this.element = h("section.card", {"aria-label": say("Ledger")},
            h("div.card-head", null, h("h2", null, say("Ledger")),
                h("div.actions", null, button(say("Verify"), () => this.verify(), {symbol: "check"}),
                    button(say("Export"), () => attempt(() => download("/api/ledger/export")), {symbol: "download"}))),
            h("p.help", null,
                say("Every decision and every connection, written before anything is sent. Nothing in it can be changed, removed or put in without “Verify” finding it.")),
            this.proof, this.totals, h("h3", null, say("Time line")),
            h("div.filters.even", null, this.kind, this.engine, this.host), this.line, this.foot);
    }

    show(query) {
        const filter = {
            kind: query.get("kind") ?? "",
            engine: query.get("engine") ?? "",
            host: query.get("host") ?? ""
        };
        this.kind.value = filter.kind;
        this.engine.value = this.asked = filter.engine;
        fill(this.host, filter.host && button(say("Only {host} ✕", {host: filter.host}), () => change({host: null}, {replace: true})));
        if (JSON.stringify(filter) === JSON.stringify(this.filter)) return;
        this.filter = filter;
        return this.load();
    }

    load() { return Promise.all([this.loadLine(), this.loadTotals()]); }

    async loadTotals() {
        try {
            const {hosts, programs = [], usage} = await get("/api/ledger/totals", {}, {signal: this.stop});
            fill(this.answer, leftWords(hosts, programs));
            fill(this.totals, h("h3", null, say("Totals by host")),
                hosts.length ? hostTable(hosts)
                             : h("p", null, chip("✓", "good"), " ", say("Nothing was sent to a host so far.")),
                programList(programs), usageList(usage));
        } catch (error) {
            if (wasStopped(error)) return;
            // What was true is not said of what cannot be read.
            fill(this.answer);
            fill(this.totals, problemCard(error, {retry: () => this.loadTotals()}));
        }
    }

    async loadLine(before) {
        const {filter} = this;
        if (!before) fill(this.line, skeleton(5));
        try {
            const {records, hasEarlier} =
                await get("/api/ledger", {...filter, before, limit: before ? stepSize : pageSize}, {signal: this.stop});
            if (filter !== this.filter) return;
            if (!before) {
                fill(this.line);
                this.day = null;
            }
            const rows = records.flatMap((item) => {
                // One heading for each day; the records then need the time alone.
                const day = dayOf(item.time);
                const isNew = day !== this.day;
                this.day = day;
                return isNew ? [h("li.timeline-day", null, day), record(item)] : [record(item)];
            });
            // What is far from what is seen is not laid out.
            if (rows.length) this.line.append(block(h("ol.timeline", {"aria-label": say("Time line")}, rows), rows.length * rowHeight));
            fill(this.foot,
                !this.line.childElementCount
                    && empty("privacy", say("No records"),
                        Object.values(filter).some(Boolean) ? say("None fits the filter.")
                                                            : say("Nothing was asked of an engine yet.")),
                // By hand: what stands below the line is to be come to.
                hasEarlier
                    && button(
                        say("Show earlier"), () => this.loadLine(records.at(-1).number), {kind: "quiet", symbol: "down"}));
        } catch (error) {
            if (!wasStopped(error)) {
                if (!before) fill(this.line);
                fill(this.foot, problemCard(error, {retry: () => this.loadLine(before)}));
            }
        }
    }

    async verify() {
        fill(this.proof, h("p", null, say("Walking along the whole chain…")), progress(undefined, say("Verification")));
        try {
            const found = await post("/api/ledger/verify", {});
            fill(this.proof,
                h("div.banner", {"data-tone": found.valid ? "good" : "bad"},
                    h("div", null,
                        h("p", null, found.valid ? chip(say("✓ Whole"), "good") : chip(say("✗ Broken"), "bad"),
                            " ",
                            found.valid ? counted(found.records, "{count} record, all as they were written.|{count} records, all as they were written.")
                                        : [say("The first record that is wrong is number {number}.", {number: count(found.firstBroken)}),
                                              isEnglish() ? ` ${found.message ?? ""}` : found.message && folded([found.message])]),
                        found.anchor
                            && h("p.help", null,
                                say("Note this outside this machine; it proves later that not even the whole folder was put back to an older state:"), " ",
                                h("code", null, found.anchor)),
                        !found.valid
                            && h("p.help", null,
                                say("Keep the data folder as it is, and restore a backup of it.")))));
        } catch (error) { fill(this.proof, problemCard(error, {retry: () => this.verify()})); }
    }
}

/** A name or an address by which a machine calls itself. */
const own = /^(localhost|127\.|\[?::1\b)/;

/**
 * Whether anything left this machine, in a sentence. A host that was not reached was told nothing; what a program was given is out of
 * Hearth's hands, wherever that runs.
 */
function leftWords(hosts, programs) {
    const others = hosts.filter(({host}) => !own.test(host));
    const left = others.filter(({connections, failed = 0, bytesOut}) => bytesOut > 0 || connections > failed);
    const number = left.reduce((sum, {connections, failed = 0, bytesOut}) => sum + connections - (bytesOut > 0 ? 0 : failed), 0);
    const last = left.filter((host) => host.last).sort((one, other) => other.last.localeCompare(one.last))[0];
    const failed = others.reduce((sum, host) => sum + (host.failed ?? 0), 0);
    const given = programs.length > 0 && say("Programs were given parts of your library; the ledger says which.");
    const isClear = !number && !given;
    return [
        h("p", {"data-tone": isClear ? "good" : ""}, icon(isClear ? "device" : "cloud"),
            isClear ? say("Nothing has left this machine.")
                : !number ? given
                : last ? counted(number, "{count} request left this machine; the last to {host}, on {time}.|{count} requests left this machine; the last to {host}, on {time}.",
                             {host: last.host, time: moment(last.last)})
                       : counted(number, "{count} request left this machine.|{count} requests left this machine.")),
        !number && failed > 0
            && h("p.help", null, counted(failed, "{count} attempt to reach a host failed, and told it nothing.|{count} attempts to reach a host failed, and told it nothing.")),
        number > 0 && given && h("p.help", null, given)
    ];
}

function hostTable(hosts) {
    const filter = (host) => h("button.link", {type: "button", onclick: () => change({host}, {replace: true})}, host);
    const row = (item) => h("tr", null, h("th", {scope: "row"}, filter(item.host)),
        h("td", null, count(item.connections)), h("td", null, bytes(item.bytesOut)), h("td", null, bytes(item.bytesIn)),
        h("td", null, item.last ? moment(item.last) : ""));
    const heads = [say("Host"), say("Connections"), say("Sent"), say("Received"), say("Last")].map((words) => h("th", {scope: "col"}, words));
    return h("div.table-scroll", {tabindex: "0", role: "region", "aria-label": say("Totals by host")},
        h("table", null, h("thead", null, h("tr", null, heads)), h("tbody", null, hosts.map(row))));
}

/** What programs were given here is for them to keep or to send on. */
function programList(programs) {
    return programs.length > 0 && [
        h("h3", null, say("Given to programs on this machine")),
        h("ul", null,
            programs.map(({program, times, last}) => h("li", {dir: isEnglish() ? "auto" : null},
                             counted(times, "{program}: {count} time, last {time}|{program}: {count} times, last {time}",
                                 {program: program || say("A program without a name"), time: moment(last)}))))
    ];
}

function usageList(usage) {
    const requests = usage.reduce((sum, row) => sum + row.requests, 0);
    const cost = (row) => (row.costMicros ? dollars(row.costMicros) : row.unpriced ? say("price unknown") : "");
    return requests > 0
        && h("details", null, h("summary", null, counted(requests, "{count} request to engines|{count} requests to engines")),
            h("ul", null,
                usage.map((row) => h("li", null,
                              `${engineName(row.engine)}${row.model ? ` · ${row.model}` : ""}: `,
                              listed([
                                  counted(row.requests, "{count} request|{count} requests"),
                                  say("{read} tokens read, {written} written",
                                      {read: count(row.promptTokens), written: count(row.completionTokens)}),
                                  cost(row)
                              ])))));
}

function record(item) {
    const leaves = item.kind === "connection" && item.host;
    const what = dotted([
        item.engine && engineName(item.engine), item.engine !== "basic" && item.model, taskName(item.task),
        Object.hasOwn(purposes, item.purpose ?? "") && purposes[item.purpose]
    ]);
    const reason = item.errorCode && sentenceFor(item.errorCode);
    const tone = item.kind === "refusal" || item.errorCode ? "bad" : leaves || item.kind === "read" ? "warn" : "good";
    return h("li", {"data-tone": tone},
        h("details", null,
            h("summary", null, h("span.timeline-kind", null, kinds[item.kind] ?? item.kind),
                h("span.timeline-what", {dir: "auto"}, what || (item.host || reason ? null : "—"), item.host && h("strong", null, ` → ${item.host}`),
                    reason && h("span.timeline-reason", null, reason)),
                item.errorCode && !reason && chip(item.errorCode, "bad", {dir: "ltr"}), item.wasFallback && chip(say("stood in"), "warn"),
                Number.isFinite(item.bytesOut)
                    && h("span.help", null, say("{out} out, {in} in", {out: bytes(item.bytesOut), in: bytes(item.bytesIn ?? 0)})),
                h("time", {datetime: item.time, title: moment(item.time)}, timeOf(item.time))),
            facts([
                [say("Ledger record"), say("no. {number}", {number: count(item.number)})],
                [say("Code"), item.errorCode], [say("Request"), item.purpose],
                [say("Follows from"), item.decision && say("no. {number}", {number: count(item.decision)})], [say("Privacy"), term(item.label)],
                [say("Consent"), item.consentID],
                [
                    say("Tokens"),
                    Number.isFinite(item.promptTokens)
                        ? say("{read} read, {written} written",
                              {read: count(item.promptTokens), written: count(item.completionTokens)})
                        : null
                ],
                [say("Cost"), Number.isFinite(item.costMicros) ? dollars(item.costMicros) : null],
                [say("Took"), Number.isFinite(item.duration) ? say("{seconds} s", {seconds: decimal(item.duration, 2)}) : null],
                [say("Hash of what was sent"), item.bodyHash], [say("Prompt"), item.text], [say("Hash"), item.hash]
            ])));
}
