// Shows an answer while it is written: text grows at the end, nothing above it moves.

import {fill, h} from "../../lib/dom.js";
import {say} from "../../lib/words.js";
import {GrowingText} from "../../markdown/render.js";
import {engineBadge} from "../../ui/badge.js";
import {pendingMarker} from "./citations.js";
import {reasoningView} from "./message.js";

export class LiveView {
    constructor(answer) {
        this.answer = answer;
        // Without documents the engine is told with its first word; nothing is chosen while it is waited for.
        this.badge = h("div.badge-place", null,
            answer.request.about !== "none" && h("p.badge.waiting", null, say("Choosing an engine…")));
        this.thought = h("div");
        this.text = new GrowingText({citation: pendingMarker});
        this.status = h("p.writing", null, say("Looking through your documents…"));
        this.element =
            h("article.message.assistant.live", {"aria-label": say("Answer, being written"), "aria-busy": "true"},
                this.badge, this.thought, this.text.element, this.status);
        this.shown = {};
    }

    /** Draws what is new. Called at most once a frame. */
    draw() {
        const {route, reasoning, text} = this.answer;
        if (route && route !== this.shown.route) fill(this.badge, engineBadge(route));
        if (reasoning !== this.shown.reasoning && reasoning) {
            // Written to, not made anew: whoever opened it keeps it open.
            if (!this.thought.firstChild) this.thought.append(reasoningView(""));
            this.thought.querySelector(".reasoning-text").textContent = reasoning;
        }
        if (text !== this.shown.text && text) this.text.show(text);
        this.status.textContent = text             ? say("Writing…")
            : reasoning                            ? say("Thinking…")
            : this.answer.request.about === "none" ? say("Waiting for the model…")
                                                   : say("Looking through your documents…");
        this.shown = {route, reasoning, text};
    }
}
