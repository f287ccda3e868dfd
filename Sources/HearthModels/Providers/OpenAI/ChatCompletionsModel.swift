import HearthCore

/// What OpenAI's models and those of compatible servers have in common: streamed chat completions.
struct ChatCompletionsModel: Sendable {
    let connection: ProviderConnection
    let modelID: String
    let dialect: ChatCompletionsDialect
    let capabilities: ModelCapabilities
    /// What is used instead when the provider no longer knows the model.
    let successor: String?

    /// Where it is remembered what the server refuses; `nil` for a service that is known to take all of it.
    var servers: CustomServers?

    private var place: CustomServers.Place { CustomServers.Place(url: connection.baseURL, model: modelID) }

    /// What of a request the server is known not to take.
    var refused: ToldFields { servers?.refused(by: place) ?? [] }

    /// What the server said of itself.
    var facts: CustomServerFacts? { servers?.facts(of: place) }

    /// Asks the server of itself where that is due.
    ///
    /// - Throws: `CancellationError`.
    func learn(ledgerRecord: Int, mayLeave: @escaping @Sendable () async throws -> Void) async throws {
        let questions = CustomServerQuestions(
            connection: connection, ledgerRecord: ledgerRecord, mayLeave: mayLeave)
        try await servers?.ask(place) { try await CustomServerFacts.asked(questions, model: modelID) }
    }

    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { emit in
            try RequestChecks.check(request, engine: connection.engine)
            guard let servers else { return try await answer(request, telling: [], emit, isAccepted: {}) }
            var fields: ToldFields = []
            if request.schema != nil, dialect.structuredOutput == .schema { fields.insert(.schema) }
            if !request.tools.isEmpty { fields.insert(.tools) }
            let told = fields.intersection(refused)
            do {
                try await answer(request, telling: told, emit, isAccepted: {})
            } catch let refusal as ProviderError
                where refusal.reason == .badRequest && refusal.status != nil && told != fields
            {
                // Servers say in many ways what they do not know. What they take without these fields, they refused for them.
                do {
                    try await answer(request, telling: fields, emit) {
                        servers.note(refusalOf: fields.subtracting(told), by: place)
                    }
                } catch let error as ProviderError where error.reason == .badRequest && error.status != nil {
                    throw refusal
                }
            }
        }
    }

    /// - Parameters:
    ///   - told: What is said in words instead of sent in its field.
    ///   - isAccepted: Called when the server began to answer.
    private func answer(
        _ request: ModelRequest, telling told: ToldFields, _ emit: EventStream<ResponseEvent>.Emit,
        isAccepted: () -> Void
    ) async throws {
        var dialect = dialect
        var request = request
        let tools = told.contains(.tools) ? ToldTools(request.tools) : nil
        if tools != nil { request = ToldTools.told(request) }
        if told.contains(.schema), let schema = request.schema {
            dialect.structuredOutput = .none
            request.messages = StructuredPrompt.telling(schema, request.messages)
        }
        let envelope = request.schema.map { schema in
            StructuredEnvelope(
                schema, needsObject: self.dialect.structuredOutput == .schema ? dialect.needsObjectRoot : true)
        }
        let unsentStops = ChatCompletionsRequest.unsentStops(request, dialect: dialect)
        try RequestChecks.checkLogprobs(
            request, areTold: capabilities.logprobs,
            areOfTheAnswer: unsentStops.isEmpty && envelope?.isWrapped != true && tools == nil)
        var answer = AnswerBuilder(
            request, envelope: self.dialect.structuredOutput == .none ? nil : envelope, stopSequences: unsentStops,
            toldTools: tools)
        let (limit, note) = RequestChecks.tokenLimit(request, maximum: capabilities.maximumOutput)
        if let note { answer.notes.append(note) }
        if told.contains(.schema) {
            answer.notes.append("The server does not take a schema; the model was told it in words.")
        }
        if tools != nil { answer.notes.append("The server does not take tools; the model was told them in words.") }
        let reply = try await connection.post(
            "chat/completions",
            body: ChatCompletionsRequest.body(
                request, model: modelID, dialect: dialect, envelope: envelope, limit: limit),
            model: modelID, successor: successor, ledgerRecord: request.ledgerRecord,
            purpose: request.task.rawValue, mayLeave: request.mayLeave)
        isAccepted()
        var reader = ChatCompletionsReader(
            engine: connection.engine, body: ProviderBody(engine: connection.engine, reply: reply),
            isExact: dialect.isExact, logprobs: request.options.logprobs)
        try await reader.read(into: &answer, emit)
        try await answer.finish(emit)
    }
}

extension ModelCapabilities {
    /// What a remote model can do, by the facts of the catalogue.
    static func remote(
        _ facts: RemoteModel?, structuredOutput: RemoteModel.StructuredOutput, logprobs: Bool = false
    ) -> ModelCapabilities {
        ModelCapabilities(
            offline: false, contextLength: facts?.contextWindow, maximumOutput: facts?.maximumOutput,
            // Embedding and reranking have models of their own, and nothing is transcribed elsewhere.
            tasks: Set(TaskKind.allCases).subtracting([.embed, .rerank, .transcribe]), tools: facts?.tools ?? true,
            logprobs: logprobs, structuredOutput: structuredOutput == .schema ? .constrained : .prompted,
            estimatedLatency: 1)
    }
}
