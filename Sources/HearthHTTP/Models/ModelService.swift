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

    /// The model with which an engine makes vectors; `nil` when it has none.
    func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)?

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
    /// - Throws: ``ServerError`` with the status 501 where nothing can, and `unknown-model` for a model that is not here.
    func transcribe(_ recording: SentRecording) async throws -> RecordingText
}

/// A recording that a client sent.
public struct SentRecording: Sendable {
    /// The bytes of a sound file.
    public var audio: [UInt8]
    /// The file's name, whose ending may tell its format.
    public var name: String
    /// `nil` for the best that is installed.
    public var model: String?
    public var options: RecognitionOptions

    public init(
        audio: [UInt8], name: String, model: String? = nil, options: RecognitionOptions = RecognitionOptions()
    ) {
        self.audio = audio
        self.name = name
        self.model = model
        self.options = options
    }
}

/// What was said in a recording.
public struct RecordingText: Sendable {
    public var segments: [RecognizedSegment]
    /// ISO 639-1; `nil` where it is not known.
    public var language: String?
    /// Seconds.
    public var duration: Double

    public init(segments: [RecognizedSegment], language: String? = nil, duration: Double) {
        self.segments = segments
        self.language = language
        self.duration = duration
    }
}
