public import Foundation
import GRDB
public import HearthCore

extension HearthDatabase: AnalysisStore {
    /// What was kept under each of some keys, in one read; keys without a value are left out.
    public func analysisNodes(_ keys: [ContentHash]) async throws -> [ContentHash: Data] {
        let readable = Reader.labels
        // What says of no document that it came from it is for the owner.
        let condition =
            readable.isOwner
            ? "1" : "EXISTS (SELECT 1 FROM document WHERE contentHash = source AND \(readable.allow("document.label")))"
        return try await read { db in
            // A store that was opened read-only may be of an older version.
            guard try db.tableExists("analysisNode") else { return [:] }
            let statement = try db.cachedStatement(
                sql: "SELECT value FROM analysisNode WHERE key = ? AND \(condition)")
            var found: [ContentHash: Data] = [:]
            for key in keys where found[key] == nil {
                found[key] = try Data.fetchOne(statement, arguments: [Data(key.bytes)])
            }
            return found
        }
    }

    /// Keeps values under keys that hold everything the values depend on, all in one transaction.
    ///
    /// - Parameter source: The hash of the content that the values were made of. They are removed with the document that has
    ///   it. `nil` for values that are made of other values; whoever keeps those removes them.
    public func keepAnalysisNodes(_ values: [ContentHash: Data], source: ContentHash? = nil) async throws {
        let now = Int64(Date().timeIntervalSince1970)
        try await write { db in try Self.keepAnalyses(values, source: source, now: now, db) }
    }

    /// Compares and changes in one transaction, which is the only one that writes, whichever processes have the file open.
    public func replaceAnalysisNodes(
        _ values: [ContentHash: Data], removing removed: [ContentHash], where key: ContentHash, is expected: Data?
    ) async throws -> Bool {
        let now = Int64(Date().timeIntervalSince1970)
        return try await write { db in
            let statement = try db.cachedStatement(sql: "SELECT value FROM analysisNode WHERE key = ?")
            let kept = try Data.fetchOne(statement, arguments: [Data(key.bytes)])
            guard kept == expected else { return false }
            try Self.removeAnalyses(removed, db)
            try Self.keepAnalyses(values, source: nil, now: now, db)
            return true
        }
    }

    /// Removes what was kept under keys.
    public func removeAnalysisNodes(_ keys: [ContentHash]) async throws {
        try await write { db in try Self.removeAnalyses(keys, db) }
    }

    /// Removes all that was kept of a content.
    public func removeAnalysisNodes(source: ContentHash) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM analysisNode WHERE source = ?", arguments: [Data(source.bytes)])
        }
    }

    private static func keepAnalyses(
        _ values: [ContentHash: Data], source: ContentHash?, now: Int64, _ db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO analysisNode (key, value, source, createdAt) VALUES (?, ?, ?, ?)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value, source = excluded.source
                """)
        for (key, value) in values {
            try statement.execute(arguments: [Data(key.bytes), value, source.map { Data($0.bytes) }, now])
        }
    }

    private static func removeAnalyses(_ keys: [ContentHash], _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM analysisNode WHERE key = ?")
        for key in keys { try statement.execute(arguments: [Data(key.bytes)]) }
    }
}
