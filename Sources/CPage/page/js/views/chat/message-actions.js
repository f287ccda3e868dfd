// What a message of a conversation lets one do.

import {chooseAnother} from "./another-answer.js";
import {branchFrom, compareAnswers} from "./branch.js";

/** @param {import("./thread.js").Thread} thread */
export const messageActions = (thread) => ({
    edit: (from, text) => thread.ask(text, from.replaces ?? from.id),
    again: (from) => thread.again(from),
    other: async (engine) => {
        const chosen = await chooseAnother(engine);
        if (chosen) thread.again(undefined, {engine: chosen});
    },
    branch: (from) => branchFrom(thread.id, from),
    compare: (answer) => {
        const question = thread.messages.findLast(({role, id}) => role === "user" && id >= 0);
        if (question) compareAnswers(thread.id, {question, answer, options: thread.actions.options()});
    },
});
