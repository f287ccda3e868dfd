public import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: FeedStore {
    /// All records, in the order of their names; none for a program that may not read everything.
    public func feeds() async throws -> [StoredFeed] {
        guard Reader.labels.isOwner else { return [] }
        return try await read { db in
            // A store that was opened read-only may be of an older version.
            guard try db.tableExists("feed") else { return [] }
            return try Row.fetchAll(db, sql: "SELECT name, version, value FROM feed ORDER BY name").map { row in
                StoredFeed(name: row["name"], version: row["version"], value: row["value"])
            }
        }
    }

    /// Keeps a record, in place of the one that was read. Throws `busy` when it is not of that version any more.
    @discardableResult
    public func keepFeed(_ value: Data, named name: String, replacing version: Int?) async throws -> Int {
        try StoredFeed.checkChange(of: name)
        return try await write { db in
            let known = try Int.fetchOne(db, sql: "SELECT version FROM feed WHERE name = ?", arguments: [name])
            guard known == version else { throw StoredFeed.changed }
            let next = (version ?? 0) + 1
            try db.execute(
                sql: """
                    INSERT INTO feed (name, version, value) VALUES (?, ?, ?)
                    ON CONFLICT (name) DO UPDATE SET version = excluded.version, value = excluded.value
                    """, arguments: [name, next, value])
            return next
        }
    }

    /// Removes a record; returns whether there was one.
    @discardableResult
    public func removeFeed(named name: String) async throws -> Bool {
        try StoredFeed.checkChange(of: name)
        return try await write { db in
            try db.execute(sql: "DELETE FROM feed WHERE name = ?", arguments: [name])
            return db.changesCount > 0
        }
    }
}
