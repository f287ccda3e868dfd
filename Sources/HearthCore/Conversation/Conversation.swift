public import Foundation

/// Messages that follow each other, under one system prompt.
public struct Conversation: Hashable, Codable, Sendable, Identifiable {
    public var id: String
    /// `nil` until somebody names it.
    public var title: String?
    /// Stands at the beginning of every prompt and is never dropped; `nil` when there is none.
    public var systemPrompt: String?
    /// How private the system prompt is; `nil` where nobody said so, which counts as personal.
    public var systemPromptLabel: SensitivityLabel?
    /// Oldest first. A conversation from the store may hold only its newest messages, see ``messageCount``.
    public var messages: [ConversationMessage]
    /// How many messages it has in the store.
    public var messageCount: Int
    public var createdAt: Date
    /// When its last message was added.
    public var updatedAt: Date

    public init(
        id: String, title: String? = nil, systemPrompt: String? = nil, systemPromptLabel: SensitivityLabel? = nil,
        messages: [ConversationMessage] = [],
        messageCount: Int? = nil, createdAt: Date = Date(), updatedAt: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.systemPrompt = systemPrompt
        self.systemPromptLabel = systemPromptLabel
        self.messages = messages
        self.messageCount = messageCount ?? messages.count
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
    }

    /// What a request with the system prompt is at least labelled as; `public` when there is none.
    public var promptLabel: SensitivityLabel {
        systemPrompt?.isEmpty == false ? systemPromptLabel ?? .personal : .public
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

    /// What a message was made of, from which the store computes its label.
    public struct Origin: Hashable, Codable, Sendable {
        /// The documents that it was given, by their ids, with the labels that they had then: these hold where one of them is
        /// gone before the message is stored. Kept by the store, and not read back.
        public var documents: [String: SensitivityLabel]
        /// The id of the first message of its conversation that it was given, with all that followed; `nil` for none.
        public var given: Int64?
        /// The label that those messages had then, in the same way.
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

    /// How an answer came about. Every field is `nil` where it does not apply.
    public struct Metadata: Hashable, Codable, Sendable {
        public var engine: Engine?
        public var model: String?
        public var citations: [Citation]?
        /// Whether the documents did not say.
        public var abstained: Bool?
        /// Why they did not.
        public var abstention: Abstention?
        public var usage: TokenUsage?
        public var timings: Timings?
        public var finishReason: FinishReason?
        /// Whether an engine before this one was tried and failed.
        public var wasFallback: Bool?
        public var fallbackReason: String?
        /// What of the conversation did not fit into the prompt.
        public var dropped: DroppedContext?
        public var notes: [String]?
        /// Which engine was chosen and why.
        public var route: RoutingDecision?
        /// Bytes of the message that no source supports.
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
    /// What it was made of beside its own words.
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
