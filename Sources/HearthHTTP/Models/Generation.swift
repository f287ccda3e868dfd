import HearthCore
import HearthModels

/// One request to an engine, whatever interface it came by.
struct GenerationCall: Sendable {
    /// The model's name as the client gave it.
    var model: String
    var messages: [Message]
    var task = TaskKind.chat
    /// What stands behind the gap that is to be filled; `nil` goes on with the messages.
    var suffix: String?
    var options: GenerationOptions
    var schema: GenerationSchema?
    var tools: [ToolDefinition] = []
    /// The tools of which the model has to call one; it is offered no others then.
    var forced: [ToolDefinition] = []
    /// Whether one answer may call several tools.
    var allowsSeveralCalls = true
    var label: SensitivityLabel
    /// What was asked for and cannot be done, for the client to know.
    var notes: [String] = []
    /// The field by which the client asked for the log-probabilities of tokens, for an error to name.
    var logprobsField = "logprobs"
    /// What messages that are kept here were made of, beside ``label``: it may have become more private since.
    var origins: Set<LabelOrigin> = []
    /// Who asks.
    var caller = Caller.nobody
    /// The address at which the server was asked, for links to what is cited.
    var origin = ""
    /// The documents that the client wants to be asked; `nil` where it says nothing of documents.
    var scope: DocumentScope?
    /// The vector stores that are to be searched for the answer; `nil` where that is not asked for.
    var stores: DocumentScope.StoreScope?

    /// Whether the answer may hold anything of the owner's documents; not where a client came without the token.
    var mayReadDocuments: Bool { caller != .nobody }

    /// The same call with what the request around it says of who asks, and the field that all interfaces have in common.
    func asked(by request: ServerRequest, _ fields: RequestFields) throws -> GenerationCall {
        var call = self
        call.caller = request.caller
        call.origin = request.origin
        call.scope = try DocumentScope(fields)
        return call
    }
}

/// What came of it.
struct GenerationResult: Sendable {
    var response: ModelResponse
    var decision: RoutingDecision
    var notes: [String]
    /// Where the text refers to documents, in its order.
    var marks: [CitationMark] = []
    /// What was read for it, beside what the call came from.
    var origins: Set<LabelOrigin> = []

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
    static func header(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 >= 0x20 && $0 < 0x7F ? $0 : UInt8(ascii: "?") }.prefix(500), as: UTF8.self)
    }
}

/// What happens on the way.
enum GenerationEvent: Sendable {
    /// Who serves, and the notes that are known by then; comes before everything else, once.
    case served(RoutingDecision, notes: [String])
    case reasoning(String)
    /// A piece of the answer, with its tokens where the call asked how likely they were.
    case text(String, logprobs: [TokenLogprob] = [])
    /// A piece of a call; from engines that tell of calls only at the end there are none.
    case toolCall(ToolCallDelta)
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
        try await Reservation.current?.take(tokens: size.estimatedTokens)
        return try await work(on: call, size, emit: emit)
    }

    /// The same within what was taken of the client's budget.
    func work(
        on call: GenerationCall, _ size: PromptSize,
        emit: @escaping @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        try call.checkPictures()
        var choice = try await choice(call)
        if call.stores != nil { choice.readsDocuments = true }
        // Refuses a model that the engine does not have.
        let router = try await service.router(for: choice, call.model, call.caller)
        if choice.readsDocuments || choice.engine == .basic {
            guard !call.hasPictures else { throw ServerError.noVision }
            guard call.suffix == nil else { throw ServerError.noInfill }
            return try await fromDocuments(call, choice, emit)
        }
        guard call.scope == nil else { throw DocumentScope.withoutDocuments }
        var routing = RoutingRequest(
            task: call.task, label: call.label, engine: choice.engine, mode: choice.mode,
            requiresTools: !call.tools.isEmpty, requiresLogprobs: call.options.logprobs != nil,
            contextTokens: size.leastTokens)
        routing.requiresVision = call.hasPictures
        routing.requiresInfill = call.suffix != nil
        routing.origins = call.origins
        routing.conversation = Self.conversation(of: call.messages)
        var request = ModelRequest(
            task: call.task, messages: call.messages, options: call.options, label: call.label, schema: nil,
            tools: call.tools)
        request.toolChoice.allowsSeveral = call.allowsSeveralCalls
        request.suffix = call.suffix
        do {
            if !call.forced.isEmpty { return try await forced(call, request, routing, router, emit) }
            if let schema = call.schema { return try await structured(call, schema, request, routing, router, emit) }
            return try await free(call, request, routing, router, emit)
        } catch let error as RoutingError where call.hasPictures && error.isForVision {
            throw ServerError.noVision
        } catch let error as RoutingError where call.suffix != nil && error.isForInfill {
            throw ServerError.noInfill
        } catch let error as any ReadableError where call.options.logprobs != nil {
            throw refusal(of: call, choice, because: error) ?? error
        } catch let error as RoutingError where error.reason == .noEngine {
            if choice.allowsBasic, call.mayReadDocuments, call.schema == nil, call.tools.isEmpty, call.forced.isEmpty,
                !call.hasPictures, call.suffix == nil
            {
                return try await fromDocuments(call, ModelChoice(engine: .basic), emit)
            }
            guard let tokens = size.leastTokens else { throw error }
            throw ServerError(
                .contextTooLong,
                "The prompt has at least \(tokens) tokens, and no engine that could serve takes as many. \(error.message)",
                parameter: "messages")
        }
    }

    /// What stands for the conversation of a client that names none: a hash of how it begins, the same with each of its turns. Of a text
    /// without turns, `nil`.
    private static func conversation(of messages: [Message]) -> String? {
        guard let first = messages.firstIndex(where: { $0.role == .user }) else { return nil }
        // Seeded anew in each process, and told to nobody: what it was made of cannot be guessed from it.
        var hasher = Hasher()
        for message in messages[...first] { hasher.combine(message.content) }
        return String(hasher.finalize(), radix: 36)
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
        var final: ModelResponse?
        try await router.respond(to: request, routing: routing).forEach { event in
            switch event {
            case .routed(let chosen): decision = chosen
            case .event(let event):
                guard let decision else { return }
                // Only now is it certain who serves: an engine that fails before it says anything is replaced.
                if !wasTold { try await emit(.served(decision, notes: call.notes)) }
                wasTold = true
                switch event {
                case .reasoning(let piece): try await emit(.reasoning(piece))
                case .logprobs(let next): tokens += next
                case .text(let piece):
                    try await emit(.text(piece, logprobs: tokens))
                    tokens = []
                case .toolCall(let piece): try await emit(.toolCall(piece))
                case .final(let response): final = response
                }
            }
        }
        if let final, let decision {
            return GenerationResult(response: final, decision: decision, notes: call.notes + final.notes)
        }
        try Task.checkCancellation()
        throw IncompleteResponse(engine: decision?.engine ?? .basic)
    }

    private func structured(
        _ call: GenerationCall, _ schema: GenerationSchema, _ request: ModelRequest, _ routing: RoutingRequest,
        _ router: ModelRouter, _ emit: @escaping @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        let result = try await router.run(routing) { route in
            var generation = StructuredGeneration(model: try route.model)
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
                    .malformedResponse,
                    "The answer had to be repaired to follow the schema, so that its tokens are not those that the engine told "
                        + "of. Ask again, or leave `\(call.logprobsField)` out.")
            }
            return GenerationResult(
                response: response, decision: route.decision, notes: call.notes + response.notes)
        }
        try await emit(.served(result.decision, notes: result.notes))
        if let reasoning = result.response.reasoning, !reasoning.isEmpty { try await emit(.reasoning(reasoning)) }
        if !result.response.text.isEmpty || result.response.toolCalls.isEmpty {
            try await emit(.text(result.response.text, logprobs: result.response.logprobs ?? []))
        }
        return result
    }

    /// A call that a client insists on: the engine's own, where that can be kept to calling; else an answer that follows the
    /// tool's schema.
    private func forced(
        _ call: GenerationCall, _ request: ModelRequest, _ routing: RoutingRequest, _ router: ModelRouter,
        _ emit: @escaping @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        let forced = ForcedCall(call.forced)
        var told = request
        told.messages = forced.messages(request.messages)
        let (result, wasTold) = try await router.run(routing) { [request, told] route in
            let model = try route.model
            // How likely tokens were is told of texts, and a schema's answer is one.
            if model.capabilities.requiredTools, call.options.logprobs == nil {
                return (try await Self.called(call, request, model, route.decision, emit), true)
            }
            var generation = StructuredGeneration(model: model)
            generation.configuration.tellsWhatCannotBeEnforced = true
            let answer: StructuredResponse<GeneratedContent>
            do {
                answer = try await generation.response(to: told, schema: forced.schema)
            } catch let error as StructuredOutputError {
                var result = try Self.unfinished(error, call, route)
                // Half a call is none: whoever would run it must not take it for a whole one.
                result.response.text = ""
                result.response.logprobs = result.response.logprobs.map { _ in [] }
                return (result, false)
            }
            var response = answer.response
            response.toolCalls = [try forced.call(from: answer.value.jsonString)]
            response.text = ""
            // Those of a message's content, of which there is none.
            response.logprobs = response.logprobs.map { _ in [] }
            response.finishReason = .toolCalls
            let result = GenerationResult(
                response: response, decision: route.decision, notes: call.notes + response.notes)
            return (result, false)
        }
        if wasTold { return result }
        try await emit(.served(result.decision, notes: result.notes))
        if let reasoning = result.response.reasoning, !reasoning.isEmpty { try await emit(.reasoning(reasoning)) }
        return result
    }

    /// Lets an engine call one of the tools that it has to call, piece by piece.
    private static func called(
        _ call: GenerationCall, _ request: ModelRequest, _ model: any LanguageModel, _ decision: RoutingDecision,
        _ emit: @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        var request = request
        request.tools = call.forced
        request.toolChoice = ToolChoice(isRequired: true, allowsSeveral: call.allowsSeveralCalls)
        var wasTold = false
        let response = try await model.respond(to: request).response(of: model.engine) { event in
            // Only now is it certain who serves: an engine that fails before it says anything is replaced.
            if !wasTold { try await emit(.served(decision, notes: call.notes)) }
            wasTold = true
            switch event {
            case .reasoning(let piece): try await emit(.reasoning(piece))
            case .text(let piece): try await emit(.text(piece))
            case .toolCall(let piece): try await emit(.toolCall(piece))
            case .logprobs, .final: break
            }
        }
        if !wasTold { try await emit(.served(decision, notes: call.notes + response.notes)) }
        return GenerationResult(response: response, decision: decision, notes: call.notes + response.notes)
    }

    /// An answer that ended before it could follow its schema is given as far as it came, and says so by how it finished, as
    /// clients expect. So is one that calls a tool first, as it may.
    ///
    /// - Throws: The error, where the answer came to its end and does not follow the schema.
    private static func unfinished(
        _ error: StructuredOutputError, _ call: GenerationCall, _ route: Route
    ) throws -> GenerationResult {
        guard var response = error.response else { throw error }
        let calls = error.finishReason == .toolCalls && !response.toolCalls.isEmpty && !call.tools.isEmpty
        guard calls || error.finishReason == .length || error.finishReason == .contentFilter else { throw error }
        response.usage = error.usage
        return GenerationResult(
            response: response, decision: route.decision, notes: call.notes + response.notes)
    }
}

extension Generator {
    /// Whom a call's model means.
    func choice(_ call: GenerationCall) async throws -> ModelChoice {
        try await service.choice(call.model, for: call.caller)
    }

    /// Tokens of the window of who answered a call; `nil` where it has no bound, or is not known.
    func window(of decision: RoutingDecision, for call: GenerationCall) async throws -> Int? {
        let router = try await service.router(for: try await choice(call), call.model, call.caller)
        let model = try await router.models().first { $0.engine == decision.engine && $0.modelID == decision.model }
        return (model as? any LanguageModel)?.capabilities.contextLength
    }

    /// Tokens that every template puts around a message, about.
    private static let tokensAroundMessage = 4

    /// Tokens of a call's prompt, in those of the model that would answer it, and what to know of that number. Nothing is sent,
    /// and nothing is written down.
    func countTokens(_ call: GenerationCall) async throws -> (count: Int, note: String) {
        // Counting reads a prompt as answering does.
        try await Reservation.current?.take(tokens: PromptSize(call).promptTokens)
        let choice = try await choice(call)
        let router = try await service.router(for: choice, call.model, call.caller)
        var tokenizer: any TextTokenizer = EstimatedTokenizer()
        if !choice.readsDocuments, choice.engine != .basic {
            var routing = RoutingRequest(task: call.task, label: call.label, engine: choice.engine, mode: choice.mode)
            routing.origins = call.origins
            routing.requiresVision = call.hasPictures
            // For an engine that could not serve now there is the estimate all the same.
            let decision = try? await router.explain(routing)
            let models = try await router.models()
            let chosen = models.first { $0.engine == decision?.engine && $0.modelID == decision?.model }
            if let model = chosen as? any LanguageModel {
                let request = Self.request(call, for: model)
                let (own, whole) = try await withTaskExecutorPreference(ThreadPool.counting) {
                    try await Self.count(request, for: model)
                }
                if let whole { return (whole, "Counted with \(own.name), as the model's template lays it out.") }
                tokenizer = own
            }
        }
        var texts = call.messages.map(\.content)
        texts += call.messages.flatMap { ($0.toolCalls ?? []).flatMap { [$0.name, $0.arguments] } }
        texts += (call.tools + call.forced).flatMap { [$0.name, $0.description, $0.parameters.description] }
        if let schema = call.schema { texts.append(schema.root.description) }
        let pictures = call.messages.reduce(0) { $0 + ($1.pictures?.count ?? 0) }
        let (counter, parts) = (tokenizer, texts)
        let count = try await withTaskExecutorPreference(ThreadPool.counting) {
            try await Self.count(parts, with: counter)
        }
        return (
            count + call.messages.count * Self.tokensAroundMessage + pictures * PromptSize.tokensOfPicture,
            "Counted with \(counter.name), and \(Self.tokensAroundMessage) tokens for what stands around each message."
                + (pictures == 0 ? "" : " A picture is taken for \(PromptSize.tokensOfPicture).")
        )
    }

    // Both on threads that all who count share, and not on one of their own each: a model counts without a pause, so that whoever asked
    // and left would leave a thread behind each time.

    private static func count(
        _ request: ModelRequest, for model: any LanguageModel
    ) async throws -> (tokenizer: any TextTokenizer, whole: Int?) {
        try Task.checkCancellation()
        return (model.tokenizer, model.countTokens(of: request))
    }

    private static func count(_ texts: [String], with tokenizer: any TextTokenizer) async throws -> Int {
        try texts.reduce(0) { total, text in
            try Task.checkCancellation()
            return total + tokenizer.countTokens(text)
        }
    }

    /// What a model is asked for a call, as ``run(_:emit:)`` asks it first.
    private static func request(_ call: GenerationCall, for model: any LanguageModel) -> ModelRequest {
        var request = ModelRequest(
            task: call.task, messages: call.messages, options: call.options, label: call.label, schema: nil,
            tools: call.tools)
        request.toolChoice.allowsSeveral = call.allowsSeveralCalls
        if !call.forced.isEmpty {
            request.tools = call.forced
            request.toolChoice.isRequired = true
        } else if let schema = call.schema {
            request = StructuredGeneration.prepared(
                request, schema: schema, engine: model.engine, capabilities: model.capabilities)
        }
        return request
    }
}

/// How much a call is for an engine, before anything has read it: from its bytes alone, which takes no time.
struct PromptSize {
    /// Bytes of a question that the basic engine takes.
    static let longestQuestion = 64 << 10

    /// What a picture is about: projectors of 2024 and 2025 make some 250 to 1500 tokens of one.
    static let tokensOfPicture = 600

    /// For the budgets: four bytes a token.
    let promptTokens: Int
    /// The same, with what may be written.
    let estimatedTokens: Int
    /// What every vocabulary makes of it at least, for the choice of an engine; `nil` for a prompt that any engine may well take.
    /// Sixteen bytes a token is more than any language has; a prompt of spaces alone may be refused though it would fit.
    let leastTokens: Int?

    init(_ call: GenerationCall) {
        let said = call.messages.reduce(call.suffix?.utf8.count ?? 0) { total, message in
            (message.toolCalls ?? []).reduce(total + message.content.utf8.count) { $0 + $1.arguments.utf8.count }
        }
        let tools = (call.tools + call.forced).reduce(0) { total, tool in
            total + tool.name.utf8.count + tool.description.utf8.count + tool.parameters.description.utf8.count
        }
        let bytes = said + tools
        let pictures = call.messages.reduce(0) { $0 + ($1.pictures?.count ?? 0) }
        promptTokens = bytes / 4 + pictures * Self.tokensOfPicture
        estimatedTokens = promptTokens + max(0, min(call.options.maxTokens, 1 << 20))
        leastTokens = bytes / 16 > 2048 ? bytes / 16 : nil
    }
}
