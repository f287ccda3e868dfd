// The same question, answered by somebody else: who could, where each is, and what it may see.

import {h} from "../../lib/dom.js";
import {say} from "../../lib/words.js";
import {answerers} from "../../ui/answerers.js";
import {dialog} from "../../ui/dialog.js";
import {icon} from "../../ui/icons.js";
import {attempt} from "../../ui/toast.js";

/**
 * @param {string} before The engine that answered.
 * @param {{title?: string, note?: string}} [words] What is asked, and what becomes of the answer that is there.
 * @returns {Promise<string|undefined>} The one that was chosen.
 */
export async function chooseAnother(before, {title = say("Who should answer instead?"), note = say("The answer takes the place of this one.")} = {}) {
    const all = await attempt(() => answerers());
    if (!all) return undefined;
    const others = all.filter(({available, engine}) => available && engine !== before);
    return dialog(title,
        (close) => [others.length > 0
                ? h("ul.another", null,
                      others.map((item) => h("li", null,
                                     h("button.example", {type: "button", onclick: () => close(item.engine)},
                                         h("strong", null, item.name), item.model && ` · ${item.model}`,
                                         h("span.answerer-place", {"data-place": item.place.kind},
                                             icon(item.place.symbol), item.place.words),
                                         h("span.help", null, item.sees)))))
                : h("p", null,
                      say("Nobody else can answer now. Choose a model, or connect a service, under “Who answers” below your question.")),
            others.length > 0 && h("p.help", null, note),
    ]);
}
