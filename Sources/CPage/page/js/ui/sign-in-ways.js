// The ways to sign in: with a name and a password, with an invitation, or with the server's token; and what each asks of a provider.

import {h} from "../lib/dom.js";
import {say, sayWith} from "../lib/words.js";
import {field} from "./controls.js";

const secret = (more = {}) => h("input", {type: "password", autocomplete: "current-password", required: true, maxlength: 512, spellcheck: "false", ...more});
const named = (more = {}) => h("input", {type: "text", autocomplete: "username", dir: "auto", maxlength: 64, autocapitalize: "none", spellcheck: "false", ...more});

const signInWith = (provider) => say("Sign in with {provider}", {provider});

function password() {
    const [name, word] = [named({required: true}), secret()];
    return {
        fields: [field(say("Name"), name), field(say("Password"), word)],
        action: say("Sign in"),
        proof: () => ({name: name.value.trim(), password: word.value}),
        refused: say("The name and the password do not belong together."),
        again: () => word.select(),
        wish: () => ({}),
        elsewhere: signInWith,
    };
}
password.title = () => say("With a password");

function invitation(given) {
    const code = h("input", {type: "text", value: given ?? "", required: true, autocomplete: "off", spellcheck: "false", dir: "ltr", maxlength: 128});
    const [name, word] = [named(), secret({autocomplete: "new-password", minlength: 12})];
    return {
        intro: say("An invitation makes an account for you, once. Choose what you will sign in with."),
        fields: [
            field(say("Invitation"), code),
            field(say("Name"), name, say("Left empty where the invitation has one already.")),
            field(say("Password"), word, say("At least twelve characters; a few words together are easy to keep."))
        ],
        action: say("Make my account"),
        proof: () => ({invitation: code.value.trim(), name: name.value.trim() || null, password: word.value}),
        wish: () => ({invitation: code.value.trim(), name: name.value.trim() || null}),
        elsewhere: (provider) => say("Accept with {provider}, without a password", {provider}),
    };
}
invitation.title = () => say("I have an invitation");

function token() {
    const input = secret();
    return {
        intro: sayWith(
            "Open the sign-in link that Hearth showed when it was started. Or paste the token: it is in the file {file} in Hearth's data folder. It stays between this browser and this machine.",
            {file: h("strong", {dir: "ltr"}, "server-token")}),
        fields: [field(say("Token"), input)],
        action: say("Sign in"),
        proof: () => ({token: input.value.trim()}),
        refused: say("That is not the token. Copy it again; it has no spaces."),
        again: () => input.select(),
        wish: () => ({}),
        elsewhere: signInWith,
    };
}
token.title = () => say("With the server's token");

export const ways = {password, invitation, token};
