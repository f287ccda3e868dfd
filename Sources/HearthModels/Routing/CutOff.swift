import HearthCore

/// Says what cut an answer off: the limit that was asked for, the most that the model writes, or its window.
enum CutOff {
    /// Counts are estimates where a service gives none, so a limit that is nearly reached is the one that was met.
    private static let share = 0.8

    /// - Returns: `nil` for an answer that came to its end.
    static func note(
        _ response: ModelResponse, options: GenerationOptions, capabilities: ModelCapabilities, engine: Engine
    ) -> String? {
        guard response.finishReason == .length else { return nil }
        let written = response.usage.completionTokens
        let limit = min(options.maxTokens, capabilities.maximumOutput ?? .max)
        let total = response.usage.promptTokens + written
        if Double(written) >= Double(limit) * share {
            return limit < options.maxTokens
                ? "The answer was cut off at \(limit) tokens, the most that the model writes."
                : "The answer was cut off at its limit of \(limit) tokens; allow more, or ask for less."
        }
        let isFull = capabilities.contextLength.map { Double(total) >= Double($0) * share } ?? false
        guard isFull || engine.isRemote else {
            // What a person set for a local model stands in the place of the usual limit.
            return "The answer was cut off after \(written) tokens, the limit that is set for the model."
        }
        let why =
            isFull
            ? "the model's window of \(capabilities.contextLength ?? total) tokens was full"
            : "the service ended it there, as it does where its window is full"
        return
            "The answer was cut off after \(written) tokens: the prompt took \(response.usage.promptTokens), and \(why). "
            + "Ask about less, or use a model with a longer window."
    }
}
