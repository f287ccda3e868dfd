// What failed in the journal. Its parts are fetched each for itself; where they fail alike, as they do when the library cannot be
// read, that is told once and tried again for all of them.

import {fill} from "../../lib/dom.js";
import {problemCard} from "../../ui/problem.js";

let told = null;

/**
 * @param {Element} place Where the part stands that failed.
 * @param {Error} error
 * @param {{retry: () => void, title?: string, isAside?: boolean}} options `isAside`: what fails beside it is told there instead.
 */
export function tellFailure(place, error, {retry, title, isAside = false}) {
    // An answer has a status and work that failed has none; what happened is the same.
    const kind = `${error.code} ${error.message}`;
    const isSame = told?.kind === kind && told.card.getClientRects().length > 0;
    const isTold = isSame && told.place !== place;
    if (isTold && (isAside || !told.isAside)) {
        told.retries.set(place, retry);
        return fill(place);
    }
    // One that fails once more, in the place where it is told, still speaks for the others.
    const retries = new Map(isSame ? told.retries : []).set(place, retry);
    if (isTold) fill(told.place);
    const card = problemCard(error, {
        title,
        retry: () => {
            told = null;
            for (const again of retries.values()) again();
        }
    });
    told = {kind, place, card, retries, isAside};
    return fill(place, card);
}
