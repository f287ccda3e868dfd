import HearthCore
import Synchronization

/// Lets so many requests to one origin run at a time; the others wait in the order they came (a fair semaphore for each origin).
final class ConnectionLimiter: Sendable {
    private struct Lane {
        var active = 0
        /// By place in the queue; places only grow, so that the smallest has waited longest.
        var waiting: [Int: (id: Int, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var firstPlace = 0
        var nextPlace = 0
        var placeByID: [Int: Int] = [:]
    }

    private struct State {
        var lanes: [Origin: Lane] = [:]
        var nextID = 0
        /// Those whose task was cancelled before they stood in the queue.
        var cancelled: Set<Int> = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// - Returns: whether there was room; ``release(_:)`` is then owed once.
    func acquireNow(_ origin: Origin) -> Bool {
        state.withLock { take(origin, &$0) }
    }

    /// Returns when there is room; ``release(_:)`` is then owed once.
    ///
    /// - Throws: `CancellationError`; nothing is owed then.
    func acquire(_ origin: Origin) async throws {
        try Task.checkCancellation()
        let id: Int? = state.withLock { state in
            if take(origin, &state) { return nil }
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
                    if take(origin, &state) { return .success(()) }
                    var lane = state.lanes[origin] ?? Lane()
                    lane.waiting[lane.nextPlace] = (id, continuation)
                    lane.placeByID[id] = lane.nextPlace
                    lane.nextPlace += 1
                    state.lanes[origin] = lane
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                guard let place = state.lanes[origin]?.placeByID.removeValue(forKey: id) else {
                    state.cancelled.insert(id)
                    return nil as CheckedContinuation<Void, any Error>?
                }
                return state.lanes[origin]?.waiting.removeValue(forKey: place)?.continuation
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    func release(_ origin: Origin) {
        let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
            guard var lane = state.lanes[origin] else { return nil }
            defer { state.lanes[origin] = lane.active == 0 ? nil : lane }
            while lane.firstPlace < lane.nextPlace {
                lane.firstPlace += 1
                if let waiting = lane.waiting.removeValue(forKey: lane.firstPlace - 1) {
                    lane.placeByID[waiting.id] = nil
                    // The room passes from one to the other; nobody can come between.
                    return waiting.continuation
                }
            }
            lane.active -= 1
            return nil
        }
        next?.resume()
    }

    private func take(_ origin: Origin, _ state: inout State) -> Bool {
        guard state.lanes[origin, default: Lane()].active < limit else { return false }
        state.lanes[origin, default: Lane()].active += 1
        return true
    }

    /// Requests that have been let in and not released.
    var activeCount: Int {
        state.withLock { $0.lanes.values.reduce(0) { $0 + $1.active } }
    }

    /// Requests that stand in a queue.
    var waitingCount: Int {
        state.withLock { $0.lanes.values.reduce(0) { $0 + $1.waiting.count } }
    }
}

/// Counts what is under way, and closes the door when the transport is shut down.
final class InFlight: Sendable {
    private struct State {
        var count = 0
        var isClosed = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }

    func enter() throws(TransportError) {
        let isOpen = state.withLock { state in
            if !state.isClosed { state.count += 1 }
            return !state.isClosed
        }
        guard isOpen else { throw .shutDown }
    }

    func leave() {
        let waiting = state.withLock { state in
            state.count -= 1
            return state.count == 0 ? Self.takeWaiting(&state) : []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// - Returns: whether this call closed it.
    func close() -> Bool {
        state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
    }

    /// Returns when nothing is under way any more, or when ``stopWaiting()`` is called.
    func waitUntilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    func stopWaiting() {
        for continuation in state.withLock({ Self.takeWaiting(&$0) }) { continuation.resume() }
    }

    private static func takeWaiting(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        defer { state.waiting = [] }
        return state.waiting
    }
}
