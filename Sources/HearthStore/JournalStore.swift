public import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: JournalStore {
    static let journalPrefix = JournalSession.pathPrefix

    /// Stores entries in one transaction: all or nothing. An entry whose id is there replaces it; what was made of the old
    /// one, and of the periods that it was in, goes with it, so that no sentence of it outlives it.
    ///
    /// - Parameter lowersLabels: Whether an entry may become milder than it was; otherwise it stays as private as it was. A
    ///   change of a label is written to the ledger.
    /// - Parameter document: Makes the document by which search finds an entry; it is stored in the same transaction, and asked
    ///   for only where the entry is new or another, and before others have to wait for the transaction.
    /// - Throws: `invalid-input` for an entry without text or with an id that cannot be one; `not-allowed` where a program would
    ///   replace an entry that it may not read.
    @discardableResult
    public func storeJournal(
        _ given: [JournalSession], lowersLabels: Bool = false,
        document: (@Sendable (JournalSession) throws -> Ingestion)? = nil
    ) async throws -> [JournalChange] {
        for session in given { try session.validate() }
        let (seal, floor, reader) = (ledgerSeal, anchorFile.floor, Reader.current)
        let sessions = lowersLabels && reader == nil ? given : try await keepingLabels(given)
        let now = Date().timeIntervalSince1970
        let encoded = try sessions.map { session in
            (
                hash: session.contentHash, cues: try session.cues.map { try JSONEncoder().encode($0) },
                words: session.words
            )
        }
        let prepared = try await documents(of: sessions, hashes: encoded.map(\.hash), document)
        let states = promptStates()
        let (changes, isForgotten, anchor) = try await write { db in
            var isForgotten = false
            var writer = try DocumentWriter(db, reader: reader)
            let changes: [JournalChange] = try sessions.indices.map { index in
                let (session, parts) = (sessions[index], encoded[index])
                let known = try Row.fetchOne(
                    db.cachedStatement(sql: "SELECT hash, date, label FROM journalSession WHERE id = ?"),
                    arguments: [session.id])
                if let reader, let known, SensitivityLabel(stored: known["label"]) > reader.ceiling {
                    throw Self.notForProgram
                }
                if let known, let hash: Data = known["hash"], Array(hash) == parts.hash.bytes { return .unchanged }
                if let known {
                    // What a model has read may hold the old text. It is a cache, so it may go before all is written.
                    if !isForgotten { try states.removeAll() }
                    isForgotten = true
                    try Self.removeNodes(of: session.id, date: (known["date"] as String?).flatMap { CivilDate($0) }, db)
                    let earlier = SensitivityLabel(stored: known["label"])
                    guard lowersLabels && reader == nil || session.label >= earlier else {
                        throw StoreError(.busy, "The entry was called \(earlier.rawValue) meanwhile. Do it again.")
                    }
                    writer.log.add(
                        "entry \(session.id)", from: earlier, to: session.label)
                }
                try db.cachedStatement(
                    sql: """
                        INSERT INTO journalSession (id, date, time, timeZone, title, label, duration, languages, words, hash,
                            addedAt, changedAt, cues, text)
                        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?12, ?13)
                        ON CONFLICT (id) DO UPDATE SET date = ?2, time = ?3, timeZone = ?4, title = ?5, label = ?6,
                            duration = ?7, languages = ?8, words = ?9, hash = ?10, changedAt = ?11, cues = ?12, text = ?13
                        """
                ).execute(arguments: [
                    session.id, session.date?.description, session.time, session.timeZone?.withoutNUL,
                    session.title?.withoutNUL, session.label.rawValue, session.duration,
                    session.languages.joined(separator: " ").withoutNUL, parts.words, Data(parts.hash.bytes), now,
                    parts.cues, session.text.blob,
                ])
                // One that another program changed since it was looked at has none yet.
                if let ready = try prepared[index] ?? document.map({ try $0(session).validated() }) {
                    _ = try writer.store(ready)
                }
                return known == nil ? .added : .updated
            }
            try writer.finish()
            let anchor = try writer.log.write(db, seal, notBefore: floor)
            return (changes, isForgotten, anchor)
        }
        if let anchor { anchorFile.note(anchor) }
        // Read in between, it is forgotten again.
        if isForgotten { try states.removeAll() }
        return changes
    }

    /// The documents of those entries that are new or others than those stored, in the same places.
    private func documents(
        of sessions: [JournalSession], hashes: [ContentHash],
        _ document: (@Sendable (JournalSession) throws -> Ingestion)?
    ) async throws -> [Ingestion?] {
        guard let document else { return sessions.map { _ in nil } }
        let known = try await read { db in
            try sessions.map { session in
                try Data.fetchOne(
                    db.cachedStatement(sql: "SELECT hash FROM journalSession WHERE id = ?"), arguments: [session.id])
            }
        }
        return try sessions.indices.map { index in
            try Task.checkCancellation()
            if let hash = known[index], Array(hash) == hashes[index].bytes { return nil }
            return try document(sessions[index]).validated()
        }
    }

    /// Entries in order of time, undated ones last, without their texts.
    ///
    /// - Parameters:
    ///   - from: The first day, `nil` for no limit. With a limit, undated entries are left out.
    ///   - to: The last day.
    public func journalHeads(from: CivilDate? = nil, to: CivilDate? = nil) async throws -> [JournalHead] {
        let readable = Reader.labels
        return try await read { db in
            let heads = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, date, time, title, label, duration, words, hash, changedAt FROM journalSession
                    WHERE (?1 IS NULL OR date >= ?1) AND (?2 IS NULL OR date <= ?2)
                    ORDER BY date IS NULL, date, time, number
                    """, arguments: [from?.description, to?.description]
            ).map(Self.head)
            return heads.filter { readable.allow($0.label) }
        }
    }

    /// Entries with their texts in the order of their ids; those that are not there are left out.
    public func journalSessions(ids: [String]) async throws -> [JournalSession] {
        let readable = Reader.labels
        return try await read { db in
            try ids.compactMap { id in try Self.journalSession(id: id, db) }
                .filter { readable.allow($0.label) }
        }
    }

    static func journalSession(id: String, _ db: Database) throws -> JournalSession? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, date, time, timeZone, title, label, duration, languages, cues, text
                    FROM journalSession WHERE id = ?
                    """), arguments: [id]
        ).map(session)
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

    /// The id that is `text`, or the only one that begins with it.
    ///
    /// - Throws: `unknown-item`, or `ambiguous-item` when several begin like that.
    public func journalID(matching text: String) async throws -> String {
        let readable = Reader.labels
        let found = try await read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM journalSession
                    WHERE substr(id, 1, length(?1)) = ?1 AND \(readable.allow("label"))
                    ORDER BY id = ?1 DESC, id LIMIT 3
                    """, arguments: [text])
        }
        guard let first = found.first, !text.isEmpty else {
            throw StoreError(
                .unknownItem,
                "There is no journal entry \(text.prefix(80)).", help: [.see(.entries)])
        }
        guard found.count == 1 || first == text else {
            throw StoreError(
                .ambiguousItem,
                "Several entries begin with \(text): \(found.joined(separator: ", ")). Write more of the id.")
        }
        return first
    }

    /// Removes an entry with everything that was made of it, also in the periods that it was in; false when it is not there.
    ///
    /// - Parameter source: The path of the document by which search found it; it goes in the same transaction.
    @discardableResult
    public func removeJournalSession(id: String, source: String? = nil) async throws -> Bool {
        let readable = Reader.labels
        // What a model has read of a conversation may hold the entry.
        return try await forgettingPromptStates {
            try await write { db in
                let row = try Row.fetchOne(
                    db, sql: "SELECT date, label FROM journalSession WHERE id = ?", arguments: [id])
                // For a program, what it may not read is not there.
                if let row, !readable.allow(SensitivityLabel(stored: row["label"])) { return false }
                if let source { _ = try Self.removeSources(paths: [source], db) }
                guard let row else { return false }
                try Self.removeNodes(of: id, date: (row["date"] as String?).flatMap { CivilDate($0) }, db)
                try db.execute(sql: "DELETE FROM journalSession WHERE id = ?", arguments: [id])
                return true
            }
        }
    }

    // MARK: -

    private static let notForProgram = StoreError(
        .notAllowed, "This entry is not this program's to change. Give the new one another id.")

    private static func head(_ row: Row) throws -> JournalHead {
        guard let hash = ContentHash(bytes: Array(row["hash"] as Data)) else {
            throw StoreError(.damaged, "A journal entry is damaged. Restore a backup (the damaged file is kept).")
        }
        return JournalHead(
            id: row["id"], date: (row["date"] as String?).flatMap { CivilDate($0) }, time: row["time"],
            title: row["title"],
            label: SensitivityLabel(rawValue: row["label"]) ?? .private, duration: row["duration"], words: row["words"],
            hash: hash, changedAt: Date(timeIntervalSince1970: row["changedAt"]))
    }

    private static func session(_ row: Row) throws -> JournalSession {
        let cues = try (row["cues"] as Data?).map { try JSONDecoder().decode([Cue].self, from: $0) }
        return JournalSession(
            id: row["id"], date: (row["date"] as String?).flatMap { CivilDate($0) }, time: row["time"],
            timeZone: row["timeZone"], title: row["title"], text: try row.text("text") ?? "", cues: cues,
            duration: row["duration"], languages: (row["languages"] as String).split(separator: " ").map(String.init),
            // What cannot be read counts as private: a label must not become milder by damage.
            label: SensitivityLabel(rawValue: row["label"]) ?? .private)
    }
}

extension HearthDatabase {
    /// What is kept of each period of a level, by each of the models that made something of it.
    public func keptJournalContents(_ level: RollupLevel) async throws -> [String: [Data]] {
        let readable = Reader.labels
        return try await read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT period, content FROM journalNode WHERE level = ? ORDER BY period, model",
                arguments: [level.rawValue])
            var contents: [String: [Data]] = [:]
            while let row = try rows.next() {
                let period: String = row["period"]
                if try Self.allows(readable, level, period, db) { contents[period, default: []].append(row["content"]) }
            }
            return contents
        }
    }

    /// The keys of what one engine made at a level, by the names of the periods or the ids of the entries.
    public func journalKeys(_ level: RollupLevel, model: String) async throws -> [String: ContentHash] {
        try await read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT period, key FROM journalNode WHERE level = ? AND model = ?",
                arguments: [level.rawValue, model])
            var keys: [String: ContentHash] = [:]
            while let row = try rows.next() {
                if let key = ContentHash(bytes: Array(row["key"] as Data)) { keys[row["period"]] = key }
            }
            return keys
        }
    }

    /// What one engine made of these periods or entries, as far as it is there.
    public func journalContents(
        _ level: RollupLevel, model: String, periods: [String]
    ) async throws -> [String: Data] {
        let readable = Reader.labels
        return try await read { db in
            var contents: [String: Data] = [:]
            for period in periods {
                guard try Self.allows(readable, level, period, db) else { continue }
                contents[period] = try Data.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT content FROM journalNode WHERE level = ? AND period = ? AND model = ?"),
                    arguments: [level.rawValue, period, model])
            }
            return contents
        }
    }

    /// Whether what was made of an entry or a period may be read: it is as private as the strictest of its entries.
    private static func allows(
        _ readable: ReadableLabels, _ level: RollupLevel, _ period: String, _ db: Database
    ) throws -> Bool {
        guard !readable.isOwner else { return true }
        let labels: [String]
        if level == .session || level == .chunk {
            labels = try String.fetchAll(db, sql: "SELECT label FROM journalSession WHERE id = ?", arguments: [period])
        } else {
            guard let period = JournalPeriod(level, named: period) else { return false }
            labels = try String.fetchAll(
                db, sql: "SELECT DISTINCT label FROM journalSession WHERE date BETWEEN ? AND ?",
                arguments: [period.start.description, period.end.description])
        }
        return labels.allSatisfy { readable.allow(SensitivityLabel(stored: $0)) }
    }

    /// Keeps what was made, in one transaction, in place of what the same engine made of the same periods before.
    ///
    /// One that was made of an entry which was removed, changed or called something else meanwhile is left out, at every level:
    /// what was made of it must not come back, nor be milder than it is. So is one that names no entry.
    public func storeJournalNodes(_ nodes: [JournalNode]) async throws {
        guard !nodes.isEmpty else { return }
        try await write { db in
            // A day is in a week, a month and a year: what was asked of an entry once holds for the transaction.
            var current: [String: Data?] = [:]
            func isCurrent(_ id: String, _ hash: ContentHash) throws -> Bool {
                if let known = current[id] { return known.map { Array($0) == hash.bytes } ?? false }
                let found = try Data.fetchOne(
                    db.cachedStatement(sql: "SELECT hash FROM journalSession WHERE id = ?"), arguments: [id])
                current[id] = .some(found)
                return found.map { Array($0) == hash.bytes } ?? false
            }
            for node in nodes {
                guard !node.entries.isEmpty, try node.entries.allSatisfy({ try isCurrent($0.key, $0.value) }) else {
                    continue
                }
                try db.cachedStatement(
                    sql: """
                        INSERT INTO journalNode (level, period, model, key, content) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (level, period, model) DO UPDATE SET key = excluded.key, content = excluded.content
                        """
                ).execute(arguments: [
                    node.level.rawValue, node.period, node.model, Data(node.key.bytes), node.content,
                ])
            }
        }
    }

    /// Removes what was made of periods in which no entry is left.
    public func removeJournalNodes(_ level: RollupLevel, periods: [String]) async throws {
        guard !periods.isEmpty else { return }
        try await write { db in
            for period in periods { try Self.removeNodes(level, period, db) }
        }
    }

    /// Removes what was made of an entry, and of the periods that held it.
    static func removeNodes(of id: String, date: CivilDate?, _ db: Database) throws {
        try removeNodes(.chunk, id, db)
        try removeNodes(.session, id, db)
        guard let date else { return }
        for level in [RollupLevel.day, .week, .month, .year, .yearWrap] {
            try removeNodes(level, JournalPeriod(level, holding: date).name, db)
        }
    }

    private static func removeNodes(_ level: RollupLevel, _ period: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM journalNode WHERE level = ? AND period = ?")
            .execute(arguments: [level.rawValue, period])
    }
}
