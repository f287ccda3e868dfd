public import Foundation
public import HearthCore

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
            purpose: request.task.rawValue, mayRetry: request.mayRetry, mayLeave: request.mayLeave)
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

// MARK: - OpenAI's

/// A model of OpenAI, through streamed chat completions.
public struct OpenAIModel: LanguageModel, ProbeableProvider {
    /// The default model, which the catalogue lists as current and which answers without reasoning first.
    public static let defaultModelID = "gpt-4.1-mini"
    public static let defaultBaseURL = URL(string: "https://api.openai.com/v1") ?? URL(fileURLWithPath: "/")

    private let base: ChatCompletionsModel

    /// - Parameters:
    ///   - modelID: Works with or without an entry in the catalogue.
    ///   - baseURL: Where `chat/completions` lies. The key goes to this origin only.
    ///   - key: Called for each request, so that the key is not kept; `nil` or an empty one means that none is set.
    public init(
        modelID: String = OpenAIModel.defaultModelID, baseURL: URL = OpenAIModel.defaultBaseURL,
        catalogue: RemoteModelCatalogue = .builtIn, transport: any HTTPTransport,
        hasKey: (@Sendable () async throws -> Bool)? = nil, key: @escaping @Sendable () async throws -> Secret?
    ) {
        let facts = catalogue.model(modelID, provider: .openai)
        let reasons = facts?.reasons ?? Self.reasons(modelID)
        let structuredOutput = facts?.structuredOutput ?? .schema
        base = ChatCompletionsModel(
            connection: ProviderConnection(
                engine: .openai, baseURL: baseURL, transport: transport, requiresKey: true, hasKey: hasKey, key: key),
            modelID: modelID,
            dialect: ChatCompletionsDialect(
                // Models that reason refuse `max_tokens`, and proxies for the older ones may not know the newer name.
                limitField: reasons ? "max_completion_tokens" : "max_tokens", takesSampling: !reasons, stopLimit: 4,
                structuredOutput: structuredOutput, needsObjectRoot: true, isExact: true),
            // Models that reason refuse `logprobs` too.
            capabilities: .remote(facts, structuredOutput: structuredOutput, logprobs: !reasons),
            successor: facts?.successor)
    }

    /// Whether a model without an entry is of a family that thinks before it answers: `o1`, `o3-pro`, `gpt-5.1`.
    static func reasons(_ id: String) -> Bool {
        let parts = id.split(whereSeparator: { $0 == "-" || $0 == "." })
        guard let family = parts.first else { return false }
        if family.count == 2, family.first == "o", family.last?.isNumber == true { return true }
        guard family == "gpt", parts.count > 1, let number = Int(parts[1]) else { return false }
        // `gpt-5-chat-latest` is the one that does not.
        return number >= 5 && !parts.contains("chat")
    }

    public var engine: Engine { .openai }
    public var modelID: String { base.modelID }
    public var capabilities: ModelCapabilities { base.capabilities }
    public var host: String? { base.connection.host }
    public var tokenizer: any TextTokenizer { CautiousTokenizer() }

    /// Whether a key is set. Opens no connection.
    public func availability() async -> Availability { await base.connection.availability(model: modelID) }

    /// - Throws: In the stream ``ProviderError``, what the transport throws, or `CancellationError`.
    public func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        base.respond(to: request)
    }

    public func availableModels(ledgerRecord: Int) async throws -> [String] {
        try await base.connection.models(ledgerRecord: ledgerRecord)
    }
}

// MARK: - Other servers'

/// A model of any server that speaks OpenAI's chat completions: Ollama, llama-server, vLLM, LM Studio, a gateway.
///
/// Such servers differ in what they send, so this reads leniently: without token counts, without `[DONE]`, with reasoning
/// apart, with errors inside the stream, or with one JSON answer instead of a stream.
///
/// A schema and tools are sent in their fields, which most servers enforce. One that refuses them is asked again once, with the
/// same in words, and that is remembered. What a server says of its window and abilities is asked of it when a decision allows
/// that, see ``SelfDescribingModel``; entries of the catalogue stand above it.
public struct CustomModel: LanguageModel, ProbeableProvider, SelfDescribingModel {
    /// The window that is assumed where neither the catalogue nor the server says it: such servers cut off without a word what does
    /// not fit, and the windows that they open without being told are small.
    public static let assumedContextLength = 8_192

    private let base: ChatCompletionsModel
    private let isWindowKnown: Bool

    /// - Parameters:
    ///   - baseURL: Where `chat/completions` lies, such as `http://127.0.0.1:11434/v1`; `/v1` is added where the path is
    ///     empty.
    ///   - engine: Which of the owner's endpoints it is: `custom`, or one with a name.
    ///   - contextLength: Tokens of its window, where the owner said so; `nil` takes what the catalogue or the server says.
    ///   - servers: What is known of servers; shared by models that are made one after the other.
    ///   - key: Called for each request; `nil` for a server without keys.
    public init(
        modelID: String, engine: Engine = .custom, baseURL: URL, contextLength: Int? = nil,
        catalogue: RemoteModelCatalogue = .builtIn, transport: any HTTPTransport,
        servers: CustomServers = CustomServers(), key: @escaping @Sendable () async throws -> Secret? = { nil }
    ) {
        let facts = catalogue.model(modelID, provider: engine)
        let structuredOutput = facts?.structuredOutput ?? .schema
        // Most servers tell how likely tokens were; what one says that does not is found out when it answers.
        var capabilities = ModelCapabilities.remote(
            facts, structuredOutput: structuredOutput, logprobs: facts?.reasons != true)
        if let contextLength { capabilities.contextLength = contextLength }
        isWindowKnown = capabilities.contextLength != nil
        if !isWindowKnown { capabilities.contextLength = Self.assumedContextLength }
        base = ChatCompletionsModel(
            connection: ProviderConnection(
                engine: engine, baseURL: baseURL, transport: transport, requiresKey: false, key: key),
            modelID: modelID,
            dialect: ChatCompletionsDialect(
                limitField: "max_tokens", takesSampling: facts?.reasons != true, stopLimit: RequestChecks.stopLimit,
                structuredOutput: structuredOutput, needsObjectRoot: false, isExact: false),
            capabilities: capabilities, successor: facts?.successor, servers: servers)
    }

    public var engine: Engine { base.connection.engine }
    public var modelID: String { base.modelID }
    public var capabilities: ModelCapabilities {
        var capabilities = base.capabilities
        let refused = base.refused
        if refused.contains(.schema) { capabilities.structuredOutput = .prompted }
        if let facts = base.facts {
            if !isWindowKnown, let window = facts.window { capabilities.contextLength = window }
            capabilities.requiredTools = facts.enforcesToolChoice && !refused.contains(.tools)
        }
        return capabilities
    }
    public var host: String? { base.connection.host }
    public var tokenizer: any TextTokenizer { CautiousTokenizer() }

    /// Whether an address and a model are set. Opens no connection.
    public func availability() async -> Availability { await base.connection.availability(model: modelID) }

    /// - Throws: In the stream ``ProviderError``, what the transport throws, or `CancellationError`.
    public func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        base.respond(to: request)
    }

    public func learn(
        ledgerRecord: Int, mayLeave: @escaping @Sendable () async throws -> Void
    ) async throws {
        // What the owner wrote down needs no question.
        if !isWindowKnown { try await base.learn(ledgerRecord: ledgerRecord, mayLeave: mayLeave) }
    }

    public func availableModels(ledgerRecord: Int) async throws -> [String] {
        try await base.connection.models(ledgerRecord: ledgerRecord)
    }
}
