public import Foundation

/// Messages that follow each other, under one system prompt.
public struct Conversation: Hashable, Codable, Sendable, Identifiable {
    public var id: String
    /// `nil` until somebody names it.
    public var title: String?
    /// Stands at the beginning of every prompt and is never dropped; `nil` when there is none.
    public var systemPrompt: String?
    /// Oldest first. A conversation from the store may hold only its newest messages, see ``messageCount``.
    public var messages: [ConversationMessage]
    /// How many messages it has in the store.
    public var messageCount: Int
    public var createdAt: Date
    /// When its last message was added.
    public var updatedAt: Date

    public init(
        id: String, title: String? = nil, systemPrompt: String? = nil, messages: [ConversationMessage] = [],
        messageCount: Int? = nil, createdAt: Date = Date(), updatedAt: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.systemPrompt = systemPrompt
        self.messages = messages
        self.messageCount = messageCount ?? messages.count
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
    }
}
