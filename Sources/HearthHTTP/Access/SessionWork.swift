import Synchronization

/// What is under way for sessions: streams that are open, and requests that take long. Each ends with its session.
final class SessionWork: Sendable {
    private struct State {
        var actions: [String: [Int: @Sendable () -> Void]] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// How many there are, of all sessions. For tests.
    var count: Int { state.withLock { $0.actions.values.reduce(0) { $0 + $1.count } } }

    /// Calls `action`, which may come more than once, when the session is ended. Returns what ``forget(_:of:)`` takes.
    func add(_ action: @escaping @Sendable () -> Void, for session: String) -> Int {
        state.withLock { state in
            state.next += 1
            state.actions[session, default: [:]][state.next] = action
            return state.next
        }
    }

    func forget(_ number: Int, of session: String) {
        state.withLock { state in
            state.actions[session]?[number] = nil
            if state.actions[session]?.isEmpty == true { state.actions[session] = nil }
        }
    }

    /// Sessions that were ended.
    func end(_ sessions: [String]) {
        let actions = state.withLock { state in
            sessions.flatMap { session in (state.actions.removeValue(forKey: session) ?? [:]).values.map { $0 } }
        }
        for action in actions { action() }
    }
}
