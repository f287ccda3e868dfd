public import Foundation
import GRDB
public import HearthCore

/// A conversation, without its messages.
public struct StoredConversation: Hashable, Sendable, Identifiable {
    public var id: String
    public var title: String?
    public var createdAt: Date
    /// When its last message was added.
    public var updatedAt: Date
    public var messageCount: Int
}

/// One message of a conversation.
public struct StoredMessage: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var message: Message
    public var createdAt: Date
    /// JSON of whatever belongs to it: citations, the engine, usage. `nil` when there is none.
    public var metadata: String?
}

extension HearthDatabase {
    /// Starts a conversation and returns it.
    ///
    /// - Parameter id: unique; by default a new UUID in lower case. Throws `invalid-input` when it is taken.
    public func createConversation(id: String? = nil, title: String? = nil) async throws -> StoredConversation {
        let id = id ?? UUID().uuidString.lowercased()
        let now = Date()
        try await write { db in
            let taken = try Bool.fetchOne(db, sql: "SELECT 1 FROM conversation WHERE id = ?", arguments: [id])
            guard taken == nil else { throw StoreError(.invalidInput, "There is already a conversation \(id).") }
            let time = now.timeIntervalSince1970
            try db.execute(
                sql: "INSERT INTO conversation (id, title, createdAt, updatedAt) VALUES (?, ?, ?, ?)",
                arguments: [id, title?.withoutNUL, time, time])
        }
        return StoredConversation(id: id, title: title, createdAt: now, updatedAt: now, messageCount: 0)
    }

    /// Adds a message at the end of a conversation. Throws `unknown-item` when there is no such conversation.
    @discardableResult
    public func append(
        _ message: Message, toConversation id: String, metadata: String? = nil
    ) async throws -> StoredMessage {
        let now = Date()
        let number = try await write { db in
            guard
                let conversation = try Int64.fetchOne(
                    db, sql: "SELECT number FROM conversation WHERE id = ?", arguments: [id])
            else { throw StoreError(.unknownItem, "There is no conversation \(id).") }
            let time = now.timeIntervalSince1970
            try db.execute(
                sql: "INSERT INTO message (conversation, role, createdAt, metadata, content) VALUES (?, ?, ?, ?, ?)",
                arguments: [conversation, message.role.rawValue, time, metadata?.blob, message.content.blob])
            let number = db.lastInsertedRowID
            try db.execute(
                sql: "UPDATE conversation SET updatedAt = ? WHERE number = ?", arguments: [time, conversation])
            return number
        }
        return StoredMessage(id: number, message: message, createdAt: now, metadata: metadata)
    }

    /// The last `limit` messages of a conversation, oldest first. Empty when there is no such conversation.
    public func messages(ofConversation id: String, limit: Int = .max) async throws -> [StoredMessage] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT message.number, role, content, message.createdAt, metadata
                    FROM message JOIN conversation ON conversation.number = message.conversation
                    WHERE conversation.id = ? ORDER BY message.number DESC LIMIT ?
                    """, arguments: [id, max(0, limit)])
            return try rows.reversed().map { row in
                guard let role = Message.Role(rawValue: row[1]) else {
                    throw StoreError(.newerSchema, "A message has the unknown role \(row[1] as String). Update Hearth.")
                }
                return StoredMessage(
                    id: row[0], message: Message(role, try row.text(2) ?? ""),
                    createdAt: Date(timeIntervalSince1970: row[3]),
                    metadata: try row.text(4))
            }
        }
    }

    /// Conversations, the one with the latest message first.
    public func conversations(limit: Int = .max) async throws -> [StoredConversation] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, title, createdAt, updatedAt,
                        (SELECT count(*) FROM message WHERE message.conversation = conversation.number)
                    FROM conversation ORDER BY updatedAt DESC, number DESC LIMIT ?
                    """, arguments: [max(0, limit)]
            ).map { row in
                StoredConversation(
                    id: row[0], title: row[1], createdAt: Date(timeIntervalSince1970: row[2]),
                    updatedAt: Date(timeIntervalSince1970: row[3]), messageCount: row[4])
            }
        }
    }

    /// Removes a conversation with its messages; returns how many messages went, or `nil` when there was no such
    /// conversation.
    @discardableResult
    public func removeConversation(id: String) async throws -> Int? {
        try await write { db in
            guard
                let number = try Int64.fetchOne(
                    db, sql: "SELECT number FROM conversation WHERE id = ?", arguments: [id])
            else { return nil }
            try db.execute(sql: "DELETE FROM message WHERE conversation = ?", arguments: [number])
            let count = db.changesCount
            try db.execute(sql: "DELETE FROM conversation WHERE number = ?", arguments: [number])
            return count
        }
    }
}
