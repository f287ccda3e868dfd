public import Foundation

/// What its owner subscribes to: a record for each feed, in the form of whoever keeps it.
///
/// What somebody follows says much about them, so it is kept with what they have and not with the settings. Records are for the
/// owner: a program sees none and changes none.
public protocol FeedStore: Sendable {
    /// All records, in the order of their names; none for a program that may not read everything.
    func feeds() async throws -> [StoredFeed]
    /// Keeps a record, in place of the one that was read.
    ///
    /// - Parameter version: That of the record that `value` was made from; `nil` where there was none. So of two who change one at
    ///   the same time, the second is told.
    /// - Returns: The version that it has now.
    /// - Throws: `invalid-input` for a name without characters; `busy` when the record is not of that version any more;
    ///   `not-allowed` for a program.
    @discardableResult
    func keepFeed(_ value: Data, named name: String, replacing version: Int?) async throws -> Int
    /// Removes a record; returns whether there was one.
    ///
    /// - Throws: `not-allowed` for a program.
    @discardableResult
    func removeFeed(named name: String) async throws -> Bool
}

/// A feed as it is kept.
public struct StoredFeed: Hashable, Sendable {
    /// Unique in a library.
    public var name: String
    /// Grows with each change, from 1.
    public var version: Int
    public var value: Data

    public init(name: String, version: Int, value: Data) {
        (self.name, self.version, self.value) = (name, version, value)
    }
}

extension StoredFeed {
    /// Refuses what a store cannot keep, and who may not change it.
    package static func checkChange(of name: String) throws {
        guard Reader.current == nil else {
            throw StoreError(.notAllowed, "Only the owner changes what is subscribed to.")
        }
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw StoreError(.invalidInput, "A feed needs a name, without NUL.")
        }
    }

    /// Somebody else was quicker.
    package static let changed = StoreError(
        .busy, "Something else changed this feed meanwhile. Do it again.")
}
