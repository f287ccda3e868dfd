// Privacy: who may see what, and the record of who did.

import {fill, h} from "../../lib/dom.js";
import {onChange} from "../../lib/changes.js";
import {say} from "../../lib/words.js";
import {ConsentPanel} from "./consent-panel.js";
import {currentPerson} from "../../lib/session.js";
import {deletePanel} from "./delete-panel.js";
import {LedgerPanel} from "./ledger-panel.js";
import {RoutingPanel} from "./routing-panel.js";

export const title = say("Privacy");

export function open(root) {
    const stop = new AbortController();
    const routing = new RoutingPanel(stop.signal);
    const consents = new ConsentPanel(stop.signal);
    const ledger = new LedgerPanel(stop.signal);
    const width = h("div.page-width", null, h("header.page-head", null, h("h1", null, say("Privacy"))), ledger.answer,
        h("div.panels", null, h("div", null, routing.element, consents.element), h("div", null, ledger.element)));
    fill(root, h("div.page-pane", null, width));
    const loaded = [routing.load(), consents.load()];
    // It is about the owner's, and nobody's with an account. It stands below what is of no known height before it is loaded, and a button
    // that moves away under the pointer is none.
    const deleting = currentPerson() === null && deletePanel();
    function showDeleting() {
        if (deleting && !deleting.isConnected) width.append(deleting);
    }
    onChange(["routing", "settings"], (detail) => {
        if (detail.isForeign || !routing.element.contains(document.activeElement)) routing.load();
        consents.load();
    }, stop.signal);
    return {
        show({query}) { Promise.allSettled([...loaded, ledger.show(query)]).then(showDeleting); },
        close() { stop.abort(); }
    };
}
