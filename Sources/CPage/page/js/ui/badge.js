// Which engine answered, where it ran, and why: on every answer.

import {h} from "../lib/dom.js";
import {facts} from "./controls.js";
import {engineName, isRemote} from "./engines.js";
import {icon} from "./icons.js";
import {rejections} from "./problem.js";
import {count, counted} from "../lib/format.js";
import {withoutCommands} from "../lib/plain.js";

/**
 * @param {object} route A `Route`, or the same fields of a stored message, of which some may be missing.
 * @param {object} [more] `usage`, `timings`; `pieces` that it wrote where others wrote the rest.
 */
export function engineBadge(route, {usage, timings, pieces} = {}) {
    const stays = route.onDevice ?? !isRemote(route.engine);
    const where = stays ? "on this device" : route.host ?? "another host";
    // What the basic engine is called inside says nothing to anybody.
    const model = route.model && route.engine !== "basic" ? ` · ${route.model}` : "";
    return h("details.badge", {class: stays ? "local" : "remote"},
        h("summary", null, icon(stays ? "device" : "cloud"),
            h("span", null, h("strong", null, engineName(route.engine)), model, ` — ${where}`),
            route.wasFallback && h("span.chip.warn", null, "stood in")),
        h("div.badge-body", null,
            route.reason ? h("p", null, withoutCommands(route.reason))
                         : h("p", null, "Why it was chosen was not recorded with this answer."),
            route.fallbackReason
                && h("p", null, "The engine before it failed: ", withoutCommands(route.fallbackReason)),
            route.rejected?.length > 0 && [h("p", null, "Considered and not taken:"), rejections(route.rejected)],
            facts([
                ["Wrote", pieces ? counted(pieces, "piece") : null],
                ["Privacy", route.label],
                ["Ledger record", route.ledgerRecord ? `no. ${count(route.ledgerRecord)}` : null],
                [
                    "Tokens",
                    usage && (usage.promptTokens || usage.completionTokens)
                        ? `${count(usage.promptTokens)} read, ${count(usage.completionTokens)} written`
                        : null
                ],
                ["Time", timings?.generation ? `${(timings.prompt + timings.generation).toFixed(1)} s` : null],
            ])));
}
