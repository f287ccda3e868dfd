// A line that is read from left to right, by characters and by columns: a tab goes on to the next multiple of four, and may
// be taken in part.

export const isSpace = (character) => character === " " || character === "\t";

export class Cursor {
    /** @param {{text: string, at: number}} line */
    constructor(line) {
        this.text = line.text;
        this.at = line.at;
        this.offset = this.column = 0;
        this.isInTab = false;
        this.look();
    }

    /** Finds the next character that is no space, and how far it is indented. */
    look() {
        let {offset, column} = this;
        for (;; offset++) {
            if (this.text[offset] === " ")
                column += 1;
            else if (this.text[offset] === "\t")
                column += 4 - column % 4;
            else
                break;
        }
        this.next = offset;
        this.nextColumn = column;
        this.indent = column - this.column;
        this.isBlank = offset >= this.text.length;
    }

    skip() {
        this.offset = this.next;
        this.column = this.nextColumn;
        this.isInTab = false;
    }

    /** Goes on by columns; a tab may be taken in part. */
    advance(columns) {
        while (columns > 0 && this.offset < this.text.length) {
            const width = this.text[this.offset] === "\t" ? 4 - this.column % 4 : 1;
            const step = Math.min(width, columns);
            this.isInTab = step < width;
            this.column += step;
            this.offset += this.isInTab ? 0 : 1;
            columns -= step;
        }
    }

    get rest() { return this.text.slice(this.next); }

    get sign() { return this.text[this.offset]; }

    get isAtEnd() { return this.offset >= this.text.length; }

    toEnd() { this.offset = this.text.length; }

    /** What is left of the line, and where in the source it begins. */
    taken() {
        let lead = 0;
        if (this.isInTab) {
            this.offset += 1;
            lead = 4 - this.column % 4;
            this.isInTab = false;
        }
        return {text: " ".repeat(lead) + this.text.slice(this.offset), at: this.at + this.offset - lead};
    }
}
