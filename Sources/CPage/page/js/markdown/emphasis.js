// Rows of stars and the like, and what they emphasize.

import {deepest, heightAround, insertAfter, made, moveBetween} from "./pieces.js";

/** The rows that may still open or close something, as a list. */
export class Emphasis {
    /** The last of them; null when there is none. */
    last = null;

    /** Adds the row that `piece` of a text is, when it can open or close anything. */
    add(piece, text) {
        const sign = text[piece.from];
        const length = piece.to - piece.from;
        if (sign === "~" && length !== 2) return;
        const before = kindOf(characterBefore(text, piece.from));
        const after = kindOf(characterAt(text, piece.to));
        const isLeft = after !== "space" && (after !== "sign" || before !== "word");
        const isRight = before !== "space" && (before !== "sign" || after !== "word");
        // snake_case is no emphasis.
        const isInner = sign === "_" && isLeft && isRight;
        const canOpen = isLeft && (!isInner || before === "sign");
        const canClose = isRight && (!isInner || after === "sign");
        if (!canOpen && !canClose) return;
        const mark =
            {piece, sign, place: piece.from, count: length, length, canOpen, canClose, before: this.last, after: null};
        if (this.last) this.last.after = mark;
        this.last = mark;
    }

    remove(mark) {
        if (mark.before) mark.before.after = mark.after;
        if (mark.after)
            mark.after.before = mark.before;
        else
            this.last = mark.before;
    }

    /** Joins what stands between marks that belong together, above the mark `bottom`. */
    resolve(bottom) {
        // Below these nothing opens what a mark of the kind closes: looking there again takes quadratic time.
        const bottoms = new Map();
        let closer = bottom ? bottom.after : this.last;
        while (!bottom && closer?.before) closer = closer.before;
        while (closer) {
            if (!closer.canClose) {
                closer = closer.after;
                continue;
            }
            const key = `${closer.sign}${closer.canOpen}${closer.length % 3}`;
            const lowest = bottoms.get(key) ?? bottom?.place ?? -1;
            let opener = closer.before;
            while (opener && opener.place > lowest && !fits(opener, closer)) opener = opener.before;
            if (!opener || opener.place <= lowest) {
                bottoms.set(key, closer.before?.place ?? -1);
                const next = closer.after;
                if (!closer.canOpen) this.remove(closer);
                closer = next;
                continue;
            }
            while (opener.after !== closer) this.remove(opener.after);
            closer = this.join(opener, closer);
        }
        while (this.last && this.last !== bottom) this.remove(this.last);
    }

    /** Puts what is between two marks into an element, and says which mark is to be looked at next. */
    join(opener, closer) {
        const width = closer.count >= 2 && opener.count >= 2 ? 2 : 1;
        opener.count -= width;
        closer.count -= width;
        const [from, to] = [opener.piece, closer.piece];
        const height = heightAround(from.next, to, deepest);
        if (height > deepest) {
            // Told to what is around it, which then need not look at all of it once more.
            from.height = deepest;
        } else {
            from.to -= width;
            to.from += width;
            const kind = closer.sign === "~" ? "del" : width === 2 ? "strong" : "em";
            const element = made(kind, from.to, to.from, {height});
            moveBetween(from, to, element);
            insertAfter(from, element);
        }
        if (opener.count === 0) this.remove(opener);
        if (closer.count > 0) return closer;
        const next = closer.after;
        this.remove(closer);
        return next;
    }
}

const fits = (opener, closer) => opener.sign === closer.sign && opener.canOpen
    && !((closer.canOpen || opener.canClose) && closer.length % 3 !== 0 && (opener.length + closer.length) % 3 === 0);

const characterAt = (text, at) => at < text.length ? String.fromCodePoint(text.codePointAt(at)) : " ";

function characterBefore(text, at) {
    if (at === 0) return " ";
    const isPair = at > 1 && /[\udc00-\udfff]/.test(text[at - 1]) && /[\ud800-\udbff]/.test(text[at - 2]);
    return text.slice(at - (isPair ? 2 : 1), at);
}

const kindOf = (character) => /\s/.test(character) ? "space" : /[\p{P}\p{S}]/u.test(character) ? "sign" : "word";
