#if canImport(CPostgres)
public import Foundation
public import HearthCore

extension PostgresLibrary: FeedStore {
    public func feeds() async throws -> [StoredFeed] {
        guard Reader.labels.isOwner else { return [] }
        return try await read { db in try VersionedRecords.feeds.all(db, StoredFeed.init) }
    }

    @discardableResult
    public func keepFeed(_ value: Data, named name: String, replacing version: Int?) async throws -> Int {
        try StoredFeed.checkChange(of: name)
        return try await write { db in
            try VersionedRecords.feeds.keep(
                db, value, named: name, replacing: version, otherwise: StoredFeed.changed)
        }
    }

    @discardableResult
    public func removeFeed(named name: String) async throws -> Bool {
        try StoredFeed.checkChange(of: name)
        return try await write { db in try VersionedRecords.feeds.remove(db, named: name) }
    }
}
#endif
