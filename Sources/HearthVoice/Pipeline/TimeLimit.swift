import Synchronization

/// Waits for work that may never end.
enum TimeLimit {
    /// Runs the work, and gives it up when time is up or the task is cancelled: it is cancelled, and no longer waited for.
    ///
    /// A task group would wait for its children, so a recognizer that hangs in C would hang its caller too. The work has a
    /// task of its own instead; one that does not react to being cancelled stays behind until it ends by itself.
    static func run<Value: Sendable>(
        seconds: Double, _ work: @escaping @Sendable () async throws -> Value,
        timeout: @escaping @Sendable () -> any Error
    ) async throws -> Value {
        let outcome = Outcome<Value>()
        let worker = Task {
            do { outcome.settle(.success(try await work())) } catch { outcome.settle(.failure(error)) }
        }
        let timer = Task {
            try await Task.sleep(for: .seconds(bounded(seconds)))
            outcome.settle(.failure(timeout()))
        }
        defer {
            worker.cancel()
            timer.cancel()
        }
        return try await withTaskCancellationHandler {
            try await outcome.value()
        } onCancel: {
            worker.cancel()
            outcome.settle(.failure(CancellationError()))
        }
    }

    /// Seconds that a clock can count: never mind infinity, a century is as good.
    static func bounded(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, 3e9) : 0 }

    /// Is settled once; the first result counts.
    private final class Outcome<Value: Sendable>: Sendable {
        private struct State {
            var result: Result<Value, any Error>?
            var waiter: CheckedContinuation<Value, any Error>?
        }

        private let state = Mutex(State())

        func settle(_ result: Result<Value, any Error>) {
            let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
                guard state.result == nil else { return nil }
                state.result = result
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(with: result)
        }

        func value() async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.waiter = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }
}
