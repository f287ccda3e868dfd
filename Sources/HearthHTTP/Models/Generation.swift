import HearthCore
import HearthModels

/// One request to an engine, whatever interface it came by.
struct GenerationCall: Sendable {
    /// The model's name as the client gave it.
    var model: String
    var messages: [Message]
    var task = TaskKind.chat
    var options: GenerationOptions
    var schema: GenerationSchema?
    var tools: [ToolDefinition] = []
    /// The tools of which the model has to call one; it is offered no others then.
    var forced: [ToolDefinition] = []
    var label: SensitivityLabel
    /// What was asked for and cannot be done, for the client to know.
    var notes: [String] = []
    /// The field by which the client asked for the log-probabilities of tokens, for an error to name.
    var logprobsField = "logprobs"
}

/// What came of it.
struct GenerationResult: Sendable {
    var response: ModelResponse
    var decision: RoutingDecision
    var notes: [String]

    /// The model as clients name it.
    var modelName: String { Self.name(decision) }

    static func name(_ decision: RoutingDecision) -> String {
        decision.model.isEmpty ? decision.engine.rawValue : "\(decision.engine.rawValue)/\(decision.model)"
    }

    /// Says who served, where the engine's requests go, and which record of the ledger says so.
    var headers: [(name: String, value: String)] { Self.headers(decision, notes: notes) }

    static func headers(_ decision: RoutingDecision, notes: [String]) -> [(name: String, value: String)] {
        var headers = [("hearth-engine", decision.engine.rawValue), ("hearth-model", header(decision.model))]
        if let host = decision.host { headers.append(("hearth-host", header(host))) }
        if let record = decision.ledgerRecord { headers.append(("hearth-ledger-record", String(record))) }
        if decision.wasFallback { headers.append(("hearth-fallback", "true")) }
        if !notes.isEmpty { headers.append(("hearth-notes", header(notes.joined(separator: " ")))) }
        return headers
    }

    /// Text as a header can hold it.
    private static func header(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 >= 0x20 && $0 < 0x7F ? $0 : UInt8(ascii: "?") }.prefix(500), as: UTF8.self)
    }
}

/// What happens on the way.
enum GenerationEvent: Sendable {
    /// Who serves; comes before everything else, once.
    case served(RoutingDecision)
    case reasoning(String)
    /// A piece of the answer, with its tokens where the call asked how likely they were.
    case text(String, logprobs: [TokenLogprob] = [])
}

/// Lets the engine that a call means work on it.
struct Generator: Sendable {
    let service: any ModelService

    /// - Parameter emit: Gets what happens, in order. A call with a schema gives its text at the end, in one piece, because
    ///   only what was checked against the schema is given out.
    func run(
        _ call: GenerationCall, emit: @escaping @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        let size = PromptSize(call)
        try await Work.current?.take(tokens: size.estimatedTokens)
        let choice = try await ModelChoice(call.model) { try await service.models() }
        // Refuses a model that the engine does not have.
        let router = try await service.router(engine: choice.engine, model: choice.model)
        if choice.engine == .basic { return try await basic(call, emit) }
        let routing = RoutingRequest(
            task: call.task, label: call.label, engine: choice.engine, mode: choice.mode,
            requiresTools: !call.tools.isEmpty, requiresLogprobs: call.options.logprobs != nil,
            contextTokens: size.leastTokens)
        let request = ModelRequest(
            task: call.task, messages: call.messages, options: call.options, label: call.label, schema: nil,
            tools: call.tools)
        do {
            if !call.forced.isEmpty { return try await forced(call, request, routing, router, emit) }
            if let schema = call.schema { return try await structured(call, schema, request, routing, router, emit) }
            return try await free(call, request, routing, router, emit)
        } catch let error as any ReadableError where call.options.logprobs != nil {
            throw refusal(of: call, choice, because: error) ?? error
        } catch let error as RoutingError where error.reason == .noEngine {
            if choice.allowsBasic, call.schema == nil, call.tools.isEmpty, call.forced.isEmpty {
                return try await basic(call, emit)
            }
            guard let tokens = size.leastTokens else { throw error }
            throw ServerError(
                .badRequest, "context-too-long",
                "The prompt has at least \(tokens) tokens, and no engine that could serve takes as many. \(error.message)",
                kind: .contextTooLong,
                parameter: "messages")
        }
    }

    /// The refusal of a call that could be answered, had it not asked how likely the tokens were; `nil` when it failed for
    /// another reason.
    private func refusal(
        of call: GenerationCall, _ choice: ModelChoice, because error: any ReadableError
    ) -> ServerError? {
        if error.kind == .noLogprobs { return .noLogprobs(call.logprobsField, error.message) }
        guard let error = error as? RoutingError, error.reason == .noEngine else { return nil }
        let isForBasic = choice.allowsBasic && call.schema == nil && call.tools.isEmpty && call.forced.isEmpty
        let someoneElse = error.rejected.contains { $0.reason == RoutingPolicy.noLogprobs }
        return isForBasic || someoneElse ? .noLogprobs(call.logprobsField) : nil
    }

    private func free(
        _ call: GenerationCall, _ request: ModelRequest, _ routing: RoutingRequest, _ router: ModelRouter,
        _ emit: @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        var decision: RoutingDecision?
        var wasTold = false
        var tokens: [TokenLogprob] = []
        for try await event in router.respond(to: request, routing: routing) {
            switch event {
            case .routed(let chosen): decision = chosen
            case .event(let event):
                guard let decision else { continue }
                // Only now is it certain who serves: an engine that fails before it says anything is replaced.
                if !wasTold { try await emit(.served(decision)) }
                wasTold = true
                switch event {
                case .reasoning(let piece): try await emit(.reasoning(piece))
                case .logprobs(let next): tokens += next
                case .text(let piece):
                    try await emit(.text(piece, logprobs: tokens))
                    tokens = []
                case .final(let response):
                    return GenerationResult(
                        response: response, decision: decision, notes: call.notes + response.notes)
                }
            }
        }
        try Task.checkCancellation()
        throw IncompleteResponse(engine: decision?.engine ?? .basic)
    }

    private func structured(
        _ call: GenerationCall, _ schema: GenerationSchema, _ request: ModelRequest, _ routing: RoutingRequest,
        _ router: ModelRouter, _ emit: @escaping @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        let result = try await router.run(routing) { route in
            var generation = StructuredGeneration(model: route.model)
            generation.configuration.tellsWhatCannotBeEnforced = true
            let answer: StructuredResponse<GeneratedContent>
            do {
                answer = try await generation.response(to: request, schema: schema)
            } catch let error as StructuredOutputError {
                return try Self.unfinished(error, call, route)
            }
            var response = answer.response
            if call.options.logprobs == nil {
                response.text = answer.value.jsonString
            } else if (try? JSONValue(parsing: response.text)) != answer.value.value {
                // Tokens are of what the model wrote; what was made of that has none.
                throw ServerError(
                    .badGateway, "malformed-response",
                    "The answer had to be repaired to follow the schema, so that its tokens are not those that the engine told "
                        + "of. Ask again, or leave `\(call.logprobsField)` out.")
            }
            return GenerationResult(
                response: response, decision: route.decision, notes: call.notes + response.notes)
        }
        try await emit(.served(result.decision))
        if let reasoning = result.response.reasoning, !reasoning.isEmpty { try await emit(.reasoning(reasoning)) }
        try await emit(.text(result.response.text, logprobs: result.response.logprobs ?? []))
        return result
    }

    /// A call that a client insists on is an answer that follows the tool's schema.
    private func forced(
        _ call: GenerationCall, _ request: ModelRequest, _ routing: RoutingRequest, _ router: ModelRouter,
        _ emit: @escaping @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        let forced = ForcedCall(call.forced)
        var request = request
        request.messages = forced.messages(request.messages)
        let result = try await router.run(routing) { [request] route in
            var generation = StructuredGeneration(model: route.model)
            generation.configuration.tellsWhatCannotBeEnforced = true
            let answer: StructuredResponse<GeneratedContent>
            do {
                answer = try await generation.response(to: request, schema: forced.schema)
            } catch let error as StructuredOutputError {
                var result = try Self.unfinished(error, call, route)
                // Half a call is none: whoever would run it must not take it for a whole one.
                result.response.text = ""
                result.response.logprobs = result.response.logprobs.map { _ in [] }
                return result
            }
            var response = answer.response
            response.toolCalls = [try forced.call(from: answer.value.jsonString)]
            response.text = ""
            // Those of a message's content, of which there is none.
            response.logprobs = response.logprobs.map { _ in [] }
            response.finishReason = .toolCalls
            return GenerationResult(
                response: response, decision: route.decision, notes: call.notes + response.notes)
        }
        try await emit(.served(result.decision))
        if let reasoning = result.response.reasoning, !reasoning.isEmpty { try await emit(.reasoning(reasoning)) }
        return result
    }

    /// An answer that ended before it could follow its schema is given as far as it came, and says so by how it finished, as
    /// clients expect.
    ///
    /// - Throws: The error, where the answer came to its end and does not follow the schema.
    private static func unfinished(
        _ error: StructuredOutputError, _ call: GenerationCall, _ route: Route
    ) throws -> GenerationResult {
        guard error.finishReason == .length || error.finishReason == .contentFilter, var response = error.response
        else {
            throw error
        }
        response.usage = error.usage
        return GenerationResult(
            response: response, decision: route.decision, notes: call.notes + response.notes)
    }

    /// Without a model there is still what the documents say.
    private func basic(
        _ call: GenerationCall, _ emit: @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        guard call.options.logprobs == nil else { throw ServerError.noLogprobs(call.logprobsField) }
        guard call.schema == nil, call.tools.isEmpty, call.forced.isEmpty else {
            throw ServerError(
                .unprocessable, "no-engine",
                "The basic engine picks sentences from your documents; it follows no schema and calls no tools. Set up "
                    + "a local model, or a service.", kind: .noEngine, help: [.findModel])
        }
        guard let question = call.messages.last(where: { $0.role == .user })?.content, !question.isEmpty else {
            throw ServerError.invalid("messages", "There is no message of the user to answer.")
        }
        guard question.utf8.count <= PromptSize.longestQuestion else {
            throw ServerError(
                .badRequest, "context-too-long",
                "The last message of the user has \(question.utf8.count) bytes, and nothing here answers questions of more than "
                    + "\(PromptSize.longestQuestion): the basic engine looks for every word of it.",
                kind: .contextTooLong,
                parameter: "messages")
        }
        let answer = try await service.basicAnswer(to: question, label: call.label)
        let response = ModelResponse(
            text: answer.text, usage: answer.usage, timings: Timings(), finishReason: .stop, notes: answer.notes)
        try await emit(.served(answer.decision))
        try await emit(.text(answer.text))
        return GenerationResult(response: response, decision: answer.decision, notes: call.notes + answer.notes)
    }
}
