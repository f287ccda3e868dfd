// Where in a recording somebody speaks, and who: one line for each speaker, as far as these are told apart.

import {svg} from "../../lib/dom.js";
import {say} from "../../lib/words.js";

/** Across; what is shorter than one is drawn as one, and pauses that are shorter are none. */
const columns = 600;

/** Speakers with a line of their own, in the order in which they begin; the others share the last. */
const mostLines = 4;

/**
 * @param {{start: number, end: number, speaker?: string|null}[]} cues
 * @param {number} length Seconds.
 * @param {(share: number) => void} choose Called with the part of the whole at which it was pressed.
 * @returns {Node|null} None where nobody knows when anything was said.
 */
export function speechDrawing(cues, length, choose) {
    const lines = speechLines(cues, length);
    if (!lines.length) return null;
    const drawing = svg("svg.speech", {
        viewBox: `0 0 ${columns} ${lines.length}`, preserveAspectRatio: "none", role: "img", "aria-label": say("Where somebody speaks"),
        onclick: (event) => {
            const {left, width} = drawing.getBoundingClientRect();
            choose(Math.min(1, Math.max(0, (event.clientX - left) / width)));
        }
    },
        lines.map((spans, row) => svg("path", {
            class: `speech-${row}`,
            d: spans.map(([from, to]) => `M${from} ${row + 0.1}H${to}V${row + 0.9}H${from}Z`).join("")
        })));
    return drawing;
}

/** For each line the spans of it, in columns; neighbours are one. */
function speechLines(cues, length) {
    const order = new Map();
    const lines = [];
    for (const {start, end, speaker} of cues) {
        if (!Number.isFinite(start) || !Number.isFinite(end) || end <= start || start >= length) continue;
        const who = speaker ?? "";
        if (!order.has(who)) order.set(who, Math.min(order.size, mostLines - 1));
        const spans = lines[order.get(who)] ??= [];
        const from = Math.floor(columns * start / length);
        const to = Math.min(columns, Math.max(from + 1, Math.round(columns * end / length)));
        const last = spans.at(-1);
        if (last && from <= last[1]) {
            last[0] = Math.min(last[0], from);
            last[1] = Math.max(last[1], to);
        } else
            spans.push([from, to]);
    }
    return lines;
}
