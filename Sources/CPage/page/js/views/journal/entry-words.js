// What entries say of somebody. Lists of entries come without their texts, so a text is fetched when its row comes into sight.

import {get, part} from "../../lib/api.js";
import {h} from "../../lib/dom.js";
import {locale} from "../../lib/words.js";

/** Letters of a text that are shown, where its sentence does not end before. */
const most = 240;

export class EntryWords {
    /** @param {Promise<object>} person Who is named. */
    constructor(person, stop) {
        Object.assign(this, {person, stop, ids: new Map()});
        this.seen = new IntersectionObserver((places) => places.filter(({isIntersecting}) => isIntersecting)
            .forEach(({target}) => this.tell(target)), {rootMargin: "200px"});
        stop.addEventListener("abort", () => this.seen.disconnect());
    }

    /** Where the words of an entry will stand. */
    place(id) {
        const place = h("p.entry-words", {dir: "auto"});
        this.ids.set(place, id);
        this.seen.observe(place);
        return place;
    }

    async tell(place) {
        this.seen.unobserve(place);
        try {
            const [entry, person] = await Promise.all([get(`/api/journal/entries/${part(this.ids.get(place))}`, {}, {signal: this.stop}), this.person]);
            place.textContent = told(entry.text, person?.names ?? []);
        } catch { /* The row leads to the entry, which says what is wrong. */
        }
    }
}

/** The sentence that names somebody by one of their names; where none is found, how the text begins. */
export function told(text, names) {
    const sentences = [...new Intl.Segmenter(locale(), {granularity: "sentence"}).segment(text)].map(({segment}) => segment.trim());
    const alone = names.map((name) => new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "u"));
    // "Al" is not named by "Also"; but where words are not spaced, letters stand beside every name.
    const found = sentences.find((sentence) => alone.some((name) => name.test(sentence)))
        ?? sentences.find((sentence) => names.some((name) => sentence.includes(name))) ?? text.trim();
    return found.length > most ? `${found.slice(0, most).replace(/\s+\S*$/u, "")}…` : found;
}
