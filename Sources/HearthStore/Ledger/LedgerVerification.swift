import Foundation
import GRDB
public import HearthCore

extension HearthDatabase {
    /// Walks along the whole chain and names the first record that was changed, removed, moved, inserted or cut off.
    ///
    /// One record at a time is in memory. The walk sees one moment; records that are appended meanwhile are not part of it.
    ///
    /// - Parameter anchors: Places noted earlier. Without one, an older copy of the whole data folder, put back, cannot be
    ///   told from the real one: it was authentic when it was made.
    public func verifyLedger(anchors: [LedgerAnchor]) async throws -> LedgerVerification {
        let seal = ledgerSeal
        // Before the tables are looked at, which can only have become longer since.
        let noted = AnchorFile.read(configuration.files.ledgerAnchor, seal).found
        let result = try await read { db in
            guard try db.hasLedger() else {
                return LedgerVerification(valid: true, records: 0)
            }
            var walk = LedgerWalk(seal: seal, anchors: anchors, noted: try Migrations.hasAnchor(db) ? noted : nil)
            return try walk.run(db)
        }
        if result.valid { try? catchUpWithLedger(durably: true) }
        return result
    }
}

/// Reads the ledger's records in order and checks each against the hash before it.
struct LedgerWalk {
    private let seal: LedgerSeal
    /// What was noted outside, as long as it was not met.
    private var anchors: [LedgerAnchor]
    /// What is noted beside the database; `nil` where nothing has to be.
    private let noted: AnchorFile.Found?
    private var meetsNoted = false
    private var head = LedgerHead.empty
    private var first = LedgerSeal.start
    /// Decisions for a host beyond the process, until it is met how each ended.
    private var open: Set<Int> = []
    /// Those of them that no task of an engine asked for; see ``LedgerErrand``.
    private var errands: Set<Int> = []
    /// Former versions wrote no outcome of an errand: until the first one is met, a connection counts as its end.
    private var hasOutcomesOfErrands = false

    init(seal: LedgerSeal, anchors: [LedgerAnchor] = [], noted: AnchorFile.Found? = nil) {
        self.seal = seal
        self.anchors = anchors.filter { $0.count != 0 || $0.hash.bytes != LedgerSeal.start }
        self.noted = noted
        if case .known(let anchor)? = noted, anchor == .empty { meetsNoted = true }
    }

    mutating func run(_ db: Database) throws -> LedgerVerification {
        let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM ledgerRecord") ?? 0
        let rows = try Row.fetchCursor(
            db, sql: "SELECT number, time, kind, engine, content, hash, seal FROM ledgerRecord ORDER BY number")
        while let row = try rows.next() {
            if let (reason, message) = try check(row) {
                return failure(head.count + 1, reason, message, records: total)
            }
        }
        if let result = try checkHead(db, total) { return result }
        if let result = checkNoted(total) { return result }
        if let missing = anchors.map(\.count).min() {
            return failure(
                min(max(missing, 1), total + 1), .replaced,
                "The record that was noted is not in this ledger: an older or another one was put in its place.",
                records: total)
        }
        return LedgerVerification(
            valid: true, records: total, anchor: "\(head.count):\(ContentHash(bytes: head.hash)?.hex ?? "")",
            unfinished: open.sorted())
    }

    private mutating func check(_ row: Row) throws -> (LedgerVerification.Reason, String)? {
        let expected = head.count + 1
        // Columns that were given another type than theirs are read as what they are, and then differ.
        guard let number = Int.fromDatabaseValue(row["number"]), let content = Data.fromDatabaseValue(row["content"]),
            let hash = Data.fromDatabaseValue(row["hash"]), let stored = Data.fromDatabaseValue(row["seal"])
        else { return (.changed, "Record \(expected) was changed.") }
        guard number == expected else {
            return number > expected
                ? (.removed, "Record \(expected) was removed; the next one is record \(number).")
                : (.inserted, "A record with the number \(number) was inserted.")
        }
        let bytes = [UInt8](content)
        let computed = LedgerSeal.hash(after: head.hash, bytes)
        guard computed == [UInt8](hash), seal.ofRecord(hash: computed) == [UInt8](stored) else {
            return explain(expected, bytes, hash: [UInt8](hash), stored: [UInt8](stored), computed)
        }
        let columns = LedgerColumns(bytes)
        guard columns?.number == expected else {
            return (.reordered, "Record \(columns?.number ?? 0) stands where record \(expected) should.")
        }
        guard let columns, Int.fromDatabaseValue(row["time"]) == columns.timeMicros,
            String.fromDatabaseValue(row["kind"]) == columns.kind,
            String.fromDatabaseValue(row["engine"]) == columns.engine
        else { return (.changed, "What is searched for in record \(expected) was changed.") }
        head = LedgerHead(count: expected, hash: computed)
        note(expected, bytes, kind: columns.kind)
        if expected == 1 { first = computed }
        anchors.removeAll { $0.count == expected && $0.hash.bytes == computed }
        if case .known(let anchor)? = noted, anchor.count == expected {
            meetsNoted = anchor.hash == computed && anchor.first == first
        }
        return nil
    }

    /// A decision is written before anything is sent; its outcome when all is over, or its refusal when nothing was sent.
    private mutating func note(_ number: Int, _ content: [UInt8], kind: String) {
        guard let kind = LedgerEntry.Kind(rawValue: kind), let fields = CanonicalRecord.fields(content) else { return }
        let decision = fields[CanonicalRecord.Field.decision.rawValue].flatMap { Int($0) }
        switch kind {
        case .decision:
            guard fields[CanonicalRecord.Field.host.rawValue] != nil else { return }
            open.insert(number)
            if fields[CanonicalRecord.Field.purpose.rawValue] != nil { errands.insert(number) }
        case .outcome, .refusal:
            guard let decision else { return }
            open.remove(decision)
            if errands.contains(decision), kind == .outcome { hasOutcomesOfErrands = true }
        case .connection:
            if let decision, !hasOutcomesOfErrands, errands.contains(decision) { open.remove(decision) }
        // Each is whole in itself: nothing is to follow it.
        case .read, .label, .write: return
        }
    }

    /// Says what happened to a record that does not fit.
    private func explain(
        _ expected: Int, _ content: [UInt8], hash: [UInt8], stored: [UInt8], _ computed: [UInt8]
    ) -> (LedgerVerification.Reason, String) {
        if let number = CanonicalRecord.number(content), number != expected {
            return (.reordered, "Record \(number) stands where record \(expected) should.")
        }
        // An authentic hash was made for this place, so it is the content that is another. Without one, nobody who has the
        // key wrote this record: it was added, or it and its hash were made anew.
        if seal.ofRecord(hash: hash) == stored || seal.ofRecord(hash: computed) == stored {
            return (.changed, "Record \(expected) was changed after it was written.")
        }
        return (.inserted, "Record \(expected) was not written by Hearth: it was inserted, or rewritten with its hash.")
    }

    private func checkHead(_ db: Database, _ total: Int) throws -> LedgerVerification? {
        guard let stored = try StoredHead.read(db) else {
            return total == 0
                ? nil
                : failure(total + 1, .head, "The head, which says where the ledger ends, is missing.", records: total)
        }
        guard stored.isAuthentic(seal) else {
            return failure(total + 1, .head, "The head, which says where the ledger ends, was changed.", records: total)
        }
        if stored.head.count > total {
            return failure(
                total + 1, .truncated,
                "Record \(total + 1) and all later ones were removed; there were \(stored.head.count).", records: total)
        }
        guard stored.head == head else {
            return failure(
                stored.head.count + 1, .head, "The head is an older one: there are records behind it.", records: total)
        }
        return nil
    }

    private func checkNoted(_ total: Int) -> LedgerVerification? {
        switch noted {
        case nil: return nil
        case .missing?, .damaged?:
            let what = noted == AnchorFile.Found.missing ? "is missing" : "was changed"
            return failure(
                total + 1, .anchor,
                "The file ledger.anchor, which says how far the ledger reached, \(what), so records may have been removed. "
                    + "If you copied the database without it, the ledger can be accepted as it is.", records: total)
        case .known(let anchor)?:
            if anchor.count > total {
                return failure(
                    total + 1, .truncated,
                    "Record \(total + 1) and all later ones were removed; there were at least \(anchor.count).",
                    records: total)
            }
            guard meetsNoted else {
                return failure(
                    max(1, anchor.count), .replaced,
                    "Record \(anchor.count) is not the one that was noted: another ledger was put in the place of this one.",
                    records: total)
            }
            return nil
        }
    }

    private func failure(
        _ number: Int, _ reason: LedgerVerification.Reason, _ message: String, records: Int
    ) -> LedgerVerification {
        LedgerVerification(valid: false, records: records, firstBroken: number, reason: reason, message: message)
    }
}
