import HearthCore
import HearthHTTP

/// The answers that are being written, one for each conversation.
actor AnswerBoard {
    private var running: [String: Task<Void, any Error>] = [:]

    /// Takes the place of a conversation, and works in it.
    ///
    /// - Throws: ``HearthHTTP/ServerError`` `busy` when the conversation is being answered already; what the work throws.
    func run(_ conversation: String, _ work: @escaping @Sendable () async throws -> Void) async throws {
        guard running[conversation] == nil else {
            throw ServerError(.conflict, "busy", "This conversation is being answered already; stop that first.")
        }
        // A task of its own, so that another request can stop it.
        let task = Task { try await work() }
        running[conversation] = task
        defer { running[conversation] = nil }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func isRunning(_ conversation: String) -> Bool { running[conversation] != nil }

    /// Stops an answer and returns when what came so far is stored; `false` when none is being written.
    func stop(_ conversation: String) async -> Bool {
        guard let task = running[conversation] else { return false }
        task.cancel()
        _ = await task.result
        return true
    }
}
