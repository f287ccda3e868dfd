// Which engine answered, where it ran, and why: on every answer.

import {h} from "../lib/dom.js";
import {facts} from "./controls.js";
import {engineName, isRemote} from "./engines.js";
import {icon} from "./icons.js";
import {rejections} from "./server-words.js";
import {count, counted, decimal} from "../lib/format.js";
import {withoutCommands} from "../lib/plain.js";
import {term} from "../lib/terms.js";
import {say} from "../lib/words.js";

/**
 * @param {object} route A `Route`, or the same fields of a stored message, of which some may be missing.
 * @param {object} [more] `usage`, `timings`; `pieces` that it wrote where others wrote the rest.
 */
export function engineBadge(route, {usage, timings, pieces} = {}) {
    const stays = route.onDevice ?? !isRemote(route.engine);
    const where = stays ? say("on this device") : route.host ?? say("another host");
    // What the basic engine is called inside says nothing to anybody.
    const model = route.model && route.engine !== "basic" ? ` · ${route.model}` : "";
    return h("details.badge", {class: stays ? "local" : "remote"},
        h("summary", null, icon(stays ? "device" : "cloud"),
            h("span", null, h("strong", null, engineName(route.engine)), model, ` — ${where}`),
            route.wasFallback && h("span.chip.warn", null, say("stood in"))),
        h("div.badge-body", null,
            route.reason ? h("p", {dir: "auto", lang: "en"}, withoutCommands(route.reason))
                         : h("p", null, say("Why it was chosen was not recorded with this answer.")),
            route.fallbackReason
                && h("p", {dir: "auto"},
                    say("The engine before it failed: {reason}", {reason: withoutCommands(route.fallbackReason)})),
            route.rejected?.length > 0 && [h("p", null, say("Considered and not taken:")), rejections(route.rejected)],
            facts([
                [say("Wrote"), pieces ? counted(pieces, "{count} piece|{count} pieces") : null],
                [say("Privacy"), term(route.label)],
                [
                    say("Ledger record"),
                    route.ledgerRecord ? say("no. {number}", {number: count(route.ledgerRecord)}) : null
                ],
                [
                    say("Tokens"),
                    usage && (usage.promptTokens || usage.completionTokens)
                        ? say("{read} read, {written} written",
                              {read: count(usage.promptTokens), written: count(usage.completionTokens)})
                        : null
                ],
                [
                    say("Time"),
                    timings?.generation ? say("{seconds} s", {seconds: decimal(timings.prompt + timings.generation)})
                                        : null
                ],
            ])));
}
