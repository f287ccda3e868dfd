import Synchronization

/// Work that ends in time, or with an error.
enum Deadline {
    /// Runs `work`, cancels it after `limit` and throws `error` then.
    static func run<Value: Sendable>(
        _ limit: Duration, error: ServerError, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else { throw error }
            return value
        }
    }

    /// Runs `work` as long as `pulse` beats at least once in each `limit`.
    static func run<Value: Sendable>(
        quiet limit: Duration, _ pulse: Pulse, error: ServerError, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                var last = pulse.count
                while true {
                    try await Task.sleep(for: limit)
                    let now = pulse.count
                    if now == last { return nil }
                    last = now
                }
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else { throw error }
            return value
        }
    }
}

/// Counts signs of life.
final class Pulse: Sendable {
    private let beats = Atomic(0)

    func beat() { beats.wrappingAdd(1, ordering: .relaxed) }
    var count: Int { beats.load(ordering: .relaxed) }
}
