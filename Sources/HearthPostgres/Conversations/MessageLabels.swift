#if canImport(CPostgres)
import HearthCore

extension ConversationLabels {
    /// Those of a conversation, by its number.
    init(_ conversation: Int64, _ db: Transaction) throws {
        var documents: [Int64: SensitivityLabel] = [:]
        for row in try db.rows(
            """
            SELECT message.number AS number, max(label_rank(document.label)) AS rank
            FROM message JOIN message_source ON message_source.owner_id = $1 AND message_source.message = message.number
            JOIN document ON document.owner_id = $1 AND document.number = message_source.document
            WHERE message.owner_id = $1 AND message.conversation = $2 GROUP BY message.number
            """, conversation)
        {
            documents[try row["number"]] = SensitivityLabel(rank: try row["rank"])
        }
        let prompt = try db.first(
            """
            SELECT system_prompt IS NOT NULL AS has_prompt, prompt_label FROM conversation WHERE owner_id = $1 AND number = $2
            """, conversation)
        self.init(
            hasPrompt: try prompt?["has_prompt"] ?? false, promptLabel: try prompt?["prompt_label"] as String?)
        for row in try db.rows(
            "SELECT number, label, given, role FROM message WHERE owner_id = $1 AND conversation = $2 ORDER BY number",
            conversation)
        {
            let number: Int64 = try row["number"]
            add(
                number, own: SensitivityLabel(stored: try row["label"]), documents: documents[number],
                given: try row["given"] as Int64?, isAnswer: try row["role"] == Message.Role.assistant.rawValue)
        }
    }
}

/// From which documents, sources and earlier messages the messages of conversations were derived; their labels depend on it.
enum PostgresMessageSources {
    /// Remembers the documents that a message was made of; those that are gone are left out.
    static func keep(_ documents: Set<String>, of message: Int64, _ db: Transaction) throws {
        guard !documents.isEmpty else { return }
        try db.change(
            """
            INSERT INTO message_source (owner_id, message, document)
            SELECT $1, $2, number FROM document WHERE owner_id = $1 AND id = ANY($3) ON CONFLICT DO NOTHING
            """, message, documents.map(\.withoutNUL))
    }

    /// The label that a new message has of its own: that of its words, and of what it was given and is gone by now.
    static func label(
        of new: ConversationMessage, _ number: Int64, _ conversation: Int64, _ db: Transaction
    ) throws -> SensitivityLabel {
        var label = new.label
        for (id, then) in new.origin.documents where then > label {
            if try db.first("SELECT 1 FROM document WHERE owner_id = $1 AND id = $2", id.withoutNUL) == nil {
                label = then
            }
        }
        if let given = new.origin.given, let then = new.origin.givenLabel, then > label {
            let now = try ConversationLabels(conversation, db).strictest(since: given, before: number)
            if now ?? .public < then { label = then }
        }
        return label
    }

    /// A source holds another document now: what came from the former came from the same source.
    ///
    /// - Parameter path: The source. What came from the former has to do with the new document only as long as that lies there.
    static func follow(_ former: Int64, to document: Int64, at path: String, _ db: Transaction) throws {
        try db.change(
            """
            INSERT INTO message_place (owner_id, message, path)
            SELECT $1, message, $3 FROM message_source WHERE owner_id = $1 AND document = $2 ON CONFLICT DO NOTHING
            """, former, path)
        try db.change(
            """
            INSERT INTO message_source (owner_id, message, document)
            SELECT $1, message, $3 FROM message_source WHERE owner_id = $1 AND document = $2 ON CONFLICT DO NOTHING
            """, former, document)
    }

    /// Freezes the label of messages that were derived from what a source held, before the source is removed: each keeps at least the
    /// label that the source's document has now, also where that document lies at other sources too. Making that document less
    /// private later does not reach these messages, since its new place never was theirs; making it more private still does.
    static func freezeLabels(derivedFromSource path: String, _ db: Transaction) throws {
        try db.change(
            """
            UPDATE message SET label = last.label
            FROM (
                SELECT document.label AS label
                FROM source JOIN document ON document.owner_id = source.owner_id AND document.number = source.document
                WHERE source.owner_id = $1 AND source.path = $2) AS last
            WHERE message.owner_id = $1 AND label_rank(message.label) < label_rank(last.label)
                AND number IN (SELECT message FROM message_place WHERE owner_id = $1 AND path = $2)
            """, path)
        try db.change(
            """
            DELETE FROM message_place WHERE owner_id = $1 AND path = $2
                AND EXISTS (SELECT 1 FROM source WHERE source.owner_id = $1 AND source.path = $2)
            """, path)
    }

    /// A source has another name now.
    static func rename(_ path: String, to name: String, _ db: Transaction) throws {
        try db.change(
            """
            INSERT INTO message_place (owner_id, message, path)
            SELECT $1, message, $2 FROM message_place WHERE owner_id = $1 AND path = $3 ON CONFLICT DO NOTHING
            """, name, path)
        try db.change("DELETE FROM message_place WHERE owner_id = $1 AND path = $2", path)
    }

    /// Freezes the label of messages that were derived from a document, before the document is removed: each keeps at least the label
    /// that the document has now.
    static func freezeLabels(derivedFromDocument document: Int64, _ db: Transaction) throws {
        try db.change(
            """
            UPDATE message SET label = last.label
            FROM document AS last
            WHERE message.owner_id = $1 AND last.owner_id = $1 AND last.number = $2
                AND label_rank(message.label) < label_rank(last.label)
                AND message.number IN (SELECT message FROM message_source WHERE owner_id = $1 AND document = $2)
            """, document)
        try db.change("DELETE FROM message_source WHERE owner_id = $1 AND document = $2", document)
    }

    /// Freezes the label of later messages that had some messages of their conversation as context, before those are removed: each
    /// keeps at least their strictest label, and takes over the documents and sources that they were derived from.
    ///
    /// - Parameters:
    ///   - first: The number of the first message that is removed.
    ///   - end: The number after the last one.
    ///   - newer: Messages from this number on did not have them as context.
    static func freezeLabels(
        derivedFromMessages first: Int64, before end: Int64, of conversation: Int64, newer: Int64, _ db: Transaction
    ) throws {
        let later: [(number: Int64, label: SensitivityLabel)] = try db.rows(
            """
            SELECT number, label FROM message
            WHERE owner_id = $1 AND conversation = $2 AND number >= $3 AND number < $4 AND given < $3
            """, conversation, end, newer
        ).map { (try $0["number"], SensitivityLabel(stored: try $0["label"])) }
        guard !later.isEmpty else { return }
        let labels = try ConversationLabels(conversation, db)
        for (number, own) in later {
            for (table, column) in [("message_source", "document"), ("message_place", "path")] {
                try db.change(
                    """
                    INSERT INTO \(table) (owner_id, message, \(column))
                    SELECT $1, $2, \(column) FROM \(table) AS known
                    JOIN message ON message.owner_id = $1 AND message.number = known.message
                    WHERE known.owner_id = $1 AND message.conversation = $3 AND message.number >= $4 AND message.number < $5
                    ON CONFLICT DO NOTHING
                    """, number, conversation, first, end)
            }
            let label = max(own, labels.strictest(since: first, before: end) ?? .public)
            try db.change("UPDATE message SET label = $2 WHERE owner_id = $1 AND number = $3", label.rawValue, number)
        }
    }
}
#endif
