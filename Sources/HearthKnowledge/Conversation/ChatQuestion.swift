import HearthCore
import HearthStore

/// A question on its way into the store: written once, when there is an engine to ask and a prompt that fits it, however
/// many engines are then tried.
actor ChatQuestion {
    private let message: ConversationMessage
    private let conversation: String
    private let database: HearthDatabase
    private var writing: Task<Int64?, any Error>?

    init(_ message: ConversationMessage, conversation: String, database: HearthDatabase) {
        self.message = message
        self.conversation = conversation
        self.database = database
    }

    /// The question's id in the store.
    func stored() async throws -> Int64? {
        if let writing { return try await writing.value }
        let task = Task { try await database.append([message], toConversation: conversation).first?.id }
        writing = task
        do {
            return try await task.value
        } catch {
            writing = nil
            throw error
        }
    }
}
