import Foundation
public import HearthCore
public import HearthKnowledge
public import HearthModels

extension Hearth {
    /// What is made of documents and texts: answers with checked citations, summaries, rewritings, study questions, and wishes
    /// that are understood.
    public struct Answers: Sendable {
        let hearth: Hearth
    }
}

extension Hearth.Answers {
    // MARK: Questions

    /// Answers a question from the documents.
    ///
    /// "Last month" counts from the request's day, or from the day at this machine where it has none.
    ///
    /// - Parameter model: With which the engine that the request insists on is to answer; `nil` takes the one that is set.
    /// - Throws: ``EngineError`` with the code `unknown-model` for a model that the engine does not have, and `EmptyTextError`.
    public func ask(_ request: AnswerRequest, model: String? = nil) async throws -> EventStream<AnswerEvent> {
        try EmptyTextError.check(request.question, "question")
        try hearth.environments.current.refusePrivate(request.routing.label, "This question")
        var request = request
        request.today = request.today ?? CivilDate.today()
        let shared = try await hearth.current().shared()
        var service = try await hearth.current().answerService(with: shared)
        if let engine = request.routing.engine, let model {
            service = service.with(router: try await hearth.models.router(engine: engine, model: model))
        }
        guard let shared else { return service.ask(request) }
        return EventStream { [service, request] emit in
            try await service.ask(request).forEach { event in
                if case .found(let passages) = event { try await shared.willGive(passages) }
                try await emit(event)
            }
        }
    }

    /// What a question would send, and to whom, without sending it. Of what others share nothing is in it: a preview shows passages, and is in
    /// no ledger of theirs.
    public func preview(_ request: AnswerRequest) async throws -> OutboundPreview {
        try EmptyTextError.check(request.question, "question")
        try hearth.environments.current.refusePrivate(request.routing.label, "This question")
        return try await hearth.current().answerService().preview(request)
    }

    // MARK: Texts

    /// Summarizes a text.
    public func summarize(
        _ text: String, words: Int, query: String? = nil, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .summarize),
        progress: @escaping @Sendable (SummaryEvent) -> Void = { _ in }
    ) async throws -> TextSummary {
        try await SummaryService(router: hearth.current().router()).summarize(
            text, words: words, query: query, routing: routing, options: options, progress: progress)
    }

    /// What a summary would send, one preview for each part that is read, without sending it.
    public func previewSummary(
        of text: String, words: Int, query: String? = nil, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .summarize)
    ) async throws -> [OutboundPreview] {
        try await SummaryService(router: hearth.current().router()).preview(
            text, words: words, query: query, routing: routing, options: options)
    }

    /// Rewrites a text in another style. See `RewriteService`.
    public func rewrite(_ request: RewriteRequest) async throws -> EventStream<RoutedEvent> {
        try await RewriteService(router: hearth.current().router()).rewrite(request)
    }

    /// What a rewriting would send, without sending it.
    public func preview(_ request: RewriteRequest) async throws -> OutboundPreview {
        try await RewriteService(router: hearth.current().router()).preview(request)
    }

    /// Makes study questions from documents. See `QuizService`.
    ///
    /// - Throws: As it does, and `EmptyTextError` for a topic that says nothing.
    public func quiz(_ request: QuizRequest) async throws -> Quiz {
        if let topic = request.topic { try EmptyTextError.check(topic, "topic") }
        try hearth.environments.current.refusePrivate(request.routing.label, "This topic")
        let resources = try await hearth.current()
        return try await Self.quizzes(resources, for: request).quiz(request)
    }

    /// What a quiz would send, part by part, without sending it.
    public func preview(_ request: QuizRequest) async throws -> [OutboundPreview] {
        if let topic = request.topic { try EmptyTextError.check(topic, "topic") }
        try hearth.environments.current.refusePrivate(request.routing.label, "This topic")
        let resources = try await hearth.current()
        return try await Self.quizzes(resources, for: request).preview(request)
    }

    /// For a topic alone an embedding model is loaded, which takes a while.
    private static func quizzes(_ resources: EnvironmentResources, for request: QuizRequest) async throws -> QuizService
    {
        let retriever = request.topic == nil ? nil : try await resources.retriever()
        return QuizService(
            library: try await resources.library(), router: try await resources.router(), retriever: retriever)
    }

    /// What understanding a wish would send, without sending it.
    public func previewUnderstanding(
        _ wish: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .intentToAction)
    ) async throws -> [OutboundPreview] {
        try EmptyTextError.check(wish, "wish")
        return try await IntentService(router: hearth.current().router()).preview(
            wish, routing: routing, options: options)
    }

    /// Turns a wish into one of Hearth's own commands, which it does not run. See `IntentService`. What it calls a document by
    /// words of its title or of its file's name becomes that document.
    ///
    /// - Parameter today: The day by which "March" is the last one that began; `nil` leaves a month without its year open.
    public func understand(
        _ wish: String, today: CivilDate? = nil, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .intentToAction)
    ) async throws -> UnderstoodWish {
        try EmptyTextError.check(wish, "wish")
        var understood = try await IntentService(router: hearth.current().router()).understand(
            wish, today: today, routing: routing, options: options)
        guard var action = understood.action else { return understood }
        if ["summarize", "transcript"].contains(action.command) {
            action.argument = try await named(action.argument, &understood.notes)
        }
        for index in action.places.indices {
            action.places[index] = try await named(action.places[index], &understood.notes)
        }
        understood.action = action
        return understood
    }

    /// The path of the one document that words mean; the words as they are where they name a file or a document, mean none
    /// or mean several, which a note says.
    private func named(_ words: String, _ notes: inout [String]) async throws -> String {
        guard !words.contains("/"), !FileManager.default.fileExists(atPath: words),
            let reference = DocumentReference(words)
        else { return words }
        let library = try await hearth.library()
        guard try await library.documents(named: words).isEmpty else { return words }
        let found = reference.matches(among: try await library.documents(matching: .everything, limit: .max, offset: 0))
        if found.count > 1 {
            let names = found.prefix(5).map { $0.paths.first ?? $0.id }.joined(separator: ", ")
            notes.append("\(found.count) documents may be meant by “\(words)”: \(names)")
        } else if found.isEmpty {
            notes.append("No file or document here is called “\(words)”.")
        }
        guard found.count == 1, let document = found.first else { return words }
        return document.paths.first ?? document.id
    }
}
