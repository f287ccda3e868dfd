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
public struct IncompleteResponse: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case incompleteResponse = "incomplete-response"

        public var kind: Failure.Kind { .incompleteResponse }
    }

    public var engine: Engine
    public var reason: Reason { .incompleteResponse }
    public var message: String {
        "The engine \(engine.rawValue) ended without finishing its answer; ask again, or choose another one."
    }

    public init(engine: Engine) { self.engine = engine }
}

// MARK: - What a model shows of itself

/// A model of which can be seen what it reads: its tokens by their numbers, and a conversation as its template lays it out.
///
/// Local models can be looked into; services keep both to themselves. Nothing of this asks the model anything: its weights need not
/// be loaded, and what is looked at is read by its vocabulary and its template alone.
public protocol InspectableModel: LanguageModel {
    /// The tokens of a text.
    ///
    /// A text of more than some ten kilobytes is read in parts, which end with a line or a word; where one ends, there may be a
    /// token more than if it were read as a whole.
    func tokens(of text: String, _ listing: TokenListing) async throws -> [ModelToken]

    /// What tokens stand for, as it would stand in a text. It need not be whole characters.
    ///
    /// - Throws: An error of the kind `bad-request` for a number that is no token of the model.
    func bytes(ofTokens ids: [Int32]) async throws -> [UInt8]

    /// A conversation as the model would read it, up to where its answer begins. What people wrote stands in it as it is, also where
    /// it looks like a mark of the template; a request keeps the two apart.
    func prompt(of request: ModelRequest) async throws -> LaidOutPrompt

    /// The chat template that turns messages into a prompt.
    func template() async throws -> ModelTemplate

    /// Requests that are answered at the same time.
    var parallelRequests: Int { get }

    /// What a chat is answered with whose caller chooses nothing.
    ///
    /// - Parameter options: What holds for all models.
    func usualOptions(_ options: GenerationOptions) -> GenerationOptions
}

/// How the tokens of a text are listed.
public struct TokenListing: Hashable, Codable, Sendable {
    /// Whether the tokens are added that the model wants around a prompt, such as the one that begins it.
    public var addsSpecials: Bool
    /// Whether names of tokens that steer the model (`<|im_end|>`) are read as these; else they are text.
    public var namesSpecials: Bool
    /// Whether what each token stands for is listed, too.
    public var withBytes: Bool

    public init(addsSpecials: Bool = false, namesSpecials: Bool = false, withBytes: Bool = false) {
        self.addsSpecials = addsSpecials
        self.namesSpecials = namesSpecials
        self.withBytes = withBytes
    }
}

/// One token of a model's vocabulary.
public struct ModelToken: Hashable, Sendable {
    /// Its number in the vocabulary.
    public var id: Int32
    /// The bytes that the token stands for, not necessarily whole characters; for a control token its name. Empty when bytes were
    /// not requested.
    public var bytes: [UInt8]

    public init(id: Int32, bytes: [UInt8] = []) {
        self.id = id
        self.bytes = bytes
    }
}

/// A conversation as a model reads it.
public struct LaidOutPrompt: Hashable, Codable, Sendable {
    public var text: String
    /// The parts of the conversation that the template could not lay out as requested.
    public var notes: [String]

    public init(text: String, notes: [String] = []) {
        self.text = text
        self.notes = notes
    }
}

/// The chat template of a model, which turns a conversation into a prompt.
public struct ModelTemplate: Hashable, Codable, Sendable {
    /// Jinja; the name of a template that llama.cpp has built in where a person set one.
    public var source: String
    /// The text of the token that begins a prompt, which templates call `bos_token`; empty where there is none.
    public var begin: String
    /// The text of the token that ends a reply, `eos_token`; empty where there is none.
    public var end: String

    public init(source: String, begin: String, end: String) {
        self.source = source
        self.begin = begin
        self.end = end
    }
}
