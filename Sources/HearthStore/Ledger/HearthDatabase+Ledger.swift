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
        let floor = anchorFile.floor
        let (first, anchor) = try await write { db in
            let first = try LedgerWriter(db: db, seal: seal).append(bodies, notBefore: floor)
            return (first, try db.ledgerAnchor(first: floor?.count == 0 ? nil : floor?.first))
        }
        // After the commit: what is noted is there.
        if let anchor { anchorFile.note(anchor) }
        return first
    }
}

/// Writes to the ledger within a transaction.
struct LedgerWriter {
    let db: Database
    let seal: LedgerSeal

    /// - Parameter notBefore: How far the ledger is known to have reached. One that ends before was shortened, and a new
    ///   record would bless that.
    func append(_ bodies: [LedgerBody], notBefore floor: SealedAnchor? = nil) throws -> Int {
        var head = try LedgerHead.read(db, seal)
        if let floor {
            guard head.count >= floor.count else {
                throw LedgerHead.broken("it ends with record \(head.count), and had at least \(floor.count)")
            }
            guard head.count > floor.count || head.hash == floor.hash else {
                throw LedgerHead.broken("its last record is another one")
            }
        }
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

extension Database {
    /// How far the ledger reaches, as its tables say; `nil` without a ledger or when its last record cannot be read.
    ///
    /// - Parameter first: The hash of the first record, when it is known already.
    func ledgerAnchor(first: [UInt8]? = nil) throws -> SealedAnchor? {
        guard try first != nil || hasLedger() else { return nil }
        let last = try Row.fetchOne(
            cachedStatement(sql: "SELECT number, hash FROM ledgerRecord ORDER BY number DESC LIMIT 1"))
        guard let last else { return .empty }
        guard let number = Int.fromDatabaseValue(last[0]), let hash = Data.fromDatabaseValue(last[1]) else {
            return nil
        }
        guard let first = try first ?? ledgerHash(of: 1) else { return nil }
        return SealedAnchor(count: number, first: first, hash: Array(hash))
    }

    func ledgerHash(of number: Int) throws -> [UInt8]? {
        try Data.fetchOne(
            cachedStatement(sql: "SELECT hash FROM ledgerRecord WHERE number = ?"), arguments: [number]
        ).map(Array.init)
    }

    /// Whether what an anchor says is still in the tables.
    func holds(_ anchor: SealedAnchor) throws -> Bool {
        guard anchor.count > 0 else { return true }
        return try ledgerHash(of: anchor.count) == anchor.hash && ledgerHash(of: 1) == anchor.first
    }
}
