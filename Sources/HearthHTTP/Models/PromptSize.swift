import HearthCore

/// How much a call is for an engine, before anything has read it: from its bytes alone, which takes no time.
struct PromptSize {
    /// Bytes of a question that the basic engine takes.
    static let longestQuestion = 64 << 10

    /// For the budgets: four bytes a token, and what may be written.
    let estimatedTokens: Int
    /// What every vocabulary makes of it at least, for the choice of an engine; `nil` for a prompt that any engine may well take.
    /// Sixteen bytes a token is more than any language has; a prompt of spaces alone may be refused though it would fit.
    let leastTokens: Int?

    init(_ call: GenerationCall) {
        let bytes = call.messages.reduce(0) { total, message in
            (message.toolCalls ?? []).reduce(total + message.content.utf8.count) { $0 + $1.arguments.utf8.count }
        }
        estimatedTokens = bytes / 4 + max(0, min(call.options.maxTokens, 1 << 20))
        leastTokens = bytes / 16 > 2048 ? bytes / 16 : nil
    }
}
