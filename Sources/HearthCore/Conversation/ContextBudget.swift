/// How much of a conversation goes into a prompt, and what happens to the rest.
public struct ContextBudget: Hashable, Sendable {
    /// What happens to messages that do not fit.
    public enum Policy: String, Codable, Sendable, CaseIterable {
        /// The oldest turns are left out whole.
        case dropOldest
        /// The oldest turns are left out, and a summary of them stands in the system prompt.
        case summarizeDropped
        /// The request fails with `context-too-long`.
        case strict
    }

    /// What chat templates put around a message, at most, in the families we know (ChatML, Llama 3, Phi-3, Gemma).
    public static let usualTokensAroundMessage = 12
    /// The beginning of a prompt and the head of the answer.
    public static let tokensAroundPrompt = 12

    /// Tokens of prompt and answer together; `nil` when the engine has no such bound.
    public var contextLength: Int?
    /// Tokens kept free for the answer. At most half of the window is: a huge limit must not leave no room for the question.
    public var reservedForOutput: Int
    /// The most messages of the conversation in a prompt, the new one included, the system prompt not; `nil` sets no bound.
    public var maxMessages: Int?
    public var policy: Policy
    /// Tokens that the template adds to each message.
    public var tokensAroundMessage: Int

    public init(
        contextLength: Int?, reservedForOutput: Int = 512, maxMessages: Int? = nil, policy: Policy = .dropOldest,
        tokensAroundMessage: Int = ContextBudget.usualTokensAroundMessage
    ) {
        self.contextLength = contextLength
        self.reservedForOutput = reservedForOutput
        self.maxMessages = maxMessages
        self.policy = policy
        self.tokensAroundMessage = tokensAroundMessage
    }

    /// The budget of a request to a model.
    public init(
        for capabilities: ModelCapabilities, options: GenerationOptions, maxMessages: Int? = nil,
        policy: Policy = .dropOldest
    ) {
        self.init(
            contextLength: capabilities.contextLength,
            reservedForOutput: min(options.maxTokens, capabilities.maximumOutput ?? .max), maxMessages: maxMessages,
            policy: policy)
    }

    /// Tokens that are left for the prompt; `nil` when nothing bounds it.
    public var promptTokens: Int? {
        contextLength.map { length in
            let length = max(0, length)
            return length - min(max(0, reservedForOutput), length / 2)
        }
    }
}
