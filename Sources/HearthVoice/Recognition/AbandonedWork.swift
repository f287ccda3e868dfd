import Synchronization

/// Knows of work that was cancelled and still goes on: code in C that does not react, or has not yet.
final class AbandonedWork: Sendable {
    private enum Stage {
        case running, abandoned, finished
    }

    private let count = Mutex(0)

    /// Whether everything that was cancelled has ended.
    var isEmpty: Bool { count.withLock { $0 == 0 } }

    /// Does the work, and counts it from the moment in which it is cancelled to its end.
    func watch<Value>(
        _ work: () async throws -> Value, onCancel: @Sendable () -> Void
    ) async throws -> Value {
        let stage = Mutex(Stage.running)
        return try await withTaskCancellationHandler {
            defer {
                let wasAbandoned = stage.withLock { stage in
                    defer { stage = .finished }
                    return stage == .abandoned
                }
                if wasAbandoned { count.withLock { $0 -= 1 } }
            }
            return try await work()
        } onCancel: {
            // Counted under the stage's lock: the end of the work waits for it.
            stage.withLock { stage in
                guard stage == .running else { return }
                stage = .abandoned
                count.withLock { $0 += 1 }
            }
            onCancel()
        }
    }
}
