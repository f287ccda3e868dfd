#if canImport(CPostgres)
import Foundation
public import HearthCore

/// The messages of conversations.
extension PostgresLibrary {
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
                try db.change(
                    "UPDATE message SET state = 'complete' WHERE owner_id = $1 AND number = $2 AND conversation = $3",
                    answered,
                    conversation)
            }
            try db.change(
                "UPDATE conversation SET updated_at = $2 WHERE owner_id = $1 AND number = $3",
                (messages.last?.createdAt ?? Date()).timeIntervalSince1970, conversation)
            let labels = try ConversationLabels(conversation, db)
            return stored.map { message in
                var message = message
                message.label = labels[message.id]
                return message
            }
        }
    }

    public func messages(
        ofConversation id: String, after: Int64 = .min, before: Int64 = .max, limit: Int = .max
    ) async throws -> [ConversationMessage] {
        let readable = Reader.labels
        return try await read { db in
            guard try Self.allows(readable, id, db) else { return [] }
            return try Self.messages(ofConversation: id, after: after, before: before, limit: limit, db)
        }
    }

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

    public func lastTurn(ofConversation id: String) async throws -> [ConversationMessage] {
        let readable = Reader.labels
        return try await read { db in
            let conversation = try Self.requireNumber(ofConversation: id, .owner, db)
            guard try Self.allows(readable, id, db), let first = try Self.lastQuestion(conversation, db) else {
                return []
            }
            return try Self.messages(ofConversation: id, after: first - 1, before: .max, limit: .max, db)
        }
    }

    @discardableResult
    public func removeLastTurn(ofConversation id: String) async throws -> [ConversationMessage] {
        let readable = Reader.labels
        return try await write { db in
            let conversation = try Self.requireNumber(ofConversation: id, readable, db)
            try Self.forgetPromptState(ofConversation: id, db)
            guard let first = try Self.lastQuestion(conversation, db) else { return [] }
            let removed = try Self.messages(ofConversation: id, after: first - 1, before: .max, limit: .max, db)
            try Self.removeMessages(from: first, before: .max, conversation, db)
            return removed
        }
    }

    public func setTokenCounts(_ counts: [Int64: Int], tokenizer: String) async throws {
        guard !counts.isEmpty else { return }
        let (ids, lengths) = (Array(counts.keys), Array(counts.values))
        try await write { db in
            try db.change(
                """
                UPDATE message SET tokenizer = $2, tokens = counted.tokens
                FROM unnest($3::bigint[], $4::bigint[]) AS counted (id, tokens)
                WHERE message.owner_id = $1 AND message.number = counted.id
                """, tokenizer.withoutNUL, ids, lengths)
        }
    }

    // MARK: -

    private static func lastQuestion(_ conversation: Int64, _ db: Transaction) throws -> Int64? {
        try db.first(
            "SELECT max(number) AS last FROM message WHERE owner_id = $1 AND conversation = $2 AND role = 'user'",
            conversation
        )?["last"]
    }

    private static func removeMessages(
        from first: Int64, before end: Int64, _ conversation: Int64, newer: Int64 = .max, _ db: Transaction
    ) throws {
        try PostgresMessageSources.freezeLabels(
            derivedFromMessages: first, before: end, of: conversation, newer: newer, db)
        try db.change(
            "DELETE FROM message WHERE owner_id = $1 AND conversation = $2 AND number >= $3 AND number < $4",
            conversation, first,
            end)
        // A boundary behind what is left would hide messages that are still there.
        try db.change(
            "DELETE FROM conversation_context WHERE owner_id = $1 AND conversation = $2 AND up_to >= $3", conversation,
            first)
    }

    /// Messages between two others, oldest first.
    ///
    /// - Parameter fromOldest: Where there are more than `limit`, the first of them and not the last.
    private static func messages(
        ofConversation id: String, after: Int64, before: Int64, limit: Int, fromOldest: Bool = false, _ db: Transaction
    ) throws -> [ConversationMessage] {
        guard let number = try number(ofConversation: id, db) else { return [] }
        let rows = try db.rows(
            """
            SELECT number, role, content, created_at, metadata, state, given, reasoning, tool_calls, tool_call_id, tokenizer, tokens
            FROM message WHERE owner_id = $1 AND conversation = $2 AND number > $3 AND number < $4
            ORDER BY number \(fromOldest ? "ASC" : "DESC") LIMIT $5
            """, number, after, before, max(0, limit))
        guard !rows.isEmpty else { return [] }
        let labels = try ConversationLabels(number, db)
        let messages = try rows.map { try message($0, labels) }
        return fromOldest ? messages : messages.reversed()
    }

    private static func insert(
        _ new: ConversationMessage, _ conversation: Int64, _ db: Transaction
    ) throws -> Int64 {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let number = try db.next(\.lastMessage)
        let own = try PostgresMessageSources.label(of: new, number, conversation, db)
        try db.refusePrivate(try strictest(own, new, conversation, db), "This message")
        try db.change(
            """
            INSERT INTO message (owner_id, number, conversation, role, created_at, metadata, content, folded, state, label,
                reasoning, tool_calls, tool_call_id, tokenizer, tokens, given)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
            """, number, conversation, new.message.role.rawValue, new.createdAt.timeIntervalSince1970,
            try new.metadata.map { try encoder.encode($0) }, new.message.content.blob, new.message.content.folded,
            new.state.rawValue, own.rawValue,
            new.message.reasoning?.blob, try new.message.toolCalls.map { try encoder.encode($0) },
            new.message.toolCallID?.withoutNUL, new.tokenCount?.tokenizer.withoutNUL, new.tokenCount?.count,
            new.origin.given)
        try PostgresMessageSources.keep(Set(new.origin.documents.keys), of: number, db)
        return number
    }

    /// How private a new message is, with the documents and the messages that it was made of.
    private static func strictest(
        _ own: SensitivityLabel, _ new: ConversationMessage, _ conversation: Int64, _ db: Transaction
    ) throws -> SensitivityLabel {
        var label = own
        let documents = Set(new.origin.documents.keys.map { LabelOrigin.document($0) })
        if let made = try PostgresLibrary.label(of: documents, db) { label = max(label, made) }
        let labels = try ConversationLabels(conversation, db)
        if let given = new.origin.given { label = max(label, labels.strictest(since: given) ?? .public) }
        return new.message.role == .assistant ? max(label, labels.prompt) : label
    }

    private static func message(_ row: Row, _ labels: ConversationLabels) throws -> ConversationMessage {
        let name: String = try row["role"]
        guard let role = Message.Role(rawValue: name) else {
            throw StoreError(.newerSchema, "A message has the unknown role \(name). Update Hearth.")
        }
        let decoder = JSONDecoder()
        let toolCalls = try StoredToolCalls.read(try row["tool_calls"])
        let number: Int64 = try row["number"]
        let tokens: Int? = try row["tokens"]
        return ConversationMessage(
            id: number,
            Message(
                role, try row.text("content") ?? "", reasoning: try row.text("reasoning"), toolCalls: toolCalls,
                toolCallID: try row["tool_call_id"]),
            createdAt: Date(timeIntervalSince1970: try row["created_at"]),
            state: ConversationMessage.State(rawValue: try row["state"]) ?? .complete,
            label: labels[number], origin: .init(given: try row["given"]),
            // Metadata only describes; a message is worth showing without it.
            metadata: try (row["metadata"] as Data?).flatMap {
                try? decoder.decode(ConversationMessage.Metadata.self, from: $0)
            },
            tokenCount: try (row["tokenizer"] as String?).flatMap { name in
                tokens.map { .init(tokenizer: name, count: $0) }
            })
    }
}
#endif
