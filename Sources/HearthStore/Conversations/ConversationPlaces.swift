import Foundation
import GRDB
public import HearthCore

/// Folders and pins of conversations, and branches: conversations that go on from a message of another one.
extension HearthDatabase {
    /// The folders that conversations are in, by their names. Conversations in which nothing was said do not count.
    public func conversationFolders() async throws -> [ConversationFolder] {
        let readable = Reader.labels
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, folder FROM conversation WHERE folder IS NOT NULL
                        AND EXISTS (SELECT 1 FROM message WHERE message.conversation = conversation.number)
                    """)
            var counts: [String: Int] = [:]
            for row in rows where try Self.allows(readable, row["id"], db) { counts[row["folder"], default: 0] += 1 }
            return counts.map { ConversationFolder(name: $0, count: $1) }.sorted { $0.name < $1.name }
        }
    }

    /// Makes a conversation of the beginning of another one, with that one's title, system prompt and folder. Throws `unknown-item`.
    ///
    /// - Parameter last: The id of the last message that is copied.
    public func branchConversation(id: String, upTo last: Int64 = .max) async throws -> Conversation {
        let readable = Reader.labels
        let new = UUID().uuidString.lowercased()
        let time = Date().timeIntervalSince1970
        return try await write { db in
            let number = try Self.requireNumber(ofConversation: id, readable, db)
            try db.execute(
                sql: """
                    INSERT INTO conversation (id, title, systemPrompt, promptLabel, createdAt, updatedAt, folder)
                    SELECT ?, title, systemPrompt, promptLabel, ?, ?, folder FROM conversation WHERE number = ?
                    """, arguments: [new, time, time, number])
            try Self.copyMessages(from: number, upTo: last, to: db.lastInsertedRowID, db)
            let row = try Row.fetchOne(db, sql: Self.selectConversation + " WHERE id = ?", arguments: [new])
            guard let row else { throw StoreError(.failure, "The conversation was not stored.") }
            return try Self.conversation(row)
        }
    }

    /// Copies messages with what their labels are computed from: a copy names the same documents and places, and was given the
    /// copies of the messages that its original was given.
    private static func copyMessages(
        from conversation: Int64, upTo last: Int64, to branch: Int64, _ db: Database
    ) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT number, given FROM message WHERE conversation = ? AND number <= ? ORDER BY number",
            arguments: [conversation, last])
        let insert = try db.makeStatement(
            sql: """
                INSERT INTO message (number, conversation, role, createdAt, metadata, content, state, label, reasoning,
                    toolCalls, toolCallID, tokenizer, tokens, given)
                SELECT ?, ?, role, createdAt, metadata, content, state, label, reasoning, toolCalls, toolCallID, tokenizer,
                    tokens, ?
                FROM message WHERE number = ?
                """)
        let sources = try db.makeStatement(
            sql: """
                INSERT INTO messageSource (message, document) SELECT ?, document FROM messageSource WHERE message = ?
                """)
        let places = try db.makeStatement(
            sql: "INSERT INTO messagePlace (message, path) SELECT ?, path FROM messagePlace WHERE message = ?")
        var copies = CopiedMessages()
        for row in rows {
            let original: Int64 = row["number"]
            let copy = try nextNumber(db)
            copies.add(copy, of: original)
            try insert.execute(arguments: [copy, branch, copies.given(row["given"]), original])
            try sources.execute(arguments: [copy, original])
            try places.execute(arguments: [copy, original])
        }
    }
}
