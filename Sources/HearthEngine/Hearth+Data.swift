public import Foundation
import HearthCore
import HearthStore

extension Hearth {
    // MARK: Conversations

    public func startConversation() async throws -> Conversation {
        Conversation(id: try await database().createConversation().id, messages: [])
    }

    /// Adds messages to a conversation, in the store and in `conversation`.
    public func append(_ messages: [Message], to conversation: inout Conversation) async throws {
        let database = try database()
        for message in messages {
            try await database.append(message, toConversation: conversation.id)
            conversation.messages.append(message)
        }
    }

    // MARK: All data

    /// Replaces everything by a backup, which is verified first.
    public func restore(from backup: URL) async throws {
        let secrets = SecretStores.preferred(folder: folder)
        let key = try DatabaseKey.loadOrCreate(in: secrets, folder: folder)
        try close()
        try await HearthDatabase.restore(from: backup, configuration: .init(folder: folder, key: key))
    }

    /// Deletes the database, its key and the settings. Returns the names of what was deleted.
    public func deleteEverything() async throws -> [String] {
        try close()
        let secrets = SecretStores.preferred(folder: folder)
        var removed = try await HearthDatabase.deleteEverything(in: folder, secrets: secrets)
        let settings = Settings.file(in: folder)
        if FileManager.default.fileExists(atPath: settings.path) {
            try FileManager.default.removeItem(at: settings)
            removed.append(settings.lastPathComponent)
        }
        return removed
    }
}
