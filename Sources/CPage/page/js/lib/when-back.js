// Waits for a server that was stopped.

/** Milliseconds between two looks. */
const patience = 2000;

async function answers() {
    try {
        return (await fetch("/api/session", {credentials: "omit", cache: "no-store"})).ok;
    } catch { return false; }
}

/**
 * Calls `then` when a server that does not answer now answers again. One that answers all the while is not what was missing:
 * then nothing is done by itself, lest what fails for another reason is tried for ever.
 *
 * @param {() => boolean} isWanted Whether somebody still waits for it.
 */
export async function whenBack(isWanted, then) {
    let wasGone = false;
    while (!await answers()) {
        wasGone = true;
        await new Promise((resolve) => setTimeout(resolve, patience));
        if (!isWanted()) return;
    }
    if (wasGone && isWanted()) then();
}
