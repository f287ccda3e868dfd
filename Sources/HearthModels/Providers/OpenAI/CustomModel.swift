public import Foundation
public import HearthCore

/// A model of any server that speaks OpenAI's chat completions: Ollama, llama-server, vLLM, LM Studio, a gateway.
///
/// Such servers differ in what they send, so this reads leniently: without token counts, without `[DONE]`, with reasoning
/// apart, with errors inside the stream, or with one JSON answer instead of a stream.
public struct CustomModel: LanguageModel, ProbeableProvider {
    /// The window that is assumed of a model without an entry in the catalogue: such servers cut off without a word what does
    /// not fit, and the windows that they open without being told are small.
    public static let assumedContextLength = 8_192

    private let base: ChatCompletionsModel

    /// - Parameters:
    ///   - baseURL: Where `chat/completions` lies, such as `http://127.0.0.1:11434/v1`; `/v1` is added where the path is
    ///     empty.
    ///   - key: Called for each request; `nil` for a server without keys.
    public init(
        modelID: String, baseURL: URL, catalogue: RemoteModelCatalogue = .builtIn, transport: any HTTPTransport,
        key: @escaping @Sendable () async throws -> Secret? = { nil }
    ) {
        let facts = catalogue.model(modelID, provider: .custom)
        let structuredOutput = facts?.structuredOutput ?? .schema
        // Most servers tell how likely tokens were; what one says that does not is found out when it answers.
        var capabilities = ModelCapabilities.remote(
            facts, structuredOutput: structuredOutput, logprobs: facts?.reasons != true)
        if capabilities.contextLength == nil { capabilities.contextLength = Self.assumedContextLength }
        // A server may ignore `response_format`, as old versions of most do.
        if facts == nil { capabilities.structuredOutput = .prompted }
        base = ChatCompletionsModel(
            connection: ProviderConnection(
                engine: .custom, baseURL: baseURL, transport: transport, requiresKey: false, key: key),
            modelID: modelID,
            dialect: ChatCompletionsDialect(
                limitField: "max_tokens", takesSampling: facts?.reasons != true, stopLimit: RequestChecks.stopLimit,
                structuredOutput: structuredOutput, needsObjectRoot: false, isExact: false),
            capabilities: capabilities, successor: facts?.successor)
    }

    public var engine: Engine { .custom }
    public var modelID: String { base.modelID }
    public var capabilities: ModelCapabilities { base.capabilities }
    public var host: String? { base.connection.host }
    public var tokenizer: any TextTokenizer { CautiousTokenizer() }

    /// Whether an address and a model are set. Opens no connection.
    public func availability() async -> Availability { await base.connection.availability(model: modelID) }

    /// - Throws: In the stream ``ProviderError``, what the transport throws, or `CancellationError`.
    public func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        base.respond(to: request)
    }

    public func availableModels(ledgerRecord: Int) async throws -> [String] {
        try await base.connection.models(ledgerRecord: ledgerRecord)
    }
}
