import HearthCore
import HearthStore
import Synchronization

/// Lets a model answer a stored question, and stores what comes of it.
struct ChatTurn: Sendable {
    let question: ChatQuestion
    /// Of the words of the turn itself.
    let label: SensitivityLabel
    let origin: ConversationMessage.Origin
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
                case .logprobs: break
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
        var metadata = ConversationMessage.Metadata(of: route)
        metadata.dropped = dropped.count > 0 ? dropped : nil
        metadata.notes = response.notes.isEmpty ? nil : response.notes
        if state == .complete {
            metadata.usage = response.usage
            metadata.timings = response.timings
            metadata.finishReason = response.finishReason
        }
        let message = ConversationMessage(
            Message(
                .assistant, response.text, reasoning: response.reasoning,
                toolCalls: response.toolCalls.isEmpty ? nil : response.toolCalls),
            state: state, label: label, origin: origin, metadata: metadata)
        let stored = try await question.store(message)
        return ChatAnswer(
            message: stored, route: route, usage: response.usage, timings: response.timings,
            finishReason: state == .stopped ? nil : response.finishReason, dropped: dropped, notes: response.notes)
    }
}

extension ConversationMessage.Metadata {
    /// Who answered, and why that engine.
    init(of route: RoutingDecision) {
        self.init()
        engine = route.engine
        model = route.model.isEmpty ? nil : route.model
        wasFallback = route.wasFallback ? true : nil
        fallbackReason = route.fallbackReason
        self.route = route
    }
}
