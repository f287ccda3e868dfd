// What is being done in the background, said wherever one is: files that are read, a model that comes, a recording.

import {fill, h} from "../lib/dom.js";
import {address} from "../lib/router.js";
import {counted, percent} from "../lib/format.js";
import {hasEnded, jobs, onJob} from "../lib/jobs.js";
import {progress, setProgress} from "./controls.js";

/** Kinds of work, the one that is waited for most first: what is said of one of them, of several, and where it is shown. */
const works = [
    [["ingest", "reindex"], (one) => `Reading ${one}`, (number) => `Reading ${counted(number, "file")}`, ["documents"]],
    [
        ["transcription"], (one) => `Writing down ${one}`, (number) => `Writing down ${counted(number, "recording")}`,
        ["transcripts"]
    ],
    [["download"], (one) => `Fetching ${one}`, (number) => `Fetching ${counted(number, "model")}`, ["models"]],
    [
        ["embedding"], () => "Learning what your documents mean", () => "Learning what your documents mean",
        ["documents"]
    ],
    [
        ["analysis"], (one) => `Analysing ${one}`, (number) => `Analysing ${counted(number, "transcript")}`,
        ["transcripts"]
    ],
    [["rollup"], () => "Looking back on your journal", () => "Looking back on your journal", ["journal"]],
];

const shareOf = ({progress: {fraction, done, total, bytes, totalBytes} = {}}) => fraction
    ?? (total            ? done / total
            : totalBytes ? bytes / totalBytes
                         : undefined);

export function workLine() {
    const words = h("span.work-words");
    const bar = progress(undefined, "In the background");
    const element = h("a.work-line", {hidden: true}, words, bar);
    let shown = null;

    function show() {
        const running = jobs((job) => job.state === "running" && !hasEnded(job));
        const work = works.find(([kinds]) => running.some(({kind}) => kinds.includes(kind)));
        element.hidden = !work;
        if (!work) return;
        const [kinds, one, many, place] = work;
        const mine = running.filter(({kind}) => kinds.includes(kind));
        const shares = mine.map(shareOf).filter(Number.isFinite);
        const share = shares.length ? shares.reduce((sum, value) => sum + value, 0) / mine.length : undefined;
        const text = mine.length === 1 ? one(mine[0].title) : many(mine.length);
        if (text !== shown) fill(words, text);
        shown = text;
        element.title = Number.isFinite(share) ? `${text}, ${percent(share)}` : text;
        element.href = address(place);
        setProgress(bar, share);
    }
    onJob(show);
    return element;
}
