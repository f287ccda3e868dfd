// What settings are called, what belongs together, and the words for values that can be chosen. Their names on the command line
// stand beside these. A setting that is not known here, of a newer server, keeps that name.

import {routingModes} from "./routing-modes.js";
import {term} from "./terms.js";
import {say} from "./words.js";

const names = {
    mode: say("Who may answer"),
    order: say("Order of the engines"),
    offline: say("Offline"),
    enforce: say("Who keeps it offline"),
    redact: say("Hide names and numbers"),
    "keep-prompts": say("Keep what was sent"),
    "mcp-ceiling": say("What programs may read by MCP"),
    "api-ceiling": say("What programs with the token may read"),
    library: say("Place of the library"),
    "local-model": say("Model that answers"),
    "context-length": say("Context length"),
    threads: say("Threads"),
    "chat-template": say("Chat template"),
    "model-memory": say("Memory for models"),
    "model-aliases": say("Other names of models"),
    "embedding-model": say("Model for search by meaning"),
    "embedding-prefixes": say("Words before texts"),
    "reranking-model": say("Model for the order of what is found"),
    "openai-model": say("Model at {name}", {name: "OpenAI"}),
    "openai-url": say("Address of {name}", {name: "OpenAI"}),
    "anthropic-model": say("Model at {name}", {name: "Anthropic"}),
    "anthropic-url": say("Address of {name}", {name: "Anthropic"}),
    "custom-model": say("Model at your own server"),
    "custom-url": say("Address of your own server"),
    endpoints: say("Further servers of your own"),
    "endpoint-groups": say("Servers that share the work"),
    "connect-timeout": say("Longest wait for a connection"),
    "first-byte-timeout": say("Longest wait for the first word"),
    "total-timeout": say("Longest wait for a whole answer"),
    proxy: say("Proxy"),
    // Of one model.
    "batch-size": say("Tokens read in one go"),
    "parallel-requests": say("Answers at the same time"),
    "gpu-layers": say("Layers on the GPU"),
    "max-tokens": say("Longest answer"),
    temperature: say("Temperature"),
    "top-k": say("Number of likely words (top-k)"),
    "top-p": say("Share of likely words (top-p)"),
    "min-p": say("Least likely word (min-p)"),
    "repetition-penalty": say("Fewer repetitions"),
    seed: say("Seed")
};

const groups = [
    [say("Privacy"), ["mode", "order", "offline", "enforce", "redact", "keep-prompts", "mcp-ceiling", "api-ceiling"]],
    [say("Models on this machine"), ["local-model", "context-length", "threads", "chat-template", "model-memory", "model-aliases"]],
    [say("Search by meaning"), ["embedding-model", "embedding-prefixes", "reranking-model"]],
    [
        say("Services and servers"),
        ["openai-model", "openai-url", "anthropic-model", "anthropic-url", "custom-model", "custom-url", "endpoints", "endpoint-groups"]
    ],
    [say("Connections"), ["connect-timeout", "first-byte-timeout", "total-timeout", "proxy"]],
    [say("Library"), ["library"]]
];

const choices = {
    true: say("yes"),
    false: say("no"),
    ...Object.fromEntries(routingModes.map(({mode, title}) => [mode, title])),
    policy: "Hearth",
    kernel: say("Hearth and the operating system")
};

/** What a setting is called, also one of a model. */
export const settingTitle = (key) => (Object.hasOwn(names, key) ? names[key] : key);

/** Settings by what they are about: title and settings of each group that has some, in the order of the groups. */
export function grouped(settings) {
    const known = new Set(groups.flatMap(([, keys]) => keys));
    return groups
        .map(([title, keys], at) => [
            title,
            [
                ...keys.flatMap((key) => settings.filter(({name}) => name === key)),
                ...(at === groups.length - 1 ? settings.filter(({name}) => !known.has(name)) : [])
            ]
        ])
        .filter(([, found]) => found.length > 0);
}

/** The words for a value that can be chosen. */
export const choiceTitle = (value) => (Object.hasOwn(choices, value) ? choices[value] : term(value));
