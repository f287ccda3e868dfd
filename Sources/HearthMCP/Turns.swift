import Synchronization

/// Lets so many requests work at a time; the others wait, and the one that has waited longest is next.
final class Turns: Sendable {
    fileprivate struct State {
        var working = 0
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
        var lastID: UInt64 = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = max(1, limit) }

    /// Returns when it is one's turn; ``giveBack()`` is then owed once.
    ///
    /// - Throws: `CancellationError`; nothing is owed then.
    func take() async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.add(id, continuation, limit: limit) }()
            }
        } onCancel: {
            state.withLock { $0.remove(id) }?.resume(throwing: CancellationError())
        }
    }

    func giveBack() { state.withLock { $0.next() }?.resume() }
}

// MARK: - What happens under the lock. Continuations are resumed after it.

extension Turns.State {
    fileprivate mutating func add(
        _ id: UInt64, _ continuation: CheckedContinuation<Void, any Error>, limit: Int
    ) -> () -> Void {
        // A cancellation that came before its task waited found nobody to wake, but the task knows of it.
        if Task.isCancelled { return { continuation.resume(throwing: CancellationError()) } }
        guard working >= limit else {
            working += 1
            return { continuation.resume() }
        }
        waiting.append((id, continuation))
        return {}
    }

    fileprivate mutating func remove(_ id: UInt64) -> CheckedContinuation<Void, any Error>? {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting.remove(at: index).continuation
    }

    /// The turn passes from one to the other; nobody can come between.
    fileprivate mutating func next() -> CheckedContinuation<Void, any Error>? {
        guard waiting.isEmpty else { return waiting.removeFirst().continuation }
        working -= 1
        return nil
    }
}
