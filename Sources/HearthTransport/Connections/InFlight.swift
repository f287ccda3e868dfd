import Synchronization

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
