import HearthCore
import HearthStore
import Synchronization

/// Lets a model answer a stored question, and stores what comes of it.
struct ChatTurn: Sendable {
    let database: HearthDatabase
    let conversation: String
    let question: Int64?
    let label: SensitivityLabel
    let route: RoutingDecision
    let dropped: DroppedContext

    func run(
        _ request: ModelRequest, model: any LanguageModel, emit: @escaping @Sendable (ChatEvent) -> Void
    ) async throws -> ChatAnswer {
        var text = ""
        var reasoning = ""
        var final: ModelResponse?
        do {
            for try await event in model.respond(to: request) {
                switch event {
                case .reasoning(let piece):
                    reasoning += piece
                    emit(.reasoning(piece))
                case .text(let piece):
                    text += piece
                    emit(.text(piece))
                case .final(let response): final = response
                }
            }
        } catch  where Task.isCancelled {
            // What came so far is worth keeping; see below.
        }
        if let final { return try await store(final, state: .complete) }
        guard Task.isCancelled else { throw IncompleteResponse(engine: route.engine) }
        guard !text.isEmpty else { throw CancellationError() }
        let partial = ModelResponse(
            text: text, reasoning: reasoning.isEmpty ? nil : reasoning, usage: TokenUsage(), timings: Timings(),
            finishReason: .stop)
        return try await store(partial, state: .stopped)
    }

    private func store(_ response: ModelResponse, state: ConversationMessage.State) async throws -> ChatAnswer {
        var metadata = ConversationMessage.Metadata()
        metadata.engine = route.engine
        metadata.model = route.model.isEmpty ? nil : route.model
        metadata.wasFallback = route.wasFallback ? true : nil
        metadata.fallbackReason = route.fallbackReason
        metadata.dropped = dropped.count > 0 ? dropped : nil
        metadata.notes = response.notes.isEmpty ? nil : response.notes
        metadata.route = route
        if state == .complete {
            metadata.usage = response.usage
            metadata.timings = response.timings
            metadata.finishReason = response.finishReason
        }
        let message = ConversationMessage(
            Message(
                .assistant, response.text, reasoning: response.reasoning,
                toolCalls: response.toolCalls.isEmpty ? nil : response.toolCalls),
            state: state, label: label, metadata: metadata)
        let stored = try await database.appendAnyway([message], toConversation: conversation, answering: question)
        return ChatAnswer(
            message: stored.first ?? message, route: route, usage: response.usage, timings: response.timings,
            finishReason: state == .stopped ? nil : response.finishReason, dropped: dropped, notes: response.notes)
    }
}

extension HearthDatabase {
    /// Stores messages also when the task is cancelled, which GRDB takes as a wish not to write.
    func appendAnyway(
        _ messages: [ConversationMessage], toConversation id: String, answering question: Int64?
    ) async throws -> [ConversationMessage] {
        // A task of its own does not inherit the cancellation; it is awaited here.
        try await Task { try await append(messages, toConversation: id, answering: question) }.value
    }
}
