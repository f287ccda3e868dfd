// What people call the engines.

const names = {
    apple: "Apple on-device",
    local: "Local model",
    openai: "OpenAI",
    anthropic: "Anthropic",
    custom: "Own endpoint",
    basic: "Basic engine"
};

/** Those of endpoints with names begin so. */
const endpoint = "custom:";

export const engineName = (engine) =>
    names[engine] ?? (engine?.startsWith(endpoint) ? engine.slice(endpoint.length) : engine) ?? "Unknown engine";

/** Whether it is asked over a connection, as far as its name tells. */
export const isRemote = (engine) =>
    ["openai", "anthropic", "custom"].includes(engine) || Boolean(engine?.startsWith(endpoint));

/** Every engine with its name, for choices. */
export const engines = Object.entries(names);
