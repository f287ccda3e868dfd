// What is being done in the background, said wherever one is: files that are read, a model that comes, a recording.

import {fill, h} from "../lib/dom.js";
import {address} from "../lib/router.js";
import {counted, percent} from "../lib/format.js";
import {hasEnded, jobs, onJob} from "../lib/jobs.js";
import {listed, say} from "../lib/words.js";
import {progress, setProgress} from "./controls.js";

/** Kinds of work, the one that is waited for most first: what is said of one of them, of several, and where it is shown. */
const works = [
    [
        ["ingest", "reindex"], (title) => say("Reading {title}", {title}),
        (number) => counted(number, "Reading {count} file|Reading {count} files"), ["documents"]
    ],
    [
        ["transcription"], (title) => say("Writing down {title}", {title}),
        (number) => counted(number, "Writing down {count} recording|Writing down {count} recordings"), ["transcripts"]
    ],
    [
        ["download"], (title) => say("Fetching {title}", {title}),
        (number) => counted(number, "Fetching {count} model|Fetching {count} models"), ["models"]
    ],
    [
        ["feeds"], (title) => (title ? say("Looking at {title}", {title}) : say("Looking at your feeds")),
        () => say("Looking at your feeds"), ["documents", "feeds"]
    ],
    [
        ["clip"], (title) => say("Keeping a page of {title}", {title}),
        (number) => counted(number, "Keeping {count} page|Keeping {count} pages"), ["documents", "feeds"]
    ],
    [
        ["embedding"], () => say("Learning what your documents mean"), () => say("Learning what your documents mean"),
        ["documents"]
    ],
    [
        ["analysis"], (title) => say("Analysing {title}", {title}),
        (number) => counted(number, "Analysing {count} transcript|Analysing {count} transcripts"), ["transcripts"]
    ],
    [
        ["batch"], () => say("Answering a batch of requests"),
        (number) => counted(number, "Answering {count} batch of requests|Answering {count} batches of requests"),
        ["privacy"]
    ],
    [["rollup"], () => say("Looking back on your journal"), () => say("Looking back on your journal"), ["journal"]],
];

const shareOf = ({progress: {fraction, done, total, bytes, totalBytes} = {}}) => fraction
    ?? (total            ? done / total
            : totalBytes ? bytes / totalBytes
                         : undefined);

export function workLine() {
    const words = h("span.work-words");
    const bar = progress(undefined, say("In the background"));
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
        element.title = Number.isFinite(share) ? listed([text, percent(share)]) : text;
        element.href = address(place);
        setProgress(bar, share);
    }
    onJob(show);
    return element;
}
