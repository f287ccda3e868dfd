public import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: RecordStore {
    /// All records of a kind, in the order of their names.
    public func records(of kind: StoredRecord.Kind) async throws -> [StoredRecord] {
        guard kind.isShown else { return [] }
        return try await read { db in
            // A store that was opened read-only may be of an older version.
            guard try db.tableExists(kind.table) else { return [] }
            return try Row.fetchAll(db, sql: "SELECT name, version, value FROM \(kind.table) ORDER BY name").map {
                row in
                StoredRecord(name: row["name"], version: row["version"], value: row["value"])
            }
        }
    }

    /// Keeps a record, in place of the one that was read. Throws `busy` when it is not of that version any more.
    @discardableResult
    public func keepRecord(
        _ value: Data, of kind: StoredRecord.Kind, named name: String, replacing version: Int?
    ) async throws -> Int {
        try kind.checkChange(of: name)
        return try await write { db in
            let known = try Int.fetchOne(
                db, sql: "SELECT version FROM \(kind.table) WHERE name = ?", arguments: [name])
            guard known == version else { throw kind.changed }
            let next = (version ?? 0) + 1
            try db.execute(
                sql: """
                    INSERT INTO \(kind.table) (name, version, value) VALUES (?, ?, ?)
                    ON CONFLICT (name) DO UPDATE SET version = excluded.version, value = excluded.value
                    """, arguments: [name, next, value])
            return next
        }
    }

    /// Removes a record, of a folder with its files; returns whether there was one.
    @discardableResult
    public func removeRecord(of kind: StoredRecord.Kind, named name: String) async throws -> Bool {
        try kind.checkChange(of: name)
        return try await write { db in
            try db.execute(sql: "DELETE FROM \(kind.table) WHERE name = ?", arguments: [name])
            return db.changesCount > 0
        }
    }
}

extension StoredRecord.Kind {
    fileprivate var table: String {
        switch self {
        case .feed: "feed"
        case .watchedFolder: "watchedFolder"
        }
    }
}
