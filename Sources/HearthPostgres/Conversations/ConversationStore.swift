#if canImport(CPostgres)
import Foundation
public import HearthCore

extension PostgresLibrary: ConversationStore {
    public var promptStateStore: any PromptStateStore { promptStates }

    public func createConversation(
        id: String? = nil, title: String? = nil, systemPrompt: String? = nil, label: SensitivityLabel? = nil
    ) async throws -> Conversation {
        let id = (id ?? UUID().uuidString.lowercased()).withoutNUL
        let label = label.map(Reader.ofWords)
        if systemPrompt != nil {
            try refusePrivate(label, "The system prompt")
        } else if title != nil {
            try refusePrivate(label, "This conversation")
        }
        let now = Date()
        try await write { db in
            guard try Self.number(ofConversation: id, db) == nil else {
                throw StoreError(.invalidInput, "There is already a conversation \(id).")
            }
            let forgotten = try db.next(\.forgottenOfOne)
            try db.change(
                """
                INSERT INTO conversation (owner_id, number, id, title, folded, system_prompt, prompt_label, created_at, updated_at,
                    forgotten)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
                """, try db.next(\.lastConversation), id, title?.withoutNUL, title?.withoutNUL.folded,
                systemPrompt?.blob,
                label?.rawValue, now.timeIntervalSince1970, forgotten)
        }
        return Conversation(
            id: id, title: title, systemPrompt: systemPrompt, systemPromptLabel: label, createdAt: now)
    }

    public func conversations(limit: Int = .max) async throws -> [Conversation] {
        let readable = Reader.labels
        return try await read { db in
            guard readable.isOwner else {
                let ids: [String] = try db.rows(
                    "SELECT id FROM conversation WHERE owner_id = $1 ORDER BY updated_at DESC, number DESC"
                ).map { try $0["id"] }
                var allowed: [String] = []
                for id in ids where allowed.count < limit {
                    if try Self.allows(readable, id, db) { allowed.append(id) }
                }
                return try Self.conversations(allowed, db)
            }
            return try db.rows(
                Self.selectConversation + " ORDER BY updated_at DESC, number DESC LIMIT $2", max(0, limit)
            ).map(Self.conversation)
        }
    }

    public func conversations(
        holding text: String?, inFolder folder: String? = nil, limit: Int, offset: Int = 0
    ) async throws -> (conversations: [Conversation], total: Int) {
        let readable = Reader.labels
        return try await read { db in
            let found: [String] = try db.rows(
                """
                SELECT id FROM conversation
                WHERE owner_id = $1
                    AND EXISTS (SELECT 1 FROM message WHERE message.owner_id = $1 AND message.conversation = conversation.number)
                    AND ($2::bytea IS NULL OR position($2 IN coalesce(folded, '')) > 0 OR EXISTS (
                        SELECT 1 FROM message WHERE message.owner_id = $1 AND message.conversation = conversation.number
                            AND position($2 IN message.folded) > 0))
                    AND ($3::text IS NULL OR folder = $3)
                ORDER BY pinned DESC, updated_at DESC, number DESC
                """, text?.folded, folder?.withoutNUL
            ).map { try $0["id"] }
            let ids = try found.filter { try Self.allows(readable, $0, db) }
            let page = Array(ids.dropFirst(max(0, offset)).prefix(max(0, limit)))
            return (try Self.conversations(page, db), ids.count)
        }
    }

    public func conversation(matching id: String) async throws -> Conversation {
        let readable = Reader.labels
        let id = id.withoutNUL
        return try await read { db in
            let ids = try db.rows(
                "SELECT id FROM conversation WHERE owner_id = $1 AND starts_with(id, $2) ORDER BY id = $2 DESC, id", id
            ).map { try $0["id"] as String }
            var found: [Conversation] = []
            // Three are enough to tell what is wrong: of those that the caller may know of.
            for next in ids where !id.isEmpty && found.count < 3 {
                guard try Self.allows(readable, next, db),
                    let row = try db.first(Self.selectConversation + " AND id = $2", next)
                else { continue }
                found.append(try Self.conversation(row))
            }
            guard let first = found.first, !id.isEmpty else {
                throw StoreError(
                    .unknownItem, "There is no conversation \(id.prefix(80)).", help: [.see(.conversations)])
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
        if prompt.text != nil { try refusePrivate(prompt.label, "The system prompt") }
        try await labelling { [prompt] db, log in
            let number = try Self.requireNumber(ofConversation: id, readable, db)
            let earlier = try ConversationLabels(number, db).prompt
            let label = prompt.label ?? .personal
            if isProgram, label < earlier { throw StoreError.loweredByProgram }
            let had = try Self.setPrompt(prompt, earlier, number, db)
            try Self.forgetPromptState(ofConversation: id, db)
            // Whether it may have a title is asked of what it is from now on.
            try Self.setHead(change, number, db)
            // One that comes, or goes, has no label that became another.
            guard had, prompt.text != nil else { return }
            log.add("prompt of conversation \(id)", from: earlier, to: label)
        }
    }

    /// Title, pin and folder.
    private static func setHead(_ change: ConversationChange, _ number: Int64, _ db: Transaction) throws {
        if let title = change.title {
            // A title tells what it is the title of.
            if title != nil { try db.refusePrivate(try strictest(number, db), "This conversation") }
            try db.change(
                "UPDATE conversation SET title = $2, folded = $3 WHERE owner_id = $1 AND number = $4",
                title?.withoutNUL,
                title?.withoutNUL.folded, number)
        }
        if let isPinned = change.isPinned {
            try db.change(
                "UPDATE conversation SET pinned = $2 WHERE owner_id = $1 AND number = $3", Int64(isPinned ? 1 : 0),
                number)
        }
        if let folder = change.folder {
            try db.change(
                "UPDATE conversation SET folder = $2 WHERE owner_id = $1 AND number = $3", folder?.withoutNUL, number)
        }
    }

    /// - Parameter earlier: The label of the prompt before.
    /// - Returns: Whether there was a prompt before.
    private static func setPrompt(
        _ prompt: ConversationChange.Prompt, _ earlier: SensitivityLabel, _ number: Int64, _ db: Transaction
    ) throws -> Bool {
        let before: Data? = try db.first(
            "SELECT system_prompt FROM conversation WHERE owner_id = $1 AND number = $2", number)?["system_prompt"]
        if before != prompt.text?.blob, earlier > .public {
            // What was answered under the prompt before is as private as that was.
            try db.change(
                """
                UPDATE message SET label = $2 WHERE owner_id = $1 AND conversation = $3 AND role = 'assistant'
                    AND label_rank(label) < label_rank($2)
                """, earlier.rawValue, number)
        }
        try db.change(
            "UPDATE conversation SET system_prompt = $2, prompt_label = $3 WHERE owner_id = $1 AND number = $4",
            prompt.text?.blob, prompt.label?.rawValue, number)
        return before != nil
    }

    @discardableResult
    public func removeConversation(id: String) async throws -> Int? {
        let readable = Reader.labels
        return try await write { db in
            guard let number = try Self.number(ofConversation: id, db), try Self.allows(readable, id, db) else {
                return nil
            }
            let count = try db.change("DELETE FROM message WHERE owner_id = $1 AND conversation = $2", number)
            try db.change("DELETE FROM conversation_context WHERE owner_id = $1 AND conversation = $2", number)
            try Self.forgetPromptState(ofConversation: id, db)
            try db.change("DELETE FROM conversation WHERE owner_id = $1 AND number = $2", number)
            return count
        }
    }

    // MARK: -

    /// What models have read of one conversation is of no use from this step on; see ``PostgresPromptStates``.
    static func forgetPromptState(ofConversation id: String, _ db: Transaction) throws {
        let forgotten = try db.next(\.forgottenOfOne)
        try db.change(
            "UPDATE conversation SET forgotten = $2 WHERE owner_id = $1 AND id = $3", forgotten, id.withoutNUL)
    }

    /// Whether a conversation may be read: all of it, since its answers were made of one another.
    static func allows(_ readable: ReadableLabels, _ id: String, _ db: Transaction) throws -> Bool {
        guard !readable.isOwner, let number = try number(ofConversation: id, db) else { return true }
        return readable.allow(try strictest(number, db))
    }

    /// How private all of a conversation is, its system prompt too.
    private static func strictest(_ number: Int64, _ db: Transaction) throws -> SensitivityLabel {
        let labels = try ConversationLabels(number, db)
        return max(labels.prompt, labels.strictest() ?? .public)
    }

    static let selectConversation = """
        SELECT id, title, system_prompt, created_at, updated_at, prompt_label, pinned, folder, (
                SELECT count(*) FROM message WHERE message.owner_id = $1 AND message.conversation = conversation.number
            ) AS message_count,
            CASE WHEN title IS NULL THEN (
                SELECT substring(content FROM 1 FOR \(Conversation.titleBytes)) FROM message
                WHERE message.owner_id = $1 AND message.conversation = conversation.number AND role = 'user'
                ORDER BY message.number LIMIT 1
            ) END AS first_question
        FROM conversation WHERE owner_id = $1
        """

    /// Conversations in the order of their ids here.
    private static func conversations(_ ids: [String], _ db: Transaction) throws -> [Conversation] {
        guard !ids.isEmpty else { return [] }
        let found = try db.rows(selectConversation + " AND id = ANY($2)", ids).map(conversation)
        let known = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { known[$0] }
    }

    static func conversation(_ row: Row) throws -> Conversation {
        Conversation(
            id: try row["id"],
            title: try row["title"] ?? row.text("first_question").flatMap(Conversation.title(fromQuestion:)),
            systemPrompt: try row.text("system_prompt"),
            // A label that this version does not know is taken for the strictest.
            systemPromptLabel: try (row["prompt_label"] as String?).map(SensitivityLabel.init(stored:)),
            messageCount: try row["message_count"],
            createdAt: Date(timeIntervalSince1970: try row["created_at"]),
            updatedAt: Date(timeIntervalSince1970: try row["updated_at"]),
            isPinned: (try row["pinned"] as Int64) != 0, folder: try row["folder"])
    }

    static func number(ofConversation id: String, _ db: Transaction) throws -> Int64? {
        try db.first("SELECT number FROM conversation WHERE owner_id = $1 AND id = $2", id.withoutNUL)?["number"]
    }

    /// - Parameter readable: What a program may not read is not there for it to be changed, either.
    static func requireNumber(
        ofConversation id: String, _ readable: ReadableLabels, _ db: Transaction
    ) throws -> Int64 {
        guard let number = try number(ofConversation: id, db), try allows(readable, id, db) else {
            throw StoreError(.unknownItem, "There is no conversation \(id).")
        }
        return number
    }

    // MARK: What a prompt is built from

    public func extent(ofConversation id: String, before first: Int64) async throws -> DroppedContext {
        let readable = Reader.labels
        return try await read { db in
            let conversation = try Self.requireNumber(ofConversation: id, readable, db)
            let row = try db.first(
                """
                SELECT count(*) AS messages,
                    coalesce(sum(coalesce(least(greatest(tokens, 0), 1::bigint << 40), length(content) / 4 + 1)), 0)::bigint
                        AS tokens
                FROM message WHERE owner_id = $1 AND conversation = $2 AND number < $3
                """, conversation, first)
            return DroppedContext(count: try row?["messages"] ?? 0, tokens: try row?["tokens"] ?? 0)
        }
    }

    public func lastAnswer(ofConversation id: String, before: Int64 = .max) async throws -> Int64? {
        try await read { db in
            try db.first(
                """
                SELECT max(number) AS last FROM message WHERE owner_id = $1 AND conversation = $2 AND role <> 'user'
                    AND number < $3
                """, try Self.requireNumber(ofConversation: id, .owner, db), before)?["last"]
        }
    }

    public func contextBoundary(ofConversation id: String) async throws -> ContextBoundary? {
        let readable = Reader.labels
        return try await read { db in
            guard try Self.allows(readable, id, db), let number = try Self.number(ofConversation: id, db),
                let row = try db.first(
                    """
                    SELECT up_to, summary, prompt_tokens, max_messages, label FROM conversation_context
                    WHERE owner_id = $1 AND conversation = $2
                    """, number)
            else { return nil }
            let upTo: Int64 = try row["up_to"]
            let label = try ConversationLabels(number, db).strictest(before: upTo == .max ? upTo : upTo + 1)
            return ContextBoundary(
                upTo: upTo, summary: try row.text("summary"),
                label: max(SensitivityLabel(stored: try row["label"]), label ?? .public),
                promptTokens: try row["prompt_tokens"], maxMessages: try row["max_messages"])
        }
    }

    public func setContextBoundary(_ boundary: ContextBoundary?, ofConversation id: String) async throws {
        try await write { db in
            let conversation = try Self.requireNumber(ofConversation: id, .owner, db)
            try db.change("DELETE FROM conversation_context WHERE owner_id = $1 AND conversation = $2", conversation)
            guard let boundary else { return }
            let made = boundary.upTo == .max ? boundary.upTo : boundary.upTo + 1
            try db.refusePrivate(
                max(
                    boundary.label,
                    ConversationLabels(conversation, db).strictest(before: made) ?? .public),
                "What this conversation was summed up to")
            try db.change(
                """
                INSERT INTO conversation_context (owner_id, conversation, up_to, label, prompt_tokens, max_messages, summary)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """, conversation, boundary.upTo, boundary.label.rawValue, boundary.promptTokens, boundary.maxMessages,
                boundary.summary?.blob)
        }
    }

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
#endif
