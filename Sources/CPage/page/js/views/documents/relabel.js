// Says anew how private documents are: one where it is shown, or several that were chosen; and what changes by it.

import {fill, h} from "../../lib/dom.js";
import {part, patch, Problem} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {counted, titleOf} from "../../lib/format.js";
import {term} from "../../lib/terms.js";
import {listed, say} from "../../lib/words.js";
import {field} from "../../ui/controls.js";
import {form} from "../../ui/dialog.js";
import {labelSelect, labelWords} from "../../ui/labels.js";
import {wordsOf} from "../../ui/problem.js";
import {toast} from "../../ui/toast.js";

const order = ["public", "personal", "private"];

/** What another label changes for documents that have one of some labels now. */
function effect(label, before) {
    const isStricter = before.some((one) => order.indexOf(one) < order.indexOf(label));
    const isMilder = before.some((one) => order.indexOf(one) > order.indexOf(label));
    return [
        label === "private" && isStricter
            && say("What is private leaves this machine no more, and is shared with nobody. What went out before is not called back."),
        label === "personal" && isStricter && say("What is personal goes to another host only with your consent. What went out before is not called back."),
        label === "personal" && isMilder && say("What is personal may go to another host with your consent, and is read in collections that you share."),
        label === "public" && isMilder && say("What is public may be seen by every engine, on other hosts too.")
    ].filter(Boolean).join(" ");
}

const write = (document, label) => patch(`/api/documents/${part(document.documentID)}`, {label});

/** Each for itself: one that is refused keeps none of the others back, and is told by its name. */
async function writeAll(wanted) {
    const [done, refused] = [[], []];
    let why = null;
    for (const [document, label] of wanted) {
        try {
            await write(document, label);
            done.push(document);
        } catch (error) {
            refused.push([document, label]);
            why ??= error;
        }
    }
    announce("documents");
    return {done, refused, why};
}

/** Says what became of it, and takes it back where somebody wants that. `shown` is told the label that one document has then. */
async function change(wanted, shown) {
    const {done, refused, why} = await writeAll(wanted);
    if (why) {
        toast(say("Not labelled: {names}. {reason}", {names: listed(refused.map(([document]) => titleOf(document))), reason: [wordsOf(why)].flat()[0]}),
            {tone: "bad", seconds: 12, action: {label: say("Try again"), run: () => change(refused, shown)}});
        return;
    }
    if (done.length === 0) return;
    const label = wanted[0][1];
    shown?.(label);
    const words = done.length === 1 ? say("Labelled {label}.", {label: term(label)})
                                    : counted(done.length, "{count} document labelled {label}.|{count} documents labelled {label}.", {label: term(label)});
    const before = done.map((document) => document.label);
    toast(`${words} ${effect(label, before)}`.trim(),
        {tone: "good", seconds: 10, action: {label: say("Undo"), run: () => takeBack(done.map((document) => [document, document.label]), shown)}});
}

async function takeBack(wanted, shown) {
    const {refused, why} = await writeAll(wanted);
    if (why)
        toast(say("Not labelled: {names}. {reason}", {names: listed(refused.map(([document]) => titleOf(document))), reason: [wordsOf(why)].flat()[0]}),
            {tone: "bad", seconds: 12, action: {label: say("Try again"), run: () => takeBack(refused, shown)}});
    else
        shown?.(wanted[0][1]);
}

/**
 * One document, whose label was chosen where it is shown.
 *
 * @param {(label: string) => void} [shown] Told the label that it has then, also when that was taken back.
 */
export const setLabel = (document, label, shown) => change([[document, label]], shown);

/** One or several: it is said before what changes, and of several how many have that label already. */
export async function relabel(documents) {
    const choice = labelSelect(documents.every((one) => one.label === documents[0].label) ? documents[0].label : "personal", () => tell());
    const words = h("p", {role: "status"});
    const others = () => documents.filter((document) => document.label !== choice.value);
    function tell() {
        const changing = others();
        const label = term(choice.value);
        fill(words, changing.length === 0 ? documents.length > 1 && say("All of them are labelled {label} already.", {label})
                                          : [
                                                counted(changing.length, "{count} document changes to {label}.|{count} documents change to {label}.", {label}), " ",
                                                effect(choice.value, changing.map((document) => document.label))
                                            ]);
    }
    tell();
    const label = await form(documents.length > 1 ? say("Change how private they are") : say("How private is {name}?", {name: titleOf(documents[0])}),
        [field(say("Privacy"), choice), words, labelWords(choice, {atOnce: true})], say("Change"), () => {
        if (others().length === 0) throw new Problem("nothing-changes", say("Choose another one."));
        return choice.value;
    });
    if (!label) return false;
    await change(others().map((document) => [document, label]));
    return true;
}
