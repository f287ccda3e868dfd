// Documents: add, find, read, label and remove them.

import {fill, h, keepingFocus, throttle} from "../../lib/dom.js";
import {onChange} from "../../lib/changes.js";
import {address, change} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {Reader} from "../../ui/reader.js";
import {tabs} from "../../ui/tabs.js";
import {closePlace, placeOf} from "../chat/citations.js";
import {CollectionPanel} from "./collections.js";
import {DocumentList} from "./document-list.js";
import {DocumentPage} from "./document-page.js";
import {Feeds} from "./feeds.js";
import {FolderPanel} from "./folders.js";
import {SearchPanel} from "./search-panel.js";
import {UploadPanel} from "./upload-panel.js";
import {documentUploads} from "./uploads.js";

export const title = say("Documents");

const documentLink = (item) =>
    item.result?.documentID ? h("a", {href: address(["documents", item.result.documentID])}, item.name) : null;

export function open(root) {
    const stop = new AbortController();
    const search = new SearchPanel(stop.signal);
    const list = new DocumentList(stop.signal);
    const page = new DocumentPage(stop.signal);
    const folders = new FolderPanel(stop.signal);
    const collections = new CollectionPanel(stop.signal);
    const upload = new UploadPanel([{uploads: documentUploads, link: documentLink, canReplace: true}],
        {text: say("Drop files or folders here"), stop: stop.signal, target: root});
    const folds = h("div.folds", null, folders.element, collections.element);
    const feeds = new Feeds(stop.signal);
    const bar = h("div");
    let opener = null;
    const reader = new Reader({
        close: () => {
            change(closePlace);
            opener?.isConnected && opener.focus();
        }
    });
    const overview = h("div.page-pane", null,
        h("div.page-width", null, h("header.page-head", null, h("h1", null, say("Documents")), search.element),
            bar, search.results, upload.element, folds, list.element, feeds.element));
    const single = h("div.page-pane.single", null, page.element);
    // A folder that is being read changes the list with each file; drawn as often, nobody could click in it.
    const reload = throttle(() => {
        if (stop.signal.aborted) return;
        list.load();
        if (!single.hidden && page.id) page.load();
    }, 2_000);
    onChange(["documents"], reload, stop.signal);
    onChange(["documents", "collections"], () => collections.load(), stop.signal);
    const drawBar = (current) => keepingFocus(bar, () => fill(bar,
        tabs(say("Documents"), [
            {key: "library", label: say("Library"), href: address(["documents"])},
            {key: "feeds", label: say("Feeds"), href: address(["documents", "feeds"])}
        ],
            current)));
    fill(root, overview, single, reader.element);

    return {
        async show({path, query}) {
            const isFeeds = path[0] === "feeds";
            const id = isFeeds ? null : path[0];
            overview.hidden = Boolean(id);
            single.hidden = !id;
            if (id) {
                reader.hide();
                root.classList.remove("has-reader");
                return page.show(id, query);
            }
            const isSearch = !isFeeds && search.show(query);
            upload.element.hidden = folds.hidden = list.element.hidden = isSearch || isFeeds;
            search.element.hidden = search.results.hidden = isFeeds;
            drawBar(isFeeds ? "feeds" : "library");
            if (isFeeds) {
                reader.hide();
                root.classList.remove("has-reader");
                return feeds.show(path[1]);
            }
            feeds.hide();
            list.show(query);
            const place = placeOf(query);
            root.classList.toggle("has-reader", Boolean(place));
            if (!place) return reader.hide();
            opener = document.activeElement?.closest(".hit");
            await reader.show(place, {focus: Boolean(opener)});
        },
        close() {
            stop.abort();
            page.close();
            reader.hide();
        },
    };
}
