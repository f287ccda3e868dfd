import GRDB
import HearthCore

extension ConversationLabels {
    /// The labels of a conversation's messages; the conversation by its row number.
    init(_ conversation: Int64, _ db: Database) throws {
        var documents: [Int64: Int] = [:]
        let made = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT message.number AS number, max(\(SensitivityLabel.sqlRank("document.label"))) AS rank
                    FROM message JOIN messageSource ON messageSource.message = message.number
                    JOIN document ON document.number = messageSource.document
                    WHERE message.conversation = ? GROUP BY message.number
                    """), arguments: [conversation])
        while let row = try made.next() { documents[row["number"]] = row["rank"] }
        let prompt = try Row.fetchOne(
            db, sql: "SELECT systemPrompt IS NOT NULL AS hasPrompt, promptLabel FROM conversation WHERE number = ?",
            arguments: [conversation])
        self.init(hasPrompt: (prompt?["hasPrompt"] as Bool?) ?? false, promptLabel: prompt?["promptLabel"] as String?)
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT number, label, given, role FROM message WHERE conversation = ? ORDER BY number"),
            arguments: [conversation])
        while let row = try rows.next() {
            let number: Int64 = row["number"]
            add(
                number, own: SensitivityLabel(stored: row["label"]),
                documents: documents[number].map(SensitivityLabel.init(rank:)), given: row["given"] as Int64?,
                isAnswer: (row["role"] as String) == Message.Role.assistant.rawValue)
        }
    }
}

/// From which documents, sources and earlier messages the messages of conversations were derived; their labels depend on it.
enum MessageSources {
    /// Remembers the documents that a message was made of; those that are gone are left out.
    static func keep(_ documents: Set<String>, of message: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO messageSource (message, document) SELECT ?, number FROM document WHERE id = ?")
        for id in documents.sorted() { try statement.execute(arguments: [message, id]) }
    }

    /// The label that a new message has of its own: that of its words, and of what it was given and is gone by now.
    static func label(
        of new: ConversationMessage, _ number: Int64, _ conversation: Int64, _ db: Database
    ) throws -> SensitivityLabel {
        var label = new.label
        for (id, then) in new.origin.documents where then > label {
            let isThere = try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT 1 FROM document WHERE id = ?"), arguments: [id])
            if isThere != true { label = then }
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
    static func follow(_ former: Int64, to document: Int64, at path: String, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO messagePlace (message, path)
                SELECT message, ?2 FROM messageSource WHERE document = ?1
                """
        ).execute(arguments: [former, path])
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO messageSource (message, document)
                SELECT message, ?2 FROM messageSource WHERE document = ?1
                """
        ).execute(arguments: [former, document])
    }

    /// Freezes the label of messages that were derived from what a source held, before the source is removed: each keeps at least the
    /// label that the source's document has now, also where that document lies at other sources too. Making that document less
    /// private later does not reach these messages, since its new place never was theirs; making it more private still does.
    static func freezeLabels(derivedFromSource path: String, _ db: Database) throws {
        let last = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT document.label FROM source JOIN document ON document.number = source.document
                    WHERE source.path = ?
                    """), arguments: [path]
        ).map(SensitivityLabel.init(stored:))
        guard let last else { return }
        try db.cachedStatement(
            sql: """
                UPDATE message SET label = ?2
                WHERE number IN (SELECT messagePlace.message FROM messagePlace WHERE messagePlace.path = ?1)
                    AND \(SensitivityLabel.sqlRank("label")) < ?3
                """
        ).execute(arguments: [path, last.rawValue, last.rank])
        try db.cachedStatement(sql: "DELETE FROM messagePlace WHERE path = ?").execute(arguments: [path])
    }

    /// A source has another name now.
    static func rename(_ path: String, to name: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO messagePlace (message, path)
                SELECT message, ? FROM messagePlace WHERE path = ?
                """, arguments: [name, path])
        try db.execute(sql: "DELETE FROM messagePlace WHERE path = ?", arguments: [path])
    }

    /// Freezes the label of messages that were derived from a document, before the document is removed: each keeps at least the label
    /// that the document has now.
    static func freezeLabels(derivedFromDocument document: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE message SET label = (SELECT document.label FROM document WHERE document.number = ?1)
                WHERE number IN (SELECT messageSource.message FROM messageSource WHERE messageSource.document = ?1)
                    AND \(SensitivityLabel.sqlRank("label")) <
                        (SELECT \(SensitivityLabel.sqlRank("document.label"))
                        FROM document WHERE document.number = ?1)
                """
        ).execute(arguments: [document])
        try db.cachedStatement(sql: "DELETE FROM messageSource WHERE document = ?").execute(arguments: [document])
    }

    /// Freezes the label of later messages that had some messages of their conversation as context, before those are removed: each
    /// keeps at least their strictest label, and takes over the documents and sources that they were derived from.
    ///
    /// - Parameters:
    ///   - first: The number of the first message that is removed.
    ///   - end: The number after the last one.
    ///   - newer: Messages from this number on did not have them as context.
    static func freezeLabels(
        derivedFromMessages first: Int64, before end: Int64, of conversation: Int64, newer: Int64, _ db: Database
    ) throws {
        let later = try Row.fetchAll(
            db,
            sql: """
                SELECT number, label FROM message
                WHERE conversation = ? AND number >= ? AND number < ? AND given < ?
                """, arguments: [conversation, end, newer, end])
        guard !later.isEmpty else { return }
        let labels = try ConversationLabels(conversation, db)
        for row in later {
            let number: Int64 = row["number"]
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO messageSource (message, document)
                    SELECT ?, document FROM messageSource JOIN message ON message.number = messageSource.message
                    WHERE message.conversation = ? AND message.number >= ? AND message.number < ?
                    """, arguments: [number, conversation, first, end])
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO messagePlace (message, path)
                    SELECT ?, path FROM messagePlace JOIN message ON message.number = messagePlace.message
                    WHERE message.conversation = ? AND message.number >= ? AND message.number < ?
                    """, arguments: [number, conversation, first, end])
            let label = max(
                SensitivityLabel(stored: row["label"]), labels.strictest(since: first, before: end) ?? .public)
            try db.execute(
                sql: "UPDATE message SET label = ? WHERE number = ?", arguments: [label.rawValue, number])
        }
    }
}
