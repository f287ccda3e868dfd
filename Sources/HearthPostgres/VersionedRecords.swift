#if canImport(CPostgres)
import Foundation
import HearthCore

/// A table of records by name, each with a version that grows with every change: feeds and watched folders are kept alike.
struct VersionedRecords {
    let table: String

    static let feeds = VersionedRecords(table: "feed")
    static let watchedFolders = VersionedRecords(table: "watched_folder")

    /// All of them, in the order of their names.
    func all<Record>(_ db: Transaction, _ make: (String, Int, Data) -> Record) throws -> [Record] {
        try db.rows("SELECT name, version, value FROM \(table) WHERE owner_id = $1 ORDER BY name").map { row in
            make(try row["name"], try row["version"], try row["value"])
        }
    }

    /// - Parameters:
    ///   - version: That of the record that `value` was made from; `nil` where there was none.
    ///   - changed: What is thrown where the record is of another version.
    /// - Returns: The version that it has now.
    func keep(
        _ db: Transaction, _ value: Data, named name: String, replacing version: Int?, otherwise changed: StoreError
    ) throws -> Int {
        let row = try db.first("SELECT version FROM \(table) WHERE owner_id = $1 AND name = $2", name)
        let known: Int? = try row?["version"]
        guard known == version else { throw changed }
        let next = (version ?? 0) + 1
        try db.change(
            """
            INSERT INTO \(table) (owner_id, name, version, value) VALUES ($1, $2, $3, $4)
            ON CONFLICT (owner_id, name) DO UPDATE SET version = excluded.version, value = excluded.value
            """, name, next, value)
        return next
    }

    /// - Returns: Whether there was one.
    func remove(_ db: Transaction, named name: String) throws -> Bool {
        try db.change("DELETE FROM \(table) WHERE owner_id = $1 AND name = $2", name) > 0
    }
}
#endif
