public import Foundation
import GRDB
public import HearthCore

/// Which records of the ledger are meant.
public struct LedgerFilter: Hashable, Sendable {
    /// Not before this moment.
    public var since: Date?
    /// Before this moment.
    public var until: Date?
    public var engine: Engine?
    public var kind: LedgerEntry.Kind?
    /// Only records with a higher number.
    public var after: Int
    /// The most records; of more, the latest.
    public var limit: Int?

    public init(
        since: Date? = nil, until: Date? = nil, engine: Engine? = nil, kind: LedgerEntry.Kind? = nil, after: Int = 0,
        limit: Int? = nil
    ) {
        self.since = since
        self.until = until
        self.engine = engine
        self.kind = kind
        self.after = after
        self.limit = limit
    }
}

extension HearthDatabase {
    /// Records of the ledger in their order. Empty where the database is opened read-only and has no ledger yet. For a program that
    /// may not read everything they are without texts, here as in the other lists.
    ///
    /// Nothing is verified; see ``verifyLedger(anchor:)``.
    public func ledger(_ filter: LedgerFilter = LedgerFilter()) async throws -> [LedgerRecord] {
        let readable = Reader.labels
        return try await read { db in
            guard try db.hasLedger() else { return [] }
            return try Self.records(db, filter, latest: true, limit: filter.limit, readable)
        }
    }

    /// Calls `body` with each record in order, however many there are; memory stays the same.
    ///
    /// Records that are appended meanwhile may be among them. `filter.limit` is not regarded.
    public func forEachLedgerRecord(
        _ filter: LedgerFilter = LedgerFilter(), _ body: (LedgerRecord) throws -> Void
    ) async throws {
        var page = filter
        let readable = Reader.labels
        while true {
            try Task.checkCancellation()
            let records = try await read { [page] db in
                guard try db.hasLedger() else { return [LedgerRecord]() }
                return try Self.records(db, page, latest: false, limit: 500, readable)
            }
            guard let last = records.last else { return }
            for record in records { try body(record) }
            page.after = last.number
        }
    }

    /// The records after a number, oldest first; a page of them.
    public func ledgerPage(after number: Int, limit: Int = 500) async throws -> [LedgerRecord] {
        let readable = Reader.labels
        return try await read { db in
            guard try db.hasLedger() else { return [] }
            return try Self.records(db, LedgerFilter(after: number), latest: false, limit: limit, readable)
        }
    }

    private static func records(
        _ db: Database, _ filter: LedgerFilter, latest: Bool, limit: Int?, _ readable: ReadableLabels
    ) throws -> [LedgerRecord] {
        let (condition, arguments) = try filter.sql()
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT content, (SELECT hash FROM ledgerRecord p WHERE p.number = r.number - 1), hash
                FROM ledgerRecord r WHERE \(condition) ORDER BY number \(latest ? "DESC" : "ASC") LIMIT ?
                """, arguments: arguments + [max(0, limit ?? .max)])
        let records = try rows.map { row in
            var record = try LedgerRecord(
                content: [UInt8](row[0] as Data), previous: (row[1] as Data?).map { [UInt8]($0) } ?? LedgerSeal.start,
                hash: [UInt8](row[2] as Data))
            if !readable.isOwner { record.entry.hide(above: readable.ceiling) }
            return record
        }
        return latest ? records.reversed() : records
    }
}

extension LedgerEntry {
    /// Leaves out what is not for a program that may not read everything.
    ///
    /// A prompt that was kept, and the ids and places of what was given or labelled, are as private as they were then and may be
    /// more by now. What another program read, and what it calls itself, is between it and the owner.
    fileprivate mutating func hide(above ceiling: SensitivityLabel) {
        text = nil
        guard kind == .read || kind == .label else { return }
        host = nil
        if label ?? .private > ceiling { purpose = nil }
    }
}

extension LedgerFilter {
    /// A condition over the table `ledgerRecord` and its arguments.
    func sql() throws -> (String, StatementArguments) {
        var conditions = ["number > ?"]
        var arguments: StatementArguments = [after]
        if let since {
            conditions.append("time >= ?")
            arguments += [try CanonicalRecord.micros(since.timeIntervalSince1970)]
        }
        if let until {
            conditions.append("time < ?")
            arguments += [try CanonicalRecord.micros(until.timeIntervalSince1970)]
        }
        if let engine {
            conditions.append("engine = ?")
            arguments += [engine.rawValue]
        }
        if let kind {
            conditions.append("kind = ?")
            arguments += [kind.rawValue]
        }
        return (conditions.joined(separator: " AND "), arguments)
    }
}

extension Database {
    /// Whether the ledger's tables are there: a database of version 1 that is opened read-only is not migrated.
    func hasLedger() throws -> Bool { try tableExists("ledgerRecord") && tableExists("ledgerHead") }
}
