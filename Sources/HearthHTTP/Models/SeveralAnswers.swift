import HearthCore
import HearthModels

extension GenerationCall {
    /// The same call so many times. With a seed each has another one, or they would be one answer.
    func repeated(_ count: Int) -> [GenerationCall] {
        (0..<max(1, count)).map { index in
            var call = self
            call.options.seed = options.seed.map { $0 &+ UInt32(truncatingIfNeeded: index) }
            return call
        }
    }
}

extension Generator {
    /// Calls that are worked on at a time. What an engine can do at once, it does; the rest waits here and not in its queue,
    /// where other programs wait.
    private static let mostAtOnce = 4

    /// Works on several calls, and fails with the first of them that fails; the others are then stopped.
    ///
    /// - Parameter emit: Gets what happens with the number of the call. What belongs to one call comes in order, what belongs to
    ///   different ones in any.
    /// - Returns: What came of each, in the order of the calls.
    func run(
        _ calls: [GenerationCall], emit: @escaping @Sendable (Int, GenerationEvent) async throws -> Void
    ) async throws -> [GenerationResult] {
        if calls.count == 1 { return [try await run(calls[0]) { try await emit(0, $0) }] }
        // For all that are worked on at a time, at once: one that waited for what the others of its own request hold would wait in
        // vain.
        let sizes = calls.map { PromptSize($0) }
        try await Reservation.current?.take(
            tokens: sizes.prefix(Self.mostAtOnce).reduce(0) { $0 + $1.estimatedTokens })
        return try await withThrowingTaskGroup(of: (Int, GenerationResult).self) { group in
            var results: [Int: GenerationResult] = [:]
            for (index, call) in calls.enumerated() {
                if index >= Self.mostAtOnce, let (done, result) = try await group.next() { results[done] = result }
                group.addTask { (index, try await work(on: call, sizes[index]) { try await emit(index, $0) }) }
            }
            for try await (done, result) in group { results[done] = result }
            return calls.indices.compactMap { results[$0] }
        }
    }
}
