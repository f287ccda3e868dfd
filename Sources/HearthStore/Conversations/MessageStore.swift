import Foundation
import GRDB
public import HearthCore

/// The messages of conversations.
extension HearthDatabase {
    /// Adds messages at the end of a conversation, all or none, and returns them with their ids and the labels that they have
    /// there.
    ///
    /// - Parameters:
    ///   - answered: The id of the question that they answer; it is unanswered no longer.
    ///   - replaced: The id of the first message that they take the place of: it and everything after it goes in the same
    ///     transaction, so that there is one or the other at any time.
    ///   - last: The last message that may go; what came after it stays.
    /// - Throws: `unknown-item` when there is no such conversation.
    @discardableResult
    public func append(
        _ messages: [ConversationMessage], toConversation id: String, answering answered: Int64? = nil,
        replacingFrom replaced: Int64? = nil, upTo last: Int64 = .max
    ) async throws -> [ConversationMessage] {
        let readable = Reader.labels
        return try await write { db in
            let conversation = try Self.requireNumber(ofConversation: id, readable, db)
            let stored = try messages.map { message in
                var message = message
                message.id = try Self.insert(message, conversation, db)
                return message
            }
            if let replaced, let first = stored.first?.id {
                try Self.removeMessages(
                    from: replaced, before: last < first ? last + 1 : first, conversation, newer: first, db)
            }
            if let answered {
                try db.execute(
                    sql: "UPDATE message SET state = 'complete' WHERE number = ? AND conversation = ?",
                    arguments: [answered, conversation])
            }
            try db.execute(
                sql: "UPDATE conversation SET updatedAt = ? WHERE number = ?",
                arguments: [(messages.last?.createdAt ?? Date()).timeIntervalSince1970, conversation])
            let labels = try ConversationLabels(conversation, db)
            return stored.map { message in
                var message = message
                message.label = labels[message.id]
                return message
            }
        }
    }

    /// The newest `limit` messages of a conversation that are newer than `after` and older than `before`, oldest first, with the
    /// labels that they have now. Empty when there is no such conversation.
    public func messages(
        ofConversation id: String, after: Int64 = .min, before: Int64 = .max, limit: Int = .max
    ) async throws -> [ConversationMessage] {
        let readable = Reader.labels
        return try await read { db in
            guard try Self.allows(readable, id, db) else { return [] }
            return try Self.messages(ofConversation: id, after: after, before: before, limit: limit, db)
        }
    }

    /// The oldest `limit` messages of a conversation that are newer than `after` and older than `before`, oldest first, with the
    /// labels that they have now. Empty when there is no such conversation.
    public func oldestMessages(
        ofConversation id: String, after: Int64 = .min, before: Int64 = .max, limit: Int
    ) async throws -> [ConversationMessage] {
        let readable = Reader.labels
        return try await read { db in
            guard try Self.allows(readable, id, db) else { return [] }
            return try Self.messages(
                ofConversation: id, after: after, before: before, limit: limit, fromOldest: true, db)
        }
    }

    /// The last question and everything after it, oldest first; empty when there is none. Throws `unknown-item`.
    public func lastTurn(ofConversation id: String) async throws -> [ConversationMessage] {
        let readable = Reader.labels
        return try await read { db in
            let conversation = try Self.requireNumber(ofConversation: id, db)
            guard try Self.allows(readable, id, db) else { return [] }
            guard let first = try Self.lastQuestion(conversation, db) else { return [] }
            return try Self.messages(ofConversation: id, after: first - 1, before: .max, limit: .max, db)
        }
    }

    /// Removes the last question and everything after it, and returns what went, oldest first. Empty when there was none.
    @discardableResult
    public func removeLastTurn(ofConversation id: String) async throws -> [ConversationMessage] {
        let readable = Reader.labels
        return try await forgettingPromptState(ofConversation: id) {
            try await write { db in
                let conversation = try Self.requireNumber(ofConversation: id, readable, db)
                guard let first = try Self.lastQuestion(conversation, db) else { return [] }
                let removed = try Self.messages(ofConversation: id, after: first - 1, before: .max, limit: .max, db)
                try Self.removeMessages(from: first, before: .max, conversation, db)
                return removed
            }
        }
    }

    /// Keeps the lengths of messages, so that they need not be counted again.
    public func setTokenCounts(_ counts: [Int64: Int], tokenizer: String) async throws {
        guard !counts.isEmpty else { return }
        try await write { db in
            let statement = try db.makeStatement(sql: "UPDATE message SET tokenizer = ?, tokens = ? WHERE number = ?")
            for (id, count) in counts { try statement.execute(arguments: [tokenizer, count, id]) }
        }
    }

    // MARK: -

    private static func lastQuestion(_ conversation: Int64, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT max(number) FROM message WHERE conversation = ? AND role = 'user'",
            arguments: [conversation])
    }

    private static func removeMessages(
        from first: Int64, before end: Int64, _ conversation: Int64, newer: Int64 = .max, _ db: Database
    ) throws {
        try MessageSources.freezeLabels(derivedFromMessages: first, before: end, of: conversation, newer: newer, db)
        try forgetTitle(madeFrom: first, before: end, conversation, db)
        try db.execute(
            sql: "DELETE FROM message WHERE conversation = ? AND number >= ? AND number < ?",
            arguments: [conversation, first, end])
        // A boundary behind what is left would hide messages that are still there.
        try db.execute(
            sql: "DELETE FROM conversationContext WHERE conversation = ? AND upTo >= ?",
            arguments: [conversation, first])
    }

    /// Earlier versions stored the beginning of the first question as the title, which stayed when the question went.
    private static func forgetTitle(
        madeFrom first: Int64, before end: Int64, _ conversation: Int64, _ db: Database
    ) throws {
        guard
            let title = try String.fetchOne(
                db, sql: "SELECT title FROM conversation WHERE number = ?", arguments: [conversation])
        else { return }
        let questions = try Row.fetchCursor(
            db,
            sql: """
                SELECT substr(content, 1, \(Conversation.titleBytes)) AS question FROM message
                WHERE conversation = ? AND role = 'user' AND number >= ? AND number < ?
                """, arguments: [conversation, first, end])
        while let row = try questions.next() {
            guard try row.text("question").flatMap(Conversation.title(fromQuestion:)) == title else { continue }
            return try db.execute(
                sql: "UPDATE conversation SET title = NULL WHERE number = ?", arguments: [conversation])
        }
    }

    /// Messages between two others, oldest first.
    ///
    /// - Parameter fromOldest: Where there are more than `limit`, the first of them and not the last.
    static func messages(
        ofConversation id: String, after: Int64 = .min, before: Int64, limit: Int, fromOldest: Bool = false,
        labels: ConversationLabels? = nil, _ db: Database
    ) throws -> [ConversationMessage] {
        guard let number = try number(ofConversation: id, db) else { return [] }
        let labels = try labels ?? ConversationLabels(number, db)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT number, role, content, createdAt, metadata, state, given, reasoning, toolCalls, toolCallID, tokenizer,
                    tokens
                FROM message WHERE conversation = ? AND number > ? AND number < ?
                ORDER BY number \(fromOldest ? "ASC" : "DESC") LIMIT ?
                """, arguments: [number, after, before, max(0, limit)])
        let messages = try Array(rows.map { try message($0, labels) })
        return fromOldest ? messages : messages.reversed()
    }

    private static func insert(_ new: ConversationMessage, _ conversation: Int64, _ db: Database) throws -> Int64 {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let number = try nextNumber(db)
        try db.execute(
            sql: """
                INSERT INTO message (number, conversation, role, createdAt, metadata, content, state, label, reasoning,
                    toolCalls, toolCallID, tokenizer, tokens, given)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                number, conversation, new.message.role.rawValue, new.createdAt.timeIntervalSince1970,
                try new.metadata.map { try encoder.encode($0) }, new.message.content.blob, new.state.rawValue,
                try MessageSources.label(of: new, number, conversation, db).rawValue, new.message.reasoning?.blob,
                try new.message.toolCalls.map { try encoder.encode($0) }, new.message.toolCallID?.withoutNUL,
                new.tokenCount?.tokenizer.withoutNUL, new.tokenCount?.count, new.origin.given,
            ])
        try MessageSources.keep(Set(new.origin.documents.keys), of: number, db)
        return number
    }

    /// A row number that no message has or ever had.
    static func nextNumber(_ db: Database) throws -> Int64 {
        let number = try Int64.fetchOne(
            db, sql: "UPDATE sequence SET last = last + 1 WHERE name = 'message' RETURNING last")
        guard let number else { throw StoreError(.failure, "The store has lost count of its messages.") }
        return number
    }

    private static func message(_ row: Row, _ labels: ConversationLabels) throws -> ConversationMessage {
        guard let role = Message.Role(rawValue: row["role"]) else {
            throw StoreError(.newerSchema, "A message has the unknown role \(row["role"] as String). Update Hearth.")
        }
        let decoder = JSONDecoder()
        let toolCalls = try StoredToolCalls.read(row["toolCalls"])
        let tokens = row["tokens"] as Int?
        return ConversationMessage(
            id: row["number"],
            Message(
                role, try row.text("content") ?? "", reasoning: try row.text("reasoning"), toolCalls: toolCalls,
                toolCallID: row["toolCallID"]),
            createdAt: Date(timeIntervalSince1970: row["createdAt"]),
            state: ConversationMessage.State(rawValue: row["state"]) ?? .complete,
            label: labels[row["number"]], origin: .init(given: row["given"]),
            // Metadata only describes; a message is worth showing without it.
            metadata: (row["metadata"] as Data?).flatMap {
                try? decoder.decode(ConversationMessage.Metadata.self, from: $0)
            },
            tokenCount: (row["tokenizer"] as String?).flatMap { name in tokens.map { .init(tokenizer: name, count: $0) }
            })
    }
}
