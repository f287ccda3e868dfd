import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: RoutingLedger {
    /// Writes an entry durably at the end of the ledger and returns its number, counted from 1.
    ///
    /// When it returns, the record survives a power cut: it was written in a transaction with `synchronous = FULL`. The
    /// weaker `NORMAL` would keep the chain whole but could lose its last records, and a record of a decision is what
    /// allows bytes to leave: they must not be gone while the record of them is not. Appends that come at the same time
    /// share a transaction. Several processes append to one chain.
    ///
    /// - Throws: ``StoreError`` with the code `broken-ledger` when the end of the ledger was tampered with, `invalid-input`
    ///   for a time that is not a number, `read-only`, `disk-full`, `busy`.
    public func append(_ entry: LedgerEntry) async throws -> Int {
        let body = try CanonicalRecord.body(of: entry)
        return try await ledgerQueue.append(body) { [self] in try await appendRecords($0) }
    }

    /// Writes records in one transaction; returns the number of the first.
    @discardableResult
    func appendRecords(_ bodies: [LedgerBody]) async throws -> Int {
        let seal = ledgerSeal
        return try await write { try LedgerWriter(db: $0, seal: seal).append(bodies) }
    }
}

/// Writes to the ledger within a transaction.
struct LedgerWriter {
    let db: Database
    let seal: LedgerSeal

    func append(_ bodies: [LedgerBody]) throws -> Int {
        var head = try LedgerHead.read(db, seal)
        let first = head.count + 1
        for body in bodies {
            let number = head.count + 1
            let columns = LedgerColumns(
                number: number, timeMicros: body.timeMicros, kind: body.kind, engine: body.engine)
            try add(CanonicalRecord.bytes(number: number, body: body), columns, to: &head)
        }
        try head.write(db, seal)
        return first
    }

    /// Adds a record that has its number already, and moves the head on without writing it.
    func add(_ content: [UInt8], to head: inout LedgerHead) throws {
        guard let columns = LedgerColumns(content), columns.number == head.count + 1 else {
            throw StoreError(.failure, "A record of the ledger could not be written.", cause: "not in canonical form")
        }
        try add(content, columns, to: &head)
    }

    private func add(_ content: [UInt8], _ columns: LedgerColumns, to head: inout LedgerHead) throws {
        let hash = LedgerSeal.hash(after: head.hash, content)
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO ledgerRecord (number, time, kind, engine, content, hash, seal) VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(
            arguments: [
                columns.number, columns.timeMicros, columns.kind, columns.engine, Data(content), Data(hash),
                Data(seal.ofRecord(hash: hash)),
            ])
        head = LedgerHead(count: columns.number, hash: hash)
    }
}

/// The columns that repeat a part of a record's content, so that a filter needs not read all of it.
struct LedgerColumns: Equatable {
    var number: Int
    var timeMicros: Int
    var kind: String
    var engine: String?

    init?(_ content: [UInt8]) {
        guard let fields = CanonicalRecord.fields(content) else { return nil }
        func text(_ field: CanonicalRecord.Field) -> String? { fields[field.rawValue] }
        guard let number = text(.number).flatMap({ Int($0) }), let time = text(.timeMicros).flatMap({ Int($0) }),
            let kind = text(.kind)
        else { return nil }
        (self.number, timeMicros, self.kind, engine) = (number, time, kind, text(.engine))
    }

    init(number: Int, timeMicros: Int, kind: String, engine: String?) {
        (self.number, self.timeMicros, self.kind, self.engine) = (number, timeMicros, kind, engine)
    }
}
