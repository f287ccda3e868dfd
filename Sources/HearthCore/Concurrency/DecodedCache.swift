package import Foundation
import Synchronization

/// What kept bytes mean, so that the same bytes are decoded once: known by their digest, never by where they lie. Whatever is changed is other
/// bytes, and what nobody asked for lately goes.
///
/// Reading and hashing is left to whoever asks; decoding JSON costs some fifty times as much.
package final class DecodedCache<Value: Sendable>: Sendable {
    /// Two generations: what was asked for since the last turn, and what only before it.
    fileprivate struct State {
        var (recent, former) = ([ContentHash: Value](), [ContentHash: Value]())
        /// Of what stands in `recent`, as bytes before decoding.
        var bytes = 0
    }

    private let most: Int
    private let state = Mutex(State())

    /// - Parameter bytes: How much may be remembered, as bytes before decoding.
    package init(bytes: Int) { most = bytes }

    /// What the bytes mean.
    ///
    /// - Throws: What `decode` throws; that is not remembered.
    package func value(of data: Data, _ decode: (Data) throws -> Value) rethrows -> Value {
        let key = ContentHash(of: data)
        if let known = known(key, data.count) { return known }
        let value = try decode(data)
        state.withLock { $0.keep(value, key, data.count, most: most) }
        return value
    }

    private func known(_ key: ContentHash, _ bytes: Int) -> Value? {
        state.withLock { state -> Value? in
            if let value = state.recent[key] { return value }
            guard let value = state.former[key] else { return nil }
            state.keep(value, key, bytes, most: most)
            return value
        }
    }

    /// Forgets everything.
    package func removeAll() { state.withLock { $0 = State() } }
}

extension DecodedCache.State {
    fileprivate mutating func keep(_ value: Value, _ key: ContentHash, _ count: Int, most: Int) {
        let half = most / 2
        guard count <= half else { return }
        if bytes + count > half {
            (former, recent, bytes) = (recent, [:], 0)
        }
        if recent.updateValue(value, forKey: key) == nil { bytes += count }
    }
}
