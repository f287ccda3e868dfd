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
