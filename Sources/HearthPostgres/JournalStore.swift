#if canImport(CPostgres)
public import Foundation
public import HearthCore

extension PostgresLibrary: JournalStore {
    @discardableResult
    public func storeJournal(
        _ given: [JournalSession], lowersLabels: Bool = false,
        document: (@Sendable (JournalSession) throws -> Ingestion)? = nil
    ) async throws -> [JournalChange] {
        for session in given { try session.validate() }
        let (reader, support) = (Reader.current, vectorSupport)
        let sessions = lowersLabels && reader == nil ? given : try await keepingLabels(given)
        for session in sessions { try refusePrivate(session.label, "The entry \(session.id)") }
        let now = Date().timeIntervalSince1970
        let encoded = try sessions.map { session in
            (
                hash: session.contentHash, cues: try session.cues.map { try JSONEncoder().encode($0) },
                words: session.words
            )
        }
        let prepared = try await documents(of: sessions, hashes: encoded.map(\.hash), document)
        return try await write { db in
            var isForgotten = false
            var writer = PostgresDocumentWriter(db, support, reader: reader)
            let changes: [JournalChange] = try sessions.indices.map { index in
                let (session, parts) = (sessions[index], encoded[index])
                let known = try db.first(
                    "SELECT hash, date, label FROM journal_session WHERE owner_id = $1 AND id = $2", session.id)
                if let known {
                    let earlier = SensitivityLabel(stored: try known["label"])
                    if let reader, earlier > reader.ceiling { throw Self.notForProgram }
                    if Array(try known["hash"] as Data) == parts.hash.bytes { return .unchanged }
                    // What a model has read may hold the old text.
                    isForgotten = true
                    try Self.removeNodes(
                        of: session.id, date: try (known["date"] as String?).flatMap { CivilDate($0) }, db)
                    guard lowersLabels && reader == nil || session.label >= earlier else {
                        throw StoreError(.busy, "The entry was called \(earlier.rawValue) meanwhile. Do it again.")
                    }
                    writer.log.add("entry \(session.id)", from: earlier, to: session.label)
                }
                let number = try known == nil ? db.next(\.lastEntry) : 0
                try db.change(
                    """
                    INSERT INTO journal_session (owner_id, number, id, date, time, time_zone, title, label, duration, languages, words,
                        hash, added_at, changed_at, cues, text)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15)
                    ON CONFLICT (owner_id, id) DO UPDATE SET date = excluded.date, time = excluded.time,
                        time_zone = excluded.time_zone, title = excluded.title, label = excluded.label,
                        duration = excluded.duration, languages = excluded.languages, words = excluded.words, hash = excluded.hash,
                        changed_at = excluded.changed_at, cues = excluded.cues, text = excluded.text
                    """, number, session.id, session.date?.description, session.time, session.timeZone?.withoutNUL,
                    session.title?.withoutNUL, session.label.rawValue, session.duration,
                    session.languages.joined(separator: " ").withoutNUL, parts.words, Data(parts.hash.bytes), now,
                    parts.cues,
                    session.text.blob)
                // One that another program changed since it was looked at has none yet.
                if let ready = try prepared[index] ?? document.map({ try $0(session).validated() }) {
                    _ = try writer.store(ready)
                }
                return known == nil ? .added : .updated
            }
            try writer.finish()
            try writer.log.write(db)
            if isForgotten || writer.log.rose { try db.forgetPromptStates() }
            return changes
        }
    }

    /// The documents of those entries that are new or others than those stored, in the same places.
    private func documents(
        of sessions: [JournalSession], hashes: [ContentHash],
        _ document: (@Sendable (JournalSession) throws -> Ingestion)?
    ) async throws -> [Ingestion?] {
        guard let document else { return sessions.map { _ in nil } }
        let ids = sessions.map(\.id)
        let known: [String: Data] = try await read { db in
            try db.rows("SELECT id, hash FROM journal_session WHERE owner_id = $1 AND id = ANY($2)", ids).reduce(
                into: [:]) {
                    $0[try $1["id"]] = try $1["hash"] as Data
                }
        }
        return try sessions.indices.map { index in
            try Task.checkCancellation()
            if let hash = known[sessions[index].id], Array(hash) == hashes[index].bytes { return nil }
            return try document(sessions[index]).validated()
        }
    }

    /// The same entries, none milder than the one that it replaces, nor than words of whoever writes in this task.
    private func keepingLabels(_ given: [JournalSession]) async throws -> [JournalSession] {
        let sessions = given.map { session in
            var session = session
            session.label = Reader.ofWords(session.label)
            return session
        }
        return try await read { db in
            try sessions.map { session in
                var session = session
                if let label = try Self.label(of: [.entry(session.id)], db) {
                    session.label = max(session.label, label)
                }
                return session
            }
        }
    }

    public func journalHeads(from: CivilDate? = nil, to: CivilDate? = nil) async throws -> [JournalHead] {
        let readable = Reader.labels
        return try await read { db in
            try db.rows(
                """
                SELECT id, date, time, title, label, duration, words, hash, changed_at FROM journal_session
                WHERE owner_id = $1 AND ($2::text IS NULL OR date >= $2) AND ($3::text IS NULL OR date <= $3)
                    AND \(readable.allow("label"))
                ORDER BY date NULLS LAST, time NULLS FIRST, number
                """, from?.description, to?.description
            ).map(Self.head)
        }
    }

    public func journalSessions(ids: [String]) async throws -> [JournalSession] {
        let readable = Reader.labels
        return try await read { db in
            try ids.compactMap { id in try Self.journalSession(id: id.withoutNUL, db) }
                .filter { readable.allow($0.label) }
        }
    }

    static func journalSession(id: String, _ db: Transaction) throws -> JournalSession? {
        try db.first(
            """
            SELECT id, date, time, time_zone, title, label, duration, languages, cues, text
            FROM journal_session WHERE owner_id = $1 AND id = $2
            """, id
        ).map(session)
    }

    public func journalID(matching text: String) async throws -> String {
        let readable = Reader.labels
        let text = text.withoutNUL
        let found: [String] = try await read { db in
            try db.rows(
                """
                SELECT id FROM journal_session WHERE owner_id = $1 AND starts_with(id, $2) AND \(readable.allow("label"))
                ORDER BY id = $2 DESC, id LIMIT 3
                """, text
            ).map { try $0["id"] }
        }
        guard let first = found.first, !text.isEmpty else {
            throw StoreError(.unknownItem, "There is no journal entry \(text.prefix(80)).", help: [.see(.entries)])
        }
        guard found.count == 1 || first == text else {
            throw StoreError(
                .ambiguousItem,
                "Several entries begin with \(text): \(found.joined(separator: ", ")). Write more of the id.")
        }
        return first
    }

    @discardableResult
    public func removeJournalSession(id: String, source: String? = nil) async throws -> Bool {
        let readable = Reader.labels
        let (id, source) = (id.withoutNUL, source?.withoutNUL)
        return try await write { db in
            let row = try db.first("SELECT date, label FROM journal_session WHERE owner_id = $1 AND id = $2", id)
            // For a program, what it may not read is not there.
            if let row, !readable.allow(SensitivityLabel(stored: try row["label"])) { return false }
            // What a model has read of a conversation may hold the entry.
            try db.forgetPromptStates()
            if let source { _ = try Self.removeSources(paths: [source], db) }
            guard let row else { return false }
            try Self.removeNodes(of: id, date: try (row["date"] as String?).flatMap { CivilDate($0) }, db)
            try db.change("DELETE FROM journal_session WHERE owner_id = $1 AND id = $2", id)
            return true
        }
    }

    // MARK: -

    private static let notForProgram = StoreError(
        .notAllowed, "This entry is not this program's to change. Give the new one another id.")

    private static let damaged = StoreError(
        .damaged, "A journal entry is damaged. Restore a backup of the database.")

    private static func head(_ row: Row) throws -> JournalHead {
        guard let hash = ContentHash(bytes: Array(try row["hash"] as Data)) else { throw damaged }
        return JournalHead(
            id: try row["id"], date: try (row["date"] as String?).flatMap { CivilDate($0) }, time: try row["time"],
            title: try row["title"], label: SensitivityLabel(stored: try row["label"]), duration: try row["duration"],
            words: try row["words"], hash: hash, changedAt: Date(timeIntervalSince1970: try row["changed_at"]))
    }

    private static func session(_ row: Row) throws -> JournalSession {
        var cues: [Cue]?
        if let data: Data = try row["cues"] {
            guard let read = try? JSONDecoder().decode([Cue].self, from: data) else { throw damaged }
            cues = read
        }
        return JournalSession(
            id: try row["id"], date: try (row["date"] as String?).flatMap { CivilDate($0) }, time: try row["time"],
            timeZone: try row["time_zone"], title: try row["title"], text: try row.text("text") ?? "", cues: cues,
            duration: try row["duration"],
            languages: try (row["languages"] as String).split(separator: " ").map(String.init),
            // What cannot be read counts as private: a label must not become milder by damage.
            label: SensitivityLabel(stored: try row["label"]))
    }
}

// MARK: - What engines made

extension PostgresLibrary {
    public func keptJournalContents(_ level: RollupLevel) async throws -> [String: [Data]] {
        let readable = Reader.labels
        return try await read { db in
            var contents: [String: [Data]] = [:]
            for row in try db.rows(
                "SELECT period, content FROM journal_node WHERE owner_id = $1 AND level = $2 ORDER BY period, model",
                level.rawValue)
            {
                let period: String = try row["period"]
                if try Self.allows(readable, level, period, db) {
                    contents[period, default: []].append(try row["content"])
                }
            }
            return contents
        }
    }

    public func journalKeys(_ level: RollupLevel, model: String) async throws -> [String: ContentHash] {
        try await read { db in
            try db.rows(
                "SELECT period, key FROM journal_node WHERE owner_id = $1 AND level = $2 AND model = $3",
                level.rawValue,
                model.withoutNUL
            ).reduce(into: [:]) { $0[try $1["period"]] = ContentHash(bytes: Array(try $1["key"] as Data)) }
        }
    }

    public func journalContents(
        _ level: RollupLevel, model: String, periods: [String]
    ) async throws -> [String: Data] {
        let readable = Reader.labels
        return try await read { db in
            try db.rows(
                """
                SELECT period, content FROM journal_node
                WHERE owner_id = $1 AND level = $2 AND model = $3 AND period = ANY($4)
                """, level.rawValue, model.withoutNUL, periods.map(\.withoutNUL)
            ).reduce(into: [:]) { contents, row in
                let period: String = try row["period"]
                if try Self.allows(readable, level, period, db) { contents[period] = try row["content"] as Data }
            }
        }
    }

    /// Whether what was made of an entry or a period may be read: it is as private as the strictest of its entries.
    private static func allows(
        _ readable: ReadableLabels, _ level: RollupLevel, _ period: String, _ db: Transaction
    ) throws -> Bool {
        guard !readable.isOwner else { return true }
        let rows: Rows
        if level == .session || level == .chunk {
            rows = try db.rows("SELECT label FROM journal_session WHERE owner_id = $1 AND id = $2", period)
        } else {
            guard let period = JournalPeriod(level, named: period) else { return false }
            rows = try db.rows(
                "SELECT DISTINCT label FROM journal_session WHERE owner_id = $1 AND date BETWEEN $2 AND $3",
                period.start.description, period.end.description)
        }
        return try rows.allSatisfy { readable.allow(SensitivityLabel(stored: try $0["label"])) }
    }

    public func storeJournalNodes(_ nodes: [JournalNode]) async throws {
        guard !nodes.isEmpty else { return }
        let ids = Set(nodes.flatMap(\.entries.keys)).map(\.withoutNUL)
        try await write { db in
            let current: [String: [UInt8]] = try db.rows(
                "SELECT id, hash FROM journal_session WHERE owner_id = $1 AND id = ANY($2)", ids
            ).reduce(into: [:]) { $0[try $1["id"]] = Array(try $1["hash"] as Data) }
            let origins = Set(ids.map { LabelOrigin.entry($0) })
            try db.refusePrivate(try Self.label(of: origins, db), "An entry that this was made of")
            for node in nodes {
                guard !node.entries.isEmpty, node.entries.allSatisfy({ current[$0.key] == $0.value.bytes }) else {
                    continue
                }
                try db.change(
                    """
                    INSERT INTO journal_node (owner_id, level, period, model, key, content) VALUES ($1, $2, $3, $4, $5, $6)
                    ON CONFLICT (owner_id, level, period, model) DO UPDATE SET key = excluded.key, content = excluded.content
                    """, node.level.rawValue, node.period.withoutNUL, node.model.withoutNUL, Data(node.key.bytes),
                    node.content)
            }
        }
    }

    public func removeJournalNodes(_ level: RollupLevel, periods: [String]) async throws {
        guard !periods.isEmpty else { return }
        try await write { db in
            try db.change(
                "DELETE FROM journal_node WHERE owner_id = $1 AND level = $2 AND period = ANY($3)", level.rawValue,
                periods.map(\.withoutNUL))
        }
    }

    /// Removes what was made of an entry, and of the periods that held it.
    static func removeNodes(of id: String, date: CivilDate?, _ db: Transaction) throws {
        var gone: [(RollupLevel, String)] = [(.chunk, id), (.session, id)]
        if let date {
            gone += [RollupLevel.day, .week, .month, .year, .yearWrap].map {
                ($0, JournalPeriod($0, holding: date).name)
            }
        }
        try db.change(
            """
            DELETE FROM journal_node USING unnest($2::text[], $3::text[]) AS gone (level, period)
            WHERE journal_node.owner_id = $1 AND journal_node.level = gone.level AND journal_node.period = gone.period
            """, gone.map(\.0.rawValue), gone.map(\.1))
    }
}
#endif
