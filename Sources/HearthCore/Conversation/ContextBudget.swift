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

/// Where the part of a conversation begins that goes into prompts, remembered from turn to turn.
///
/// A prompt that loses its oldest turn each time begins differently each time, and everything after the beginning must be
/// evaluated again. So the boundary stays where it is until what follows it does not fit any more, and then moves by a
/// good part of the window at once.
public struct ContextBoundary: Hashable, Codable, Sendable {
    /// The id of the last message before the boundary.
    public var upTo: Int64
    /// A summary of everything up to there; `nil` when it was dropped without one.
    public var summary: String?
    /// The strictest label of what was summed up.
    public var label: SensitivityLabel
    /// The room that it was made for; with more, it is made anew. `nil` means no bound.
    public var promptTokens: Int?
    public var maxMessages: Int?

    public init(
        upTo: Int64, summary: String? = nil, label: SensitivityLabel = .personal, promptTokens: Int? = nil,
        maxMessages: Int? = nil
    ) {
        self.upTo = upTo
        self.summary = summary
        self.label = label
        self.promptTokens = promptTokens
        self.maxMessages = maxMessages
    }

    /// Whether it still serves: nothing was left out that would fit now.
    public func serves(_ budget: ContextBudget) -> Bool {
        (budget.promptTokens ?? .max) <= promptTokens ?? .max && (budget.maxMessages ?? .max) <= maxMessages ?? .max
    }
}

/// What of a conversation is not in a prompt.
public struct DroppedContext: Hashable, Codable, Sendable {
    /// Messages that are older than anything in the prompt.
    public var count: Int
    /// What they would take: as counted, or a quarter of their bytes where they never were.
    public var tokens: Int
    /// The text that stands for them in the prompt; `nil` when nothing does.
    public var summary: String?

    public init(count: Int = 0, tokens: Int = 0, summary: String? = nil) {
        self.count = count
        self.tokens = tokens
        self.summary = summary
    }
}

/// A conversation that cannot be made to fit.
public struct ContextError: ReasonedError, Hashable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case contextTooLong = "context-too-long"
        /// The instructions or the new message alone leave no room.
        case messageTooLong = "message-too-long"

        public var kind: Failure.Kind {
            switch self {
            case .contextTooLong: .contextTooLong
            case .messageTooLong: .messageTooLong
            }
        }
    }

    public let reason: Reason
    public let message: String

    package init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    package static func contextTooLong(needs: Int, has: Int, window: Int) -> ContextError {
        ContextError(
            .contextTooLong,
            "The conversation takes at least \(needs) tokens; \(has) of the window's \(window) are left for it "
                + "after the answer's share. Start a new conversation, or let older messages be dropped or summed up.")
    }

    package static func tooManyMessages(_ limit: Int) -> ContextError {
        ContextError(
            .contextTooLong,
            "The conversation has more than the \(limit) messages that a prompt may hold. Start a new "
                + "conversation, or let older messages be dropped or summed up.")
    }

    package static func systemPromptTooLong(needs: Int, has: Int, window: Int) -> ContextError {
        ContextError(
            .messageTooLong,
            "The instructions alone take \(needs) tokens; the window of \(window) tokens leaves \(has). Shorten the system "
                + "prompt, or use a model with a longer window.")
    }

    package static func messageTooLong(needs: Int, has: Int, window: Int) -> ContextError {
        ContextError(
            .messageTooLong,
            "The new message takes \(needs) tokens together with the instructions; the window of \(window) tokens "
                + "leaves \(has). Shorten it, or give the text as a document and ask about it.")
    }
}
