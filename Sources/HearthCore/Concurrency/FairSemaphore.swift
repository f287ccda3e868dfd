import Synchronization

/// Lets so many work at a time; the others wait, and the one that has waited longest is next (a fair semaphore). Each key, such as the
/// origin that a request goes to, has places and a queue of its own.
package final class FairSemaphore<Key: Hashable & Sendable>: Sendable {
    private typealias Continuation = CheckedContinuation<Void, any Error>

    private struct Queue {
        var active = 0
        /// By place in the queue; places only grow, so that the smallest has waited longest.
        private(set) var waiting: [Int: (id: Int, continuation: Continuation)] = [:]
        private var firstPlace = 0
        private var nextPlace = 0
        private var placeByID: [Int: Int] = [:]

        mutating func add(_ id: Int, _ continuation: Continuation) {
            waiting[nextPlace] = (id, continuation)
            placeByID[id] = nextPlace
            nextPlace += 1
        }

        mutating func remove(_ id: Int) -> Continuation? {
            placeByID.removeValue(forKey: id).flatMap { waiting.removeValue(forKey: $0) }?.continuation
        }

        /// Takes out the one that has waited longest.
        mutating func next() -> Continuation? {
            while firstPlace < nextPlace {
                firstPlace += 1
                guard let found = waiting.removeValue(forKey: firstPlace - 1) else { continue }
                placeByID[found.id] = nil
                return found.continuation
            }
            return nil
        }
    }

    private struct State {
        var queues: [Key: Queue] = [:]
        var nextID = 0
    }

    private let limit: Int
    private let limits: [Key: Int]
    private let state = Mutex(State())

    /// - Parameter limits: Limits of single keys, in place of `limit`.
    package init(limit: Int, limits: [Key: Int] = [:]) {
        self.limit = max(1, limit)
        self.limits = limits.mapValues { max(1, $0) }
    }

    /// - Returns: Whether there was room; ``release(_:)`` is then owed once.
    package func acquireNow(_ key: Key) -> Bool {
        state.withLock { take(key, &$0) }
    }

    /// Returns when there is room; ``release(_:)`` is then owed once.
    ///
    /// - Throws: `CancellationError`; nothing is owed then.
    package func acquire(_ key: Key) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    // Asked under the lock: who is cancelled later than this is found in the queue.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if take(key, &state) { return .success(()) }
                    state.queues[key, default: Queue()].add(id, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.queues[key]?.remove(id) }?.resume(throwing: CancellationError())
        }
    }

    package func release(_ key: Key) {
        let next: Continuation? = state.withLock { state in
            // The room passes from one to the other; nobody can come between.
            if let next = state.queues[key]?.next() { return next }
            state.queues[key]?.active -= 1
            if state.queues[key]?.active == 0 { state.queues[key] = nil }
            return nil
        }
        next?.resume()
    }

    private func take(_ key: Key, _ state: inout State) -> Bool {
        guard state.queues[key, default: Queue()].active < limits[key] ?? limit else { return false }
        state.queues[key, default: Queue()].active += 1
        return true
    }

    /// How many places are taken: callers that were let in and have not released theirs.
    package var activeCount: Int {
        state.withLock { $0.queues.values.reduce(0) { $0 + $1.active } }
    }

    /// How many callers wait in a queue, of whichever key.
    var waitingCount: Int {
        state.withLock { $0.queues.values.reduce(0) { $0 + $1.waiting.count } }
    }
}

/// The key of a semaphore that has one queue for all.
package enum OneQueue: Hashable, Sendable {
    case all
}

extension FairSemaphore<OneQueue> {
    package func acquire() async throws { try await acquire(.all) }
    package func release() { release(.all) }
}
