// Items that a server gives by pages, each when it is needed: those near what is seen are fetched, and what is left behind
// before it came is fetched no longer.

import {wasStopped} from "./api.js";

/** Pages that are kept. Who walks through a hundred thousand documents need not hold them all. */
const mostKept = 40;

/** Milliseconds for which nobody scrolls on before something is fetched. */
const patience = 60;

export class Pages {
    /**
     * @param {{size: number, fetch: (offset: number, limit: number, signal: AbortSignal) => Promise<{items: object[], total: number}>, arrived: () => void, failed: (error: Error) => void, stop: AbortSignal}} options
     *   `arrived` is called when items or their number are others than before.
     */
    constructor(options) {
        this.options = options;
        this.total = null;
        /** @type {Map<number, object[]>} */
        this.pages = new Map();
        this.wanted = [0];
        /** @type {Map<number, AbortController>} */
        this.asked = new Map();
        options.stop.addEventListener("abort", () => this.leave(() => true));
    }

    /** The item at an index; undefined while it is not there. */
    item(index) {
        const {size} = this.options;
        return this.pages.get(Math.floor(index / size))?.[index % size];
    }

    /** Those that are there, in their order. */
    get items() { return [...this.pages].sort(([a], [b]) => a - b).flatMap(([, items]) => items); }

    /** Says which items are wanted, up to `end`. */
    near(first, end) {
        const {size} = this.options;
        this.wanted = [];
        for (let page = Math.floor(first / size); page * size < end; page += 1) this.wanted.push(page);
        this.leave((page) => !this.wanted.includes(page));
        clearTimeout(this.timer);
        // What is there may be stale, and the request for what is new given up because of where somebody scrolled to.
        const isMissing = this.isStale ? !this.asked.size : this.wanted.some((page) => !this.pages.has(page) && !this.asked.has(page));
        if (!this.isBroken && isMissing)
            this.timer = setTimeout(() => this.bring(), patience);
    }

    /** Others are wanted from now on: the first of them. */
    restart() {
        this.wanted = [0];
        return this.again();
    }

    /** Fetches what is wanted anew. The rest is forgotten when it came, and not before: what is read stays. */
    async again() {
        this.leave(() => true);
        this.isStale = true;
        this.isBroken = false;
        const found = await this.fetch(this.wanted);
        if (!found) return;
        this.isStale = false;
        this.pages = new Map(found);
        this.options.arrived();
    }

    async bring() {
        if (this.options.stop.aborted) return;
        if (this.isStale) return this.again();
        const pages = this.wanted.filter((page) => !this.pages.has(page) && !this.asked.has(page));
        await Promise.all(pages.map(async (page) => {
            const found = await this.fetch([page]);
            if (!found) return;
            for (const [number, items] of found) this.pages.set(number, items);
            this.trim();
            this.options.arrived();
        }));
    }

    /** @returns {Promise<[number, object[]][]|null>} null where it was left meanwhile, or failed. */
    async fetch(pages) {
        const {size, fetch, failed} = this.options;
        const stop = new AbortController();
        for (const page of pages) this.asked.set(page, stop);
        try {
            const found = await Promise.all(pages.map(async (page) => {
                const {items, total} = await fetch(page * size, size, stop.signal);
                return {page, items, total};
            }));
            if (stop.signal.aborted) return null;
            this.total = found.at(-1).total;
            return found.map(({page, items}) => [page, items]);
        } catch (error) {
            const isLeft = stop.signal.aborted || wasStopped(error);
            stop.abort();
            if (isLeft) return null;
            // Nothing more is asked until somebody wants it tried again.
            this.isBroken = true;
            failed(error);
            return null;
        } finally {
            for (const page of pages)
                if (this.asked.get(page) === stop) this.asked.delete(page);
        }
    }

    leave(isLeft) {
        for (const [page, stop] of this.asked) {
            if (!isLeft(page)) continue;
            this.asked.delete(page);
            // One request may be for several pages; it ends when none of them is wanted.
            if (![...this.asked.values()].includes(stop)) stop.abort();
        }
    }

    /** Forgets what is farthest from what is seen. */
    trim() {
        const middle = this.wanted[Math.floor(this.wanted.length / 2)] ?? 0;
        const far = [...this.pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
        for (const page of far.slice(0, Math.max(0, far.length - mostKept))) this.pages.delete(page);
    }
}
