public import Foundation
public import HearthCore

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
