import Foundation
import GRDB
public import HearthCore

extension HearthDatabase {
    /// How many messages are read at once while a prompt is built, newest first; most prompts need one page.
    static let contextPage = 32

    /// Builds the prompt of a conversation's next turn, reading only as much of it as goes in.
    ///
    /// - Parameters:
    ///   - boundary: Messages up to it are left out, and its summary stands for them.
    ///   - share: The part of the room for the conversation that may be filled, 0 to 1.
    ///   - label: The strictest label of system prompt and new messages.
    /// - Returns: The prompt, and whether messages after the boundary did not fit.
    /// - Throws: ``ContextError``.
    public func context(
        ofConversation id: String, systemPrompt: String?, budget: ContextBudget, tokenizer: any TextTokenizer,
        boundary: ContextBoundary? = nil, new: [Message], label: SensitivityLabel = .personal, share: Double = 1
    ) async throws -> (context: BuiltContext, overflows: Bool) {
        try await read { db in
            var selector = try ContextSelector(
                budget: budget, tokenizer: tokenizer, systemPrompt: systemPrompt, boundary: boundary, new: new,
                label: label, share: share)
            var before = Int64.max
            pages: while !selector.isFull {
                let page = try Self.messages(ofConversation: id, before: before, limit: Self.contextPage, db)
                for message in page.reversed() {
                    if let boundary, message.id <= boundary.upTo { break pages }
                    guard selector.add(message) else { break pages }
                }
                guard page.count == Self.contextPage, let oldest = page.first else { break }
                before = oldest.id
            }
            let dropped = try Self.extent(ofConversation: id, before: selector.firstIncluded, db)
            return (try selector.finish(dropped: dropped), selector.isFull)
        }
    }

    /// Number and length of the messages before `first`, or where it is `nil`, of all but the questions at the end that have
    /// no answer yet.
    private static func extent(ofConversation id: String, before first: Int64?, _ db: Database) throws -> DroppedContext
    {
        let conversation = try requireNumber(ofConversation: id, db)
        let end =
            try first
            ?? Int64.fetchOne(
                db, sql: "SELECT max(number) + 1 FROM message WHERE conversation = ? AND role <> 'user'",
                arguments: [conversation]) ?? 0
        // The length of a BLOB is known without reading it.
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*), coalesce(sum(coalesce(tokens, length(content) / 4 + 1)), 0)
                FROM message WHERE conversation = ? AND number < ?
                """, arguments: [conversation, end])
        return DroppedContext(count: row?[0] ?? 0, tokens: row?[1] ?? 0)
    }

    /// Where the part of a conversation begins that goes into prompts; `nil` when that is all of it.
    public func contextBoundary(ofConversation id: String) async throws -> ContextBoundary? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT upTo, summary, label, promptTokens, maxMessages FROM conversationContext
                    JOIN conversation ON conversation.number = conversationContext.conversation WHERE conversation.id = ?
                    """, arguments: [id]
            ).map { row in
                ContextBoundary(
                    upTo: row[0], summary: try row.text(1), label: SensitivityLabel(rawValue: row[2]) ?? .private,
                    promptTokens: row[3], maxMessages: row[4])
            }
        }
    }

    /// Remembers the boundary; `nil` takes it away.
    public func setContextBoundary(_ boundary: ContextBoundary?, ofConversation id: String) async throws {
        try await write { db in
            let conversation = try Self.requireNumber(ofConversation: id, db)
            try db.execute(sql: "DELETE FROM conversationContext WHERE conversation = ?", arguments: [conversation])
            guard let boundary else { return }
            try db.execute(
                sql: """
                    INSERT INTO conversationContext (conversation, upTo, label, promptTokens, maxMessages, summary)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    conversation, boundary.upTo, boundary.label.rawValue, boundary.promptTokens, boundary.maxMessages,
                    boundary.summary?.blob,
                ])
        }
    }

    /// The strictest label of some documents; `nil` when none of them is there.
    public func strictestLabel(ofDocuments ids: Set<String>) async throws -> SensitivityLabel? {
        try await read { db in
            var strictest: SensitivityLabel?
            for id in ids {
                let label = try String.fetchOne(db, sql: "SELECT label FROM document WHERE id = ?", arguments: [id])
                guard let label else { continue }
                let known = SensitivityLabel(rawValue: label) ?? .private
                strictest = max(strictest ?? known, known)
            }
            return strictest
        }
    }
}

extension HearthDatabase {
    /// The strictest label of a conversation's messages; `nil` when it has none.
    public func strictestLabel(ofConversation id: String) async throws -> SensitivityLabel? {
        try await read { db in
            let labels = try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT label FROM message JOIN conversation ON conversation.number = message.conversation
                    WHERE conversation.id = ?
                    """, arguments: [id])
            return labels.map { SensitivityLabel(rawValue: $0) ?? .private }.max()
        }
    }
}
