import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: ConversationStore {
    public var promptStateStore: any PromptStateStore { promptStates() }

    /// Starts a conversation and returns it.
    ///
    /// - Parameters:
    ///   - id: unique; by default a new UUID in lower case. Throws `invalid-input` when it is taken.
    ///   - label: How private the system prompt is; `nil` counts as personal.
    public func createConversation(
        id: String? = nil, title: String? = nil, systemPrompt: String? = nil, label: SensitivityLabel? = nil
    ) async throws -> Conversation {
        let id = id ?? UUID().uuidString.lowercased()
        let label = label.map(Reader.ofWords)
        let now = Date()
        try await write { db in
            let taken = try Bool.fetchOne(db, sql: "SELECT 1 FROM conversation WHERE id = ?", arguments: [id])
            guard taken == nil else { throw StoreError(.invalidInput, "There is already a conversation \(id).") }
            let time = now.timeIntervalSince1970
            try db.execute(
                sql: """
                    INSERT INTO conversation (id, title, systemPrompt, promptLabel, createdAt, updatedAt)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [id, title?.withoutNUL, systemPrompt?.blob, label?.rawValue, time, time])
        }
        return Conversation(
            id: id, title: title, systemPrompt: systemPrompt, systemPromptLabel: label, createdAt: now)
    }

    /// Conversations without their messages, the one with the latest message first.
    public func conversations(limit: Int = .max) async throws -> [Conversation] {
        let readable = Reader.labels
        return try await read { db in
            if !readable.isOwner {
                let found = try Row.fetchCursor(
                    db, sql: Self.selectConversation + " ORDER BY updatedAt DESC, number DESC")
                var conversations: [Conversation] = []
                while conversations.count < limit, let row = try found.next() {
                    let conversation = try Self.conversation(row)
                    if try Self.allows(readable, conversation.id, db) { conversations.append(conversation) }
                }
                return conversations
            }
            return try Row.fetchAll(
                db, sql: Self.selectConversation + " ORDER BY updatedAt DESC, number DESC LIMIT ?",
                arguments: [max(0, limit)]
            ).map(Self.conversation)
        }
    }

    /// A page of the conversations whose title or messages hold a text, letter case aside, those that are pinned first and of both
    /// the one with the latest message, and how many there are in all; both as of the same moment. Those in which nothing was said
    /// are left out.
    ///
    /// - Parameters:
    ///   - text: `nil` for all conversations.
    ///   - folder: Only those in the folder of this name; `nil` for all, in whatever folder.
    public func conversations(
        holding text: String?, inFolder folder: String? = nil, limit: Int, offset: Int = 0
    ) async throws -> (conversations: [Conversation], total: Int) {
        let readable = Reader.labels
        return try await read { db in
            let found = try Row.fetchAll(
                db,
                sql: """
                    SELECT number, id FROM conversation
                    WHERE EXISTS (SELECT 1 FROM message WHERE message.conversation = conversation.number)
                        AND (?1 IS NULL OR holdsText(title, ?1) OR EXISTS (
                            SELECT 1 FROM message
                            WHERE message.conversation = conversation.number AND holdsText(content, ?1)))
                        AND (?2 IS NULL OR folder = ?2)
                    ORDER BY pinned DESC, updatedAt DESC, number DESC
                    """, arguments: [text?.lowercased(), folder?.withoutNUL])
            let numbers: [Int64] = try found.compactMap {
                try Self.allows(readable, $0["id"], db) ? $0["number"] : nil
            }
            let statement = try db.cachedStatement(sql: Self.selectConversation + " WHERE number = ?")
            let page = try numbers.dropFirst(max(0, offset)).prefix(max(0, limit)).compactMap { number in
                try Row.fetchOne(statement, arguments: [number]).map(Self.conversation)
            }
            return (page, numbers.count)
        }
    }

    /// The conversation whose id is `id` or begins with it, without its messages.
    ///
    /// - Throws: `unknown-item`, or `ambiguous-item` when several begin like that.
    public func conversation(matching id: String) async throws -> Conversation {
        let readable = Reader.labels
        return try await read { db in
            // Not LIKE, which would give `%` and `_` a meaning.
            let ids = try String.fetchAll(
                db, sql: "SELECT id FROM conversation WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id = ?1 DESC, id",
                arguments: [id])
            var found: [Conversation] = []
            // Three are enough to tell what is wrong: of those that the caller may know of.
            for next in ids where !id.isEmpty && found.count < 3 {
                guard try Self.allows(readable, next, db),
                    let row = try Row.fetchOne(db, sql: Self.selectConversation + " WHERE id = ?", arguments: [next])
                else { continue }
                found.append(try Self.conversation(row))
            }
            guard let first = found.first, !id.isEmpty else {
                throw StoreError(
                    .unknownItem,
                    "There is no conversation \(id.prefix(80)).", help: [.see(.conversations)])
            }
            guard found.count == 1 || first.id == id else {
                throw StoreError(
                    .ambiguousItem,
                    "Several conversations begin with \(id): \(found.map(\.id).joined(separator: ", ")). Write more of the id."
                )
            }
            return first
        }
    }

    public func changeConversation(id: String, _ change: ConversationChange) async throws {
        let (isProgram, readable) = (Reader.current != nil, Reader.labels)
        guard var prompt = change.systemPrompt else {
            return try await write { db in
                try Self.setHead(change, try Self.requireNumber(ofConversation: id, readable, db), db)
            }
        }
        prompt.label = prompt.label.map(Reader.ofWords)
        try await forgettingPromptState(ofConversation: id) { [prompt] in
            try await labelling { db, log in
                let number = try Self.requireNumber(ofConversation: id, readable, db)
                try Self.setHead(change, number, db)
                let earlier = try ConversationLabels(number, db).prompt
                let label = prompt.label ?? .personal
                if isProgram, label < earlier { throw StoreError.loweredByProgram }
                let had = try Self.setPrompt(prompt, earlier, number, db)
                // One that comes, or goes, has no label that became another.
                guard had, prompt.text != nil else { return }
                log.add("prompt of conversation \(id)", from: earlier, to: label)
            }
        }
    }

    /// Title, pin and folder.
    private static func setHead(_ change: ConversationChange, _ number: Int64, _ db: Database) throws {
        if let title = change.title {
            try db.execute(
                sql: "UPDATE conversation SET title = ? WHERE number = ?", arguments: [title?.withoutNUL, number])
        }
        if let isPinned = change.isPinned {
            try db.execute(
                sql: "UPDATE conversation SET pinned = ? WHERE number = ?", arguments: [isPinned, number])
        }
        if let folder = change.folder {
            try db.execute(
                sql: "UPDATE conversation SET folder = ? WHERE number = ?", arguments: [folder?.withoutNUL, number])
        }
    }

    /// - Parameter earlier: The label of the prompt before.
    /// - Returns: Whether there was a prompt before.
    private static func setPrompt(
        _ prompt: ConversationChange.Prompt, _ earlier: SensitivityLabel, _ number: Int64, _ db: Database
    ) throws -> Bool {
        let before = try Data.fetchOne(
            db, sql: "SELECT systemPrompt FROM conversation WHERE number = ?", arguments: [number])
        if before != prompt.text?.blob, earlier > .public {
            // What was answered under the prompt before is as private as that was.
            try db.execute(
                sql: """
                    UPDATE message SET label = ? WHERE conversation = ? AND role = 'assistant'
                        AND \(SensitivityLabel.sqlRank("label")) < ?
                    """, arguments: [earlier.rawValue, number, earlier.rank])
        }
        try db.execute(
            sql: "UPDATE conversation SET systemPrompt = ?, promptLabel = ? WHERE number = ?",
            arguments: [prompt.text?.blob, prompt.label?.rawValue, number])
        return before != nil
    }

    /// Removes a conversation with its messages and its prompt state; returns how many messages went, or `nil` when there
    /// was no such conversation.
    @discardableResult
    public func removeConversation(id: String) async throws -> Int? {
        let readable = Reader.labels
        return try await forgettingPromptState(ofConversation: id) {
            try await write { db in
                guard let number = try Self.number(ofConversation: id, db), try Self.allows(readable, id, db) else {
                    return nil
                }
                try db.execute(sql: "DELETE FROM message WHERE conversation = ?", arguments: [number])
                let count = db.changesCount
                try db.execute(sql: "DELETE FROM conversationContext WHERE conversation = ?", arguments: [number])
                try db.execute(sql: "DELETE FROM conversation WHERE number = ?", arguments: [number])
                return count
            }
        }
    }

    // MARK: -

    /// Whether a conversation may be read: all of it, since its answers were made of one another.
    static func allows(_ readable: ReadableLabels, _ id: String, _ db: Database) throws -> Bool {
        guard !readable.isOwner, let number = try number(ofConversation: id, db) else { return true }
        let labels = try ConversationLabels(number, db)
        return readable.allow(max(labels.prompt, labels.strictest() ?? .public))
    }

    static let selectConversation = """
        SELECT id, title, systemPrompt, createdAt, updatedAt,
            (SELECT count(*) FROM message WHERE message.conversation = conversation.number) AS messageCount, promptLabel,
            pinned, folder,
            CASE WHEN title IS NULL THEN (
                SELECT substr(content, 1, \(Conversation.titleBytes)) FROM message
                WHERE message.conversation = conversation.number AND role = 'user' ORDER BY message.number LIMIT 1
            ) END AS firstQuestion
        FROM conversation
        """

    static func conversation(_ row: Row) throws -> Conversation {
        Conversation(
            id: row["id"],
            title: try row["title"] ?? row.text("firstQuestion").flatMap(Conversation.title(fromQuestion:)),
            systemPrompt: try row.text("systemPrompt"),
            // A label that this version does not know is taken for the strictest.
            systemPromptLabel: (row["promptLabel"] as String?).map { SensitivityLabel(rawValue: $0) ?? .private },
            messageCount: row["messageCount"],
            createdAt: Date(timeIntervalSince1970: row["createdAt"]),
            updatedAt: Date(timeIntervalSince1970: row["updatedAt"]), isPinned: row["pinned"], folder: row["folder"])
    }

    static func number(ofConversation id: String, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT number FROM conversation WHERE id = ?", arguments: [id])
    }

    static func requireNumber(ofConversation id: String, _ db: Database) throws -> Int64 {
        guard let number = try number(ofConversation: id, db) else {
            throw StoreError(.unknownItem, "There is no conversation \(id).")
        }
        return number
    }

    /// The same for a change: what a program may not read is not there for it to be changed, either.
    static func requireNumber(
        ofConversation id: String, _ readable: ReadableLabels, _ db: Database
    ) throws -> Int64 {
        let number = try requireNumber(ofConversation: id, db)
        guard try allows(readable, id, db) else {
            throw StoreError(.unknownItem, "There is no conversation \(id).")
        }
        return number
    }
}

// MARK: - What a prompt is built from

extension HearthDatabase {
    /// How much of a conversation is older than a message, whatever it is.
    public func extent(ofConversation id: String, before first: Int64) async throws -> DroppedContext {
        let readable = Reader.labels
        return try await read { db in
            let conversation = try Self.requireNumber(ofConversation: id, readable, db)
            // The length of a BLOB is known without reading it.
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT count(*) AS messages,
                        coalesce(sum(coalesce(min(max(tokens, 0), 1 << 40), length(content) / 4 + 1)), 0) AS tokens
                    FROM message WHERE conversation = ? AND number < ?
                    """, arguments: [conversation, first])
            return DroppedContext(count: row?["messages"] ?? 0, tokens: row?["tokens"] ?? 0)
        }
    }

    /// The id of the last message older than `before` that is no question: what comes after it waits for its answer. `nil`
    /// where there is none.
    public func lastAnswer(ofConversation id: String, before: Int64 = .max) async throws -> Int64? {
        try await read { db in
            try Int64.fetchOne(
                db, sql: "SELECT max(number) FROM message WHERE conversation = ? AND role <> 'user' AND number < ?",
                arguments: [try Self.requireNumber(ofConversation: id, db), before])
        }
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
            let upTo: Int64 = row["upTo"]
            let label = try ConversationLabels(number, db).strictest(before: upTo == .max ? upTo : upTo + 1)
            return ContextBoundary(
                upTo: upTo, summary: try row.text("summary"),
                label: max(SensitivityLabel(stored: row["label"]), label ?? .public),
                promptTokens: row["promptTokens"], maxMessages: row["maxMessages"])
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
