// Going on from a message in a conversation of its own, and two answers to one question side by side.

import {fill, h} from "../../lib/dom.js";
import {part, post, remove} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {go} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {button} from "../../ui/controls.js";
import {dialog} from "../../ui/dialog.js";
import {problemCard} from "../../ui/problem.js";
import {attempt, toast} from "../../ui/toast.js";
import {chooseAnother} from "./another-answer.js";
import {LiveAnswer} from "./live-answer.js";
import {LiveView} from "./live-view.js";
import {messageView} from "./message.js";

const make = (id, upTo) => post(`/api/conversations/${part(id)}/branch`, {upTo});

/** Begins a conversation with everything up to a message, and shows it. */
export async function branchFrom(id, message) {
    const made = await attempt(() => make(id, message.id));
    if (!made) return;
    announce("conversations", {id: made.conversationID});
    go(["chat", made.conversationID]);
    toast(say("This is a new conversation with everything up to here. The first one stays as it is."), {seconds: 10});
}

/**
 * Lets somebody else answer the same question, and shows both answers. The second is written in a conversation of its own, with
 * what was said before, which goes again where one goes on with the first.
 *
 * @param {string} id The conversation's.
 * @param {{question: object, answer: object, options: object}} turn `options` as for a question.
 */
export async function compareAnswers(id, {question, answer, options}) {
    const engine = await chooseAnother(answer.route?.engine ?? answer.engine, {
        title: say("Who else should answer?"),
        note: say("Both answers are shown side by side; then you choose the one to go on with."),
    });
    const made = engine && await attempt(() => make(id, question.id - 1));
    if (!made) return;
    const second = new LiveAnswer(made.conversationID, {...options, text: question.content, engine});
    const stop = new AbortController();
    const place = h("div.compared-answer");
    const keep = button(say("Go on with this answer"), () => {}, {disabled: true});
    show(second, place, keep, stop.signal);
    second.run();
    const isSecond = await dialog(say("Two answers"), (close) => {
        keep.addEventListener("click", () => close(true));
        return [
            h("div.bubble.compared-question", {dir: "auto"}, question.content),
            h("div.compared", null,
                h("section", {"aria-label": say("First answer")}, h("div.compared-answer", null, still(answer)),
                    button(say("Go on with this answer"), () => close(false))),
                h("section", {"aria-label": say("Second answer")}, place, keep)),
        ];
    }, {className: "comparison"});
    stop.abort();
    if (isSecond) {
        go(["chat", made.conversationID]);
        toast(say("You go on with the second answer. The conversation with the first one stays in the list."), {seconds: 10});
        return;
    }
    if (!second.isOver) await second.stop();
    await attempt(() => remove(`/api/conversations/${part(made.conversationID)}`));
    announce("conversations", {id: made.conversationID});
}

/** An answer to be read. Its sources open beside a conversation, which lies below the dialog. */
function still(message) {
    const view = messageView(message, {});
    const left = [...view.querySelectorAll(".dropped")].flatMap((box) => [...box.querySelectorAll("button")]);
    for (const source of [...view.querySelectorAll(".cite,.source"), ...left]) source.disabled = true;
    return view;
}

/** Shows an answer while it is written, and as it is stored. */
function show(answer, place, keep, signal) {
    const view = new LiveView(answer);
    fill(place, view.element);
    let isWaiting = false;
    answer.addEventListener("change", () => {
        if (answer.isOver) {
            fill(place, answer.message ? still(answer.message)
                                       : answer.error && problemCard(answer.error, {title: say("There is no answer")}));
            keep.disabled = !answer.message;
            return;
        }
        if (isWaiting) return;
        isWaiting = true;
        requestAnimationFrame(() => {
            isWaiting = false;
            if (!answer.isOver) view.draw();
        });
    }, {signal});
    view.draw();
}
