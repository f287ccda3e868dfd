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
    ///   - before: Only messages older than this one are looked at.
    /// - Returns: The prompt, and whether messages after the boundary did not fit.
    /// - Throws: ``ContextError``; `unknown-item` for a conversation that the reader of this task may not read.
    public func context(
        ofConversation id: String, systemPrompt: String?, budget: ContextBudget, tokenizer: any TextTokenizer,
        boundary: ContextBoundary? = nil, new: [Message], label: SensitivityLabel = .personal, share: Double = 1,
        before: Int64 = .max
    ) async throws -> (context: BuiltContext, overflows: Bool) {
        let readable = Reader.labels
        // As a result, because what a transaction throws comes out as an error of the store.
        let result: Result<(BuiltContext, Bool), ContextError> = try await read { db in
            // Raised since a program was let in: its engine's words would tell it what it may not read.
            guard try Self.allows(readable, id, db) else {
                throw StoreError(.unknownItem, "There is no conversation \(id).")
            }
            do {
                var selector = try ContextSelector(
                    budget: budget, tokenizer: tokenizer, systemPrompt: systemPrompt, boundary: boundary, new: new,
                    label: label, share: share)
                let labels = try Self.number(ofConversation: id, db).map { try ConversationLabels($0, db) }
                let dropped = try Self.fill(
                    &selector, from: id, after: boundary?.upTo, before: before, labels: labels, db)
                return .success((try selector.finish(dropped: dropped), selector.isFull))
            } catch let error as ContextError {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Feeds a selector page by page until it has what it needs; returns what was left out.
    private static func fill(
        _ selector: inout ContextSelector, from id: String, after boundary: Int64?, before end: Int64,
        labels: ConversationLabels?, _ db: Database
    ) throws -> DroppedContext {
        var before = end
        pages: while !selector.isFull {
            let page = try messages(ofConversation: id, before: before, limit: contextPage, labels: labels, db)
            for message in page.reversed() {
                if let boundary, message.id <= boundary { break pages }
                guard selector.add(message) else { break pages }
            }
            guard page.count == contextPage, let oldest = page.first else { break }
            before = oldest.id
        }
        let first = try selector.firstIncluded ?? endOfAnswers(ofConversation: id, before: end, db)
        return try extent(ofConversation: id, before: first, db)
    }

    /// How much of a conversation is older than a message, whatever it is.
    public func extent(ofConversation id: String, before first: Int64) async throws -> DroppedContext {
        try await read { try Self.extent(ofConversation: id, before: first, $0) }
    }

    /// The id of the last message older than `before` that is no question: what comes after it waits for its answer. `nil`
    /// where there is none.
    public func lastAnswer(ofConversation id: String, before: Int64 = .max) async throws -> Int64? {
        try await read { db in
            let end = try Self.endOfAnswers(ofConversation: id, before: before, db)
            return end > 0 ? end - 1 : nil
        }
    }

    /// Where the questions at the end begin that have no answer yet; they are not dropped, they are being answered. 0 where
    /// nothing was answered.
    private static func endOfAnswers(ofConversation id: String, before: Int64, _ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT max(number) + 1 FROM message WHERE conversation = ? AND role <> 'user' AND number < ?",
            arguments: [try requireNumber(ofConversation: id, db), before]) ?? 0
    }

    /// Number and length of the messages before `end`.
    private static func extent(ofConversation id: String, before end: Int64, _ db: Database) throws -> DroppedContext {
        let conversation = try requireNumber(ofConversation: id, db)
        // The length of a BLOB is known without reading it.
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*), coalesce(sum(coalesce(min(max(tokens, 0), 1 << 40), length(content) / 4 + 1)), 0)
                FROM message WHERE conversation = ? AND number < ?
                """, arguments: [conversation, end])
        return DroppedContext(count: row?[0] ?? 0, tokens: row?[1] ?? 0)
    }

    /// Where the part of a conversation begins that goes into prompts; `nil` when that is all of it. Its summary is as private as
    /// what was summed up is now, and not milder than it was when it was made.
    public func contextBoundary(ofConversation id: String) async throws -> ContextBoundary? {
        let readable = Reader.labels
        return try await read { db in
            guard try Self.allows(readable, id, db), let number = try Self.number(ofConversation: id, db),
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT upTo, summary, promptTokens, maxMessages, label FROM conversationContext
                        WHERE conversation = ?
                        """, arguments: [number])
            else { return nil }
            let upTo: Int64 = row[0]
            let label = try ConversationLabels(number, db).strictest(before: upTo == .max ? upTo : upTo + 1)
            return ContextBoundary(
                upTo: upTo, summary: try row.text(1), label: max(SensitivityLabel(stored: row[4]), label ?? .public),
                promptTokens: row[2], maxMessages: row[3])
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
}

extension HearthDatabase {
    /// The strictest label that a conversation's messages older than `before` have now; `nil` when it has none.
    public func strictestLabel(
        ofConversation id: String, before: Int64 = .max
    ) async throws -> SensitivityLabel? {
        try await read { db in
            try Self.number(ofConversation: id, db).flatMap {
                try ConversationLabels($0, db).strictest(before: before)
            }
        }
    }
}
