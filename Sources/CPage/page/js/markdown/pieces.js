// The pieces of a text: each knows its neighbours, so that a stretch of them can be moved into an element.

/** Emphasis in emphasis and pictures in pictures, up to here; what would be deeper is text. */
export const deepest = 16;

/**
 * A piece of a text, in a list of its siblings.
 * @typedef {object} Piece
 * @property {"text"|"code"|"break"|"space"|"em"|"strong"|"del"|"link"|"picture"|"markup"|"citation"} kind
 * @property {number} from Where it begins in the text; with `to`, where it ends.
 * @property {string} [literal] What is shown in place of that.
 */

export const made = (kind, from, to, more) =>
    ({kind, from, to, height: 0, prev: null, next: null, parent: null, first: null, last: null, ...more});

/** The height of an element around some siblings; where that is too much, how much more does not matter. */
export function heightAround(first, end, most) {
    let height = 1;
    for (let piece = first; piece && piece !== end && height <= most; piece = piece.next)
        height = Math.max(height, piece.height + 1);
    return height;
}

export function append(parent, piece) {
    piece.parent = parent;
    piece.prev = parent.last;
    if (parent.last)
        parent.last.next = piece;
    else
        parent.first = piece;
    parent.last = piece;
}

export function insertAfter(sibling, piece) {
    piece.parent = sibling.parent;
    piece.prev = sibling;
    piece.next = sibling.next;
    if (sibling.next)
        sibling.next.prev = piece;
    else
        sibling.parent.last = piece;
    sibling.next = piece;
}

export function unlink(piece) {
    if (piece.prev)
        piece.prev.next = piece.next;
    else
        piece.parent.first = piece.next;
    if (piece.next)
        piece.next.prev = piece.prev;
    else
        piece.parent.last = piece.prev;
    piece.prev = piece.next = null;
}

/** Moves what stands between two siblings; without the second, all that follows. */
export function moveBetween(from, to, parent) {
    for (let piece = from.next; piece && piece !== to;) {
        const {next} = piece;
        unlink(piece);
        append(parent, piece);
        piece = next;
    }
}
