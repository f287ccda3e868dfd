// Moving to another machine: the library in one file under a passphrase, what to do with it there, and whether all of it came along.

import {fill, h} from "../../lib/dom.js";
import {download, get, post, upload, wasStopped} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {bytes, count} from "../../lib/format.js";
import {forgetAll} from "../../lib/kept.js";
import {say} from "../../lib/words.js";
import {button, chip, facts, field, progress, setProgress, skeleton} from "../../ui/controls.js";
import {icon} from "../../ui/icons.js";
import {problemCard, wordsOf} from "../../ui/problem.js";

/** What is counted, and compared at the end. */
const counted = [
    ["documents", say("Documents")], ["conversations", say("Conversations")], ["journalEntries", say("Journal entries")]
];
const isNothing = (found) => counted.every(([key]) => !found[key]);
const amounts = (amount) => facts(counted.map(([key, label]) => [label, count(amount[key])]));

/** What is known of a failure here, in the language of the page. */
const failures = {
    "wrong-passphrase": say("The passphrase does not open this file. Type the one with which it was made; capitals count."),
    "weak-password": say("That passphrase is too short or too easy to guess. Take a few words together."),
    "invalid-backup": say("This is no file with a library of Hearth, or not the whole of one. Make it anew on the other machine."),
    "not-empty": say("This library holds something already, and was left as it is.")
};
const reason = (error) => (Object.hasOwn(failures, error.code ?? "") ? failures[error.code] : wordsOf(error));

/** Shown as it is typed: it is written down, and typed once more on the other machine. */
const passphrase = (more = {}) => h("input", {type: "text", required: true, maxlength: 512, autocomplete: "off", autocapitalize: "none", spellcheck: "false", dir: "auto", ...more});

/** A form that does its work once at a time, and says below why it could not. */
function work(label, fields, action) {
    const submit = h("button.button.primary", {type: "submit"}, label);
    const note = h("p.form-error", {role: "alert"});
    return h("form.moving-form", {
        onsubmit: async (event) => {
            event.preventDefault();
            submit.disabled = true;
            note.textContent = "";
            try {
                await action();
            } catch (error) {
                if (!wasStopped(error)) fill(note, reason(error));
            }
            submit.disabled = false;
        }
    }, fields, note, h("div.actions", null, submit));
}

function away(found, stop) {
    const word = passphrase({minlength: 12});
    const state = h("div", {role: "status"});
    async function pack() {
        fill(state, progress(undefined, say("Packing")));
        try {
            const packed = await post("/api/data/packed", {passphrase: word.value}, {signal: stop});
            const save = () => download(`/api/data/packed/${packed.id}`);
            await save();
            fill(state, h("p", null, chip(say("✓ Packed"), "good"), " ", h("strong", {dir: "ltr"}, packed.name), " ", bytes(packed.bytes)),
                h("p.help", null, say("Your browser saves it among its downloads. Note the passphrase: without it nobody can open the file, you neither. Then go on on the other machine.")),
                h("div.actions", null, button(say("Save it once more"), save, {kind: "quiet", symbol: "download"})));
        } catch (error) {
            fill(state);
            throw error;
        }
    }
    return h("section.card", {"aria-label": say("From this machine")}, h("h2", null, say("From this machine")),
        h("p", null, say("Everything that is kept here, in one file that only the passphrase opens.")), amounts(found),
        work(say("Pack and save"), [field(say("Passphrase"), word, say("At least twelve characters; a few words together are easy to keep. You type it once more on the other machine."))], pack),
        state);
}

function steps() {
    return h("section.card", {"aria-label": say("On the other machine")}, h("h2", null, say("On the other machine")),
        h("ol.moving-steps", null, h("li", null, say("Install Hearth, start it, and open its page.")),
            h("li", null, say("Bring the file there: on a stick, by your network, or by any cloud, since it is encrypted.")),
            h("li", null, say("Open Settings, Move to another machine, choose the file, and type the passphrase.")),
            h("li", null, say("Compare the numbers at the end. Only then delete what is left here, under Privacy."))),
        h("p.help", null, say("Settings, keys of services, accounts and models stay where they are: they belong to a machine. Consents and labels come along.")));
}

function hither(found, stop, done) {
    const [file, word] = [h("input", {type: "file", required: true, accept: ".hearth"}), passphrase()];
    const state = h("div");
    async function unpack() {
        const bar = progress(0, say("Unpacking"));
        fill(state, bar, h("p.help", {role: "status"}, say("It is checked before anything is changed.")));
        try {
            const result = await upload("/api/data/unpack", file.files[0], {
                fields: {passphrase: word.value},
                signal: stop,
                progress: (fraction) => setProgress(bar, fraction < 1 ? fraction : undefined)
            });
            done(result);
        } catch (error) {
            fill(state);
            throw error;
        }
    }
    return h("section.card", {"aria-label": say("Onto this machine")}, h("h2", null, say("Onto this machine")),
        isNothing(found) ? [
            h("p", null, say("Nothing is kept here yet, so a library of another machine can come here.")),
            work(say("Unpack"), [field(say("File of the other machine"), file, say("Its name ends in .hearth.")), field(say("Passphrase"), word)], unpack), state
        ] : h("div.notice", null, icon("warning"),
                h("div", null, say("This library holds something already. Another one comes only where nothing would be lost by it: into a Hearth that is new, or from which everything was deleted."))));
}

/** Each number on both machines. */
function check({packed, found}) {
    const isWhole = counted.every(([key]) => packed[key] === found[key]);
    return h("section.card", {"aria-label": say("What came along")}, h("h2", null, say("What came along")),
        h("table.moving-check", null,
            h("thead", null, h("tr", null, [say("Kind"), say("There"), say("Here"), ""].map((words) => h("th", {scope: "col"}, words)))),
            h("tbody", null, counted.map(([key, label]) => h("tr", null, h("th", {scope: "row"}, label), h("td", null, count(packed[key])),
                h("td", null, count(found[key])),
                h("td", null, packed[key] === found[key] ? chip(say("✓ equal"), "good") : chip(say("✗ differs"), "bad")))))),
        h("p", {role: "status"}, isWhole ? say("All of it is here.")
                                         : say("Something was added or removed while it was packed. Look on the other machine before you delete anything there.")),
        h("div.actions", null, h("a.button.primary", {href: "#/chat"}, say("To the chat"))));
}

export function moving(stop) {
    const root = h("div.panel-list", null, skeleton(6));
    let result = null;

    async function load() {
        if (result) return;
        try {
            const found = await get("/api/storage", {}, {signal: stop});
            const come = hither(found, stop, (value) => {
                result = value;
                fill(root, check(value));
                forgetAll();
                announce("everything");
            });
            // Who comes to an empty library brings one along; else there is one to be taken away.
            fill(root, isNothing(found) ? [come, steps(), away(found, stop)] : [away(found, stop), steps(), come]);
        } catch (error) {
            if (!wasStopped(error)) fill(root, problemCard(error, {retry: load}));
        }
    }

    return {element: root, load, names: []};
}
