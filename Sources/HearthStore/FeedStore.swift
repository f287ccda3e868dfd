public import Foundation
public import HearthCore

extension HearthDatabase: FeedStore {
    /// All records, in the order of their names; none for a program that may not read everything.
    public func feeds() async throws -> [StoredFeed] {
        guard Reader.labels.isOwner else { return [] }
        return try await read { db in try VersionedRecords.feeds.all(db, StoredFeed.init) }
    }

    /// Keeps a record, in place of the one that was read. Throws `busy` when it is not of that version any more.
    @discardableResult
    public func keepFeed(_ value: Data, named name: String, replacing version: Int?) async throws -> Int {
        try StoredFeed.checkChange(of: name)
        return try await write { db in
            try VersionedRecords.feeds.keep(
                db, value, named: name, replacing: version, otherwise: StoredFeed.changed)
        }
    }

    /// Removes a record; returns whether there was one.
    @discardableResult
    public func removeFeed(named name: String) async throws -> Bool {
        try StoredFeed.checkChange(of: name)
        return try await write { db in try VersionedRecords.feeds.remove(db, named: name) }
    }
}
