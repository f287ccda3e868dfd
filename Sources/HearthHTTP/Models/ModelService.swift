public import HearthCore
public import HearthModels

/// What the interfaces for other programs need of Hearth.
public protocol ModelService: Sendable {
    /// The models that a client can name, those that could serve now and those that could not.
    func models() async throws -> [ServedModel]

    /// The router over all engines, in which `engine` works with the model `model`, where a client named one.
    ///
    /// - Throws: `unknown-model` when the engine cannot work with it.
    func router(engine: Engine?, model: String?) async throws -> ModelRouter

    /// The model that makes vectors; `nil` when there is none.
    func embedder() async throws -> (any EmbeddingModel)?

    /// Answers a question from the documents without any model.
    func basicAnswer(to question: String, label: SensitivityLabel) async throws -> BasicAnswer

    /// What turns speech into text; `nil` when nothing here can.
    var transcriber: (any AudioTranscriber)? { get }
}

/// A model as a client sees it.
public struct ServedModel: Sendable, Hashable {
    /// The name that chooses it, such as `local/phi-3.5-mini` or `auto`.
    public var id: String
    /// The engine that works with it; `nil` for a mode.
    public var engine: Engine?
    /// The model's own name; `nil` for a mode.
    public var model: String?
    public var makesVectors: Bool
    /// Why it could not serve now; `nil` when it could.
    public var problem: String?

    public init(
        id: String, engine: Engine? = nil, model: String? = nil, makesVectors: Bool = false, problem: String? = nil
    ) {
        self.id = id
        self.engine = engine
        self.model = model
        self.makesVectors = makesVectors
        self.problem = problem
    }
}

/// An answer that was picked from documents.
public struct BasicAnswer: Sendable {
    public var text: String
    public var decision: RoutingDecision
    public var usage: TokenUsage
    public var notes: [String]

    public init(text: String, decision: RoutingDecision, usage: TokenUsage = TokenUsage(), notes: [String] = []) {
        self.text = text
        self.decision = decision
        self.usage = usage
        self.notes = notes
    }
}

/// Turns speech into text.
public protocol AudioTranscriber: Sendable {
    /// - Parameters:
    ///   - audio: The bytes of a sound file.
    ///   - name: The file's name, whose ending may tell its format.
    ///   - language: ISO 639-1; `nil` lets it be recognized.
    func transcribe(audio: [UInt8], name: String, language: String?) async throws -> Transcript
}
