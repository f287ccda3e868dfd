import Foundation
import GRDB
import HearthCore

/// A table of records by name, each with a version that grows with every change: feeds and watched folders are kept alike.
struct VersionedRecords {
    let table: String

    static let feeds = VersionedRecords(table: "feed")
    static let watchedFolders = VersionedRecords(table: "watchedFolder")

    /// All of them, in the order of their names.
    func all<Record>(_ db: Database, _ make: (String, Int, Data) -> Record) throws -> [Record] {
        // A store that was opened read-only may be of an older version.
        guard try db.tableExists(table) else { return [] }
        return try Row.fetchAll(db, sql: "SELECT name, version, value FROM \(table) ORDER BY name").map { row in
            make(row["name"], row["version"], row["value"])
        }
    }

    /// - Parameters:
    ///   - version: That of the record that `value` was made from; `nil` where there was none.
    ///   - changed: What is thrown where the record is of another version.
    /// - Returns: The version that it has now.
    func keep(
        _ db: Database, _ value: Data, named name: String, replacing version: Int?, otherwise changed: StoreError
    ) throws -> Int {
        let known = try Int.fetchOne(db, sql: "SELECT version FROM \(table) WHERE name = ?", arguments: [name])
        guard known == version else { throw changed }
        let next = (version ?? 0) + 1
        try db.execute(
            sql: """
                INSERT INTO \(table) (name, version, value) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET version = excluded.version, value = excluded.value
                """, arguments: [name, next, value])
        return next
    }

    /// - Returns: Whether there was one.
    func remove(_ db: Database, named name: String) throws -> Bool {
        try db.execute(sql: "DELETE FROM \(table) WHERE name = ?", arguments: [name])
        return db.changesCount > 0
    }
}
