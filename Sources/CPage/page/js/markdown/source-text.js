// The text of a block, and where in the source each place of it stands.

export class SourceText {
    /** @param {{text: string, at: number}[]} lines */
    constructor(lines) {
        this.starts = [];
        let length = 0;
        for (const {text, at} of lines) {
            this.starts.push({from: length, at});
            length += text.length + 1;
        }
        this.text = lines.map(({text}) => text).join("\n");
    }

    /** Where in the source a place of the text stands. */
    source(index) {
        let [low, high] = [0, this.starts.length - 1];
        while (low < high) {
            const middle = Math.ceil((low + high) / 2);
            if (this.starts[middle].from <= index)
                low = middle;
            else
                high = middle - 1;
        }
        return this.starts[low].at + index - this.starts[low].from;
    }
}
