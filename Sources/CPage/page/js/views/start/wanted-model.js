// A model that was asked for is used when it has come, whatever is looked at meanwhile. Kept in the tab, so that a reload
// during a long download forgets nothing.

import {part, post} from "../../lib/api.js";
import {announce} from "../../lib/changes.js";
import {onJob} from "../../lib/jobs.js";
import {keep, kept} from "../../lib/kept.js";
import {say} from "../../lib/words.js";
import {attempt} from "../../ui/toast.js";

/** @param {string} id */
export function useWhenHere(id) { keep("wanted-model", id); }

onJob((job) => {
    if (job.kind !== "download" || job.state !== "done" || job.subject !== kept("wanted-model")) return;
    keep("wanted-model", null);
    attempt(async () => {
        await post(`/api/models/${part(job.subject)}/use`, {for: "chat"
        });
        announce("models");
        announce("settings");
    }, say("{name} is ready and answers from now on.", {name: job.title}));
});
