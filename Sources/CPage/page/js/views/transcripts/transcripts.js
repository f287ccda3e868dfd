// Transcripts: add recordings' words, and find out what is in them.

import {fill, h, throttle} from "../../lib/dom.js";
import {onChange} from "../../lib/changes.js";
import {go} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {aspects} from "./aspect-panel.js";
import {TranscriptList} from "./transcript-list.js";
import {TranscriptPage} from "./transcript-page.js";

export const title = say("Transcripts");

export function open(root) {
    const stop = new AbortController();
    const overview = h("div.page-pane");
    const single = h("div.page-pane.single", {hidden: true});
    const list = new TranscriptList(stop.signal, overview);
    const page = new TranscriptPage(stop.signal);
    fill(overview, list.element);
    fill(single, page.element);
    fill(root, overview, single);
    list.load();
    onChange(["documents"], throttle(() => stop.signal.aborted || list.load(), 2_000), stop.signal);
    const known = ["transcript", ...aspects.map(([key]) => key)];
    return {
        show({path: [id, tab], query}) {
            overview.hidden = Boolean(id);
            single.hidden = !id;
            if (!id) return page.player.audio.pause();
            if (!known.includes(tab))
                return go(["transcripts", id, "summary"], Object.fromEntries(query), {replace: true});
            return page.show(id, tab, query);
        },
        close() {
            stop.abort();
            page.close();
        },
    };
}
