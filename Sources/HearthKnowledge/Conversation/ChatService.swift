public import HearthCore
public import HearthModels
import HearthPrompts

/// One turn of a chat without documents.
public struct ChatRequest: Sendable {
    /// An id in the store.
    public var conversationID: String
    public var text: String
    public var routing: RoutingChoice
    public var options: GenerationOptions
    /// What happens to messages that do not fit.
    public var policy: ContextBudget.Policy
    /// The most messages of the conversation in a prompt; `nil` sets no bound.
    public var maxMessages: Int?
    /// The id of a question that is asked again, perhaps in other words: once the new answer is there, this turn takes the
    /// place of that question and of everything after it. Until then nothing is changed.
    public var replaceFrom: Int64?
    /// The tools that the model may call before it answers; `nil` for none. Only engines that take tools are then asked.
    public var tools: (any ToolBox)?

    public init(
        conversationID: String, text: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .chat),
        policy: ContextBudget.Policy = .dropOldest, maxMessages: Int? = nil, replaceFrom: Int64? = nil,
        tools: (any ToolBox)? = nil
    ) {
        self.conversationID = conversationID
        self.text = text
        self.routing = routing
        self.options = options
        self.policy = policy
        self.maxMessages = maxMessages
        self.replaceFrom = replaceFrom
        self.tools = tools
    }
}

/// What happens during a turn, in order.
public enum ChatEvent: Sendable {
    /// An engine was chosen, and nothing is stored yet. Again where another one stands in.
    case routed(RoutingDecision)
    /// The next piece of what the model thinks before it answers.
    case reasoning(String)
    /// The next piece of the answer.
    case text(String)
    /// The model wants a tool called; nothing was done yet.
    case toolCall(ToolCall)
    /// What came of the call before.
    case toolOutcome(ToolOutcome)
    /// The turn as it was stored; the last event, once.
    case final(ChatAnswer)
}

/// A finished or stopped turn.
public struct ChatAnswer: Sendable {
    /// The answer as stored, with its metadata.
    public var message: ConversationMessage
    public var route: RoutingDecision
    public var usage: TokenUsage
    public var timings: Timings
    /// `nil` when the answer was stopped.
    public var finishReason: FinishReason?
    /// What of the conversation was not in the prompt.
    public var dropped: DroppedContext
    public var notes: [String]
}

/// A conversation with a model alone: what was said before goes along, everything is stored.
///
/// The question is stored before anything is generated. A crash then leaves a question marked unanswered, which later
/// prompts skip and a retry asks again; an answer that is stopped is stored as far as it came, marked as stopped.
public struct ChatService: Sendable {
    private let library: any ConversationStore
    private let router: ModelRouter

    public init(library: any ConversationStore, router: ModelRouter) {
        self.library = library
        self.router = router
    }

    /// The events of one turn. Dropping the stream stops the answer; what came so far is stored.
    public func stream(_ request: ChatRequest) -> EventStream<ChatEvent> {
        EventStream { emit in try await emit(.final(try await send(request, emit: emit))) }
    }

    /// One turn, whose pieces are given to `emit` as they come.
    ///
    /// When the task is cancelled after the first piece, what came so far is stored and returned; its message is marked as
    /// stopped. Cancelled earlier, the question stays unanswered. A turn that was to take the place of an answered one and is
    /// cancelled or fails leaves that one as it was.
    ///
    /// - Parameter known: The conversation of the request, where the caller has looked it up already.
    /// - Throws: `CancellationError`, ``ContextError``, `RoutingError`, or what the engine throws.
    public func send(
        _ request: ChatRequest, in known: Conversation? = nil, emit: EventStream<ChatEvent>.Emit
    ) async throws -> ChatAnswer {
        let conversation =
            if let known { known } else { try await library.conversation(matching: request.conversationID) }
        // The label of the history decides about the engine, and the engine's window decides about the history. So the
        // engine is chosen for the whole conversation's label, which is never milder than that of any part.
        let before = request.replaceFrom ?? .max
        let history = try await library.strictestLabel(ofConversation: conversation.id, before: before) ?? .public
        let box = request.tools.flatMap { $0.tools.isEmpty ? nil : $0 }
        let known = max(request.routing.label, history, conversation.promptLabel)
        let rounds = box.map { box in
            ToolRounds(box, label: known) {
                try await library.strictestLabel(ofConversation: conversation.id, before: before)
            }
        }
        var routing = request.routing.request(
            .chat, with: [history, conversation.promptLabel, box?.label ?? .public],
            of: [.conversation(conversation.id, before: before)])
        routing.requiresTools = rounds != nil
        routing.conversation = conversation.id
        let new = Message(.user, request.text)
        let question = try await ChatQuestion(
            ConversationMessage(new, state: .unanswered, label: request.routing.label), conversation: conversation.id,
            replacingFrom: request.replaceFrom, library: library)
        // Before the messages are read that the prompt is made of.
        let mark = try? library.promptStateStore.mark()
        return try await router.run(routing) { route in
            try await emit(.routed(route.decision))
            let model = try route.model
            var budget = ContextBudget(
                for: model.capabilities, options: request.options, maxMessages: request.maxMessages,
                policy: request.policy)
            rounds?.reserve(in: &budget, tokenizer: model.tokenizer)
            let context = try await ConversationContext(library: library).build(
                conversation, new: [new], budget: budget, tokenizer: model.tokenizer,
                label: max(request.routing.label, conversation.promptLabel), before: before
            ) {
                [budget] messages, limit, label in
                try await summary(of: messages, limit: limit, label: label, model: try route.aside, budget: budget)
            }
            let turn = ChatTurn(
                // What servers say of their tools is in the prompt, and may come back in the answer.
                question: question, label: max(request.routing.label, conversation.promptLabel, box?.label ?? .public),
                // A summary stands for everything before it.
                origin: .init(
                    given: context.dropped.summary == nil ? context.firstIncluded : 0, givenLabel: context.label),
                route: route.decision, dropped: context.dropped)
            try await question.ask()
            var modelRequest = ModelRequest(
                task: .chat, messages: context.messages, options: request.options, label: route.decision.label)
            modelRequest.conversationID = conversation.id
            modelRequest.conversationMark = mark
            return try await turn.run(modelRequest, model: model, rounds: rounds, emit: emit)
        }
    }

    private func summary(
        of messages: [Message], limit: Int, label: SensitivityLabel, model: any LanguageModel, budget: ContextBudget
    ) async throws -> String? {
        let room = budget.contextLength.map { max(0, $0 - limit - ContextBudget.tokensAroundPrompt) }
        let prompt = ConversationSummaryPrompt.messages(messages, tokenizer: model.tokenizer, room: room)
        guard let prompt else { return nil }
        var options = GenerationOptions()
        options.maxTokens = limit
        let request = ModelRequest(task: .chat, messages: prompt, options: options, label: label)
        return try await model.response(to: request).text.trimmingWhiteSpace
    }
}

extension String {
    var trimmingWhiteSpace: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

// MARK: - A turn

/// Lets a model answer a stored question, and stores what comes of it.
struct ChatTurn: Sendable {
    let question: ChatQuestion
    /// Of the words of the turn itself.
    let label: SensitivityLabel
    let origin: ConversationMessage.Origin
    let route: RoutingDecision
    let dropped: DroppedContext

    /// - Parameter rounds: The tools that the model may call first; `nil` for none.
    func run(
        _ request: ModelRequest, model: any LanguageModel, rounds: ToolRounds? = nil,
        emit: EventStream<ChatEvent>.Emit
    ) async throws -> ChatAnswer {
        var said = Said(label: label)
        do {
            if let rounds {
                try await rounds.run(
                    request, model: model, window: model.capabilities.contextLength, said: &said, emit: emit)
            } else {
                try await said.hear(model.respond(to: request), emit: emit)
            }
        } catch  where Task.isCancelled {
            // What came so far is worth keeping; see below.
        }
        if let final = said.final { return try await store(final, said, state: .complete) }
        guard Task.isCancelled else { throw IncompleteResponse(engine: route.engine) }
        guard !said.text.isEmpty else { throw CancellationError() }
        let partial = ModelResponse(
            text: said.text, reasoning: said.reasoning.isEmpty ? nil : said.reasoning, usage: TokenUsage(),
            timings: Timings(), finishReason: .stop)
        return try await store(partial, said, state: .stopped)
    }

    private func store(
        _ response: ModelResponse, _ said: Said, state: ConversationMessage.State
    ) async throws -> ChatAnswer {
        let notes = said.notes + response.notes
        let usage = said.usage + response.usage
        var metadata = ConversationMessage.Metadata(of: route)
        metadata.dropped = dropped.count > 0 ? dropped : nil
        metadata.notes = notes.isEmpty ? nil : notes
        if state == .complete {
            metadata.usage = usage
            metadata.timings = response.timings
            metadata.finishReason = response.finishReason
        }
        // Calls whose results are not kept would stand in later prompts as questions that nobody answered.
        let calls = said.ranTools || response.toolCalls.isEmpty ? nil : response.toolCalls
        let message = ConversationMessage(
            Message(
                .assistant, state == .complete ? said.before + response.text : response.text,
                reasoning: response.reasoning, toolCalls: calls),
            state: state, label: said.label, origin: origin, metadata: metadata)
        let stored = try await question.store(message)
        return ChatAnswer(
            message: stored, route: route, usage: usage, timings: response.timings,
            finishReason: state == .stopped ? nil : response.finishReason, dropped: dropped, notes: notes)
    }
}

/// What was said in a turn so far.
struct Said: Sendable {
    /// All text that was given out.
    private(set) var text = ""
    private(set) var reasoning = ""
    /// The last response, when it is whole.
    private(set) var final: ModelResponse?
    /// What was said before the last response, in answers that called tools.
    private(set) var before = ""
    private var opensParagraph = false
    /// Of the answers before the last.
    private(set) var usage = TokenUsage()
    private(set) var notes: [String] = []
    private(set) var ranTools = false
    /// How private what is said is; it rises with what tools give.
    private(set) var label: SensitivityLabel

    init(label: SensitivityLabel) { self.label = label }

    /// Listens to one response of a model.
    mutating func hear(
        _ events: EventStream<ResponseEvent>, emit: EventStream<ChatEvent>.Emit
    ) async throws {
        final = nil
        // Through a copy, since a closure cannot hold what is `inout` across a suspension.
        var heard = self
        defer { self = heard }
        try await events.forEach { event in
            switch event {
            case .reasoning(let piece):
                heard.reasoning += piece
                try await emit(.reasoning(piece))
            case .text(let piece):
                // What a model says after a call stands for itself.
                if heard.opensParagraph {
                    heard.opensParagraph = false
                    heard.text += "\n\n"
                    heard.before = heard.text
                    try await emit(.text("\n\n"))
                }
                heard.text += piece
                try await emit(.text(piece))
            case .logprobs, .toolCall: break
            case .final(let response): heard.final = response
            }
        }
    }

    /// Goes on to the next response: the last one called tools.
    mutating func goOn(after response: ModelResponse) {
        usage = usage + response.usage
        before = text
        opensParagraph = !text.isEmpty
        ranTools = true
        final = nil
    }

    mutating func note(_ outcome: ToolOutcome) {
        notes.append(outcome.note)
        label = max(label, outcome.label)
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
/// A new question is written once, however many engines are then tried: by a chat with a model when there is an engine to ask and a prompt
/// that fits it, by one over documents before anything is searched, so that one which fails stays there as unanswered. A question that is asked again is written together with its answer, in the place of the turn before: a failure, a
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
