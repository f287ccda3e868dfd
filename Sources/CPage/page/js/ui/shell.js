// The frame of the page: the way to the views, and the place where they are shown. On a wide page the way is a rail; on a
// telephone it is a bar under the thumb, with what is needed less often in a sheet above it.

import {h} from "../lib/dom.js";
import {address} from "../lib/router.js";
import {onChange} from "../lib/changes.js";
import {hasEnded, jobs, onJob} from "../lib/jobs.js";
import {say} from "../lib/words.js";
import {icon} from "./icons.js";
import {iconButton} from "./controls.js";
import {openPalette} from "./palette.js";
import {maySignInPhone, signInPhone} from "./phone.js";
import {privacyLine} from "./privacy-line.js";
import {isDark, setTheme} from "./theme.js";
import {showShortcuts} from "./shortcuts.js";
import {workLine} from "./work-line.js";

const daily = [
    ["chat", say("Chat")], ["documents", say("Documents")], ["transcripts", say("Transcripts")],
    ["journal", say("Journal")]
];
const seldom = [["models", say("Models")], ["privacy", say("Privacy")], ["settings", say("Settings")]];

/** Builds the frame once; `main` is where views go. */
export function shell() {
    const main = h("main", {id: "main", tabindex: "-1"});
    const link = ([key, label]) =>
        h("a", {href: address([key]), "data-view": key, onclick: () => close()}, icon(key), h("span", null, label));
    const links = [...daily, ...seldom].map(link);
    const find = h("button.rail-find", {type: "button", onclick: () => (close(), openPalette())}, icon("search"),
        h("span", null, say("Find or do")), h("kbd", {"aria-hidden": "true"}, "Ctrl K"));
    const more = h("div.rail-more", {id: "rail-more"}, h("div.rail-links", null, links.slice(daily.length)),
        h("div.rail-foot", null, workLine(), privacyLine(),
            h("div.rail-tools", null, themeButton(), iconButton(say("Find or do anything"), "search", () => {
                close();
                openPalette();
            }, {class: "narrow-find"}), maySignInPhone() && iconButton(say("Sign in a phone"), "phone", () => {
                close();
                signInPhone();
            }), iconButton(say("Keyboard shortcuts"), "question", showShortcuts))));
    const opener = h("button.rail-opener",
        {type: "button", "aria-controls": more.id, "aria-expanded": "false", onclick: () => toggle()}, icon("menu"),
        h("span", null, say("More")));
    const nav = h("nav.rail", {id: "rail", "aria-label": say("Views")},
        h("div.brand", null, icon("flame"), h("span", null, "Hearth")), find,
        h("div.rail-links.daily", null, links.slice(0, daily.length), opener), more);
    const shade = h("div.shade", {onclick: () => close()});

    function toggle(open = !document.body.classList.contains("rail-open")) {
        document.body.classList.toggle("rail-open", open);
        opener.setAttribute("aria-expanded", String(open));
        if (open) more.querySelector("a")?.focus();
    }
    function close() {
        if (document.body.classList.contains("rail-open")) toggle(false);
    }
    // Wherever the focus is: on a telephone the sheet is opened by a finger.
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
                              say("Skip to content")),
        nav, shade, main);
    showWork(links.find(({dataset}) => dataset.view === "models"), ["download"]);
    showWork(links.find(({dataset}) => dataset.view === "documents"), ["ingest", "reindex", "embedding", "feeds", "clip"]);
    showWork(links.find(({dataset}) => dataset.view === "transcripts"), ["transcription", "analysis"]);

    return {
        main,
        /** Marks the view that is shown. */
        mark(view) {
            for (const each of links) {
                each.removeAttribute("aria-current");
                if (each.dataset.view === view) each.setAttribute("aria-current", "page");
            }
            opener.classList.toggle("current", seldom.some(([key]) => key === view));
            // A first run is one thing after the other; the rest of the page comes when it is over.
            document.body.classList.toggle("first-run", view === "start");
        },
    };
}

function themeButton() {
    const label = () => (isDark() ? say("Light colours") : say("Dark colours"));
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

/** A small mark on a view in which something is under way. */
function showWork(link, kinds) {
    const mark = h("span.work-mark", {role: "img", "aria-label": say("working"), hidden: true});
    link.append(mark);
    onJob(() => {
        mark.hidden = !jobs((job) => kinds.includes(job.kind) && job.state === "running" && !hasEnded(job)).length;
    });
}
