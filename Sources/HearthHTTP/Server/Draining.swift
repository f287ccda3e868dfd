import Synchronization

/// Whether the server still takes requests, and how many it is working on: before it stops it may finish those.
final class Draining: Sendable {
    private struct State {
        var hasBegun = false
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var hasBegun: Bool { state.withLock { $0.hasBegun } }
    /// Requests that are being worked on.
    var count: Int { state.withLock { $0.count } }

    /// Counts a request in; ``leave()`` is then owed once.
    ///
    /// - Returns: `false` where no more is taken; nothing is owed then.
    func enter() -> Bool {
        state.withLock { state in
            guard !state.hasBegun else { return false }
            state.count += 1
            return true
        }
    }

    func leave() {
        let waiting = state.withLock { state in
            state.count -= 1
            return state.hasBegun && state.count == 0 ? Self.take(&state) : []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Takes no more, and returns when what is under way has ended, or when the time is up.
    func begin(atMost limit: Duration) async {
        state.withLock { $0.hasBegun = true }
        // A task of its own, because it must end a wait that nothing else ends.
        let timer = Task {
            try await Task.sleep(for: limit)
            for continuation in state.withLock({ Self.take(&$0) }) { continuation.resume() }
        }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isIdle { continuation.resume() }
        }
        timer.cancel()
    }

    private static func take(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        defer { state.waiting = [] }
        return state.waiting
    }
}
