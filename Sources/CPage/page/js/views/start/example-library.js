// A few papers of a small household, for whoever wants to look before giving anything of their own. They come with the page,
// and go the way of every other file.

import {say} from "../../lib/words.js";
import {documentUploads} from "../documents/uploads.js";

/** What their names begin with in the library, so that they are found together and told from one's own. */
export const folder = "Example library";

const files = ["house-manual.md", "rye-bread.md", "residents-2025-10-02.vtt"];

export async function addExamples() {
    const found = await Promise.all(files.map(async (name) => {
        const answer = await fetch(`/example/${name}`);
        if (!answer.ok) throw Object.assign(new Error(say("The example library could not be read.")), {code: "unreachable"});
        return {file: new File([await answer.blob()], name), name: `${folder}/${name}`};
    }));
    documentUploads.add(found, {});
}
