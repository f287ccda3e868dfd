public import Foundation

/// What analyses have worked out, under keys that hold everything the values depend on.
public protocol AnalysisStore: Sendable {
    /// What was kept under each of some keys, in one read; keys without a value are left out. A value of which nothing says from
    /// which document it came is for the owner.
    func analysisNodes(_ keys: [ContentHash]) async throws -> [ContentHash: Data]
    /// Keeps values, all or none.
    ///
    /// - Parameter source: The hash of the content that the values were made of. They are removed with the document that has
    ///   it. `nil` for values that are made of other values; whoever keeps those removes them.
    func keepAnalysisNodes(_ values: [ContentHash: Data], source: ContentHash?) async throws
    /// Removes what was kept under keys.
    func removeAnalysisNodes(_ keys: [ContentHash]) async throws
    /// Removes all that was kept of a content.
    func removeAnalysisNodes(source: ContentHash) async throws
}

extension AnalysisStore {
    /// What was kept under a key; `nil` when there is nothing.
    public func analysisNode(_ key: ContentHash) async throws -> Data? { try await analysisNodes([key])[key] }
}
