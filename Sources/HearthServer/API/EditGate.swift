/// Lets one change come after the other, so that nothing comes between a check and what it allows (a mutex for asynchronous work).
actor EditGate {
    private var last: Task<Void, Never>?

    /// Waited for outside of the actor: a task that has threads of its own, all of them at work, would come back to it late, and
    /// keep the others out until then.
    nonisolated func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await begin(body).value
    }

    private func begin<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        let earlier = last
        let task = Task {
            _ = await earlier?.value
            return try await body()
        }
        last = Task { _ = await task.result }
        return task
    }
}
