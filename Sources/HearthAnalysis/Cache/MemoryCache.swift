public import Foundation
public import HearthStore

/// A cache that lasts as long as the program, for tests and for what should leave no trace.
public actor MemoryCache: AnalysisCache {
    private var kept: [ContentHash: Data] = [:]

    public init() {}

    public var count: Int { kept.count }

    public func value(for key: ContentHash) -> Data? { kept[key] }

    public func keep(_ values: [ContentHash: Data], source: ContentHash?) {
        kept.merge(values) { _, new in new }
    }

    public func remove(_ keys: [ContentHash]) {
        for key in keys { kept[key] = nil }
    }
}
