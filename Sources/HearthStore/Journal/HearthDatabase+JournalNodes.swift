public import Foundation
import GRDB
public import HearthCore

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
                let period: String = row[0]
                if try Self.allows(readable, level, period, db) { contents[period, default: []].append(row[1]) }
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
                if let key = ContentHash(bytes: Array(row[1] as Data)) { keys[row[0]] = key }
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
