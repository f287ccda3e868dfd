// The frame of the page: the way to the views, and the place where they are shown.

import {h} from "../lib/dom.js";
import {address} from "../lib/router.js";
import {onChange} from "../lib/changes.js";
import {hasEnded, jobs, onJob} from "../lib/jobs.js";
import {get} from "../lib/api.js";
import {icon} from "./icons.js";
import {iconButton} from "./controls.js";
import {isDark, setTheme} from "./theme.js";
import {showShortcuts} from "./shortcuts.js";

const views = [
    ["chat", "Chat"], ["documents", "Documents"], ["transcripts", "Transcripts"], ["journal", "Journal"],
    ["models", "Models"], ["privacy", "Privacy"], ["settings", "Settings"]
];

/** Builds the frame once; `main` is where views go. */
export function shell() {
    const main = h("main", {id: "main", tabindex: "-1"});
    const links = views.map(([key, label]) => h("a", {href: address([key]), "data-view": key, onclick: () => close()},
                                icon(key), h("span", null, label)));
    const state = h("a.privacy-state", {href: address(["privacy"])});
    const nav = h("nav.rail", {id: "rail", "aria-label": "Views"},
        h("div.brand", null, icon("flame"), h("span", null, "Hearth")), h("div.rail-links", null, links),
        h("div.rail-foot", null, state,
            h("div.rail-tools", null, themeButton(), iconButton("Keyboard shortcuts", "question", showShortcuts))));
    const opener = iconButton("Menu", "menu", () => toggle(), {"aria-controls": "rail", "aria-expanded": "false"});
    const top = h("header.top", null, opener, h("span.top-title", null, "Hearth"));
    const shade = h("div.shade", {onclick: () => close()});

    function toggle(open = !document.body.classList.contains("rail-open")) {
        document.body.classList.toggle("rail-open", open);
        opener.setAttribute("aria-expanded", String(open));
        if (open) links.find((link) => link.hasAttribute("aria-current"))?.focus();
    }
    function close() {
        if (!document.body.classList.contains("rail-open")) return;
        toggle(false);
    }
    // Wherever the focus is: on a telephone the drawer is opened by a finger.
    document.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || !document.body.classList.contains("rail-open")) return;
        event.preventDefault();
        close();
        opener.focus();
    });

    document.body.prepend(h("a.skip", {
        href: "#main",
        onclick: (event) => {
            event.preventDefault();
            main.focus();
        }
    },
                              "Skip to content"),
        top, nav, shade, main);
    showPrivacy(state);
    showWork(links.find((link) => link.dataset.view === "models"), ["download"]);
    showWork(links.find((link) => link.dataset.view === "documents"), ["ingest", "reindex", "embedding"]);
    showWork(links.find((link) => link.dataset.view === "transcripts"), ["transcription", "analysis"]);

    return {
        main,
        /** Marks the view that is shown. */
        mark(view, title) {
            for (const link of links) link.toggleAttribute("aria-current", link.dataset.view === view);
            for (const link of links)
                if (link.dataset.view === view) link.setAttribute("aria-current", "page");
            top.querySelector(".top-title").textContent = title;
        },
    };
}

function themeButton() {
    const label = () => (isDark() ? "Light colours" : "Dark colours");
    const element = iconButton(label(), isDark() ? "sun" : "moon", () => {
        setTheme(isDark() ? "light" : "dark");
        show();
    });
    function show() {
        element.setAttribute("aria-label", label());
        element.title = label();
        element.replaceChildren(icon(isDark() ? "sun" : "moon"));
    }
    onChange(["theme"], show);
    return element;
}

/** One line that is always there: may anything leave this machine? */
function showPrivacy(element) {
    async function show() {
        try {
            const routing = await get("/api/routing");
            const words =
                routing.offline ? routing.enforcement.state === "enforced" ? "Offline, enforced" : "Offline" : {
                    auto: "All engines, your order",
                    localOnly: "This device only",
                    appleOnly: "Apple on-device only",
                    byoOnly: "Your endpoints"
                }[routing.mode];
            const stays = routing.offline || ["localOnly", "appleOnly"].includes(routing.mode);
            element.replaceChildren(icon(stays ? "device" : "cloud"), h("span", null, words));
        } catch { element.replaceChildren(); }
    }
    onChange(["routing", "settings", "session"], show);
    show();
}

/** A small mark on a view in which something is under way. */
function showWork(link, kinds) {
    const mark = h("span.work-mark", {role: "img", "aria-label": "working", hidden: true});
    link.append(mark);
    onJob(() => {
        mark.hidden = !jobs((job) => kinds.includes(job.kind) && job.state === "running" && !hasEnded(job)).length;
    });
}
