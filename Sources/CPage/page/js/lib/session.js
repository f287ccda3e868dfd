// The key by which the server knows this browser. It is in this origin's storage, which no page of another port can read; a cookie
// would be sent to whatever listens at any port of this machine.

const place = "hearth.session";
let held = null;

/** @returns {string|null} */
export function sessionKey() {
    try {
        return localStorage.getItem(place) ?? held;
    } catch { return held; }
}

/** @param {string|null} key */
export function setSessionKey(key) {
    held = key;
    try {
        if (key)
            localStorage.setItem(place, key);
        else
            localStorage.removeItem(place);
    } catch { /* forbidden: then it holds until this page is closed */
    }
}

/** What goes with each request. */
export const sessionHeaders = () => (sessionKey() ? {"hearth-session": sessionKey()} : {});

/**
 * Takes up the key that an answer has in place of the one it was asked with.
 *
 * @param {string|null} next
 */
export function takeNextKey(next) {
    if (next && sessionKey()) setSessionKey(next);
}

// Who is signed in: `{id, name, role}` of somebody with an account, `null` for the owner, `undefined` before anybody is.
let person;

/** @returns {{id: string, name: string, role: string}|null|undefined} */
export const currentPerson = () => person;

/** @param {{signedIn: boolean, person?: object|null}} session */
export function setPerson(session) { person = session.signedIn ? (session.person ?? null) : undefined; }

/** Whether what is everybody's may be changed: by the owner, and by administrators. */
export const looksAfterServer = () => person === null || person?.role === "administrator";
