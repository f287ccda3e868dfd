// Who would do the work, said before it is begun.

import {fill, h} from "../../lib/dom.js";
import {post, wasStopped} from "../../lib/api.js";
import {address} from "../../lib/router.js";
import {dotted, say} from "../../lib/words.js";
import {linkButton} from "../../ui/controls.js";
import {engineName} from "../../ui/engines.js";
import {icon} from "../../ui/icons.js";
import {wordsOf} from "../../ui/problem.js";
import {rejections} from "../../ui/server-words.js";

export class Availability {
    constructor(stop) {
        this.stop = stop;
        this.element = h("section.availability", {"aria-label": say("Availability")});
    }

    async show(label) {
        try {
            // An analysis is routed as what it mostly is: a summary.
            const route = await post("/api/route", {task: "summarize", label}, {signal: this.stop});
            const isBasic = route.engine === "basic";
            this.element.dataset.tone = isBasic ? "basic" : route.onDevice ? "local" : "remote";
            fill(this.element, icon(route.onDevice ? "device" : "cloud"),
                h("div", null,
                    h("p", null,
                        h("strong", null,
                            isBasic ? say("Without a model, new results are counted and quoted, not judged.")
                                    : dotted([engineName(route.engine), route.model])),
                        " ",
                        isBasic              ? say("Summaries use the speakers' own sentences.")
                            : route.onDevice ? say("It stays on this device.")
                                             : say("The text goes to {host}.", {host: route.host})),
                    route.rejected?.length > 0
                        && h("details", null, h("summary", null, say("Why not another")), rejections(route.rejected))),
                isBasic && linkButton(say("See models"), address(["models"]), {kind: "quiet"}));
        } catch (error) {
            if (wasStopped(error)) return;
            this.element.dataset.tone = "none";
            fill(this.element, icon("warning"),
                h("div", null, h("p", null, wordsOf(error)),
                    error.rejected?.length > 0
                        && h(
                            "details", null, h("summary", null, say("Why no engine can")), rejections(error.rejected))),
                linkButton(say("Privacy settings"), address(["privacy"]), {kind: "quiet"}));
        }
    }
}
