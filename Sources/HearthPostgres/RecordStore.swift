#if canImport(CPostgres)
public import Foundation
public import HearthCore

extension PostgresLibrary: RecordStore {
    public func records(of kind: StoredRecord.Kind) async throws -> [StoredRecord] {
        guard kind.isShown else { return [] }
        return try await read { db in
            try db.rows("SELECT name, version, value FROM \(kind.table) WHERE owner_id = $1 ORDER BY name").map { row in
                StoredRecord(name: try row["name"], version: try row["version"], value: try row["value"])
            }
        }
    }

    @discardableResult
    public func keepRecord(
        _ value: Data, of kind: StoredRecord.Kind, named name: String, replacing version: Int?
    ) async throws -> Int {
        try kind.checkChange(of: name)
        return try await write { db in
            let row = try db.first("SELECT version FROM \(kind.table) WHERE owner_id = $1 AND name = $2", name)
            let known: Int? = try row?["version"]
            guard known == version else { throw kind.changed }
            let next = (version ?? 0) + 1
            try db.change(
                """
                INSERT INTO \(kind.table) (owner_id, name, version, value) VALUES ($1, $2, $3, $4)
                ON CONFLICT (owner_id, name) DO UPDATE SET version = excluded.version, value = excluded.value
                """, name, next, value)
            return next
        }
    }

    @discardableResult
    public func removeRecord(of kind: StoredRecord.Kind, named name: String) async throws -> Bool {
        try kind.checkChange(of: name)
        return try await write { db in
            try db.change("DELETE FROM \(kind.table) WHERE owner_id = $1 AND name = $2", name) > 0
        }
    }
}

extension StoredRecord.Kind {
    fileprivate var table: String {
        switch self {
        case .feed: "feed"
        case .watchedFolder: "watched_folder"
        }
    }
}
#endif
