#if canImport(CPostgres)
import Foundation
public import HearthCore

/// Folders and pins of conversations, and branches: conversations that go on from a message of another one.
extension PostgresLibrary {
    public func conversationFolders() async throws -> [ConversationFolder] {
        let readable = Reader.labels
        return try await read { db in
            let rows = try db.rows(
                """
                SELECT id, folder FROM conversation WHERE owner_id = $1 AND folder IS NOT NULL
                    AND EXISTS (SELECT 1 FROM message WHERE message.owner_id = $1 AND message.conversation = conversation.number)
                """
            ).map { (id: try $0["id"] as String, folder: try $0["folder"] as String) }
            var counts: [String: Int] = [:]
            for row in rows where try Self.allows(readable, row.id, db) { counts[row.folder, default: 0] += 1 }
            return counts.map { ConversationFolder(name: $0, count: $1) }.sorted { $0.name < $1.name }
        }
    }

    public func branchConversation(id: String, upTo last: Int64 = .max) async throws -> Conversation {
        let readable = Reader.labels
        let new = UUID().uuidString.lowercased()
        let time = Date().timeIntervalSince1970
        return try await write { db in
            let number = try Self.requireNumber(ofConversation: id, readable, db)
            let branch = try db.next(\.lastConversation)
            try db.change(
                """
                INSERT INTO conversation (owner_id, number, id, title, folded, system_prompt, prompt_label, created_at, updated_at,
                    forgotten, folder)
                SELECT owner_id, $2, $3, title, folded, system_prompt, prompt_label, $4, $4, $5, folder
                FROM conversation WHERE owner_id = $1 AND number = $6
                """, branch, new, time, try db.next(\.forgottenOfOne), number)
            try Self.copyMessages(from: number, upTo: last, to: branch, db)
            guard let row = try db.first(Self.selectConversation + " AND id = $2", new) else {
                throw StoreError(.failure, "The conversation was not stored.")
            }
            return try Self.conversation(row)
        }
    }

    /// Copies messages with what their labels are computed from: a copy names the same documents and places, and was given the
    /// copies of the messages that its original was given.
    private static func copyMessages(
        from conversation: Int64, upTo last: Int64, to branch: Int64, _ db: Transaction
    ) throws {
        let rows = try db.rows(
            """
            SELECT number, given FROM message WHERE owner_id = $1 AND conversation = $2 AND number <= $3 ORDER BY number
            """, conversation, last
        ).map { (number: try $0["number"] as Int64, given: try $0["given"] as Int64?) }
        var copies = CopiedMessages()
        for (original, given) in rows {
            let copy = try db.next(\.lastMessage)
            copies.add(copy, of: original)
            try db.change(
                """
                INSERT INTO message (owner_id, number, conversation, role, created_at, metadata, content, folded, state, label,
                    reasoning, tool_calls, tool_call_id, tokenizer, tokens, given)
                SELECT owner_id, $2, $3, role, created_at, metadata, content, folded, state, label, reasoning, tool_calls,
                    tool_call_id, tokenizer, tokens, $4::bigint
                FROM message WHERE owner_id = $1 AND number = $5
                """, copy, branch, copies.given(given), original)
            try db.change(
                """
                INSERT INTO message_source (owner_id, message, document)
                SELECT owner_id, $2, document FROM message_source WHERE owner_id = $1 AND message = $3
                """, copy, original)
            try db.change(
                """
                INSERT INTO message_place (owner_id, message, path)
                SELECT owner_id, $2, path FROM message_place WHERE owner_id = $1 AND message = $3
                """, copy, original)
        }
    }
}
#endif
