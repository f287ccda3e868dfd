// Generation defaults, storage, and what this program is.

import {fill, h} from "../../lib/dom.js";
import {get, remove, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {setSessionKey} from "../../lib/session.js";
import {bytes, count, counted} from "../../lib/format.js";
import {withoutCommands} from "../../lib/plain.js";
import {address} from "../../lib/router.js";
import {button, chip, facts, linkButton, progress, select, skeleton} from "../../ui/controls.js";
import {engineName} from "../../ui/engines.js";
import {problemCard} from "../../ui/problem.js";
import {setTheme, theme} from "../../ui/theme.js";
import {attempt} from "../../ui/toast.js";

/** A panel that is loaded and drawn. */
function panel(stop, path, draw, names = []) {
    const root = h("div.panel-list", null, skeleton(6));
    async function load() {
        try {
            fill(root, draw(await get(path, {}, {signal: stop})));
        } catch (error) {
            if (!wasStopped(error)) fill(root, problemCard(error, {retry: load}));
        }
    }
    return {element: root, load, names};
}

export const generation = (stop) => panel(stop, "/api/settings/generation",
    ({defaults}) => [h("p.help", null, "How freely and how long an engine writes, unless a request says otherwise."),
        h("div.table-scroll.generation", {tabindex: "0", role: "region", "aria-label": "Generation defaults"},
            h("table", null, h("thead", null, h("tr", null, ["Task", "Temperature", "Tokens at most",
                "Why"].map((words) => h("th", {scope: "col"}, words)))),
                h("tbody", null,
                    defaults.map(
                        (row) => h("tr", null, h("th", {scope: "row"}, row.task),
                            h("td", {"data-label": "temperature"}, row.temperature.toFixed(1)),
                            h("td", {"data-label": "tokens"}, count(row.maxTokens)), h("td", null, row.reason)))))),
]);

export const storage = (stop) => panel(stop, "/api/storage",
    (found) => [h(
                    "section.card", null, h("h2", null, "Library"), facts([
                        ["Database", `${bytes(found.databaseBytes)}${found.encrypted ? ", encrypted" : ""}`],
                        ["Its key", found.keyPlace && `in the ${found.keyPlace}`], ["Folder", found.folder],
                        ["Documents", count(found.documents)], ["Chunks", count(found.chunks)],
                        ["Vectors", Number.isFinite(found.vectors) ? count(found.vectors) : null],
                        ["Conversations", count(found.conversations)], ["Journal entries", count(found.journalEntries)],
                        ["Ledger records", count(found.ledgerRecords)]
                    ])),
        h("section.card", null, h("h2", null, "Models"),
            facts(
                [["Files", bytes(found.modelsBytes)], ["Room on the disk", found.freeDisk && bytes(found.freeDisk)]])),
],
    ["documents", "conversations", "journal", "models"]);

/** Where what an examination found is mended, or what would help, in the server's words. */
function remedyOf({name, remedy}) {
    if (!remedy) return null;
    if (/\b(model|reranking)\b/.test(name)) return linkButton("See models", address(["models"]), {kind: "quiet"});
    return h("p.help", null, withoutCommands(remedy));
}

export function about(stop) {
    const findings = h("div");
    async function examine() {
        fill(findings, h("p", {role: "status"}, "Looking at every part…"), progress(undefined, "Examination"));
        try {
            const found = await get("/api/about", {examine: true}, {signal: stop});
            const marks = {good: ["✓", "good"], missing: ["–", "warn"], bad: ["✗", "bad"]};
            fill(findings,
                h("ul.checks", null,
                    (found.findings ?? [])
                        .map((item) => h("li", null,
                                 chip(marks[item.state][0], marks[item.state][1], {"aria-label": item.state}),
                                 h("div", null, h("strong", null, item.name), ` ${withoutCommands(item.detail)}`,
                                     remedyOf(item))))));
        } catch (error) {
            if (!wasStopped(error)) fill(findings, problemCard(error, {retry: examine}));
        }
    }
    return panel(stop, "/api/about",
        (found) =>
            [h("section.card", null, h("h2", null, "Hearth"),
                 facts([["Version", found.version], ["System", found.platform]]),
                 h("p", null, chip("✓ No telemetry", "good"),
                     " Hearth sends nothing about you or its use to anybody. What leaves this machine is what you asked for, and stands in the ledger."),
                 h("div.actions", null,
                     h("label.inline", null, "Colours",
                         select(
                             [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]], theme(), setTheme)),
                     button("Sign out",
                         async () => {
                             await attempt(() => remove("/api/session"));
                             setSessionKey(null);
                             announce("session");
                             location.reload();
                         }))),
                h("section.card", null, h("h2", null, "Engines"),
                    h("ul.checks", null,
                        found.engines.map(
                            (engine) => h("li", null,
                                chip(engine.available ? "✓" : "–", engine.available ? "good" : "",
                                    {"aria-label": engine.available ? "available" : "not available"}),
                                h("div", null, h("strong", null, engineName(engine.engine)),
                                    engine.model ? ` · ${engine.model}` : "", engine.host ? ` → ${engine.host}` : "",
                                    engine.reason && h("p.help", null, withoutCommands(engine.reason))))))),
                h("section.card", null,
                    h("div.card-head", null, h("h2", null, "Examination"), button("Examine", examine)),
                    h("p.help", null,
                        "Checks the store, the ledger, the models and the system, and says how to mend what does not work."),
                    findings),
                h("p.help", null, h("a", {href: "/api/openapi.json"}, "The interface of this page (OpenAPI)")),
    ],
        ["models", "settings"]);
}
