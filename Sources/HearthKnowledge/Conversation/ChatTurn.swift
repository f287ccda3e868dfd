import HearthCore

/// Lets a model answer a stored question, and stores what comes of it.
struct ChatTurn: Sendable {
    let question: ChatQuestion
    /// Of the words of the turn itself.
    let label: SensitivityLabel
    let origin: ConversationMessage.Origin
    let route: RoutingDecision
    let dropped: DroppedContext

    func run(
        _ request: ModelRequest, model: any LanguageModel, emit: EventStream<ChatEvent>.Emit
    ) async throws -> ChatAnswer {
        var text = ""
        var reasoning = ""
        var final: ModelResponse?
        do {
            try await model.respond(to: request).forEach { event in
                switch event {
                case .reasoning(let piece):
                    reasoning += piece
                    try await emit(.reasoning(piece))
                case .text(let piece):
                    text += piece
                    try await emit(.text(piece))
                case .logprobs, .toolCall: break
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

/// A question on its way into the store, with its answer after it.
///
/// A new question is written once, when there is an engine to ask and a prompt that fits it, however many engines are then
/// tried. A question that is asked again is written together with its answer, in the place of the turn before: a failure, a
/// stop or a crash on the way loses nothing.
actor ChatQuestion {
    private let message: ConversationMessage
    private let conversation: String
    private let library: any ConversationStore
    /// The messages whose place the turn takes; `nil` for a new one. What somebody asks elsewhere meanwhile is not among them.
    private let replaces: ClosedRange<Int64>?
    /// Whether the turn that is to go has an answer. One without has nothing to lose.
    private let replacesAnswer: Bool
    private var writing: Task<Int64?, any Error>?

    /// - Parameter replaced: The id of the question that is asked again.
    init(
        _ message: ConversationMessage, conversation: String, replacingFrom replaced: Int64? = nil,
        library: any ConversationStore
    ) async throws {
        self.message = message
        self.conversation = conversation
        self.library = library
        guard let replaced else {
            replaces = nil
            replacesAnswer = false
            return
        }
        let old = try await library.messages(
            ofConversation: conversation, after: max(replaced, 1) - 1, before: .max, limit: .max)
        // Another turn may have taken its place meanwhile; what came since is not to go with it.
        guard let first = old.first, first.id == replaced, first.message.role == .user else {
            throw StoreError(
                .unknownItem, "The question that is asked again is not there any more. Look at the conversation again.")
        }
        replaces = replaced...(old.map(\.id).max() ?? replaced)
        replacesAnswer = old.contains { $0.message.role == .assistant && !$0.message.content.isEmpty }
        // What was evaluated holds the turn that goes. It is a cache: losing it costs time and nothing else.
        try? library.promptStateStore.removeState(ofConversation: conversation)
    }

    /// Writes a new question, so that a crash leaves it marked as unanswered.
    func ask() async throws {
        guard replaces == nil else { return }
        _ = try await stored()
    }

    /// Stores what came of the question, also when the task is cancelled.
    ///
    /// - Throws: `CancellationError` for a stopped answer that would take the place of another one.
    func store(_ answer: ConversationMessage) async throws -> ConversationMessage {
        guard let replaces else {
            let question = try await stored()
            return try await library.appendAnyway([answer], toConversation: conversation, answering: question).last
                ?? answer
        }
        if answer.state == .stopped, replacesAnswer { throw CancellationError() }
        var question = message
        question.state = .complete
        return try await library.appendAnyway(
            [question, answer], toConversation: conversation, replacing: replaces
        ).last ?? answer
    }

    /// The question's id in the store.
    private func stored() async throws -> Int64? {
        if let writing { return try await writing.value }
        let task = Task {
            try await library.append(
                [message], toConversation: conversation, answering: nil, replacingFrom: nil, upTo: .max
            ).first?.id
        }
        writing = task
        do {
            return try await task.value
        } catch {
            writing = nil
            throw error
        }
    }
}

extension ConversationStore {
    /// Stores messages also when the task is cancelled, which a store takes as a wish not to write.
    fileprivate func appendAnyway(
        _ messages: [ConversationMessage], toConversation id: String, answering question: Int64? = nil,
        replacing replaced: ClosedRange<Int64>? = nil
    ) async throws -> [ConversationMessage] {
        // A task of its own does not inherit the cancellation; it is awaited here.
        try await Task {
            try await append(
                messages, toConversation: id, answering: question, replacingFrom: replaced?.lowerBound,
                upTo: replaced?.upperBound ?? .max)
        }.value
    }
}
