// What people call the engines.

const names = {
    apple: "Apple on-device",
    local: "Local model",
    openai: "OpenAI",
    anthropic: "Anthropic",
    custom: "Own endpoint",
    basic: "Basic engine"
};

export const engineName = (engine) => names[engine] ?? engine ?? "Unknown engine";

/** Every engine with its name, for choices. */
export const engines = Object.entries(names);
