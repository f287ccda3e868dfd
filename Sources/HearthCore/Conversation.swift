public import Foundation

/// A thread of messages with one optional system prompt, as a store keeps it.
public struct Conversation: Hashable, Codable, Sendable, Identifiable {
    public var id: String
    /// The title that the conversation was given, or else the beginning of its first question; `nil` when there is neither.
    public var title: String?
    /// Stands at the beginning of every prompt and is never dropped; `nil` when there is none.
    public var systemPrompt: String?
    /// How private the system prompt is; `nil` when no label was set, which counts as personal.
    public var systemPromptLabel: SensitivityLabel?
    /// Oldest first. A conversation from the store may hold only its newest messages, see ``messageCount``.
    public var messages: [ConversationMessage]
    /// How many messages it has in the store.
    public var messageCount: Int
    public var createdAt: Date
    /// When its last message was added.
    public var updatedAt: Date
    /// Whether lists show it before conversations that are not pinned.
    public var isPinned: Bool
    /// The name of the folder that it was put in; `nil` for none.
    public var folder: String?

    public init(
        id: String, title: String? = nil, systemPrompt: String? = nil, systemPromptLabel: SensitivityLabel? = nil,
        messages: [ConversationMessage] = [],
        messageCount: Int? = nil, createdAt: Date = Date(), updatedAt: Date? = nil, isPinned: Bool = false,
        folder: String? = nil
    ) {
        self.id = id
        self.title = title
        self.systemPrompt = systemPrompt
        self.systemPromptLabel = systemPromptLabel
        self.messages = messages
        self.messageCount = messageCount ?? messages.count
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
        self.isPinned = isPinned
        self.folder = folder
    }

    /// The longest name of a folder, in characters.
    public static let longestFolder = 80

    /// The longest title that is made from a question, in characters.
    private static let titleLength = 60
    /// The bytes at the start of a question that are enough for its title.
    package static let titleBytes = 2_000

    /// The title of a conversation that nobody named, from its first question. Stores make it whenever a conversation is read and keep
    /// none: so it is as private as that question is now, and goes with it.
    package static func title(fromQuestion question: String) -> String? {
        let line = question.singleSpaced
        guard line.count > titleLength else { return line.isEmpty ? nil : line }
        return line.prefix(titleLength - 1) + "…"
    }

    /// The least private label that a request with this system prompt may have; `public` when there is no system prompt.
    public var promptLabel: SensitivityLabel {
        systemPrompt?.isEmpty == false ? systemPromptLabel ?? .personal : .public
    }
}

/// A folder of conversations: a name that some of them have. It is there as long as one has it.
public struct ConversationFolder: Hashable, Codable, Sendable {
    public var name: String
    /// How many conversations are in it.
    public var count: Int

    public init(name: String, count: Int) {
        self.name = name
        self.count = count
    }
}

/// One message of a conversation, with what is known about it.
public struct ConversationMessage: Hashable, Codable, Sendable, Identifiable {
    /// What became of a message.
    public enum State: String, Codable, Sendable {
        case complete
        /// A question without an answer: it is being answered, or the engine failed, or the program ended meanwhile.
        case unanswered
        /// An answer that was stopped before its end.
        case stopped
    }

    /// The length of a message in the tokens of one model.
    public struct TokenCount: Hashable, Codable, Sendable {
        /// ``TextTokenizer/name`` of what counted.
        public var tokenizer: String
        public var count: Int

        public init(tokenizer: String, count: Int) {
            self.tokenizer = tokenizer
            self.count = count
        }

        /// The count without what no message can have: a damaged number must not overflow a sum.
        package var usable: Int { min(max(0, count), 1 << 40) }
    }

    /// The documents and earlier messages that a message was made of, from which the store computes its label.
    public struct Origin: Hashable, Codable, Sendable {
        /// The documents that it was given, by their ids, with the labels that they had then: these hold where one of them is
        /// gone before the message is stored. Kept by the store, and not read back.
        public var documents: [String: SensitivityLabel]
        /// The id of the first message of its conversation that it was given, with all that followed; `nil` for none.
        public var given: Int64?
        /// The strictest label of those messages at that time.
        public var givenLabel: SensitivityLabel?

        public init(
            documents: [String: SensitivityLabel] = [:], given: Int64? = nil, givenLabel: SensitivityLabel? = nil
        ) {
            self.documents = documents
            self.given = given
            self.givenLabel = givenLabel
        }

        public init(_ passages: [Passage], given: Int64? = nil, givenLabel: SensitivityLabel? = nil) {
            let labels = passages.map { ($0.documentID, $0.label) }
            self.init(documents: Dictionary(labels, uniquingKeysWith: max), given: given, givenLabel: givenLabel)
        }
    }

    /// How an answer was produced: engine, model, citations, usage and timings. A field is `nil` when it does not apply.
    public struct Metadata: Hashable, Codable, Sendable {
        public var engine: Engine?
        public var model: String?
        public var citations: [Citation]?
        /// Whether the answer abstains because the documents do not answer the question.
        public var abstained: Bool?
        /// Why the answer abstains.
        public var abstention: Abstention?
        /// When the answer abstains: the passages that come nearest to the question.
        public var nearest: [Citation]?
        public var usage: TokenUsage?
        public var timings: Timings?
        public var finishReason: FinishReason?
        /// Whether an engine before this one was tried and failed.
        public var wasFallback: Bool?
        public var fallbackReason: String?
        /// The part of the conversation that did not fit into the prompt.
        public var dropped: DroppedContext?
        public var notes: [String]?
        /// Which engine was chosen and why.
        public var route: RoutingDecision?
        /// Byte ranges of the message's UTF-8 text whose statements no source supports.
        public var unsupported: [TextSpan]?
        /// Passages that were found and did not fit, without their text: that stays where it goes with its document.
        public var droppedPassages: [Passage]?

        public init() {}
    }

    /// Grows with every message; unique in the store. 0 for a message that is not stored.
    public var id: Int64
    public var message: Message
    public var createdAt: Date
    public var state: State
    /// How private it is. Read from the store, the strictest label of what went into it, as it is now: an answer from a document
    /// that was called private since is private. Given to the store, that of its own words alone; see ``origin``.
    public var label: SensitivityLabel
    /// What the message was generated from beside its own words; the store computes its label from it.
    public var origin = Origin()
    public var metadata: Metadata?
    /// Kept so that a long conversation is not counted again at every turn; `nil` until it was counted.
    public var tokenCount: TokenCount?

    public init(
        id: Int64 = 0, _ message: Message, createdAt: Date = Date(), state: State = .complete,
        label: SensitivityLabel = .personal, origin: Origin = Origin(), metadata: Metadata? = nil,
        tokenCount: TokenCount? = nil
    ) {
        self.id = id
        self.message = message
        self.createdAt = createdAt
        self.state = state
        self.label = label
        self.origin = origin
        self.metadata = metadata
        self.tokenCount = tokenCount
    }
}

/// Why a question has no answer.
public enum Abstention: String, Codable, Sendable {
    /// There are no documents that could say it.
    case noDocuments = "no-documents"
    /// The documents do not say it.
    case notSaid = "not-said"
}

// MARK: - What of it is sent

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

    /// The most tokens that a chat template adds around one message, in the model families that we know (ChatML, Llama 3, Phi-3,
    /// Gemma).
    public static let usualTokensAroundMessage = 12
    /// Tokens that a chat template adds around a whole prompt: its beginning, and the header of the answer.
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

    /// Whether the summary can still stand in for the earlier messages: nothing it replaces would fit into `budget` now.
    public func serves(_ budget: ContextBudget) -> Bool {
        (budget.promptTokens ?? .max) <= promptTokens ?? .max && (budget.maxMessages ?? .max) <= maxMessages ?? .max
    }
}

/// The part of a conversation that was left out of a prompt.
public struct DroppedContext: Hashable, Codable, Sendable {
    /// Messages that are older than anything in the prompt.
    public var count: Int
    /// The number of tokens of the messages that were left out: counted by the tokenizer, or estimated as a quarter of their bytes
    /// when they were never counted.
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
