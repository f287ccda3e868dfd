/// An engine that work can be routed to: all that a decision about it needs.
///
/// Most are a ``LanguageModel``. One that is not takes no prompts: whoever asked for it does the work with code of its own, as
/// the extractive engine's is done, or it cannot serve and is there so that a decision can say why.
public protocol RoutableEngine: Sendable {
    var engine: Engine { get }
    /// The model inside the engine, for example a file name or a remote id.
    var modelID: String { get }
    var capabilities: ModelCapabilities { get }
    /// The host that a request goes to, such as `api.openai.com` or `127.0.0.1:11434`; `nil` when it stays in the process.
    var host: String? { get }

    /// Whether a request could be served now. Never opens a connection.
    func availability() async -> Availability
}

extension RoutableEngine {
    public var host: String? { nil }
}

/// An engine that answers requests with a stream of events.
public protocol LanguageModel: RoutableEngine {
    /// Counts prompts in the model's own tokens; a stated estimate where those cannot be had without a request.
    var tokenizer: any TextTokenizer { get }

    /// Tokens of a request's whole prompt as the model reads it: messages and tools with all that its layout puts around them.
    /// `nil` where the layout is known to the model's service alone, or has something against the request. Opens no connection,
    /// and loads no weights; blocks while a vocabulary is read.
    func countTokens(of request: ModelRequest) -> Int?

    /// The answer, once it is read. The stream ends with exactly one ``ResponseEvent/final(_:)`` or with an error; dropping it
    /// stops the work within one token, and who reads slowly slows it down.
    func respond(to request: ModelRequest) -> EventStream<ResponseEvent>
}

extension LanguageModel {
    public var tokenizer: any TextTokenizer { EstimatedTokenizer() }

    public func countTokens(of request: ModelRequest) -> Int? { nil }

    /// The whole response, when its pieces are of no use on their own.
    ///
    /// - Throws: What the stream throws, or ``IncompleteResponse`` when it ends without a final event.
    public func response(to request: ModelRequest) async throws -> ModelResponse {
        try await respond(to: request).response(of: engine) { _ in }
    }
}

extension EventStream where Element == ResponseEvent {
    /// Reads an answer to its end, here in the caller's task.
    ///
    /// - Parameter take: Is given the pieces, and sets the pace.
    /// - Returns: The final event; nothing that comes after it counts.
    /// - Throws: What the stream or `take` throws, or ``IncompleteResponse`` when it ends without a final event.
    public func response(of engine: Engine, take: Emit) async throws -> ModelResponse {
        var final: ModelResponse?
        try await forEach { event in
            guard final == nil else { return }
            if case .final(let response) = event { final = response } else { try await take(event) }
        }
        if let final { return final }
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
