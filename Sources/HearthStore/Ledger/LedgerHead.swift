import Foundation
import GRDB

/// Where the ledger ends: how many records there are and the hash of the last one.
struct LedgerHead: Equatable {
    var count: Int
    var hash: [UInt8]

    static let empty = LedgerHead(count: 0, hash: LedgerSeal.start)

    /// The head as it is stored, or ``empty`` when nothing was ever appended.
    ///
    /// - Throws: ``StoreError`` with the code `broken-ledger` when its seal is wrong, or when it is missing beside records:
    ///   writing on would seal what somebody else did.
    static func read(_ db: Database, _ seal: LedgerSeal) throws -> LedgerHead {
        guard let stored = try StoredHead.read(db) else {
            guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM ledgerRecord)") == false else {
                throw broken("its head is missing")
            }
            return .empty
        }
        guard stored.isAuthentic(seal) else { throw broken("its head was changed") }
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

    static func broken(_ what: String) -> StoreError {
        StoreError(
            .brokenLedger,
            """
            The ledger was changed by something else than Hearth: \(what). Nothing is added to it, so nothing that must be \
            recorded is done. `hearth ledger verify` names the place; restore a backup from before.
            """)
    }
}

/// The head with its seal, not yet trusted.
struct StoredHead {
    var head: LedgerHead
    var seal: [UInt8]

    static func read(_ db: Database) throws -> StoredHead? {
        let statement = try db.cachedStatement(sql: "SELECT count, hash, seal FROM ledgerHead WHERE id = 1")
        guard let row = try Row.fetchOne(statement) else { return nil }
        return StoredHead(
            head: LedgerHead(count: row[0], hash: [UInt8](row[1] as Data)), seal: [UInt8](row[2] as Data))
    }

    func isAuthentic(_ key: LedgerSeal) -> Bool { key.ofHead(count: head.count, hash: head.hash) == seal }
}
