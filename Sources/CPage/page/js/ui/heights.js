// The heights of a list's rows, and at which pixel each begins: a tree of sums (Fenwick 1994), so that one height of a hundred
// thousand changes in seventeen steps.

export class Heights {
    /**
     * @param {number} count
     * @param {number} estimate Of each row of which nothing is known, in pixels.
     * @param {[number, number][]} [known] Indexes and heights.
     */
    constructor(count, estimate, known = []) {
        Object.assign(this, {count, estimate});
        this.own = new Float64Array(count).fill(estimate);
        for (const [index, height] of known) this.own[index] = height;
        // Each node holds the sum of as many heights as its lowest bit says, the last of them its own.
        this.sums = new Float64Array(count + 1);
        for (let node = 1; node <= count; node += 1) {
            this.sums[node] += this.own[node - 1];
            const above = node + (node & -node);
            if (above <= count) this.sums[above] += this.sums[node];
        }
    }

    height(index) { return this.own[index] ?? this.estimate; }

    set(index, height) {
        const by = height - this.own[index];
        this.own[index] = height;
        for (let node = index + 1; node <= this.count; node += node & -node) this.sums[node] += by;
    }

    /** Where a row begins; the end of the list for the one behind the last. */
    start(index) {
        let sum = 0;
        for (let node = Math.min(index, this.count); node > 0; node -= node & -node) sum += this.sums[node];
        return sum;
    }

    get total() { return this.start(this.count); }

    /** The row at a pixel: the first before the list, the last behind it. */
    at(offset) {
        let node = 0;
        let left = offset;
        for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.count))); step >= 1; step /= 2) {
            if (node + step > this.count || this.sums[node + step] > left) continue;
            node += step;
            left -= this.sums[node];
        }
        return Math.max(0, Math.min(node, this.count - 1));
    }
}
