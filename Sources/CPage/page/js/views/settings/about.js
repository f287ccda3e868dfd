// Generation defaults, storage, and what this program is.

import {fill, h} from "../../lib/dom.js";
import {get, wasStopped} from "../../lib/api.js";
import {bytes, count, counted, decimal} from "../../lib/format.js";
import {withoutCommands} from "../../lib/plain.js";
import {address} from "../../lib/router.js";
import {describedKeyPlace, partName, taskName, term} from "../../lib/terms.js";
import {isEnglish, listed, say} from "../../lib/words.js";
import {button, chip, facts, linkButton, progress, skeleton} from "../../ui/controls.js";
import {engineName} from "../../ui/engines.js";
import {icon} from "../../ui/icons.js";
import {problemCard} from "../../ui/problem.js";
import {engineWords, folded, serverSentence} from "../../ui/server-words.js";

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

/** How much it varies what it writes, for people: by the temperature that a task has. */
const freedom = (temperature) => temperature <= 0.05 ? say("always the same") : temperature < 0.4 ? say("close to the text")
    : temperature < 0.6 ? say("somewhat freely") : say("freely");

/** Words for so many tokens, in languages with spaces. */
const wordsOfTokens = (tokens) => Math.round(tokens * 0.7 / 50) * 50;

export const generation = (stop) => panel(stop, "/api/settings/generation",
    ({defaults}) => [h("p", null,
                         say("How freely and how long Hearth writes, by what it is asked to do. A model that you fetched can be given other values, under Models.")),
        h("ul.freedoms", null, defaults.map((row) => h("li", null, h("strong", null, taskName(row.task)),
            h("span", null, freedom(row.temperature)),
            h("span.help", null, counted(wordsOfTokens(row.maxTokens), "at most about {count} word|at most about {count} words"))))),
        h("details", null, h("summary", null, say("The exact values, and why")), h("div.table-scroll.generation", {tabindex: "0", role: "region", "aria-label": say("Generation defaults")},
            h("table", null,
                h("thead", null, h("tr", null, [say("Task"), say("Temperature"), say("Tokens at most"),
                    say("Why")].map((words) => h("th", {scope: "col"}, words)))),
                h("tbody", null,
                    defaults.map((row) => h("tr", null, h("th", {scope: "row"}, taskName(row.task)),
                                     h("td", {"data-label": say("temperature")}, decimal(row.temperature)),
                                     h("td", {"data-label": say("tokens")}, count(row.maxTokens)),
                                     h("td", null, serverSentence(row.reason, "", "span")))))))),
]);

/** A library in PostgreSQL, for those who look after it: how it was found, and what it lacks. */
const database = (server) => h("section.card", {"aria-label": say("Database")}, h("h2", null, say("Database")),
    facts([
        [say("Server"), ["PostgreSQL", " ", server.version]], [say("Address"), server.address],
        [say("Version of its tables"), count(server.schema)],
        [say("Way to the library"), server.encryption ? listed([say("encrypted"), server.encryption]) : say("on this machine")],
        [say("Protection of rows"), server.faults.length ? say("not in force") : say("in force for {name}", {name: server.role})],
        ["pgvector", server.vectorExtension ?? say("missing")]
    ]),
    server.faults.map((fault) => lack(serverSentence(fault, say("Who uses this database could read what is another's."), "p"))),
    server.vectorNote
        && lack(h("p", null, say("Search by meaning finds the same, and is slow where there are many documents.")),
            serverSentence(server.vectorNote)));

const lack = (...words) => h("div.notice", {role: "note"}, icon("warning"), h("div", null, words));

export const storage = (stop) => panel(stop, "/api/storage",
    (found) => [h(
                    "section.card", null, facts([
                        [say("Documents"), count(found.documents)], [say("Conversations"), count(found.conversations)],
                        [say("Journal entries"), count(found.journalEntries)],
                        [say("Takes on the disk"), found.databaseBytes > 0 && listed([bytes(found.databaseBytes), found.encrypted && say("encrypted")])],
                        [say("Models"), bytes(found.modelsBytes)], [say("Free on the disk"), found.freeDisk && bytes(found.freeDisk)]
                    ]),
                    h("details", null, h("summary", null, say("Where it lies, and more figures")), facts([
                        [say("Folder"), found.folder], [say("Its key"), found.keyPlace && describedKeyPlace(found.keyPlace)],
                        [say("Pieces that are searched"), count(found.chunks)],
                        [say("Pieces found by meaning"), Number.isFinite(found.vectors) ? count(found.vectors) : null],
                        [say("Ledger records"), count(found.ledgerRecords)]
                    ]))),
        found.server && database(found.server),
],
    ["documents", "conversations", "journal", "models"]);

/** Where what an examination found is mended, or what would help, in the server's words. */
function remedyOf({name, remedy}) {
    if (!remedy) return null;
    if (/\b(model|reranking)\b/.test(name)) return linkButton(say("See models"), address(["models"]), {kind: "quiet"});
    return isEnglish() ? h("p.help", {dir: "auto"}, withoutCommands(remedy)) : null;
}

/** What the basic engine is called inside, and that a model is missing, is no name of a model. */
const hasModel = ({engine, model}) => model && model !== "none" && engine !== "basic";

export function about(stop) {
    const findings = h("div");
    async function examine() {
        fill(
            findings, h("p", {role: "status"}, say("Looking at every part…")), progress(undefined, say("Examination")));
        try {
            const found = await get("/api/about", {examine: true}, {signal: stop});
            const marks = {good: ["✓", "good"], missing: ["–", "warn"], bad: ["✗", "bad"]};
            fill(findings,
                h("ul.checks", null,
                    (found.findings ?? [])
                        .map((item) => h("li", null,
                                 chip(marks[item.state][0], marks[item.state][1], {"aria-label": term(item.state)}),
                                 h("div", {dir: "auto"}, h("strong", null, partName(item.name)),
                                     isEnglish() ? ` ${withoutCommands(item.detail)}` : folded([item.detail, item.remedy].filter(Boolean)),
                                     remedyOf(item))))));
        } catch (error) {
            if (!wasStopped(error)) fill(findings, problemCard(error, {retry: examine}));
        }
    }
    return panel(stop, "/api/about",
        (found) =>
            [h("section.card", null, h("h2", null, "Hearth"),
                 facts([[say("Version"), found.version], [say("System"), found.platform]]),
                 h("p", null, chip(say("✓ No telemetry"), "good"),
                     " ", say("Hearth sends nothing about you or its use to anybody. What leaves this machine is what you asked for, and stands in the ledger."))),
                h("section.card", null, h("h2", null, say("Engines")),
                    h("ul.checks", null,
                        found.engines.map(
                            (engine) => h("li", null,
                                chip(engine.available ? "✓" : "–", engine.available ? "good" : "",
                                    {"aria-label": engine.available ? say("available") : say("not available")}),
                                h("div", null, h("strong", null, engineName(engine.engine)),
                                    hasModel(engine) ? ` · ${engine.model}` : "", engine.host ? ` → ${engine.host}` : "",
                                    serverSentence(engine.reason, engineWords(engine))))))),
                h("section.card", null,
                    h("div.card-head", null, h("h2", null, say("Examination")), button(say("Examine"), examine)),
                    h("p.help", null,
                        say("Checks the store, the ledger, the models and the system, and says how to mend what does not work.")),
                    findings),
                h("p.help", null, h("a", {href: "/api/openapi.json"}, say("The interface of this page (OpenAPI)"))),
    ],
        ["models", "settings"]);
}
