// Blocks into elements, and a view of a text that is still being written.

import {h} from "../lib/dom.js";
import {inline} from "./inline.js";
import {parse} from "./blocks.js";

/** A whole text. See {@link inline} for the options. */
export function markdown(text, options = {}) {
    return h("div.prose", {dir: "auto"}, parse(text).map((block) => element(block, options)));
}

/**
 * A text that grows: only the blocks at its end that changed are drawn anew, so that nothing above moves, a selection stays,
 * and the work does not grow with the length.
 */
export class GrowingText {
    constructor(options = {}) {
        this.element = h("div.prose", {dir: "auto"});
        this.options = options;
        this.sources = [];
    }

    show(text) {
        const blocks = parse(text);
        let same = 0;
        while (same < blocks.length && blocks[same].source === this.sources[same]) same += 1;
        while (this.element.children.length > same) this.element.lastElementChild.remove();
        for (const block of blocks.slice(same)) this.element.append(element(block, this.options));
        this.sources = blocks.map((block) => block.source);
    }
}

function element(block, options) {
    const children = (blocks) => blocks.map((inner) => element(inner, options));
    switch (block.kind) {
        // Headings of an answer lie below those of the page.
        case "heading": return h(`h${Math.min(6, block.level + 2)}`, {dir: "auto"}, inline(block.lines, options));
        case "paragraph": return h("p", {dir: "auto"}, inline(block.lines, options));
        case "rule": return h("hr");
        case "code": return code(block);
        case "quote": return h("blockquote", {dir: "auto"}, children(block.blocks));
        case "list":
            return h(block.ordered ? "ol" : "ul",
                {dir: "auto", start: block.ordered && block.first !== 1 ? block.first : null},
                block.items.map((item) => h("li", {dir: "auto"}, tight(item.blocks, options))));
        case "table": return table(block, options);
        default: return h("p");
    }
}

/** An item of one paragraph needs no paragraph. */
function tight(blocks, options) {
    return blocks.map((block, index) => index === 0 && block.kind === "paragraph" ? inline(block.lines, options)
                                                                                  : element(block, options));
}

function code(block) {
    // Code may be wider than the page; it scrolls by itself, and so must be reachable by the keyboard.
    return h("pre",
        {dir: "ltr", tabindex: "0", role: "region", "aria-label": block.language ? `Code, ${block.language}` : "Code"},
        h("code", null, block.text));
}

function table(block, options) {
    const row = (cells, name) => h("tr", null, cells.map((cell) => h(name, {dir: "auto"}, inline([cell], options))));
    return h("div.table-scroll", {tabindex: "0", role: "region", "aria-label": "Table"},
        h("table", null, h("thead", null, row(block.head, "th")),
            h("tbody", null, block.rows.map((cells) => row(cells, "td")))));
}
