import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: LedgerStore {
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
                throw StoreError.brokenLedger("it ends with record \(head.count), and had at least \(floor.count)")
            }
            guard head.count > floor.count || head.hash == floor.hash else {
                throw StoreError.brokenLedger("its last record is another one")
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

extension Database {
    /// How far the ledger reaches, as its tables say; `nil` without a ledger or when its last record cannot be read.
    ///
    /// - Parameter first: The hash of the first record, when it is known already.
    func ledgerAnchor(first: [UInt8]? = nil) throws -> SealedAnchor? {
        guard try first != nil || hasLedger() else { return nil }
        let last = try Row.fetchOne(
            cachedStatement(sql: "SELECT number, hash FROM ledgerRecord ORDER BY number DESC LIMIT 1"))
        guard let last else { return .empty }
        guard let number = Int.fromDatabaseValue(last["number"]), let hash = Data.fromDatabaseValue(last["hash"]) else {
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

    /// The oldest records of a filter, whose `limit` is not regarded; the next page is after the last one's number.
    public func ledgerPage(_ filter: LedgerFilter, limit: Int) async throws -> [LedgerRecord] {
        let readable = Reader.labels
        return try await read { db in
            guard try db.hasLedger() else { return [] }
            return try Self.records(db, filter, latest: false, limit: limit, readable)
        }
    }

    private static func records(
        _ db: Database, _ filter: LedgerFilter, latest: Bool, limit: Int?, _ readable: ReadableLabels
    ) throws -> [LedgerRecord] {
        let (condition, arguments) = try filter.sql()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT content, (SELECT hash FROM ledgerRecord p WHERE p.number = r.number - 1) AS previous, hash
                FROM ledgerRecord r WHERE \(condition) ORDER BY number \(latest ? "DESC" : "ASC") LIMIT ?
                """, arguments: arguments + [max(0, limit ?? .max)])
        let records = try Array(
            rows.map { row in
                var record = try LedgerRecord(
                    content: [UInt8](row["content"] as Data),
                    previous: (row["previous"] as Data?).map { [UInt8]($0) } ?? LedgerSeal.start,
                    hash: [UInt8](row["hash"] as Data))
                if !readable.isOwner { record.entry.hide(above: readable.ceiling) }
                return record
            })
        return latest ? records.reversed() : records
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

extension HearthDatabase {
    /// Makes the anchor of a store that has none yet: a new one, or one of a version that had no anchors.
    ///
    /// Before the migration that says there must be one, so that a crash in between is not taken for a loss.
    static func anchorIfNew(_ db: Database, _ files: StoreFiles, _ seal: LedgerSeal) throws {
        guard try !Migrations.hasAnchor(db), AnchorFile.read(files.ledgerAnchor, seal).found == .missing else { return }
        var anchor = SealedAnchor.empty
        if try db.hasLedger() {
            // A ledger that is broken already is told by its own seals.
            guard (try? LedgerHead.read(db, seal)) != nil, let found = try db.ledgerAnchor() else { return }
            anchor = found
        }
        try AnchorFile.write(anchor, to: files.ledgerAnchor, seal)
    }

    /// Brings the anchor up to what was written without it: by a program that was killed between the two, or by an older
    /// version. Nothing when the ledger does not hold what the anchor says.
    func catchUpWithLedger(durably: Bool = false) throws {
        guard !configuration.isReadOnly, case .known(let known) = anchorFile.read() else { return }
        let seal = ledgerSeal
        let anchor = try connection.read { db -> SealedAnchor? in
            guard try db.hasLedger(), try db.holds(known), (try? LedgerHead.read(db, seal)) != nil else { return nil }
            return try db.ledgerAnchor()
        }
        if let anchor, durably || anchor != known { anchorFile.note(anchor, durably: durably) }
    }

    /// Takes the ledger as it is for whole, and notes that this was done.
    ///
    /// For a database that was copied without its anchor, or after a loss that has an explanation. What is missing stays missing.
    ///
    /// - Throws: ``StoreError`` with the code `broken-ledger` when the chain itself does not fit together.
    public func acceptLedger() async throws {
        let seal = ledgerSeal
        let result = try await read { db in
            var walk = LedgerWalk(seal: seal)
            return try walk.run(db)
        }
        guard result.valid else { throw StoreError.brokenLedger(result.message ?? "its records do not fit together") }
        let entry = LedgerEntry(kind: .outcome, time: Date(), purpose: "ledger-accepted", errorCode: "anchor-renewed")
        let body = try CanonicalRecord.body(of: entry)
        let anchor = try await write { db in
            _ = try LedgerWriter(db: db, seal: seal).append([body])
            return try db.ledgerAnchor()
        }
        if let anchor { try anchorFile.replace(with: anchor) }
    }
}

/// Where the ledger ends: how many records there are and the hash of the last one.
struct LedgerHead: Equatable {
    var count: Int
    var hash: [UInt8]

    static let empty = LedgerHead(count: 0, hash: LedgerSeal.start)

    /// The head as it is stored, or ``empty`` when nothing was ever appended.
    ///
    /// - Throws: ``StoreError`` with the code `broken-ledger` when its seal is wrong, or when it is not the last record's:
    ///   writing on would seal what somebody else did.
    static func read(_ db: Database, _ seal: LedgerSeal) throws -> LedgerHead {
        let statement = try db.cachedStatement(
            sql: "SELECT number, hash FROM ledgerRecord ORDER BY number DESC LIMIT 1")
        let last = try Row.fetchOne(statement).map {
            LedgerHead(
                count: Int.fromDatabaseValue($0["number"]) ?? 0,
                hash: Data.fromDatabaseValue($0["hash"]).map(Array.init) ?? [])
        }
        guard let stored = try StoredHead.read(db) else {
            guard last == nil else { throw StoreError.brokenLedger("its head is missing") }
            return .empty
        }
        guard stored.isAuthentic(seal) else { throw StoreError.brokenLedger("its head was changed") }
        guard stored.head == last ?? .empty else {
            throw StoreError.brokenLedger("its last records are missing, or there are more than there should be")
        }
        return stored.head
    }

    func write(_ db: Database, _ seal: LedgerSeal) throws {
        let sealed = Data(seal.ofHead(count: count, hash: hash))
        try db.cachedStatement(sql: "UPDATE ledgerHead SET count = ?, hash = ?, seal = ? WHERE id = 1")
            .execute(arguments: [count, Data(hash), sealed])
        guard db.changesCount == 0 else { return }
        try db.execute(
            sql: "INSERT INTO ledgerHead (id, count, hash, seal) VALUES (1, ?, ?, ?)",
            arguments: [count, Data(hash), sealed])
    }
}

/// The head with its seal, not yet trusted.
struct StoredHead {
    var head: LedgerHead
    var seal: [UInt8]

    static func read(_ db: Database) throws -> StoredHead? {
        let statement = try db.cachedStatement(sql: "SELECT count, hash, seal FROM ledgerHead WHERE id = 1")
        guard let row = try Row.fetchOne(statement) else { return nil }
        // Values of another type than theirs are read as values that no seal fits.
        return StoredHead(
            head: LedgerHead(
                count: Int.fromDatabaseValue(row["count"]) ?? -1,
                hash: Data.fromDatabaseValue(row["hash"]).map(Array.init) ?? []),
            seal: Data.fromDatabaseValue(row["seal"]).map(Array.init) ?? [])
    }

    func isAuthentic(_ key: LedgerSeal) -> Bool { key.ofHead(count: head.count, hash: head.hash) == seal }
}
