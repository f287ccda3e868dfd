public import Foundation

/// Small records by name, each in the form of whoever keeps it: what its owner subscribes to, and which folders of this machine the
/// library is kept in step with.
///
/// What somebody follows, and the names of their folders, say much about them, so they are kept with what they have and not with the
/// settings. Records are for the owner: a program changes none.
public protocol RecordStore: Sendable {
    /// All records of a kind, in the order of their names. A program sees no folders, and feeds only where it may read everything.
    func records(of kind: StoredRecord.Kind) async throws -> [StoredRecord]
    /// Keeps a record, in place of the one that was read.
    ///
    /// - Parameter version: That of the record that `value` was made from; `nil` where there was none. So of two who change one at
    ///   the same time, the second is told.
    /// - Returns: The version that it has now.
    /// - Throws: `invalid-input` for a name without characters; `busy` when the record is not of that version any more;
    ///   `not-allowed` for a program.
    @discardableResult
    func keepRecord(
        _ value: Data, of kind: StoredRecord.Kind, named name: String, replacing version: Int?
    ) async throws -> Int
    /// Removes a record, of a folder with its files; returns whether there was one.
    ///
    /// - Throws: `not-allowed` for a program.
    @discardableResult
    func removeRecord(of kind: StoredRecord.Kind, named name: String) async throws -> Bool
}

/// A record as it is kept.
public struct StoredRecord: Hashable, Sendable {
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// What is subscribed to.
        case feed
        /// A folder that the library is kept in step with; see ``FolderStore`` for its files.
        case watchedFolder
    }

    /// Unique in a library among those of its kind.
    public var name: String
    /// Grows with each change, from 1.
    public var version: Int
    public var value: Data

    public init(name: String, version: Int, value: Data) {
        (self.name, self.version, self.value) = (name, version, value)
    }
}

extension StoredRecord.Kind {
    /// Whether who reads now sees records of this kind.
    package var isShown: Bool {
        switch self {
        case .feed: Reader.labels.isOwner
        case .watchedFolder: Reader.current == nil
        }
    }

    /// Refuses what a store cannot keep, and who may not change it.
    package func checkChange(of name: String) throws {
        guard Reader.current == nil else {
            let what =
                switch self {
                case .feed: "what is subscribed to"
                case .watchedFolder: "which folders are kept in step"
                }
            throw StoreError(.notAllowed, "Only the owner changes \(what).")
        }
        guard !name.isEmpty, !name.utf8.contains(0) else {
            let what = self == .feed ? "feed" : "folder"
            throw StoreError(.invalidInput, "A \(what) needs a name, without NUL.")
        }
    }

    /// Somebody else was quicker.
    package var changed: StoreError {
        let what = self == .feed ? "this feed" : "this folder's record"
        return StoreError(.busy, "Something else changed \(what) meanwhile. Do it again.")
    }
}
