import Foundation
import GRDB
import HearthCore

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
                count: Int.fromDatabaseValue($0[0]) ?? 0, hash: Data.fromDatabaseValue($0[1]).map(Array.init) ?? [])
        }
        guard let stored = try StoredHead.read(db) else {
            guard last == nil else { throw broken("its head is missing") }
            return .empty
        }
        guard stored.isAuthentic(seal) else { throw broken("its head was changed") }
        guard stored.head == last ?? .empty else {
            throw broken("its last records are missing, or there are more than there should be")
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

    static func broken(_ what: String) -> StoreError {
        StoreError(
            .brokenLedger,
            """
            The ledger was changed by something else than Hearth: \(what). Nothing is added to it, so nothing that must be \
            recorded is done. Restore a backup from before.
            """, help: [.verifyLedger])
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
                count: Int.fromDatabaseValue(row[0]) ?? -1, hash: Data.fromDatabaseValue(row[1]).map(Array.init) ?? []),
            seal: Data.fromDatabaseValue(row[2]).map(Array.init) ?? [])
    }

    func isAuthentic(_ key: LedgerSeal) -> Bool { key.ofHead(count: head.count, hash: head.hash) == seal }
}
