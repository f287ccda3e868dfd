#if canImport(CPostgres)
import Foundation
public import HearthCore

extension PostgresLibrary: LedgerStore {
    /// Writes an entry durably at the end of the ledger, and returns its number, counted from 1: the server has it on its disk when
    /// this returns, unless its administrator turned that off. Appends that come at the same time share a transaction; several
    /// programs append to one chain. It waits for no other change of the owner's, and is not taken back where the task is cancelled.
    public func append(_ entry: LedgerEntry) async throws -> Int {
        // The words of a prompt stand there only where its owner turned that on. What else a record says is no text.
        if entry.text != nil, ![.read, .label].contains(entry.kind) {
            try refusePrivate(entry.label, "The prompt that the ledger would keep")
        }
        let body = try CanonicalRecord.body(of: entry)
        let owner = owner
        return try await ledgerQueue.append(body) { [pool] bodies in
            try await pool.run { connection, lease in
                try Transaction.append(connection, owner: owner, lease) { try PostgresLedgerWriter($0).append(bodies) }
            }
        }
    }

    public func ledger(_ filter: LedgerFilter = LedgerFilter()) async throws -> [LedgerRecord] {
        let readable = Reader.labels
        return try await read { try Self.records($0, filter, latest: true, limit: filter.limit, readable) }
    }

    public func ledgerPage(_ filter: LedgerFilter, limit: Int) async throws -> [LedgerRecord] {
        let readable = Reader.labels
        return try await read { try Self.records($0, filter, latest: false, limit: limit, readable) }
    }

    private static func records(
        _ db: Transaction, _ filter: LedgerFilter, latest: Bool, limit: Int?, _ readable: ReadableLabels
    ) throws -> [LedgerRecord] {
        var conditions = ["number > $2"]
        var values: [any Bindable] = [filter.after]
        func add(_ condition: String, _ value: any Bindable) {
            values.append(value)
            conditions.append("\(condition) $\(values.count + 1)")
        }
        if let since = filter.since { add("time >=", try CanonicalRecord.micros(since.timeIntervalSince1970)) }
        if let until = filter.until { add("time <", try CanonicalRecord.micros(until.timeIntervalSince1970)) }
        if let engine = filter.engine { add("engine =", engine.rawValue) }
        if let kind = filter.kind { add("kind =", kind.rawValue) }
        values.append(max(0, limit ?? .max))
        let records = try db.rows(
            """
            SELECT content, hash, (
                SELECT hash FROM ledger_record AS former WHERE former.owner_id = $1 AND former.number = ledger_record.number - 1
            ) AS previous
            FROM ledger_record WHERE owner_id = $1 AND \(conditions.joined(separator: " AND "))
            ORDER BY number \(latest ? "DESC" : "ASC") LIMIT $\(values.count + 1)
            """, values: values
        ).map { row in
            var record = try LedgerRecord(
                content: Array(try row["content"] as Data),
                previous: try (row["previous"] as Data?).map { Array($0) } ?? PostgresLedgerHead.start,
                hash: Array(try row["hash"] as Data))
            if !readable.isOwner { record.entry.hide(above: readable.ceiling) }
            return record
        }
        return latest ? records.reversed() : records
    }

    /// Walks along the whole chain; see ``LedgerVerification``. Records that are appended meanwhile are not part of it.
    ///
    /// - Parameter anchors: Places noted earlier. Who can write to the database can make a whole chain anew: only what was noted
    ///   outside of it tells that.
    public func verifyLedger(anchors: [LedgerAnchor]) async throws -> LedgerVerification {
        try await read { db in
            var walk = PostgresLedgerWalk(anchors)
            return try walk.run(db)
        }
    }

    public func acceptLedger() async throws {
        let found = try await verifyLedger(anchors: [])
        guard found.valid else { throw StoreError.brokenLedger(found.message ?? "its records do not fit together") }
        _ = try await append(
            LedgerEntry(kind: .outcome, time: Date(), purpose: "ledger-accepted", errorCode: "anchor-renewed"))
    }
}

/// Where the ledger ends: how many records there are, and the hash of the last one.
struct PostgresLedgerHead: Equatable {
    var count: Int
    var hash: [UInt8]

    /// What stands for the hash before the first record.
    static let start = [UInt8](repeating: 0, count: 32)

    static func hash(after previous: [UInt8], _ content: [UInt8]) -> [UInt8] {
        ContentHash(of: previous + content).bytes
    }
}

/// Writes to the ledger within a transaction.
struct PostgresLedgerWriter {
    private let db: Transaction

    init(_ db: Transaction) { self.db = db }

    /// - Returns: The number of the first.
    /// - Throws: ``StoreError`` with the code `broken-ledger` where the end of the ledger is not what the head says: a new record
    ///   would bless that.
    func append(_ bodies: [LedgerBody]) throws -> Int {
        var head = try head()
        let first = head.count + 1
        var (contents, hashes): ([Data], [Data]) = ([], [])
        for body in bodies {
            let content = CanonicalRecord.bytes(number: head.count + 1, body: body)
            head = PostgresLedgerHead(count: head.count + 1, hash: PostgresLedgerHead.hash(after: head.hash, content))
            contents.append(Data(content))
            hashes.append(Data(head.hash))
        }
        try write(
            from: first, times: bodies.map(\.timeMicros), kinds: bodies.map(\.kind), engines: bodies.map(\.engine),
            contents, hashes, head)
        return first
    }

    /// Where the ledger ends.
    func head() throws -> PostgresLedgerHead {
        // Whoever else appends waits here.
        let row = try db.locking {
            try db.first("SELECT count, hash FROM ledger_head WHERE owner_id = $1 FOR UPDATE")
        }
        guard let row else {
            throw StoreError.brokenLedger("its head is missing")
        }
        let head = PostgresLedgerHead(count: try row["count"], hash: Array(try row["hash"] as Data))
        let last = try db.first(
            "SELECT number, hash FROM ledger_record WHERE owner_id = $1 ORDER BY number DESC LIMIT 1")
        guard
            try head
                == last.map({ PostgresLedgerHead(count: try $0["number"], hash: Array(try $0["hash"] as Data)) })
                ?? PostgresLedgerHead(count: 0, hash: PostgresLedgerHead.start)
        else { throw StoreError.brokenLedger("its last records are missing, or there are more than there should be") }
        return head
    }

    /// Writes records that follow each other, and the head behind them.
    func write(
        from first: Int, times: [Int], kinds: [String], engines: [String?], _ contents: [Data], _ hashes: [Data],
        _ head: PostgresLedgerHead
    ) throws {
        try db.change(
            """
            INSERT INTO ledger_record (owner_id, number, time, kind, engine, content, hash)
            SELECT $1, new.* FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bytea[], $7::bytea[]) AS new
            """, Array(first...head.count), times, kinds, ArrayParameter(engines), contents, hashes)
        try db.change(
            "UPDATE ledger_head SET count = $2, hash = $3 WHERE owner_id = $1", head.count, Data(head.hash))
    }
}

/// The walk along the chain, a page in memory at a time.
struct PostgresLedgerWalk {
    private static let page = 2_000

    /// What was noted outside, as long as it was not met.
    private var anchors: [LedgerAnchor]
    private var head = PostgresLedgerHead(count: 0, hash: PostgresLedgerHead.start)
    /// Decisions for a host beyond the process, until it is met how each ended.
    private var open: Set<Int> = []

    init(_ anchors: [LedgerAnchor]) {
        self.anchors = anchors.filter { $0.count != 0 || $0.hash.bytes != PostgresLedgerHead.start }
    }

    mutating func run(_ db: Transaction) throws -> LedgerVerification {
        let total: Int = try db.first("SELECT count(*) AS total FROM ledger_record WHERE owner_id = $1")?["total"] ?? 0
        while true {
            let rows = try db.rows(
                """
                SELECT number, time, kind, engine, content, hash FROM ledger_record WHERE owner_id = $1 AND number > $2
                ORDER BY number LIMIT $3
                """, head.count, Self.page)
            for row in rows {
                if let (reason, message) = try check(row) { return failure(head.count + 1, reason, message, total) }
            }
            if rows.count < Self.page { break }
        }
        let stored = try db.first("SELECT count, hash FROM ledger_head WHERE owner_id = $1")
        guard let stored else {
            return failure(total + 1, .head, "The head, which says where the ledger ends, is missing.", total)
        }
        let count: Int = try stored["count"]
        if count > total {
            return failure(
                total + 1, .truncated, "Record \(total + 1) and all later ones were removed; there were \(count).",
                total)
        }
        guard try head == PostgresLedgerHead(count: count, hash: Array(stored["hash"] as Data)) else {
            return failure(count + 1, .head, "The head is another one than that of the last record.", total)
        }
        if let missing = anchors.map(\.count).min() {
            return failure(
                min(max(missing, 1), total + 1), .replaced,
                "The record that was noted is not in this ledger: an older or another one was put in its place.", total)
        }
        return LedgerVerification(
            valid: true, records: total, anchor: "\(head.count):\(ContentHash(bytes: head.hash)?.hex ?? "")",
            unfinished: open.sorted())
    }

    private mutating func check(_ row: Row) throws -> (LedgerVerification.Reason, String)? {
        let expected = head.count + 1
        let number: Int = try row["number"]
        guard number == expected else {
            return number > expected
                ? (.removed, "Record \(expected) was removed; the next one is record \(number).")
                : (.inserted, "A record with the number \(number) was inserted.")
        }
        let content = Array(try row["content"] as Data)
        let hash = PostgresLedgerHead.hash(after: head.hash, content)
        let columns = LedgerColumns(content)
        guard hash == Array(try row["hash"] as Data) else {
            if let columns, columns.number != expected {
                return (.reordered, "Record \(columns.number) stands where record \(expected) should.")
            }
            return (.changed, "Record \(expected) was changed after it was written.")
        }
        guard let columns, columns.number == expected else {
            return (.reordered, "Record \(columns?.number ?? 0) stands where record \(expected) should.")
        }
        guard try row["time"] == columns.timeMicros, try row["kind"] == columns.kind,
            try row["engine"] == columns.engine
        else {
            return (.changed, "What is searched for in record \(expected) was changed.")
        }
        note(expected, content, columns.kind)
        head = PostgresLedgerHead(count: expected, hash: hash)
        anchors.removeAll { $0.count == expected && $0.hash.bytes == hash }
        return nil
    }

    /// A decision is written before anything is sent; its outcome when all is over, or its refusal when nothing was sent.
    private mutating func note(_ number: Int, _ content: [UInt8], _ kind: String) {
        guard let kind = LedgerEntry.Kind(rawValue: kind), let fields = CanonicalRecord.fields(content) else { return }
        switch kind {
        case .decision: if fields[CanonicalRecord.Field.host.rawValue] != nil { open.insert(number) }
        case .outcome, .refusal:
            if let decision = fields[CanonicalRecord.Field.decision.rawValue].flatMap({ Int($0) }) {
                open.remove(decision)
            }
        case .connection, .read, .label, .write: return
        }
    }

    private func failure(
        _ number: Int, _ reason: LedgerVerification.Reason, _ message: String, _ total: Int
    ) -> LedgerVerification {
        LedgerVerification(valid: false, records: total, firstBroken: number, reason: reason, message: message)
    }
}
#endif
