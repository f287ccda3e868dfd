import Hearth
import HearthHTTP

/// The answers that are being written, one for each conversation.
actor AnswerBoard {
    private var running: [String: Task<Wire.Message, any Error>] = [:]

    /// Takes the place of a conversation, and works in it.
    ///
    /// The task is one of its own, so that another request can stop it while this one goes on and tells what came of it.
    /// Whoever starts it waits for it, or cancels it.
    ///
    /// - Throws: ``HearthHTTP/ServerError`` `busy` when the conversation is being answered already.
    func start(
        _ conversation: String, _ work: @escaping @Sendable () async throws -> Wire.Message
    ) throws -> Task<Wire.Message, any Error> {
        guard running[conversation] == nil else { throw Self.busy }
        let task = Task(executorPreference: WorkThreads.preferred) {
            let result: Result<Wire.Message, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            await self.ended(conversation)
            return try result.get()
        }
        running[conversation] = task
        return task
    }

    private func ended(_ conversation: String) { running[conversation] = nil }

    static let busy = ServerError(
        .conflict, "being-answered", "This conversation is being answered already; stop that first.", kind: .occupied)

    func isRunning(_ conversation: String) -> Bool { running[conversation] != nil }

    /// Stops an answer and returns when what came so far is stored; `false` when none is being written.
    func stop(_ conversation: String) async -> Bool {
        guard let task = running[conversation] else { return false }
        task.cancel()
        _ = await task.result
        return true
    }
}
