/// An engine that answers requests with a stream of events.
public protocol LanguageModel: Sendable {
    var engine: Engine { get }
    /// The model inside the engine, for example a file name or a remote id.
    var modelID: String { get }
    var capabilities: ModelCapabilities { get }
    /// Counts prompts in the model's own tokens; a stated estimate where those cannot be had without a request.
    var tokenizer: any TextTokenizer { get }
    /// The host that a request goes to, such as `api.openai.com` or `127.0.0.1:11434`; `nil` when it stays in the process.
    var host: String? { get }

    /// Whether a request could be served now. Never opens a connection.
    func availability() async -> Availability

    /// Starts the work. The stream ends with exactly one ``ResponseEvent/final(_:)`` or with an error; dropping it stops the
    /// work within one token.
    func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error>
}

extension LanguageModel {
    public var tokenizer: any TextTokenizer { EstimatedTokenizer() }
    public var host: String? { nil }

    /// The whole response, when its pieces are of no use on their own.
    ///
    /// - Throws: What the stream throws, or ``IncompleteResponse`` when it ends without a final event.
    public func response(to request: ModelRequest) async throws -> ModelResponse {
        for try await event in respond(to: request) {
            if case .final(let response) = event { return response }
        }
        try Task.checkCancellation()
        throw IncompleteResponse(engine: engine)
    }
}

/// A stream of an engine that ended without its final event.
public struct IncompleteResponse: ReadableError {
    public var engine: Engine
    public let code = "incomplete-response"
    public let kind = Failure.Kind.incompleteResponse
    public var message: String {
        "The engine \(engine.rawValue) ended without finishing its answer; ask again, or choose another one."
    }

    public init(engine: Engine) { self.engine = engine }
}
