public import HearthCore

/// Questions and answers that follow each other.
public struct Conversation: Sendable, Identifiable {
    public let id: String
    /// Oldest first.
    public internal(set) var messages: [Message]
}
