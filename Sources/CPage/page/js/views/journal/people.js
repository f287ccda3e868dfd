// The people of the journal: who is named, by which names, and what is corrected of that.

import {fill, h, keepingFocus} from "../../lib/dom.js";
import {get, post, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {monthTitle} from "../../lib/days.js";
import {counted} from "../../lib/format.js";
import {hasEnded, onJob, track} from "../../lib/jobs.js";
import {address} from "../../lib/router.js";
import {listed, say} from "../../lib/words.js";
import {button, chip, empty, field, select, skeleton} from "../../ui/controls.js";
import {form} from "../../ui/dialog.js";
import {menuButton} from "../../ui/menu.js";
import {problemCard} from "../../ui/problem.js";
import {attempt, undoable} from "../../ui/toast.js";

/** People that are listed until somebody wants all. */
const most = 100;

const kinds = [
    ["place", say("A place")], ["organization", say("An organization")],
    ["other", say("Something else, or somebody who is not to be counted")]
];
const kindWords = {place: say("place"), organization: say("organization"), other: say("not counted")};

/**
 * What somebody is called in full: "Anna Keller", where the journal mostly says "Anna". An initial is no more of a name; and what
 * was corrected stays as it was corrected.
 */
export function fullName({name, names, isCorrected}) {
    if (isCorrected) return name;
    const words = (text) => text.split(/\s+/u);
    const fuller = names.filter((other) => words(other).length > words(name).length
        && words(name).every((word) => words(other).includes(word)) && words(other).every((word) => /\p{L}{2}/u.test(word)));
    return fuller.sort((one, other) => other.length - one.length)[0] ?? name;
}

export class People {
    constructor(stop) {
        this.stop = stop;
        this.element = h("section.people", {"aria-label": say("People")});
        // Out of sight while that can still be taken back.
        this.leaving = new Set();
        onJob((job) => {
            if (job.kind === "rollup" && hasEnded(job) && this.isShown) this.load();
        }, stop);
    }

    show() {
        this.isShown = true;
        if (!this.found) fill(this.element, skeleton(6));
        return this.load();
    }

    hide() { this.isShown = false; }

    /** Whose id it is; undefined where it is nobody's any more. */
    async whose(id) {
        if (!this.found) await this.load();
        return this.found?.people.find((person) => person.id === id);
    }

    async load() {
        try {
            this.take(await get("/api/journal/people", {}, {signal: this.stop}));
        } catch (error) {
            if (!wasStopped(error)) fill(this.element, problemCard(error, {retry: () => this.load()}));
        }
    }

    take(found) {
        this.found = found;
        if (found.job && !hasEnded(found.job)) track(found.job);
        this.draw();
    }

    /** Has the server take a correction; what it knows then is shown. */
    async correct(act, person, more) {
        this.take(await post("/api/journal/people/corrections", {action: act, person, ...more}));
        announce("journal");
    }

    draw() {
        const people = this.found.people.filter((person) => !this.leaving.has(person.id));
        const shown = this.isWhole ? people : people.slice(0, most);
        keepingFocus(this.element, () => fill(this.element,
            h("p.help", null,
                say("Names that can only be meant for one person are joined. What you correct holds for later entries too.")),
            people.length
                ? h("ul.rows", null, shown.map((person) => this.row(person)))
                : empty("journal", say("Nobody yet"), say("Nobody is named in your journal.")),
            shown.length < people.length
                && button(say("Show all"), () => {
                    this.isWhole = true;
                    this.draw();
                }, {"data-focus": "all"}),
            this.found.notPeople.length > 0 && this.notPeople()));
    }

    row(person) {
        const called = fullName(person);
        const others = person.names.filter((name) => name !== called);
        const [first, last] = person.first ? [monthTitle(person.first), monthTitle(person.last)] : [];
        const days = first === last ? first : say("{first} to {last}", {first, last});
        return h("li.row", {"data-key": person.id},
            h("div.row-main", null,
                h("a.row-title", {href: address(["journal", "people", person.id]), dir: "auto"}, called),
                // The first correction gives another id: what has the focus is told by a name.
                menuButton(say("Actions for {name}", {name: called}), [
                    {label: say("Rename"), symbol: "edit", run: () => this.rename(person)},
                    this.found.people.length > 1 && {label: say("Same person as…"), run: () => this.join(person)},
                    ...(person.names.length > 1 ? person.names : []).slice(0, 20).map((name) => ({
                        label: say("“{name}” is somebody else", {name}),
                        run: () => attempt(() => this.correct("split", name))
                    })),
                    {label: say("Not a person"), run: () => this.exclude(person)},
                    person.isCorrected && {
                        label: say("Forget corrections"),
                        run: () => attempt(() => this.correct("forget", person.id))
                    }
                ], {"data-focus": `menu ${person.names[0]}`})),
            h("p.row-facts.loose", null,
                h("span", null, counted(person.mentions, "{count} mention|{count} mentions")),
                h("span", null, counted(person.entries, "{count} entry|{count} entries")),
                days && h("span", null, days),
                others.length > 0 && h("span", {dir: "auto"}, say("Also: {names}", {names: listed(others)})),
                person.isCorrected && chip(say("corrected"))));
    }

    notPeople() {
        return h("section", {"aria-label": say("Not people")}, h("h3", null, say("Not people")),
            h("ul.rows", null,
                this.found.notPeople.map(({name, kind}) => h("li.row", {"data-key": name},
                    h("div.row-main", null, h("span.row-title", {dir: "auto"}, name), chip(kindWords[kind]),
                        button(say("Count as a person again"),
                            () => attempt(() => this.correct("forget", name)),
                            {kind: "quiet", "data-focus": `again ${name}`}))))));
    }

    // Corrections

    rename(person) {
        const name = h("input", {
            type: "text", value: fullName(person), maxlength: 200, required: true, dir: "auto", autocomplete: "off",
            autofocus: true
        });
        return form(say("Rename {name}", {name: fullName(person)}), [field(say("Name"), name)], say("Rename"),
            () => this.correct("rename", person.id, {name: name.value.trim()}));
    }

    join(person) {
        const others = this.found.people.filter((other) => other.id !== person.id);
        const choice = select(others.map((other) => [other.id, fullName(other)]), others[0].id, null, {dir: "auto"});
        return form(say("Who is {name}?", {name: fullName(person)}),
            [field(say("Same person as"), choice, say("Both are counted under that name."))], say("Join"),
            () => this.correct("merge", person.id, {into: choice.value}));
    }

    /** Out of sight at once, and not counted any more when it was not taken back. */
    async exclude(person) {
        const kind = select(kinds, "place");
        const chosen = await form(say("What “{name}” is instead", {name: fullName(person)}), [field(say("It is"), kind)],
            say("Not a person"), async () => kind.value);
        if (!chosen) return;
        this.leaving.add(person.id);
        this.draw();
        const stay = () => {
            this.leaving.delete(person.id);
            this.draw();
        };
        undoable(say("“{name}” is not counted as a person.", {name: fullName(person)}), {
            undo: stay,
            work: () => attempt(async () => {
                try {
                    await this.correct("exclude", person.id, {kind: chosen});
                } finally { stay(); }
            }),
        });
    }
}
