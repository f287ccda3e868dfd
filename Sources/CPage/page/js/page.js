// Signs in, builds the frame, and shows the view that the address names.

import {read} from "./lib/router.js";
import {resume} from "./lib/jobs.js";
import {keepShell} from "./lib/shell-cache.js";
import {fill, h} from "./lib/dom.js";
import {say} from "./lib/words.js";
import "./ui/theme.js";
import {ensureSignedIn} from "./ui/sign-in.js";
import {viewLeft} from "./ui/toast.js";
import {problemCard} from "./ui/problem.js";
import {shell} from "./ui/shell.js";
import "./ui/shortcuts.js";
import {isFirstRun} from "./views/start/first-run.js";
import "./views/start/wanted-model.js";

/**
 * What a view gives: `title`, and `open(root)`, which fills an element and returns `show(route)`, called at once and whenever
 * the address changes within the view, and `close()`.
 */
const views = {
    chat: () => import("./views/chat/chat.js"),
    documents: () => import("./views/documents/documents.js"),
    transcripts: () => import("./views/transcripts/transcripts.js"),
    journal: () => import("./views/journal/journal.js"),
    models: () => import("./views/models/models.js"),
    privacy: () => import("./views/privacy/privacy.js"),
    settings: () => import("./views/settings/settings.js"),
    start: () => import("./views/start/start.js"),
};

let frame;
let current = null;
let turn = 0;

async function show() {
    const route = read();
    if (!Object.hasOwn(views, route.view)) {
        history.replaceState(null, "", "#/chat");
        return show();
    }
    const mine = ++turn;
    if (current?.name !== route.view) {
        let module;
        try {
            module = await views[route.view]();
        } catch (error) {
            if (mine !== turn) return;
            // What stood here is gone from the page: whoever goes back to it needs it opened again.
            current?.view.close();
            current = null;
            frame.mark(route.view);
            return void fill(frame.main,
                h("div.page-width", null,
                    problemCard(Object.assign(error, {
                        code: "unreachable",
                        isReading: true,
                        message: say("This part of the page could not be loaded. Hearth may have been stopped.")
                    }),
                        {retry: () => location.reload()})));
        }
        // Somebody was quicker than the network.
        if (mine !== turn) return;
        if (current) viewLeft();
        current?.view.close();
        const root = h("div.view", {class: `view-${route.view}`});
        fill(frame.main, root);
        current = {name: route.view, view: module.open(root), title: module.title};
        frame.mark(route.view);
        document.title = [module.title, "Hearth"].join(" · ");
        frame.main.scrollTop = 0;
    }
    await current.view.show(route);
}

async function begin() {
    const loading = document.querySelector("#loading");
    try {
        await ensureSignedIn();
    } catch (error) {
        loading?.remove();
        const place = h("div.alone");
        document.body.append(place);
        fill(place, problemCard(error, {title: say("Hearth is not there"), retry: () => location.reload()}));
        return;
    }
    loading?.remove();
    frame = shell();
    // Whoever names no place, and has nothing here yet, begins at the beginning.
    if (!read().view && await isFirstRun()) history.replaceState(null, "", "#/start");
    window.addEventListener("hashchange", show);
    await show();
    resume();
    keepShell();
}

begin();
