public import Foundation
public import HearthCore

extension MemoryLibrary {
    public func feeds() throws -> [StoredFeed] {
        guard MemoryState.ceiling == .private else { return [] }
        return state.feeds.values.sorted { $0.name.precedes($1.name) }
    }

    @discardableResult
    public func keepFeed(_ value: Data, named name: String, replacing version: Int?) throws -> Int {
        try StoredFeed.checkChange(of: name)
        return try change { state in
            guard state.feeds[name]?.version == version else { throw StoredFeed.changed }
            let next = (version ?? 0) + 1
            state.feeds[name] = StoredFeed(name: name, version: next, value: value)
            return next
        }
    }

    @discardableResult
    public func removeFeed(named name: String) throws -> Bool {
        try StoredFeed.checkChange(of: name)
        return try change { $0.feeds.removeValue(forKey: name) != nil }
    }
}
