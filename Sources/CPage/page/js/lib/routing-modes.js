// Who may answer: the modes of routing, with what people call them.

import {say} from "./words.js";

/** `keepsHere`: nothing leaves this machine, whoever else is set up. */
export const routingModes = [
    {
        mode: "auto",
        title: say("All engines"),
        help: say("In your order below; personal text leaves only with your consent, private text never.")
    },
    {mode: "localOnly", title: say("This device only"), help: say("Models on this machine, and the basic engine."), keepsHere: true},
    {mode: "appleOnly", title: say("Apple on-device only"), help: say("Apple's own model, where there is one."), keepsHere: true},
    {mode: "byoOnly", title: say("Your endpoints"), help: say("Only the services and endpoints that you set up.")}
];

/** The mode that a code of the server names; undefined where it names none. */
export const routingMode = (code) => routingModes.find(({mode}) => mode === code);
