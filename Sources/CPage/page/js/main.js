// Begins: the words first, then everything that is said by them.

import {prepare, say} from "./lib/words.js";

await prepare();
document.querySelector("#loading")?.replaceChildren(say("Opening Hearth…"));
try {
    await import("./page.js");
} catch (error) {
    console.warn("page:", error.name);
    // As where this file itself cannot be loaded; see opening.js.
    document.querySelector("script[type=module]").dispatchEvent(new Event("error"));
}
