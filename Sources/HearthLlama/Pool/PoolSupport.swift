import Foundation
import Synchronization

/// How many use something; counted from any thread.
final class UseCount: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add(_ change: Int) { value.withLock { $0 += change } }
}

/// How far a load is, and those who want to hear of it.
final class Listeners: Sendable {
    private struct State {
        var share = 0.0
        var all: [@Sendable (Double) -> Void] = []
    }

    private let state = Mutex(State())

    /// From 0 to 1.
    var share: Double { state.withLock { $0.share } }

    func add(_ listener: @escaping @Sendable (Double) -> Void) { state.withLock { $0.all.append(listener) } }

    func removeAll() { state.withLock { $0.all = [] } }

    func tell(_ share: Double) {
        let all = state.withLock { state in
            state.share = share
            return state.all
        }
        for listener in all { listener(share) }
    }
}

/// Tells whether a file was replaced since it was looked at.
struct FileStamp: Hashable {
    let size: UInt64
    let changed: Date

    init?(_ path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        size = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        changed = attributes[.modificationDate] as? Date ?? .distantPast
    }
}
