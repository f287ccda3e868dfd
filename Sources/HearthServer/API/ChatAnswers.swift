import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthKnowledge
import HearthModels
import HearthStore

/// `POST /api/conversations/{id}/messages`: one turn of a conversation, as a stream.
struct ChatAnswers: Sendable {
    let hearth: Hearth
    let answers: AnswerBoard

    /// What was asked.
    private struct Asked: Sendable {
        var conversation: String
        var text: String
        var isAboutDocuments: Bool
        var scope: SearchFilter
        var replaceFrom: Int64?
        var routing: RoutingChoice
        /// The newest message before the turn; what is newer is of it.
        var newest: Int64 = 0
    }

    /// What happens during an answer, on its way from those who make it to the stream.
    private enum Piece: Sendable {
        case routed(RoutingDecision)
        case found([Passage])
        case reasoning(String)
        case text(String)
    }

    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        var asked = try await asked(fields, conversation: request.parameter("id"))
        _ = try await ConversationRoutes.conversation(asked.conversation, hearth)
        guard await !answers.isRunning(asked.conversation) else { throw AnswerBoard.busy }
        asked.newest = try await hearth.database().messages(ofConversation: asked.conversation, limit: 1).last?.id ?? 0
        // An answer tells of what was said before.
        if asked.newest > 0 { try await hearth.willGive([.conversation(asked.conversation)]) }
        // And of its prompt, and of what is asked now.
        Given.current?.note([.conversation(asked.conversation)])
        return .events { [asked] in try await stream(asked, $0) }
    }

    private func asked(_ fields: RequestFields, conversation: String) async throws -> Asked {
        let about = try fields.string("about") ?? "documents"
        guard about == "documents" || about == "none" else { throw fields.wrong("about", "`documents` or `none`") }
        let scope = try fields.strings("scope", most: 1000)
        let label = try fields.choice("label", SensitivityLabel.self).map(Reader.ofWords) ?? Reader.labelOfWords
        // It could not read its own conversation.
        if let reader = Reader.current, label > reader.ceiling { throw Hearth.aboveCeiling(label) }
        let routing = RoutingChoice(
            engine: try fields.choice("engine", Engine.self), mode: try fields.choice("mode", RoutingMode.self),
            requireOffline: try fields.bool("requireOffline") ?? false, label: label)
        return Asked(
            conversation: conversation, text: try fields.requiredText("text", most: 200_000),
            isAboutDocuments: about == "documents",
            scope: scope.map { $0.isEmpty ? .everything : SearchFilter(documentIDs: Set($0)) } ?? .everything,
            replaceFrom: try fields.integer("replaceFrom", in: 0...Int.max).map { Int64($0) }, routing: routing)
    }

    // MARK: - The turn

    /// Passes on what happens while the turn is worked on by a task of its own. Stopped by another request, the turn still
    /// ends with what is stored of it; when the client leaves, nobody is told.
    private func stream(_ asked: Asked, _ sink: EventSink) async throws {
        let (pieces, continuation) = AsyncStream.makeStream(of: Piece.self)
        let work = try await answers.start(asked.conversation) {
            defer { continuation.finish() }
            return try await answer(asked) { continuation.yield($0) }
        }
        try await withTaskCancellationHandler {
            do {
                try await pass(pieces, of: work, asked, sink)
            } catch {
                // What came so far is being stored.
                work.cancel()
                _ = await work.result
                throw error
            }
        } onCancel: {
            work.cancel()
        }
    }

    private func pass(
        _ pieces: AsyncStream<Piece>, of work: Task<JSONValue, any Error>, _ asked: Asked, _ sink: EventSink
    ) async throws {
        var route: RoutingDecision?
        var hasBegun = false
        for await piece in pieces {
            if case .routed(let decision) = piece {
                route = decision
                // Until something else comes, a failure has a status of its own. Then it is told as soon as it is known, again
                // where another engine stands in.
                if hasBegun { try await send(decision, sink) }
                continue
            }
            if !hasBegun { try await begin(asked, sink, route) }
            hasBegun = true
            try await send(piece, sink)
        }
        try Task.checkCancellation()
        let message: JSONValue
        do {
            message = try await work.value
        } catch is CancellationError {
            // Stopped before there was anything to store but the question, or even that; or asked again, and the turn before
            // stays.
            let question = try await stored(asked, .user)
            let shown = question.map { MessageJSON.message($0) } ?? .null
            return try await sink.send(
                event: "final", data: JSONValue.object(["message": .null, "question": shown]).description)
        }
        if !hasBegun { try await begin(asked, sink, route) }
        if asked.replaceFrom != nil { try await sendQuestion(asked, sink) }
        if route == nil, let decided = message["route"], decided != .null {
            try await sink.send(event: "route", data: decided.description)
        }
        try await sink.send(event: "final", data: JSONValue.object(["message": message]).description)
    }

    private func answer(_ asked: Asked, emit: @escaping @Sendable (Piece) -> Void) async throws -> JSONValue {
        if !asked.isAboutDocuments {
            let database = try await hearth.database()
            // Asked before anything is stored, so that a refusal has a status of its own.
            let history = try await database.strictestLabel(
                ofConversation: asked.conversation, before: asked.replaceFrom ?? .max)
            let prompt = try await database.conversation(matching: asked.conversation).promptLabel
            emit(
                .routed(
                    try await hearth.router().explain(
                        asked.routing.request(.chat, with: [history ?? .public, prompt]))))
        }
        return asked.isAboutDocuments
            ? try await fromDocuments(asked, emit: emit) : try await alone(asked, emit: emit)
    }

    private func begin(_ asked: Asked, _ sink: EventSink, _ route: RoutingDecision?) async throws {
        // One that is asked again is stored with its answer; until then the store has the turn before.
        if asked.replaceFrom == nil { try await sendQuestion(asked, sink) }
        if let route { try await send(route, sink) }
    }

    private func send(_ route: RoutingDecision, _ sink: EventSink) async throws {
        try await sink.send(event: "route", data: MessageJSON.route(route).description)
    }

    private func sendQuestion(_ asked: Asked, _ sink: EventSink) async throws {
        if let question = try await stored(asked, .user) {
            try await sink.send(event: "question", data: MessageJSON.message(question).description)
        }
    }

    private func send(_ piece: Piece, _ sink: EventSink) async throws {
        switch piece {
        case .routed: break
        case .found(let passages):
            try await hearth.willGive(passages)
            let value: JSONValue = ["passages": .array(passages.map(DocumentJSON.passage))]
            try await sink.send(event: "found", data: value.description)
        case .reasoning(let text):
            try await sink.send(event: "reasoning", data: JSONValue.object(["text": .string(text)]).description)
        case .text(let text):
            try await sink.send(event: "text", data: JSONValue.object(["text": .string(text)]).description)
        }
    }

    // MARK: - Who answers

    private func alone(_ asked: Asked, emit: @escaping @Sendable (Piece) -> Void) async throws -> JSONValue {
        let request = ChatRequest(
            conversationID: asked.conversation, text: asked.text, routing: asked.routing,
            replaceFrom: asked.replaceFrom)
        let answer = try await hearth.chat(request) { event in
            switch event {
            case .reasoning(let piece): emit(.reasoning(piece))
            case .text(let piece): emit(.text(piece))
            case .final: break
            }
        }
        return MessageJSON.message(answer.message)
    }

    private func fromDocuments(_ asked: Asked, emit: @escaping @Sendable (Piece) -> Void) async throws -> JSONValue {
        let request = AnswerRequest(question: asked.text, filter: asked.scope, routing: asked.routing)
        let answer = try await hearth.ask(
            request, inConversation: asked.conversation, replacingFrom: asked.replaceFrom
        ) { event in
            switch event {
            case .found(let passages): emit(.found(passages))
            case .routed(let decision): emit(.routed(decision))
            case .text(let piece): emit(.text(piece))
            case .final: break
            }
        }
        guard let stored = try await stored(asked, .assistant) else { throw CancellationError() }
        return MessageJSON.message(stored, texts: StoredTexts(answer?.context.dropped ?? []))
    }

    /// What the turn has stored of this role so far; also when this task was cancelled meanwhile.
    private func stored(_ asked: Asked, _ role: Message.Role) async throws -> ConversationMessage? {
        let hearth = hearth
        return try await Task {
            try await hearth.database().messages(ofConversation: asked.conversation, after: asked.newest, limit: 2)
                .last { $0.message.role == role }
        }.value
    }
}
