public import Foundation
public import HearthCore

/// A model of OpenAI, through streamed chat completions.
public struct OpenAIModel: LanguageModel, ProbeableProvider {
    /// One that the catalogue lists as current, and that answers at once.
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
