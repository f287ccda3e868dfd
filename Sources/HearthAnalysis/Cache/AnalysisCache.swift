public import Foundation
public import HearthStore

/// Keeps what analyses have worked out, by the hash of everything that it depends on.
///
/// Because a key holds all inputs (see ``NodeKey``), a value never becomes wrong and nothing has to be invalidated: whatever
/// changes has another key. A run that was cancelled finds what is done, and a second run does only what is new.
public protocol AnalysisCache: Sendable {
    /// What was kept under a key; `nil` when there is nothing.
    func value(for key: ContentHash) async throws -> Data?

    /// What was kept under each of some keys; those without a value are left out.
    func values(for keys: [ContentHash]) async throws -> [ContentHash: Data]

    /// Keeps values.
    ///
    /// - Parameter source: The hash of the content that they were made of, so that they go when that content is deleted;
    ///   `nil` for values that are made of other values.
    func keep(_ values: [ContentHash: Data], source: ContentHash?) async throws

    func remove(_ keys: [ContentHash]) async throws
}

extension AnalysisCache {
    public func values(for keys: [ContentHash]) async throws -> [ContentHash: Data] {
        var found: [ContentHash: Data] = [:]
        for key in keys where found[key] == nil { found[key] = try await value(for: key) }
        return found
    }

    /// Keeps one value.
    public func keep(_ value: Data, for key: ContentHash, source: ContentHash? = nil) async throws {
        try await keep([key: value], source: source)
    }
}
