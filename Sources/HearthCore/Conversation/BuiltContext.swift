/// A prompt that was built from a conversation.
public struct BuiltContext: Sendable {
    /// System prompt (with the summary, if any), what fits of the conversation, the new messages.
    public var messages: [Message]
    /// What they take of the window, template included, by the tokenizer that was used.
    public var promptTokens: Int
    /// The strictest label of anything in it.
    public var label: SensitivityLabel
    public var dropped: DroppedContext
    /// The id of the oldest message of the conversation that is in the prompt; `nil` when none is.
    public var firstIncluded: Int64?
    /// Counts that were not known before, by message id, so that they can be kept.
    public var counted: [Int64: Int]
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

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    static func contextTooLong(needs: Int, has: Int, window: Int) -> ContextError {
        ContextError(
            .contextTooLong,
            "The conversation takes at least \(needs) tokens; \(has) of the window's \(window) are left for it "
                + "after the answer's share. Start a new conversation, or let older messages be dropped or summed up.")
    }

    static func tooManyMessages(_ limit: Int) -> ContextError {
        ContextError(
            .contextTooLong,
            "The conversation has more than the \(limit) messages that a prompt may hold. Start a new "
                + "conversation, or let older messages be dropped or summed up.")
    }

    static func systemPromptTooLong(needs: Int, has: Int, window: Int) -> ContextError {
        ContextError(
            .messageTooLong,
            "The instructions alone take \(needs) tokens; the window of \(window) tokens leaves \(has). Shorten the system "
                + "prompt, or use a model with a longer window.")
    }

    static func messageTooLong(needs: Int, has: Int, window: Int) -> ContextError {
        ContextError(
            .messageTooLong,
            "The new message takes \(needs) tokens together with the instructions; the window of \(window) tokens "
                + "leaves \(has). Shorten it, or give the text as a document and ask about it.")
    }
}
