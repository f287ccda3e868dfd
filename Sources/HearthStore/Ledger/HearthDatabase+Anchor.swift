import Foundation
import GRDB
import HearthCore

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
        guard result.valid else { throw LedgerHead.broken(result.message ?? "its records do not fit together") }
        let entry = LedgerEntry(kind: .outcome, time: Date(), purpose: "ledger-accepted", errorCode: "anchor-renewed")
        let body = try CanonicalRecord.body(of: entry)
        let anchor = try await write { db in
            _ = try LedgerWriter(db: db, seal: seal).append([body])
            return try db.ledgerAnchor()
        }
        if let anchor { try anchorFile.replace(with: anchor) }
    }
}
