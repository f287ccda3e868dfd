public import Foundation
public import HearthStore

/// The cache in the encrypted store.
public struct StoredCache: AnalysisCache {
    private let database: HearthDatabase

    public init(_ database: HearthDatabase) { self.database = database }

    public func value(for key: ContentHash) async throws -> Data? { try await database.analysisNode(key) }

    public func values(for keys: [ContentHash]) async throws -> [ContentHash: Data] {
        try await database.analysisNodes(keys)
    }

    public func keep(_ values: [ContentHash: Data], source: ContentHash?) async throws {
        try await database.keepAnalysisNodes(values, source: source)
    }

    public func remove(_ keys: [ContentHash]) async throws { try await database.removeAnalysisNodes(keys) }
}
