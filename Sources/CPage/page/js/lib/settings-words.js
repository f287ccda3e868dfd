// What the settings are for, and what a value of each must look like, in the language of the page. The server says both in English, from
// its own definitions; `scripts/page-words --check` holds the English texts here to those, so that a new setting is seen.

import {isEnglish, say} from "./words.js";

/** By the name of a setting. */
const purposes = {
    library: say("where the library is: a PostgreSQL that several people or processes share (default: an encrypted file in the data folder)"),
    "local-model": say("GGUF file of the local chat model"),
    "context-length": say("tokens of the local model's window (default: the model's own, at most 8192)"),
    threads: say("threads for local models (default: one for each core)"),
    "chat-template": say("how conversations are laid out for the local model, where its file has no template or a wrong one"),
    "model-memory": say("megabytes for all local models together (default: all of this machine's but a tenth); what was used least recently is unloaded"),
    "embedding-model": say("GGUF file of the embedding model (default: the one that set-up brought)"),
    "embedding-prefixes": say("what the embedding model wants before texts, where it is not known of it: e5 wants “{example}”"),
    "reranking-model": say("GGUF file of a model that puts what a search found into a better order"),
    mode: say("which engines may be considered"),
    order: say("the order in which engines are considered; byo stands for openai,anthropic,custom, and named endpoints follow custom"),
    "model-aliases": say("names that programs may ask for, and the model that each of them gets"),
    offline: say("nothing may leave this machine"),
    enforce: say("what keeps the promise of being offline: Hearth's own policy, or the operating system too"),
    redact: say("replace names, addresses and numbers before a prompt leaves this machine"),
    "mcp-ceiling": say("the most private label that programs may read through MCP; each reading is in the ledger"),
    "api-ceiling": say("the most private label that programs with the server's token may read; each reading is in the ledger"),
    "keep-prompts": say("keep the text of prompts in the ledger"),
    "openai-model": say("model asked of OpenAI"),
    "openai-url": say("base URL of OpenAI's interface"),
    "anthropic-model": say("model asked of Anthropic"),
    "anthropic-url": say("base URL of Anthropic's interface"),
    "custom-model": say("model asked of your own endpoint"),
    "custom-url": say("base URL of your own endpoint that speaks OpenAI's protocol"),
    endpoints: say("further endpoints of your own, each with a name, an address and what it may see"),
    "endpoint-groups": say("endpoints that serve the same model, over which requests are spread"),
    "connect-timeout": say("seconds until a connection stands"),
    "first-byte-timeout": say("seconds until an answer begins"),
    "total-timeout": say("seconds until an answer has ended"),
    proxy: say("proxy for requests that leave this machine")
};

/** By the name of a setting of one model; the texts of `ModelSettings.Key`. */
const ofModels = {
    "context-length": say("tokens of prompt and answer together; memory is set aside for all of it"),
    "batch-size": say("prompt tokens evaluated in one go"),
    threads: say("threads for the arithmetic"),
    "parallel-requests": say("requests answered at the same time; they share the context"),
    "gpu-layers": say("layers on the GPU, where there is one"),
    "chat-template": say("the name of a family such as phi-3, Jinja text, or a file with it, instead of the file's own"),
    "max-tokens": say("the longest answer, where nobody chose a length"),
    temperature: say("how far it strays from the likeliest words, where the task does not need a certain one"),
    "top-k": say("only so many of the likeliest tokens are considered; 0 considers all"),
    "top-p": say("only the likeliest tokens that make up this share are considered; 1 considers all"),
    "min-p": say("no tokens less likely than this share of the likeliest; 0 drops none"),
    "repetition-penalty": say("above 1 makes what was said lately less likely"),
    seed: say("the same answer to the same question each time")
};

/** What holds where a setting of one model is not set, by its name; what is a number only needs no words. */
const defaultsOfModels = {
    "context-length": say("the model's own, at most {number}"),
    threads: say("{number}, one for each physical core"),
    "gpu-layers": say("all"),
    "chat-template": say("the file's own, or else the family that the file tells"),
    "max-tokens": say("the task's"),
    temperature: say("{number}, or the task's"),
    "repetition-penalty": say("{number}, which is off"),
    seed: say("another one each time")
};

/** By the kind of a setting's value. What is filled in is taken from the server's words: `numbers`, and `names` in brackets. */
const kinds = {
    path: say("the path of a file"),
    template: say("a family of templates (such as phi-3, llama3, chatml, mistral, gemma or alpaca) or the path of a file with a template in Jinja"),
    model: say("the name of a model, up to 200 characters without spaces"),
    integer: say("a number from {low} to {high}"),
    seconds: say("seconds from {low} to {high}"),
    flag: say("true or false"),
    engines: say("names of engines separated by commas, none twice ({names})"),
    aliases: say("NAME=MODEL pairs separated by commas, up to {most}, no name twice, none with spaces, none that leads back to itself"),
    prefixes: say("{form}, each up to {longest} bytes, what is empty at the end left away, or none"),
    endpoint: say("a URL that begins with https:// (http:// only for this machine), without a password or query"),
    endpoints: say("NAME=URL entries separated by commas, up to {most}, no name twice; behind the URL may stand model=, context=, label=public or label=personal, weight=, parallel=, with spaces between"),
    groups: say("NAME=ENDPOINT+ENDPOINT entries separated by commas, up to {most}, no name twice; an endpoint may be followed by a colon and its weight, and the entry by parallel= and queue=, with spaces between"),
    proxy: say("a URL that begins with http://, without a password, path or query"),
    library: say("an address such as postgres://USER@HOST:5432/DATABASE, without a password; ?owner=NAME says whose")
};

// With bars between, which in a text would be the forms of a number.
const [example, form] = [["query: ", "passage: ", "query: "].join("|"), ["QUERY", "PASSAGE", "COMPARED"].join("|")];
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, hole) => values[hole] ?? all);

/** What a setting is for, as the beginning of a sentence; the server's words where nothing else is known of it. */
export const purposeOf = (setting) => (Object.hasOwn(purposes, setting.name) ? filled(purposes[setting.name], {example}) : setting.summary);

/** The same of a setting of one model. */
export const modelPurposeOf = (setting) => (Object.hasOwn(ofModels, setting.name) ? ofModels[setting.name] : setting.summary);

/** What holds of a model where nothing is set. */
export function modelDefaultOf(setting) {
    const text = Object.hasOwn(defaultsOfModels, setting.name) ? defaultsOfModels[setting.name] : "";
    const number = /\d+(?:\.\d+)?/.exec(setting.default)?.[0];
    return !text || (text.includes("{number}") && !number) ? setting.default : filled(text, {number});
}

/** What a value must look like, as the end of a sentence. */
export function allowedOf({name, kind, allowed}) {
    // On the page an address of a library is a line of text, as a path is.
    const said = kinds[name === "library" ? "library" : kind];
    if (isEnglish() || !said) return allowed;
    const numbers = allowed.match(/\d+(?:\.\d+)?/g) ?? [];
    const values = {low: numbers[0], high: numbers[1], most: numbers[0], longest: numbers[0], names: /\((.*)\)/.exec(allowed)?.[1], form};
    return filled(said, values);
}
