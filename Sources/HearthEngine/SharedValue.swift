/// A value that is made when somebody first asks for it, once for all who ask meanwhile (lazy, single flight).
///
/// Whoever waits can be cancelled alone; the making itself is cancelled when nobody waits for it any more. A failure goes to
/// those who waited and is not kept.
actor SharedValue<Value: Sendable> {
    private enum State {
        case none
        case making(Task<Void, Never>, attempt: Int)
        case made(Value)
    }

    private let make: @Sendable () async throws -> Value
    private var state = State.none
    private var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    private var tickets = 0

    init(_ make: @escaping @Sendable () async throws -> Value) { self.make = make }

    /// - Throws: What making it throws; what ``take(telling:)`` says; `CancellationError`.
    nonisolated func value() async throws -> Value {
        // Where everything is done: a task that has threads of its own, all of them at work, would come in or back late, and keep
        // the others out until then.
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await shared() }
    }

    private func shared() async throws -> Value {
        if case .made(let value) = state { return value }
        try Task.checkCancellation()
        tickets += 1
        let ticket = tickets
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting[ticket] = continuation
                begin(ticket)
            }
        } onCancel: {
            Task { await leave(ticket) }
        }
    }

    /// Takes the value out, so that the next who asks has it made anew; `nil` when there is none yet.
    ///
    /// - Parameter error: What is told who waits for a value that is being made; they have not been cancelled themselves.
    func take(telling error: any Error) -> Value? {
        defer { state = .none }
        switch state {
        case .none: return nil
        case .made(let value): return value
        case .making(let task, _):
            task.cancel()
            finish(.failure(error))
            return nil
        }
    }

    /// Lets the value go where it is the one that is meant, so that the next who asks has it made anew.
    func forget(where isMeant: @Sendable (Value) -> Bool) {
        if case .made(let value) = state, isMeant(value) { state = .none }
    }

    /// How many wait for it now; for tests.
    var waitingCount: Int { waiting.count }

    private func begin(_ ticket: Int) {
        guard case .none = state else { return }
        // The value belongs to all who wait, so to no one's task.
        let task = Task { [make] in
            let result: Result<Value, any Error>
            do { result = .success(try await make()) } catch { result = .failure(error) }
            end(result, attempt: ticket)
        }
        state = .making(task, attempt: ticket)
    }

    /// An attempt that was given up may end after another was begun.
    private func end(_ result: Result<Value, any Error>, attempt: Int) {
        guard case .making(_, attempt) = state else { return }
        if case .success(let value) = result { state = .made(value) } else { state = .none }
        finish(result)
    }

    private func finish(_ result: Result<Value, any Error>) {
        let all = waiting
        waiting = [:]
        for continuation in all.values { continuation.resume(with: result) }
    }

    private func leave(_ ticket: Int) {
        guard let continuation = waiting.removeValue(forKey: ticket) else { return }
        continuation.resume(throwing: CancellationError())
        guard waiting.isEmpty, case .making(let task, _) = state else { return }
        task.cancel()
        state = .none
    }
}
