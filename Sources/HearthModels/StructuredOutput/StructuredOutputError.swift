public import HearthCore

/// An answer that does not fit its schema, after all that was tried.
public struct StructuredOutputError: ReadableError, Equatable {
    /// One thing that is wrong.
    public struct Failure: Sendable, Hashable {
        /// A JSON pointer (RFC 6901) into the answer; empty for the whole of it.
        public let path: String
        /// For a person; names what is demanded, not what was there.
        public let message: String
    }

    public let code = "invalid-structured-output"
    public let kind = HearthCore.Failure.Kind.invalidOutput
    /// At most 100.
    public let failures: [Failure]
    public let finishReason: FinishReason
    /// What all attempts took.
    public let usage: TokenUsage
    /// The answer as the model gave it last, for callers that give out what there is of one that was cut off. It is in no
    /// message: it may hold anything.
    public let response: ModelResponse?

    public var message: String {
        var text = "The model's answer does not fit the schema"
        if let first = failures.first {
            text += " (\(first.path.isEmpty ? "" : "at \(first.path): ")\(first.message)"
            text += failures.count > 1 ? " And \(failures.count - 1) more.)." : ")."
        } else {
            text += "."
        }
        let advice =
            finishReason == .length ? "Allow more tokens, or ask for less." : "Ask again, or choose another model."
        return "\(text) \(advice)"
    }

    init(failures: [Failure], finishReason: FinishReason, usage: TokenUsage, response: ModelResponse? = nil) {
        self.failures = failures
        self.finishReason = finishReason
        self.usage = usage
        self.response = response
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.failures == right.failures && left.finishReason == right.finishReason && left.usage == right.usage
    }
}
