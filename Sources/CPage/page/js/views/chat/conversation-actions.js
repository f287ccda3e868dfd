// What can be done with a conversation in the list.

import {h, uniqueID} from "../../lib/dom.js";
import {download, get, ifUnchanged, part, patch, wasChanged} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {go, read} from "../../lib/router.js";
import {say} from "../../lib/words.js";
import {field} from "../../ui/controls.js";
import {ask, confirm, form} from "../../ui/dialog.js";
import {attempt, toast} from "../../ui/toast.js";
import {shareFile} from "./share-file.js";

const pathOf = (item) => `/api/conversations/${part(item.conversationID)}`;

/** @param {object} item @param {{name: string}[]} folders Those that are there. @returns {{label: string, symbol: string, run: () => void}[]} For a menu. */
export function actionsOf(item, folders) {
    return [
        item.isPinned ? {label: say("Take the pin off"), symbol: "pin", run: () => pin(item, false)}
                      : {label: say("Pin to the top"), symbol: "pin", run: () => pin(item, true)},
        {label: say("Move to a folder"), symbol: "folder", run: () => move(item, folders)},
        {label: say("Rename"), symbol: "edit", run: () => rename(item)},
        {label: say("Instructions"), symbol: "settings", run: () => instruct(item)},
        {label: say("Share as one file"), symbol: "upload", run: () => attempt(() => shareFile(item))},
        {label: say("Export as Markdown"), symbol: "download", run: () => save(item, "markdown")},
        {label: say("Export as JSON"), symbol: "download", run: () => save(item, "json")},
        {label: say("Print"), symbol: "documents", run: () => print(item)},
    ];
}

const place = async (item, change) => {
    await patch(pathOf(item), change);
    announce("conversations", {id: item.conversationID});
};

const pin = (item, isPinned) => attempt(() => place(item, {isPinned}));

/** A folder is a name: one of those that are there, or a new one; none takes the conversation out of its folder. */
async function move(item, folders) {
    const list = h("datalist", {id: uniqueID("folders")}, folders.map(({name}) => h("option", {value: name})));
    const input = h("input", {type: "text", dir: "auto", maxlength: 80, autofocus: true, autocomplete: "off", list: list.id, value: item.folder ?? ""});
    await form(say("Move to a folder"), [field(say("Folder"), input, say("One that is there, or a new name. Leave it empty to take the conversation out of its folder.")), list],
        say("Move"), async () => {
            const before = item.folder ?? null;
            const folder = input.value.trim() || null;
            if (folder === before) return;
            await place(item, {folder});
            toast(folder ? say("Moved to “{folder}”.", {folder}) : say("Taken out of its folder."),
                {action: {label: say("Undo"), run: () => attempt(() => place(item, {folder: before}))}});
        });
}

async function rename(item) {
    const title =
        await ask(say("Rename conversation"), say("Title"), {value: item.title ?? "", action: say("Rename")});
    if (!title) return;
    const path = pathOf(item);
    await attempt(async () => {
        try {
            await patch(path, {title}, ifUnchanged(item.etag));
        } catch (error) {
            if (!wasChanged(error)) throw error;
            const {conversation} = await get(path, {limit: 1});
            const isMeant = await confirm(say("Renamed meanwhile"),
                say("It was called “{other}” elsewhere. Call it “{title}” all the same?",
                    {other: conversation.title, title}),
                say("Rename"));
            if (isMeant) await patch(path, {title});
        }
        announce("conversations", {id: item.conversationID});
    });
}

/** What the model is told before everything else in this conversation. */
async function instruct(item) {
    const path = pathOf(item);
    const known = await attempt(async () => (await get(path, {limit: 1})).conversation);
    if (!known) return;
    const text = h("textarea",
        {rows: "6", dir: "auto", maxlength: 20_000, placeholder: say("Answer briefly, in German, and as to a child.")});
    text.value = known.systemPrompt ?? "";
    await form(say("Instructions for this conversation"),
        [field(say("What the model is told first"), text,
            say("Answers in your documents' own words, without a model, know no instructions."))],
        say("Keep"), async () => {
            await patch(path, {systemPrompt: text.value.trim() || null}, ifUnchanged(known.etag));
            announce("conversations", {id: item.conversationID});
        });
}

const save = (item, format) =>
    attempt(() => download(`${pathOf(item)}/export?format=${format}`));

/** On paper, or as a PDF: what the browser prints is the conversation that is shown. */
function print(item) {
    const shown = read();
    if (shown.path[0] === item.conversationID) return window.print();
    go(["chat", item.conversationID]);
    toast(
        say("The conversation is open now."), {action: {label: say("Print"), run: () => window.print()}, seconds: 12});
}
