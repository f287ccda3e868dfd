// Makes the page one that can be installed, and that opens also while Hearth does not run, to say so.

/** Where a browser allows it: on this machine, and over TLS. */
export async function keepShell() {
    if (!("serviceWorker" in navigator) || !isSecureContext) return;
    try {
        const {active} = await navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready);
        // What this page was made of was loaded before anybody could keep it.
        const loaded = performance.getEntriesByType("resource")
                           .map(({name}) => name)
                           .filter((name) => name.startsWith(location.origin));
        active.postMessage(loaded);
    } catch { /* then the page is there while Hearth runs */
    }
}
