public import Foundation
public import HearthCore

/// A model of Anthropic, through the streamed messages interface.
///
/// An answer to a schema is asked for as the argument of a tool that the model must use; its pieces are the text.
public struct AnthropicModel: LanguageModel, ProbeableProvider {
    /// One that the catalogue lists as current.
    public static let defaultModelID = "claude-sonnet-4-5-20250929"
    public static let defaultBaseURL = URL(string: "https://api.anthropic.com/v1") ?? URL(fileURLWithPath: "/")
    /// The version of the interface that this is written for.
    static let version = "2023-06-01"
    /// What the smallest of its models write at most; for models without an entry in the catalogue, because the interface
    /// refuses a limit that is too high for the model.
    static let assumedMaximumOutput = 4096

    public let modelID: String
    public let capabilities: ModelCapabilities
    private let connection: ProviderConnection
    private let successor: String?

    /// - Parameters:
    ///   - modelID: Works with or without an entry in the catalogue.
    ///   - baseURL: Where `messages` lies. The key goes to this origin only.
    ///   - key: Called for each request, so that the key is not kept; `nil` or an empty one means that none is set.
    public init(
        modelID: String = AnthropicModel.defaultModelID, baseURL: URL = AnthropicModel.defaultBaseURL,
        catalogue: RemoteModelCatalogue = .builtIn, transport: any HTTPTransport,
        hasKey: (@Sendable () async throws -> Bool)? = nil, key: @escaping @Sendable () async throws -> Secret?
    ) {
        self.modelID = modelID
        let facts = catalogue.model(modelID, provider: .anthropic)
        capabilities = .remote(facts, structuredOutput: facts?.structuredOutput ?? .schema)
        successor = facts?.successor
        connection = ProviderConnection(
            engine: .anthropic, baseURL: baseURL, transport: transport, requiresKey: true,
            keyHeader: ("x-api-key", ""), headers: [("anthropic-version", Self.version)], hasKey: hasKey, key: key)
    }

    public var engine: Engine { .anthropic }
    public var host: String? { connection.host }
    public var tokenizer: any TextTokenizer { CautiousTokenizer() }

    /// Whether a key is set. Opens no connection.
    public func availability() async -> Availability { await connection.availability(model: modelID) }

    /// - Throws: In the stream ``ProviderError``, what the transport throws, or `CancellationError`.
    public func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { emit in
            try RequestChecks.check(request, engine: .anthropic)
            try RequestChecks.checkLogprobs(request, areTold: capabilities.logprobs)
            let envelope = request.schema.map { StructuredEnvelope($0) }
            var answer = AnswerBuilder(
                request, envelope: envelope, stopSequences: AnthropicRequest.unsentStops(request))
            let (limit, note) = RequestChecks.tokenLimit(
                request, maximum: capabilities.maximumOutput ?? Self.assumedMaximumOutput)
            if let note { answer.notes.append(note) }
            if request.options.temperature > 1 {
                answer.notes.append("The temperature was lowered to 1, the highest here.")
            }
            if request.options.presencePenalty != 0 || request.options.frequencyPenalty != 0 {
                answer.notes.append("Presence and frequency penalty were not used: this service has none.")
            }
            let reply = try await connection.post(
                "messages",
                body: AnthropicRequest.body(
                    request, model: modelID, envelope: envelope, limit: limit,
                    stops: AnthropicRequest.sentStops(request)),
                model: modelID, successor: successor, ledgerRecord: request.ledgerRecord,
                purpose: request.task.rawValue, mayLeave: request.mayLeave)
            var reader = AnthropicReader(
                body: ProviderBody(engine: .anthropic, reply: reply),
                answerTool: envelope.map { AnthropicRequest.answerTool($0, tools: request.tools) })
            try await reader.read(into: &answer, emit)
            try await answer.finish(emit)
        }
    }

    public func availableModels(ledgerRecord: Int) async throws -> [String] {
        try await connection.models(ledgerRecord: ledgerRecord)
    }
}
