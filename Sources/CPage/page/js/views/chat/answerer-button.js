// Below the field: who will answer and where that is, said before anything is asked. It opens the sheet where both are chosen.

import {fill, h} from "../../lib/dom.js";
import {get, post, wasStopped} from "../../lib/api.js";
import {onChange} from "../../lib/changes.js";
import {keep, kept} from "../../lib/kept.js";
import {placeOf} from "../../lib/places.js";
import {listed, say} from "../../lib/words.js";
import {chooseAnswerer} from "../../ui/answerer-sheet.js";
import {engineName} from "../../ui/engines.js";
import {icon} from "../../ui/icons.js";

export class AnswererButton {
    /** @param {{changed: () => void, stop: AbortSignal}} options */
    constructor({changed, stop}) {
        this.changed = changed;
        this.stop = stop;
        this.engine = kept("engine", "");
        this.about = kept("about", "documents");
        this.words = h("span", null, say("Who answers"));
        this.mark = h("span.answerer-mark", null, icon("device"));
        this.element = h("button.button.quiet.answerer-button",
            {type: "button", "aria-haspopup": "dialog", onclick: () => this.open()}, this.mark,
            h("span.visually-hidden", null, say("Who answers:"), " "), this.words);
        onChange(["routing", "settings", "keys", "models"], () => this.load(), stop);
        this.load();
    }

    async open() {
        await chooseAnswerer({
            engine: this.engine,
            about: this.about,
            change: (values) => {
                Object.assign(this, values);
                keep("engine", this.engine);
                keep("about", this.about);
                this.changed();
                this.load();
            }
        });
    }

    async load() {
        const task = this.about === "none" ? "chat" : "answer";
        const turn = this.turn = (this.turn ?? 0) + 1;
        try {
            const [route, {models}] = await Promise.all([
                post("/api/route", {task, ...(this.engine ? {engine: this.engine} : {})}, {signal: this.stop}),
                get("/api/models", {}, {signal: this.stop}),
            ]);
            if (turn !== this.turn) return;
            const place = placeOf(route);
            // What the basic engine is called inside says nothing to anybody.
            const model = route.engine === "basic"
                ? null
                : models.find(({id}) => route.model && id === route.model)?.name ?? route.model;
            this.show(place.kind, place.symbol, listed([model || engineName(route.engine), place.words]));
        } catch (error) {
            if (wasStopped(error) || turn !== this.turn) return;
            // What stands in the way is told in the sheet, and by the server when it is asked.
            this.show("none", "warning", error.rejected?.length ? say("Nobody can answer yet") : say("Who answers"));
        }
    }

    show(kind, symbol, words) {
        this.element.dataset.place = kind;
        fill(this.mark, icon(symbol));
        fill(this.words, this.about === "none" ? say("{words}, without documents", {words}) : words);
    }
}
