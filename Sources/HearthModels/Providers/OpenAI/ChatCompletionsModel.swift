import HearthCore

/// What OpenAI's models and those of compatible servers have in common: streamed chat completions.
struct ChatCompletionsModel: Sendable {
    let connection: ProviderConnection
    let modelID: String
    let dialect: ChatCompletionsDialect
    let capabilities: ModelCapabilities
    /// What is used instead when the provider no longer knows the model.
    let successor: String?

    func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        ProviderStream.start { emit in
            try RequestChecks.check(request, engine: connection.engine)
            let envelope = request.schema.map { schema in
                StructuredEnvelope(
                    schema, needsObject: dialect.structuredOutput == .schema ? dialect.needsObjectRoot : true)
            }
            let unsentStops = ChatCompletionsRequest.unsentStops(request, dialect: dialect)
            try RequestChecks.checkLogprobs(
                request, areTold: capabilities.logprobs,
                areOfTheAnswer: unsentStops.isEmpty && envelope?.isWrapped != true)
            var answer = AnswerBuilder(
                request, envelope: dialect.structuredOutput == .none ? nil : envelope, stopSequences: unsentStops,
                emit: emit)
            let (limit, note) = RequestChecks.tokenLimit(request, maximum: capabilities.maximumOutput)
            if let note { answer.notes.append(note) }
            let reply = try await connection.post(
                "chat/completions",
                body: ChatCompletionsRequest.body(
                    request, model: modelID, dialect: dialect, envelope: envelope, limit: limit),
                model: modelID, successor: successor, ledgerRecord: request.ledgerRecord,
                purpose: request.task.rawValue, mayLeave: request.mayLeave)
            var reader = ChatCompletionsReader(
                engine: connection.engine, body: ProviderBody(engine: connection.engine, reply: reply),
                isExact: dialect.isExact, logprobs: request.options.logprobs)
            try await reader.read(into: &answer)
            return answer.response()
        }
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
