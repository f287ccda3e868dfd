// Words of a query, marked in a text.

import {h} from "./dom.js";

const letter = "[\\p{L}\\p{N}]";
const special = /[.*+?^${}()|[\]\\]/g;

/**
 * @returns {Node[]} The text, with what fits a word of the query in a <mark>. A word also fits where it goes on a little, as
 *   `letter` in `letters`: search looks at stems, too.
 */
export function highlight(text, query) {
    const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
                      .filter((word) => word.length > 1 || /\P{ASCII}/u.test(word))
                      .sort((a, b) => b.length - a.length)
                      .slice(0, 32);
    if (!words.length) return [document.createTextNode(text)];
    const isSpaced = (word) => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word);
    const parts = words.map((word) => {
        const plain = word.replace(special, "\\$&");
        return isSpaced(word) ? `(?<!${letter})${plain}${letter}{0,3}(?!${letter})` : plain;
    });
    const pattern = new RegExp(parts.join("|"), "giu");
    const nodes = [];
    let from = 0;
    for (const match of text.matchAll(pattern)) {
        nodes.push(document.createTextNode(text.slice(from, match.index)), h("mark", null, match[0]));
        from = match.index + match[0].length;
    }
    nodes.push(document.createTextNode(text.slice(from)));
    return nodes;
}
