import Foundation

/// Starts programs on a thread that lives as long as this process: Linux ends a child with the *thread* that started it.
///
/// `@unchecked Sendable`: every access to its jobs holds `condition`.
final class Spawner: @unchecked Sendable {
    typealias OnEnd = @Sendable (RunnerProcess.End) -> Void

    static let shared = Spawner()

    private let condition = NSCondition()
    private var jobs: [@Sendable () -> Void] = []

    private init() {
        let thread = Thread { [self] in
            while true { next()() }
        }
        thread.name = "hearth.runner.start"
        thread.start()
    }

    private func next() -> @Sendable () -> Void {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty { condition.wait() }
        return jobs.removeFirst()
    }

    private func run(_ job: @escaping @Sendable () -> Void) {
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    func start(_ program: RunnerProgram, _ path: String, onEnd: @escaping OnEnd) async throws -> RunnerProcess {
        try await withCheckedThrowingContinuation { continuation in
            run { continuation.resume(with: Result { try RunnerProcess.start(program, model: path, onEnd: onEnd) }) }
        }
    }

    /// For callers that wait on their threads.
    func startNow(_ program: RunnerProgram, _ path: String, onEnd: @escaping OnEnd) throws -> RunnerProcess {
        let started = Waiting<RunnerProcess>()
        run { started.settle(Result { try RunnerProcess.start(program, model: path, onEnd: onEnd) }) }
        return try started.wait()
    }
}

/// A result that one thread waits for and another one brings.
///
/// `@unchecked Sendable`: every access to its field holds `condition`.
final class Waiting<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var result: Result<Value, any Error>?

    /// Only the first result counts.
    func settle(_ result: Result<Value, any Error>) {
        condition.lock()
        if self.result == nil { self.result = result }
        condition.broadcast()
        condition.unlock()
    }

    func wait() throws -> Value {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result { return try result.get() }
            condition.wait()
        }
    }
}
