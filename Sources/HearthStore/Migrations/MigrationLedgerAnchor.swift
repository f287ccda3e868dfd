import Foundation
import GRDB

extension Migrations {
    static let ledgerAnchor = "ledger anchor"

    /// From here on a store has the file `ledger.anchor`, which says how far the ledger reached.
    ///
    /// - `ledgerAnchor` is empty in a store. A backup, which is one file, carries in it what that file said.
    static func createLedgerAnchor(_ db: Database) throws {
        try db.execute(
            sql: "CREATE TABLE ledgerAnchor (id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1), anchor BLOB NOT NULL)")
    }

    /// Whether this store must have an anchor.
    static func hasAnchor(_ db: Database) throws -> Bool {
        try db.tableExists("grdb_migrations") && migrator.appliedIdentifiers(db).contains(ledgerAnchor)
    }
}

extension Database {
    /// The anchor that a backup carries.
    func anchorOfBackup(_ seal: LedgerSeal) throws -> SealedAnchor? {
        try Data.fetchOne(self, sql: "SELECT anchor FROM ledgerAnchor WHERE id = 1").flatMap {
            SealedAnchor($0, seal)
        }
    }

    func setAnchorOfBackup(_ anchor: SealedAnchor, _ seal: LedgerSeal) throws {
        try execute(
            sql: "INSERT OR REPLACE INTO ledgerAnchor (id, anchor) VALUES (1, ?)",
            arguments: [Data(anchor.bytes(seal))])
    }
}
