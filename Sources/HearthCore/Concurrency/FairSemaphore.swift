import Synchronization

/// Lets so many work at a time; the others wait, and the one that has waited longest is next (a fair semaphore). Each key, such as the
/// origin that a request goes to, has places and a queue of its own.
package final class FairSemaphore<Key: Hashable & Sendable>: Sendable {
    private struct Queue {
        var active = 0
        /// By place in the queue; places only grow, so that the smallest has waited longest.
        var waiting: [Int: (id: Int, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var firstPlace = 0
        var nextPlace = 0
        var placeByID: [Int: Int] = [:]
    }

    private struct State {
        var queues: [Key: Queue] = [:]
        var nextID = 0
        /// Those whose task was cancelled before they stood in the queue.
        var cancelled: Set<Int> = []
    }

    private let limit: Int
    private let state = Mutex(State())

    package init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// - Returns: Whether there was room; ``release(_:)`` is then owed once.
    package func acquireNow(_ key: Key) -> Bool {
        state.withLock { take(key, &$0) }
    }

    /// Returns when there is room; ``release(_:)`` is then owed once.
    ///
    /// - Throws: `CancellationError`; nothing is owed then.
    package func acquire(_ key: Key) async throws {
        try Task.checkCancellation()
        let id: Int? = state.withLock { state in
            if take(key, &state) { return nil }
            state.nextID += 1
            return state.nextID
        }
        guard let id else { return }
        // It may have been cancelled after it was let in.
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    if take(key, &state) { return .success(()) }
                    var queue = state.queues[key] ?? Queue()
                    queue.waiting[queue.nextPlace] = (id, continuation)
                    queue.placeByID[id] = queue.nextPlace
                    queue.nextPlace += 1
                    state.queues[key] = queue
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                guard let place = state.queues[key]?.placeByID.removeValue(forKey: id) else {
                    state.cancelled.insert(id)
                    return nil as CheckedContinuation<Void, any Error>?
                }
                return state.queues[key]?.waiting.removeValue(forKey: place)?.continuation
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    package func release(_ key: Key) {
        let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
            guard var queue = state.queues[key] else { return nil }
            defer { state.queues[key] = queue.active == 0 ? nil : queue }
            while queue.firstPlace < queue.nextPlace {
                queue.firstPlace += 1
                if let waiting = queue.waiting.removeValue(forKey: queue.firstPlace - 1) {
                    queue.placeByID[waiting.id] = nil
                    // The room passes from one to the other; nobody can come between.
                    return waiting.continuation
                }
            }
            queue.active -= 1
            return nil
        }
        next?.resume()
    }

    private func take(_ key: Key, _ state: inout State) -> Bool {
        guard state.queues[key, default: Queue()].active < limit else { return false }
        state.queues[key, default: Queue()].active += 1
        return true
    }

    /// Those that have been let in and not released.
    package var activeCount: Int {
        state.withLock { $0.queues.values.reduce(0) { $0 + $1.active } }
    }

    /// Those that stand in a queue.
    package var waitingCount: Int {
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
