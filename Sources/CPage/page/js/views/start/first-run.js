// Whether somebody is here for the first time, and how far they came: so that a first run can be left and taken up again.

import {get} from "../../lib/api.js";

const key = "hearth.first-run";
export const steps = ["model", "documents", "question"];

const read = () => {
    try {
        return localStorage.getItem(key);
    } catch { return null; }
};
const write = (value) => {
    try {
        localStorage.setItem(key, value);
    } catch { /* then it is asked again at the next visit */
    }
};

/** The step that was shown last; null before the first one, and when all of it is over. */
export const lastStep = () => (steps.includes(read()) ? read() : null);
export const noteStep = (step) => write(step);

/** Whether it was finished or left for good. */
export const isOver = () => read() === "over";
export const end = () => write("over");

/** Nothing was read, nothing was asked, and nobody said that they know the way. */
export async function isFirstRun() {
    if (isOver()) return false;
    try {
        const [{documents}, {total}] =
            await Promise.all([get("/api/suggestions"), get("/api/conversations", {limit: 1})]);
        return documents === 0 && total === 0 || lastStep() !== null;
    } catch { return false; }
}
