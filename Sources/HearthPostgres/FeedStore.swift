#if canImport(CPostgres)
public import Foundation
public import HearthCore

extension PostgresLibrary: FeedStore {
    public func feeds() async throws -> [StoredFeed] {
        guard Reader.labels.isOwner else { return [] }
        return try await read { db in
            try db.rows("SELECT name, version, value FROM feed WHERE owner_id = $1 ORDER BY name").map { row in
                StoredFeed(name: try row["name"], version: try row["version"], value: try row["value"] as Data)
            }
        }
    }

    @discardableResult
    public func keepFeed(_ value: Data, named name: String, replacing version: Int?) async throws -> Int {
        try StoredFeed.checkChange(of: name)
        return try await write { db in
            let known: Int? = try db.first("SELECT version FROM feed WHERE owner_id = $1 AND name = $2", name)?[
                "version"]
            guard known == version else { throw StoredFeed.changed }
            let next = (version ?? 0) + 1
            try db.change(
                """
                INSERT INTO feed (owner_id, name, version, value) VALUES ($1, $2, $3, $4)
                ON CONFLICT (owner_id, name) DO UPDATE SET version = excluded.version, value = excluded.value
                """, name, next, value)
            return next
        }
    }

    @discardableResult
    public func removeFeed(named name: String) async throws -> Bool {
        try StoredFeed.checkChange(of: name)
        return try await write { db in
            try db.change("DELETE FROM feed WHERE owner_id = $1 AND name = $2", name) > 0
        }
    }
}
#endif
