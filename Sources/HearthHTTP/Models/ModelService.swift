public import Foundation
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

    /// The model that says how well texts answer a query; `nil` where none is set.
    func reranker() async throws -> (any RerankingModel)?

    /// Names of the local model for vectors (`embed`) or rankings (`rerank`) beside its own: its id in the list of models, the
    /// name of its file.
    func otherNames(ofModelFor task: TaskKind) async throws -> [String]

    /// Answers a question from the documents, with citations that were checked.
    func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer

    /// Writes down what the program that asks is about to be given once more of what was made for it, as it was when it was made.
    ///
    /// - Throws: Where it may not be given any more.
    func willGive(_ origins: Set<LabelOrigin>) async throws

    /// Whether the program that asks may be given it now; nothing is written down for it. Of what is listed, the rest is not there.
    func mayGive(_ origins: Set<LabelOrigin>) async throws -> Bool

    /// How private what came of these is now; `nil` where there is nothing.
    func label(of origins: Set<LabelOrigin>) async throws -> SensitivityLabel?

    /// Opens servers of tools that their owner lets programs use.
    ///
    /// - Throws: Where one of them is not there for whoever asks, or cannot be used.
    func tools(of servers: [String]) async throws -> ServedTools

    /// Names that the owner gave: what a client asks for, and the model that it gets. A client that insists on `gpt-4o` need not be
    /// taught another name.
    func aliases() async throws -> [String: String]

    /// What is in memory now.
    func loaded() async throws -> [ModelInMemory]

    /// What tells the file of a model that is in memory from every other, also from another one of the same name; `nil` where there is
    /// none, or no file.
    ///
    /// - Parameter id: As ``ModelInMemory/id``.
    func fileIdentity(ofModel id: String) async -> String?

    /// Takes a model out of memory, unless it is in use, or was used after a moment.
    ///
    /// - Parameter id: As ``ModelInMemory/id``.
    /// - Returns: When it was used last, now where it is in use; `nil` where it is not in memory any more, or stays there for
    ///   Hearth's own work.
    func unload(_ id: String, unusedSince moment: Date) async throws -> Date?

    /// What the program calls itself and its version, such as `hearth-1.2.0`.
    var build: String { get }

    /// What turns speech into text; `nil` when nothing here can.
    var transcriber: (any AudioTranscriber)? { get }

    /// What turns text into speech; `nil` when nothing here can.
    var speaker: (any TextSpeaker)? { get }
}

extension ModelService {
    public var build: String { "hearth" }
    public var speaker: (any TextSpeaker)? { nil }
    public func aliases() async throws -> [String: String] { [:] }
    public func loaded() async throws -> [ModelInMemory] { [] }
    public func fileIdentity(ofModel id: String) async -> String? { nil }
    public func unload(_ id: String, unusedSince moment: Date) async throws -> Date? { nil }
    public func reranker() async throws -> (any RerankingModel)? { nil }
    public func otherNames(ofModelFor task: TaskKind) async throws -> [String] { [] }
    public func willGive(_ origins: Set<LabelOrigin>) async throws {}
    public func mayGive(_ origins: Set<LabelOrigin>) async throws -> Bool { true }
    public func label(of origins: Set<LabelOrigin>) async throws -> SensitivityLabel? { nil }
    public func tools(of servers: [String]) async throws -> ServedTools {
        throw ServerError(.unknownItem, "There are no servers of tools here.", parameter: "tools")
    }
}

/// A model that is in memory.
public struct ModelInMemory: Sendable, Hashable {
    /// As ``ServedModel/id``.
    public var id: String
    /// Bytes that it takes, by estimate.
    public var bytes: Int
    /// Tokens of its window; 0 for a model that has none.
    public var contextLength: Int

    public init(id: String, bytes: Int, contextLength: Int) {
        self.id = id
        self.bytes = bytes
        self.contextLength = contextLength
    }
}

/// A model as a client sees it.
public struct ServedModel: Sendable, Hashable {
    /// The name that chooses it, such as `local/phi-3.5-mini` or `auto`.
    public var id: String
    /// The engine that works with it; `nil` for a mode.
    public var engine: Engine?
    /// The model's own name; `nil` for a mode.
    public var model: String?
    /// Others by which it can be asked for, such as its id in the list of models.
    public var otherNames: [String]
    /// What it is for: `chat`, `embed` or `rerank`.
    public var task: TaskKind
    /// Whether it answers from the owner's documents.
    public var readsDocuments: Bool
    /// Whether it takes pictures.
    public var sees = false
    /// Why it could not serve now; `nil` when it could.
    public var problem: String?

    public init(
        id: String, engine: Engine? = nil, model: String? = nil, otherNames: [String] = [], task: TaskKind = .chat,
        readsDocuments: Bool = false, problem: String? = nil
    ) {
        self.id = id
        self.engine = engine
        self.model = model
        self.otherNames = otherNames
        self.task = task
        self.readsDocuments = readsDocuments
        self.problem = problem
    }
}

/// The documents that may be asked.
public struct DocumentScope: Sendable, Hashable {
    /// Ids, titles or paths of documents, or folders; empty means all.
    public var places: [String]
    /// `nil` means all.
    public var labels: Set<SensitivityLabel>?
    /// `nil` means all.
    public var formats: Set<DocumentFormat>?
    /// Ids of vector stores whose files alone may be asked, and a condition on what is said of them there; `nil` where none are named.
    package var stores: StoreScope?

    package struct StoreScope: Sendable, Hashable {
        package var ids: [String]
        /// As OpenAI's search has it, an object; `nil` for no condition.
        package var filters: JSONValue?
    }

    public init(
        places: [String] = [], labels: Set<SensitivityLabel>? = nil, formats: Set<DocumentFormat>? = nil
    ) {
        self.places = places
        self.labels = labels
        self.formats = formats
    }
}

/// A question to the documents.
public struct LibraryQuestion: Sendable {
    public var text: String
    public var scope: DocumentScope
    /// Earlier turns of the conversation, oldest first.
    public var history: [Message]
    /// Who may answer, and how private the client's words are.
    public var routing: RoutingChoice
    /// The model with which the engine of ``routing`` is to answer; `nil` takes the one that is set.
    public var model: String?
    public var options: GenerationOptions

    public init(
        _ text: String, scope: DocumentScope = DocumentScope(), history: [Message] = [],
        routing: RoutingChoice = RoutingChoice(), model: String? = nil,
        options: GenerationOptions = TaskDefaults.options(for: .answer)
    ) {
        self.text = text
        self.scope = scope
        self.history = history
        self.routing = routing
        self.model = model
        self.options = options
    }
}

/// An answer from documents.
public struct DocumentAnswer: Sendable {
    /// Refers to ``citations`` by their numbers in brackets.
    public var text: String
    public var citations: [Citation]
    /// Bytes of ``text`` that no source supports.
    public var unsupported: [TextSpan]
    /// All that was read for it, cited or not.
    public var origins: Set<LabelOrigin> = []
    public var decision: RoutingDecision
    public var usage: TokenUsage
    public var finishReason: FinishReason
    public var notes: [String]

    public init(
        text: String, citations: [Citation] = [], unsupported: [TextSpan] = [], decision: RoutingDecision,
        usage: TokenUsage = TokenUsage(), finishReason: FinishReason = .stop, notes: [String] = []
    ) {
        self.text = text
        self.citations = citations
        self.unsupported = unsupported
        self.decision = decision
        self.usage = usage
        self.finishReason = finishReason
        self.notes = notes
    }
}

/// Turns speech into text.
public protocol AudioTranscriber: Sendable {
    /// - Throws: ``ServerError`` with the status 501 where nothing can, and `unknown-model` for a model that is not here.
    func transcribe(_ recording: SentRecording) async throws -> RecordingText

    /// The same.
    ///
    /// - Parameter told: Is given what was said as soon as it is written down, in order; the work waits for it.
    func transcribe(
        _ recording: SentRecording, told: @escaping @Sendable ([RecognizedSegment]) async throws -> Void
    ) async throws -> RecordingText
}

extension AudioTranscriber {
    public func transcribe(
        _ recording: SentRecording, told: @escaping @Sendable ([RecognizedSegment]) async throws -> Void
    ) async throws -> RecordingText {
        let text = try await transcribe(recording)
        try await told(text.segments)
        return text
    }
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

/// Ids and times in the forms that the interfaces use.
package enum Identifier {
    /// A prefix and 24 random hexadecimal digits.
    package static func make(_ prefix: String) -> String {
        prefix + UUID().uuidString.lowercased().replacing("-", with: "").prefix(24)
    }

    /// Seconds since 1970.
    package static func now() -> Int { Int(Date().timeIntervalSince1970) }
}
