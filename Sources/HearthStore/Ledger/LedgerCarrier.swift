import Foundation
import GRDB
import HearthCore

/// Takes the ledger along when a backup replaces the database.
///
/// Putting back one's documents as they were last week must not make the record of what left the machine since then go
/// away. When the backup's chain is the beginning of the present one, which it is unless they are of different stores, the
/// records behind it are added to the backup. The restore itself is recorded in any case.
struct LedgerCarrier {
    private let configuration: HearthDatabase.Configuration
    private let seal: LedgerSeal

    init(_ configuration: HearthDatabase.Configuration) {
        self.configuration = configuration
        seal = LedgerSeal(databaseKey: configuration.key)
    }

    /// What the record of a restore says under `purpose`.
    static let purpose = "restore"
    /// Its error code when the former ledger could not be carried over.
    static let replaced = "ledger-replaced"

    /// - Returns: How far the ledger reaches now; `nil` where the backup's own is broken, for `verify` to say so.
    func carry(from present: URL, to incoming: URL) throws -> SealedAnchor? {
        let target = try DatabaseQueue(
            path: incoming.path, configuration: HearthDatabase.connectionConfiguration(configuration))
        try Migrations.migrator.migrate(target)
        // A present database that is damaged or has a broken ledger is no reason not to restore: it may be the reason to.
        let source = try? open(present)
        let noted = AnchorFile.read(configuration.files.ledgerAnchor, seal).found
        let anchor = try target.write { db -> SealedAnchor? in
            // The backup's own ledger may be broken too; it stays as it is then, for `verify` to say so.
            guard let end = try? LedgerHead.read(db, seal) else { return nil }
            var isWhole = true
            if let source { isWhole = try source.read { try add($0, to: db, from: end) } }
            // What was noted beside the present database, and within the backup when it was made, has to be there.
            if case .known(let anchor) = noted, try !db.holds(anchor) { isWhole = false }
            if let anchor = try db.anchorOfBackup(seal), try !db.holds(anchor) { isWhole = false }
            try db.execute(sql: "DELETE FROM ledgerAnchor")
            let entry = LedgerEntry(
                kind: .outcome, time: Date(), purpose: Self.purpose, errorCode: isWhole ? nil : Self.replaced)
            _ = try LedgerWriter(db: db, seal: seal).append([CanonicalRecord.body(of: entry)])
            return try db.ledgerAnchor()
        }
        try source?.close()
        try target.close()
        return anchor
    }

    /// Adds the records of `source` that lie behind `head`; returns whether `source` has nothing that `target` lacks now.
    private func add(_ source: Database, to target: Database, from head: LedgerHead) throws -> Bool {
        var walk = LedgerWalk(
            seal: seal, anchors: [LedgerAnchor(count: head.count, hash: head.hash)].compactMap { $0 })
        // What cannot be read cannot be carried over.
        guard let exists = try? source.hasLedger() else { return false }
        guard exists else { return true }
        guard let result = try? walk.run(source) else { return false }
        guard result.valid else {
            guard result.reason == .replaced, result.records < head.count else { return false }
            // A present chain that is a beginning of the backup's holds nothing more.
            return try isBeginning(source, of: target, result.records)
        }
        let rows = try Data.fetchCursor(
            source, sql: "SELECT content FROM ledgerRecord WHERE number > ? ORDER BY number", arguments: [head.count])
        var end = head
        let writer = LedgerWriter(db: target, seal: seal)
        while let content = try rows.next() { try writer.add([UInt8](content), to: &end) }
        if end != head { try end.write(target, seal) }
        return true
    }

    private func isBeginning(_ source: Database, of target: Database, _ count: Int) throws -> Bool {
        let sql = "SELECT hash FROM ledgerRecord WHERE number = ?"
        let (a, b) = (
            try Data.fetchOne(source, sql: sql, arguments: [count]),
            try Data.fetchOne(target, sql: sql, arguments: [count])
        )
        return count == 0 || (a != nil && a == b)
    }

    private func open(_ file: URL) throws -> DatabaseQueue? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try DatabaseQueue(
            path: file.path, configuration: HearthDatabase.connectionConfiguration(configuration))
    }
}
