import Synchronization

/// Knows of work that was cancelled and still goes on: code in C that does not react, or has not yet.
final class AbandonedWork: Sendable {
    private enum Stage {
        case waiting, running, abandoned, finished
    }

    private let count = Mutex(0)

    /// Whether everything that was cancelled has ended.
    var isEmpty: Bool { count.withLock { $0 == 0 } }

    /// Does the work, and counts it from the moment in which it is cancelled to its end.
    ///
    /// - Parameter work: Says by its argument that it begins now. What is cancelled while it waits for its turn is not
    ///   counted: it keeps nobody waiting.
    func watch<Value>(
        _ work: (_ begin: @Sendable () -> Void) async throws -> Value, onCancel: @Sendable () -> Void
    ) async throws -> Value {
        let stage = Mutex(Stage.waiting)
        return try await withTaskCancellationHandler {
            defer {
                let wasAbandoned = stage.withLock { stage in
                    defer { stage = .finished }
                    return stage == .abandoned
                }
                if wasAbandoned { count.withLock { $0 -= 1 } }
            }
            return try await work { stage.withLock { if $0 == .waiting { $0 = .running } } }
        } onCancel: {
            // First, so that work that begins after this was looked at knows of it.
            onCancel()
            // Counted under the stage's lock: the end of the work waits for it.
            stage.withLock { stage in
                guard stage == .running else { return }
                stage = .abandoned
                count.withLock { $0 += 1 }
            }
        }
    }
}
