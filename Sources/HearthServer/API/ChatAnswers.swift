import Foundation
import Hearth
import HearthHTTP

/// `POST /api/conversations/{id}/messages`: one turn of a conversation, as a stream.
struct ChatAnswers: Sendable {
    let hearth: Hearth
    let answers: AnswerBoard

    /// What was asked.
    private struct Asked: Sendable {
        /// Looked up once for the whole turn.
        var found: Conversation
        var conversation: String { found.id }
        var text: String
        var isAboutDocuments: Bool
        var scope: SearchFilter
        var replaceFrom: Int64?
        var routing: RoutingChoice
        /// The newest message before the turn; what is newer is of it.
        var newest: Int64 = 0
    }

    func respond(to call: Call<Nothing, Wire.NewMessage>) async throws -> ServerResponse {
        let message = try await call.body()
        var asked = try await asked(
            message, conversation: await ConversationRoutes.conversation(call.parameter("id"), hearth))
        guard await !answers.isRunning(asked.conversation) else { throw AnswerBoard.busy }
        asked.newest = try await hearth.conversations.messages(of: asked.conversation, limit: 1).last?.id ?? 0
        // An answer tells of what was said before.
        if asked.newest > 0 { try await hearth.privacy.willGive([.conversation(asked.conversation)]) }
        // And of its prompt, and of what is asked now.
        Provenance.current?.note([.conversation(asked.conversation)])
        return .events { [asked] in try await stream(asked, $0) }
    }

    private func asked(_ message: Wire.NewMessage, conversation: Conversation) async throws -> Asked {
        let label = message.label.map(Reader.ofWords) ?? Reader.labelOfWords
        // It could not read its own conversation.
        if let reader = Reader.current, label > reader.ceiling { throw EngineError.aboveCeiling(label) }
        let routing = RoutingChoice(
            engine: message.engine, mode: message.mode, requireOffline: message.requireOffline ?? false, label: label)
        var scope: Set<String> = []
        for id in message.scope ?? [] {
            if id.hasPrefix("collection:") {
                scope.formUnion(
                    try await hearth.collections.documentIDs(of: String(id.dropFirst("collection:".count))))
            } else {
                scope.insert(id)
            }
        }
        return Asked(
            found: conversation, text: message.text, isAboutDocuments: message.about != "none",
            // A collection with nothing in it is not everything.
            scope: (message.scope ?? []).isEmpty ? .everything : SearchFilter(documentIDs: scope),
            replaceFrom: message.replaceFrom.map { Int64($0) }, routing: routing)
    }

    // MARK: - The turn

    /// The turn is worked on by a task of its own, which writes what happens to the stream itself, as fast as the client reads.
    /// Stopped by another request, it still ends with what is stored of it; when the client leaves, nobody is told.
    private func stream(_ asked: Asked, _ sink: EventSink) async throws {
        var question: (@Sendable () async throws -> ConversationMessage?)?
        if asked.replaceFrom == nil { question = { try await stored(asked, .user) } }
        let outlet = Outlet(sink, hearth, question: question)
        let work = try await answers.start(asked.conversation) { try await answer(asked, outlet) }
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
        if let failure = await outlet.failure { throw failure }
        try Task.checkCancellation()
        let message: Wire.Message
        do {
            message = try result.get()
        } catch is CancellationError {
            // Stopped before there was anything to store but the question, or even that; or asked again, and the turn before
            // stays.
            let question = try await stored(asked, .user)
            return try await sink.send(event: "final", Wire.Stopped(question: question.map { Wire.Message($0) }))
        }
        try await outlet.begin()
        if asked.replaceFrom != nil, let question = try await stored(asked, .user) {
            try await sink.send(event: "question", Wire.Message(question))
        }
        if await outlet.route == nil, let decided = message.route { try await sink.send(event: "route", decided) }
        try await sink.send(event: "final", Wire.Answered(message: message))
    }

    /// Writes a turn's events to its stream, and knows what has gone out.
    private actor Outlet {
        private let sink: EventSink
        private let hearth: Hearth
        private let question: (@Sendable () async throws -> ConversationMessage?)?
        private(set) var route: RoutingDecision?
        private var hasBegun = false
        /// Why nothing more can go out; `nil` where the client has left or the turn was stopped.
        private(set) var failure: (any Error)?

        /// - Parameter question: Gives the question as it is stored by now; `nil` for one that is asked again, which is stored
        ///   with its answer: until then the store has the turn before.
        init(
            _ sink: EventSink, _ hearth: Hearth,
            question: (@Sendable () async throws -> ConversationMessage?)?
        ) {
            self.sink = sink
            self.hearth = hearth
            self.question = question
        }

        /// Until something else comes, a failure has a status of its own. Then it is told as soon as it is known who answers,
        /// again where another engine stands in.
        func routed(_ decision: RoutingDecision) async throws {
            route = decision
            if hasBegun { try await giving { try await sink.send(event: "route", Wire.Route(decision)) } }
        }

        func found(_ passages: [Passage]) async throws {
            try await giving {
                try await begin()
                try await hearth.privacy.willGive(passages)
                var names = try await ShownNames(hearth)
                var shown: [Wire.Passage] = []
                for passage in passages { shown.append(names.passage(passage)) }
                try await names.willGive(by: hearth)
                try await sink.send(event: "found", Wire.Found(passages: shown))
            }
        }

        /// - Parameter event: `text` or `reasoning`.
        func piece(_ event: String, _ text: String) async throws {
            try await giving {
                try await begin()
                try await sink.send(event: event, Wire.Piece(text: text))
            }
        }

        /// Sends what stands before the answer, where that has not gone out.
        func begin() async throws {
            guard !hasBegun else { return }
            hasBegun = true
            if let question = try await question?() {
                try await sink.send(event: "question", Wire.Message(question))
            }
            if let route { try await sink.send(event: "route", Wire.Route(route)) }
        }

        /// What cannot go out stops the turn, as its user does: what came so far is stored.
        private func giving(_ send: () async throws -> Void) async throws {
            do {
                try await send()
            } catch {
                if !(error is CancellationError) { failure = failure ?? error }
                withUnsafeCurrentTask { $0?.cancel() }
                throw CancellationError()
            }
        }
    }

    // MARK: - Who answers

    private func answer(_ asked: Asked, _ outlet: Outlet) async throws -> Wire.Message {
        asked.isAboutDocuments ? try await fromDocuments(asked, outlet) : try await alone(asked, outlet)
    }

    private func alone(_ asked: Asked, _ outlet: Outlet) async throws -> Wire.Message {
        let request = ChatRequest(
            conversationID: asked.conversation, text: asked.text, routing: asked.routing,
            replaceFrom: asked.replaceFrom)
        let answer = try await hearth.conversations.chat(request, in: asked.found) { event in
            switch event {
            case .routed(let decision): try await outlet.routed(decision)
            case .reasoning(let piece): try await outlet.piece("reasoning", piece)
            case .text(let piece): try await outlet.piece("text", piece)
            case .toolCall, .toolOutcome, .final: break
            }
        }
        return Wire.Message(answer.message)
    }

    private func fromDocuments(_ asked: Asked, _ outlet: Outlet) async throws -> Wire.Message {
        let request = AnswerRequest(question: asked.text, filter: asked.scope, routing: asked.routing)
        let answer = try await hearth.conversations.ask(
            request, inConversation: asked.conversation, known: asked.found, replacingFrom: asked.replaceFrom
        ) { event in
            switch event {
            case .found(let passages): try await outlet.found(passages)
            case .routed(let decision): try await outlet.routed(decision)
            case .text(let piece): try await outlet.piece("text", piece)
            case .final: break
            }
        }
        guard let stored = try await stored(asked, .assistant) else { throw CancellationError() }
        var names = try await ShownNames(hearth)
        let message = names.message(Wire.Message(stored, texts: StoredTexts(answer?.context.dropped ?? [])))
        try await names.willGive(by: hearth)
        return message
    }

    /// What the turn has stored of this role so far; also when this task was cancelled meanwhile.
    private func stored(_ asked: Asked, _ role: Message.Role) async throws -> ConversationMessage? {
        let hearth = hearth
        return try await Task {
            try await hearth.conversations.messages(of: asked.conversation, after: asked.newest, limit: 2)
                .last { $0.message.role == role }
        }.value
    }
}

// MARK: - Answers that are being written

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

    static let busy = ServerError(.beingAnswered, "This conversation is being answered already; stop that first.")

    func isRunning(_ conversation: String) -> Bool { running[conversation] != nil }

    /// Stops an answer and returns when what came so far is stored; `false` when none is being written.
    func stop(_ conversation: String) async -> Bool {
        guard let task = running[conversation] else { return false }
        task.cancel()
        _ = await task.result
        return true
    }
}
