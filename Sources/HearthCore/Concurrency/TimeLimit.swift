import Synchronization

/// Deadlines: work that ends in time, or with an error.
package enum TimeLimit {
    // MARK: Work that ends when it is cancelled

    /// Runs `work`, cancels it after `limit`, waits for its end and throws `error` then.
    package static func run<Value: Sendable>(
        _ limit: Duration, error: any Error, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(work, until: { try await Task.sleep(for: limit) }, error: error)
    }

    /// Runs `work` as long as `heartbeat` beats at least once in each `limit`; a watchdog.
    package static func run<Value: Sendable>(
        silence limit: Duration, of heartbeat: Heartbeat, error: any Error,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(
            work,
            until: {
                var last = heartbeat.count
                while true {
                    try await Task.sleep(for: limit)
                    let now = heartbeat.count
                    if now == last { return }
                    last = now
                }
            }, error: error)
    }

    private static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        until timeout: @escaping @Sendable () async throws -> Void,
        error: any Error
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await timeout()
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else { throw error }
            return value
        }
    }

    // MARK: Work that may never end

    /// Runs `work`, and gives it up when time is up or the task is cancelled: it is cancelled, and no longer waited for.
    ///
    /// A task group would wait for its children, so what hangs in C would hang its caller too. The work has a task of its own
    /// instead; one that does not react to being cancelled stays behind until it ends by itself.
    package static func abandoning<Value: Sendable>(
        after seconds: Double, _ work: @escaping @Sendable () async throws -> Value,
        timeout: @escaping @Sendable () -> any Error
    ) async throws -> Value {
        let outcome = Promise<Value>()
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

    /// Seconds, limited to what `Duration` can hold: infinity becomes a century.
    package static func bounded(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, 3e9) : 0 }
}

/// A counter that work increases as it progresses, and that a watchdog reads to tell whether it hangs.
package final class Heartbeat: Sendable {
    private let beats = Atomic(0)

    package init() {}

    package func beat() { beats.wrappingAdd(1, ordering: .relaxed) }
    var count: Int { beats.load(ordering: .relaxed) }
}
