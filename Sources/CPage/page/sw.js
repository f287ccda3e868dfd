// Keeps the page's own files, and nothing else: no answer of the interface, no document, no address that signs in. They are
// asked for anew each time while Hearth runs, so that a new version of it is a new page at once.

const kept = "hearth-page";

/** Whether an address is one of the page's files. */
const isFile = (url) => url.origin === location.origin
    && (url.pathname === "/" || /^\/(?:js|css|words|example)\/|\.(?:svg|webmanifest)$/.test(url.pathname));

/** Whether it is kept now: an answer that says that something is wrong is none to keep. */
async function keep(request, answer) {
    if (answer.ok) await (await caches.open(kept)).put(request, answer);
    return answer.ok;
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// One file that cannot be had keeps no other from being kept. The address that people open comes last, and only where all that it
// needs is kept: else the next opening tries again.
self.addEventListener("message", (event) => event.waitUntil((async () => {
    const fetched = async (url) => keep(url, await fetch(url));
    const files = event.data.map((name) => new URL(name)).filter(isFile);
    const found = await Promise.allSettled(files.map(fetched));
    if (found.every(({value}) => value)) await fetched(new URL("/", location.origin));
})()));

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || !isFile(url)) return;
    event.respondWith((async () => {
        try {
            const answer = await fetch(event.request);
            if (url.pathname !== "/") event.waitUntil(keep(url, answer.clone()));
            return answer;
        } catch (error) {
            const found = await caches.match(url);
            if (found) return found;
            throw error;
        }
    })());
});
