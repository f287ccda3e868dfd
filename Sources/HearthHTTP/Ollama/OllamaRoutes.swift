import HearthCore
import HearthModels
import HearthSchema

/// Ollama's interface, as far as its clients need it to talk to models that are here.
///
/// Its paths are fixed, and stand beside Hearth's own under `/api`: no two are the same, which a test holds. So clients need no other
/// address than the server's.
public struct OllamaRoutes: Sendable {
    /// The version of the interface that is answered. Clients compare it with the one that they need.
    static let version = "0.12.11"

    /// Where its routes are.
    package static let paths: Set<String> = [
        "/api/version", "/api/tags", "/api/ps", "/api/show", "/api/chat", "/api/generate", "/api/embed",
        "/api/embeddings", "/api/pull",
    ]

    /// Where Ollama's clients make, name and remove models, which is nothing for programs to do here. They are told so in the form
    /// that they can read.
    private static let unserved: Set<String> = ["/api/push", "/api/create", "/api/copy", "/api/delete"]

    /// Whether a path is one of those, or of the files that models are made of.
    static func isUnserved(_ path: some StringProtocol) -> Bool {
        unserved.contains(String(path)) || path.hasPrefix("/api/blobs/")
    }

    static let notServed = ServerError(
        .notFound,
        "Models are fetched, made and removed by the owner of this server, and not by other programs. "
            + "GET /api/tags lists those that can be used.")

    private let service: any ModelService
    let idle: IdleModels

    public init(_ service: any ModelService) {
        self.service = service
        idle = IdleModels(service)
    }

    public var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/version", access: .models) { _ in
                .json(try OllamaWire.Version(version: Self.version).json())
            },
            ServerRoute(.get, "/api/tags", access: .models) { request in
                // Nothing of this interface puts texts in order.
                let models = try await service.serving(for: request.caller).filter { $0.task != .rerank }
                return .json(try OllamaWire.ModelList(models: models.map { .init($0) }).json())
            },
            ServerRoute(.get, "/api/ps", access: .models) { request in try await loaded(request.caller) },
            ServerRoute(.post, "/api/show", access: .models) { request in try await show(request) },
            ServerRoute(.post, "/api/pull", access: .models) { request in try await pull(request) },
            ServerRoute(
                .post, "/api/chat", access: .models, work: .long, bodyLimit: ServerRoute.pictureLimit
            ) { request in
                try await answer(request, .chat)
            },
            ServerRoute(
                .post, "/api/generate", access: .models, work: .long, bodyLimit: ServerRoute.pictureLimit
            ) { request in
                try await answer(request, .generate)
            },
            ServerRoute(.post, "/api/embed", access: .models, work: .long) { request in try await embed(request) },
            ServerRoute(.post, "/api/embeddings", access: .models, work: .long) { request in
                try await embedOne(request)
            },
        ]
    }

    // MARK: - Models

    private func loaded(_ caller: Caller) async throws -> ServerResponse {
        let names = ModelNames(try await service.named(for: caller))
        let ends = await idle.ends
        let models = try await service.loaded().map { model in
            // Under the name of the list, by which clients tell what of it is loaded.
            let served = names.model(model.id) ?? ServedModel(id: model.id, engine: .local)
            return OllamaWire.Loaded(
                name: served.id, model: served.id, size: model.bytes, digest: OllamaWire.digest(of: served.id),
                details: .init(served),
                expiresAt: ends[served.id].map { OllamaWire.time($0) } ?? "9999-12-31T23:59:59Z",
                contextLength: model.contextLength)
        }
        return .json(try OllamaWire.LoadedList(models: models).json())
    }

    private func show(_ request: ServerRequest) async throws -> ServerResponse {
        let name = try OllamaFields.model(try RequestFields(try await request.json()))
        let all = try await service.named(for: request.caller)
        guard let served = ModelNames(all, for: .chat).model(name) ?? ModelNames(all, for: .embed).model(name) else {
            throw ModelChoice.unknown(name, all, for: .chat)
        }
        let details = OllamaWire.Details(served)
        var info: JSONObject = ["general.architecture": .string(details.family)]
        var capabilities = [served.task == .embed ? "embedding" : "completion"]
        if served.task == .chat, !served.readsDocuments, let engine = served.engine, engine != .basic {
            let router = try await service.router(engine: engine, model: served.model)
            if let able = try await router.models().first(where: { $0.engine == engine })?.capabilities {
                if able.tools { capabilities.append("tools") }
                if able.vision { capabilities.append("vision") }
                if let length = able.contextLength {
                    info["\(details.family).context_length"] = .number(JSONNumber(length))
                }
            }
        }
        return .json(
            try OllamaWire.Shown(details: details, modelInfo: info, capabilities: capabilities).json())
    }

    /// Nothing is fetched. Clients pull a model before they use it, though, and one that is here is what they want.
    private func pull(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let name = try OllamaFields.model(fields)
        let all = try await service.named(for: request.caller)
        guard ModelNames(all, for: .chat).model(name) ?? ModelNames(all, for: .embed).model(name) != nil else {
            throw Self.notServed
        }
        let status = try OllamaWire.Progress(status: "success").json()
        guard try fields.bool("stream") ?? true else { return .json(status) }
        return ServerResponse(
            headers: [("content-type", "application/x-ndjson")],
            content: .bytes(Array((status.description + "\n").utf8)))
    }

    // MARK: - Answers

    private func answer(_ request: ServerRequest, _ form: OllamaAnswer.Form) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let label = try request.label()
        let call =
            switch form {
            case .chat: try OllamaFields.chat(fields, label: label).asked(by: request, fields)
            case .generate: try OllamaFields.generation(fields, label: label).asked(by: request, fields)
            }
        let keepAlive = try OllamaKeepAlive.read(fields)
        let answer = OllamaAnswer(form: form, model: call.model, tellsThoughts: fields["think"] != false)
        // Without anything to say it is a question whether the model is there, or how long it stays.
        guard !call.messages.isEmpty else {
            let choice = try await Generator(service: service).choice(call)
            if let keepAlive { try await keep(choice, call, keepAlive) }
            let isUnloaded = keepAlive == .unused(.zero) && call.caller != .nobody
            return .json(try answer.ofNothing(isUnloaded: isUnloaded).json())
        }
        guard try fields.bool("stream") ?? true else {
            let result = try await idle.run(call, keepAlive) { _ in }
            return .json(try answer.whole(result).json(), headers: result.headers)
        }
        return .events(.lines, headers: [("content-type", "application/x-ndjson")]) { sink in
            let result = try await idle.run(call, keepAlive) { try await answer.take($0, sink) }
            try await answer.finish(result, sink)
        }
    }

    /// Keeps the model that would serve a call for as long as its client says. Nothing is done where none would.
    private func keep(_ choice: ModelChoice, _ call: GenerationCall, _ keepAlive: OllamaKeepAlive) async throws {
        let router = try await service.router(for: choice, call.model, call.caller)
        let routing = RoutingRequest(task: call.task, label: call.label, engine: choice.engine, mode: choice.mode)
        guard let decision = try? await router.explain(routing) else { return }
        await idle.keep(decision, keepAlive, for: call.caller)
    }

    // MARK: - Vectors

    /// What is said of a wish to take the model for vectors out of memory, or to do so later.
    private static func note(ofKeeping keepAlive: OllamaKeepAlive?) -> [String] {
        guard case .unused? = keepAlive else { return [] }
        return ["keep_alive: the model for vectors stays in memory, because search works with it."]
    }

    private func embed(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        // Without anything to read it is a question whether the model is there.
        guard let texts = try fields.strings("input", most: 2048), texts != [], fields["input"] != "" else {
            let model = try await VectorWork(service: service).name(of: try OllamaFields.model(fields))
            return .json(["model": .string(model), "embeddings": []])
        }
        guard !texts.contains("") else { throw fields.wrong("input", "text that is not empty") }
        let keepAlive = try OllamaKeepAlive.read(fields)
        let start = ContinuousClock.now
        var made = try await VectorWork(service: service).vectors(
            of: texts, try Self.named(fields), label: try request.label(),
            cutsLongTexts: try fields.bool("truncate") ?? true)
        made.notes += Self.note(ofKeeping: keepAlive)
        let known: Set<String> = ["model", "name", "input", "truncate", "dimensions", "keep_alive"]
        if let note = fields.note(beyond: known.union(EmbeddingTask.fields)) { made.notes.append(note) }
        let vectors = made.vectors.map(Embeddings.numbers).joined(separator: ",")
        return .json(
            text: "{\"model\":\(JSONValue.string(made.model).description),\"embeddings\":[\(vectors)],"
                + "\"total_duration\":\(OllamaWire.nanoseconds(start.duration(to: .now))),\"load_duration\":0,"
                + "\"prompt_eval_count\":\(made.tokens)}",
            headers: GenerationResult.headers(made.decision, notes: made.notes))
    }

    /// The same fields under the name that other interfaces have for the model.
    private static func named(_ fields: RequestFields) throws -> RequestFields {
        try fields.with("model", .string(try OllamaFields.model(fields)))
    }

    /// The older way, one text at a time.
    private func embedOne(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        guard let prompt = try fields.string("prompt"), !prompt.isEmpty else {
            _ = try await VectorWork(service: service).name(of: try OllamaFields.model(fields))
            return .json(["embedding": []])
        }
        let keepAlive = try OllamaKeepAlive.read(fields)
        var made = try await VectorWork(service: service).vectors(
            of: [prompt], try Self.named(fields), label: try request.label())
        made.notes += Self.note(ofKeeping: keepAlive)
        let known: Set<String> = ["model", "name", "prompt", "dimensions", "keep_alive"]
        if let note = fields.note(beyond: known.union(EmbeddingTask.fields)) { made.notes.append(note) }
        let vector = made.vectors.first.map(Embeddings.numbers) ?? "[]"
        return .json(
            text: "{\"embedding\":\(vector)}",
            headers: GenerationResult.headers(made.decision, notes: made.notes))
    }
}

/// Writes one answer.
struct OllamaAnswer: Sendable {
    enum Form: Sendable { case chat, generate }

    let form: Form
    /// The model as the client named it, by which it tells its answers apart.
    let model: String
    /// Whether what the model thought before its answer is told. A client that says `think: false` does not look for it.
    let tellsThoughts: Bool
    private let start = ContinuousClock.now

    init(form: Form, model: String, tellsThoughts: Bool) {
        self.form = form
        self.model = model
        self.tellsThoughts = tellsThoughts
    }

    /// - Parameter isUnloaded: Whether the client asked for the model to be taken out of memory.
    func ofNothing(isUnloaded: Bool) -> OllamaWire.Answer {
        var answer = piece("")
        answer.done = true
        answer.doneReason = isUnloaded ? "unload" : "load"
        return answer
    }

    func whole(_ result: GenerationResult) -> OllamaWire.Answer {
        var answer = ended(result, text: result.response.text)
        let calls = result.response.toolCalls
        if !calls.isEmpty { answer.message?.toolCalls = Self.calls(calls) }
        if tellsThoughts, let reasoning = result.response.reasoning, !reasoning.isEmpty {
            switch form {
            case .chat: answer.message?.thinking = reasoning
            case .generate: answer.thinking = reasoning
            }
        }
        answer.logprobs = result.response.logprobs.map(OllamaWire.logprobs)
        return answer
    }

    func take(_ event: GenerationEvent, _ sink: EventSink) async throws {
        if case .served(let decision, let notes) = event {
            sink.start(headers: GenerationResult.headers(decision, notes: notes))
        } else if case .reasoning(let text) = event {
            guard tellsThoughts else { return }
            var answer = piece("")
            switch form {
            case .chat: answer.message?.thinking = text
            case .generate: answer.thinking = text
            }
            try await send(answer, sink)
        } else if case .text(let text, let tokens) = event, !text.isEmpty {
            var answer = piece(text)
            if !tokens.isEmpty { answer.logprobs = OllamaWire.logprobs(tokens) }
            try await send(answer, sink)
        }
        // Calls are told of whole, when the answer is: this interface has no pieces of them.
    }

    func finish(_ result: GenerationResult, _ sink: EventSink) async throws {
        if form == .chat, !result.response.toolCalls.isEmpty {
            var calls = piece("")
            calls.message?.toolCalls = Self.calls(result.response.toolCalls)
            try await send(calls, sink)
        }
        try await send(ended(result, text: ""), sink)
    }

    private static func calls(_ calls: [ToolCall]) -> [OllamaWire.Call] {
        calls.enumerated().map { OllamaWire.Call($1, index: $0) }
    }

    private func send(_ answer: OllamaWire.Answer, _ sink: EventSink) async throws {
        try await sink.send(raw: Array((try answer.json().description + "\n").utf8))
    }

    private func piece(_ text: String) -> OllamaWire.Answer {
        OllamaWire.Answer(
            model: model, createdAt: OllamaWire.time(), message: form == .chat ? .init(content: text) : nil,
            response: form == .generate ? text : nil, done: false)
    }

    private func ended(_ result: GenerationResult, text: String) -> OllamaWire.Answer {
        var answer = piece(text)
        let response = result.response
        answer.done = true
        answer.doneReason = OllamaWire.doneReason(response.finishReason)
        let total = OllamaWire.nanoseconds(start.duration(to: .now))
        answer.totalDuration = total
        answer.loadDuration = 0
        answer.promptEvalCount = response.usage.promptTokens
        answer.promptEvalDuration = 0
        answer.evalCount = response.usage.completionTokens
        answer.evalDuration = total
        return answer
    }
}
