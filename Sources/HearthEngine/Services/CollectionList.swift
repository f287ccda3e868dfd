public import Foundation
import HearthAnalysis
public import HearthCore

/// A named set of documents: of places, so that a document which is read anew stays in it, and what comes into a folder of it is.
public struct DocumentCollection: Sendable, Hashable, Codable, Identifiable {
    /// Never changes, whatever it is called.
    public let id: String
    public internal(set) var name: String
    public let createdAt: Date
    /// Paths of files, names of uploads, and folders of both; in order.
    public internal(set) var places: [String] = []
}

/// What another person shares.
public struct SharedCollection: Sendable, Hashable, Identifiable {
    /// `OWNER~ID`.
    public let id: String
    public let name: String
    /// The name of whose it is.
    public let owner: String
    /// How many documents of it may be read.
    public let documents: Int
    /// What may be done with it.
    public let right: CollectionRight
}

/// `collection:NAME`, as a person or a program names a collection among documents.
struct CollectionName {
    let name: String

    init?(_ text: String) {
        guard text.hasPrefix("collection:") else { return nil }
        name = String(text.dropFirst("collection:".count))
    }
}

/// The collections of one library, as they are kept: one value of no document, which the store gives to its owner alone, in every kind of
/// library, in its backups and its copies.
enum CollectionList {
    static let most = 200
    /// Places in all collections together: a search puts them into its query.
    static let mostPlaces = 2_000
    private static let key = NodeKey("collections", version: 1).hash

    static func read(_ library: any Library) async throws -> [DocumentCollection] {
        let data = try await kept(library)
        return try decoded(data)
    }

    /// Changes the list, also where other processes do so at the same time: nothing of theirs is lost.
    ///
    /// - Parameter change: Is done again on what another has written meanwhile. What it throws changes nothing.
    /// - Throws: What `change` throws; ``CollectionError`` `collections-changed`.
    static func change<Value>(
        _ library: any Library, _ change: (inout [DocumentCollection]) throws -> Value
    ) async throws -> Value {
        for attempt in 1...SharedChange.mostAttempts {
            try await SharedChange.pause(before: attempt)
            let data = try await kept(library)
            let before = try decoded(data)
            var all = before
            let value = try change(&all)
            guard all != before else { return value }
            let next = try JSONEncoder().encode(all)
            if try await library.replaceAnalysisNodes([key: next], removing: [], where: key, is: data) { return value }
        }
        throw CollectionError(
            .changed, "The collections were changed by others at the same time, again and again. Do it once more.")
    }

    private static func kept(_ library: any Library) async throws -> Data? {
        try await Reader.$current.withValue(nil) { try await library.analysisNode(key) }
    }

    private static func decoded(_ data: Data?) throws -> [DocumentCollection] {
        guard let data else { return [] }
        do {
            return try JSONDecoder().decode([DocumentCollection].self, from: data)
        } catch {
            throw CollectionError(
                .newer, "The list of collections cannot be read; a newer version of Hearth wrote it. Update Hearth.")
        }
    }

    /// The places of some collections, each once.
    static func places(of ids: Set<String>, in library: any Library) async throws -> [String] {
        guard !ids.isEmpty else { return [] }
        return Set(try await read(library).filter { ids.contains($0.id) }.flatMap(\.places)).sorted()
    }
}

/// What went wrong with a collection.
public struct CollectionError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case badName = "bad-collection-name"
        case nameTaken = "collection-name-taken"
        case unknown = "unknown-collection"
        /// There are as many collections, or places in them, as there can be.
        case tooMany = "too-many-collections"
        /// It is shared to be read, and not to be added to.
        case readOnly = "read-only-collection"
        /// What is private cannot be in a collection of another's.
        case `private` = "private-in-collection"
        /// Somebody else added it.
        case notYours = "not-added-by-you"
        /// A newer version wrote the list.
        case newer = "newer-collections"
        /// Others changed the list each time before this change was made.
        case changed = "collections-changed"
    }

    public let reason: Reason
    public let message: String

    init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }
}

extension CollectionError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .badName, .private: .invalidInput
        case .readOnly, .notYours: .notAllowed
        case .nameTaken, .tooMany, .changed: .conflict
        case .unknown: .unknownItem
        case .newer: .damagedData
        }
    }
}
