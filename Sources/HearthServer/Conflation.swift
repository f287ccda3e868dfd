/// Tells how far work is to somebody who may be slow, such as a client of MCP, while the work waits for nobody (conflation).
///
/// States come in their order, and one that was not taken yet gives way to the next: what makes the one before old needs no queue.
enum Conflation {
    /// - Parameters:
    ///   - listener: Is told one state at a time. It has been told the last one when this returns.
    ///   - work: Is given what takes each new state; that never waits.
    /// - Throws: What `work` throws; the listener is then cancelled.
    static func telling<State: Sendable, Value: Sendable>(
        _ listener: @escaping @Sendable (State) async -> Void,
        during work: (@escaping @Sendable (State) -> Void) async throws -> Value
    ) async rethrows -> Value {
        let (states, feed) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(1))
        defer { feed.finish() }
        async let telling: Void = pass(states, to: listener)
        let value = try await work { feed.yield($0) }
        feed.finish()
        await telling
        return value
    }

    private static func pass<State: Sendable>(
        _ states: AsyncStream<State>, to listener: @Sendable (State) async -> Void
    ) async {
        for await state in states { await listener(state) }
    }
}
