/// An engine that answers requests with a stream of events.
public protocol LanguageModel: Sendable {
    var engine: Engine { get }
    /// The model inside the engine, for example a file name or a remote id.
    var modelID: String { get }
    var capabilities: ModelCapabilities { get }
    /// Counts prompts in the model's own tokens; a stated estimate where those cannot be had without a request.
    var tokenizer: any TextTokenizer { get }

    /// Whether a request could be served now. Never opens a connection.
    func availability() async -> Availability

    /// Starts the work. The stream ends with exactly one ``ResponseEvent/final(_:)`` or with an error; dropping it stops the
    /// work within one token.
    func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error>
}

extension LanguageModel {
    public var tokenizer: any TextTokenizer { EstimatedTokenizer() }
}

/// The kinds of engine, by the names used in settings and on the command line.
public enum Engine: String, Codable, Sendable, CaseIterable {
    case apple, local, openai, anthropic, custom, basic
}

/// What is asked of an engine.
public enum TaskKind: String, Codable, Sendable, CaseIterable {
    case intentToAction, summarize, rewrite, studyQuestionGen, textCompletion, chat
    case answer, extract, embed, rerank, transcribe
}

public struct ModelCapabilities: Hashable, Codable, Sendable {
    /// Works with no network.
    public var offline: Bool
    /// Tokens of prompt and answer together; `nil` when the engine has no such bound.
    public var contextLength: Int?
    public var tasks: Set<TaskKind>

    public init(offline: Bool, contextLength: Int?, tasks: Set<TaskKind>) {
        self.offline = offline
        self.contextLength = contextLength
        self.tasks = tasks
    }
}

public enum Availability: Hashable, Codable, Sendable {
    case available
    case unavailable(reason: UnavailableReason, message: String)
}

public enum UnavailableReason: String, Codable, Sendable {
    /// The engine was left out when the program was built.
    case notBuilt
    /// No model, key or address is configured.
    case notConfigured
    /// The configured model file is missing or damaged.
    case modelMissing
    /// The platform does not have it.
    case platform
}

public struct Message: Hashable, Codable, Sendable {
    public enum Role: String, Codable, Sendable { case system, user, assistant, tool }

    public var role: Role
    public var content: String

    public init(_ role: Role, _ content: String) {
        self.role = role
        self.content = content
    }
}

/// One request to an engine.
public struct ModelRequest: Sendable {
    public var task: TaskKind
    public var messages: [Message]
    public var options: GenerationOptions

    public init(task: TaskKind, messages: [Message], options: GenerationOptions = GenerationOptions()) {
        self.task = task
        self.messages = messages
        self.options = options
    }
}

/// How to choose tokens and when to end.
public struct GenerationOptions: Hashable, Codable, Sendable {
    /// 0 takes the likeliest token each time, which makes answers repeatable.
    public var temperature: Double
    /// Only the `topK` likeliest tokens are considered; 0 considers all.
    public var topK: Int
    /// Only the likeliest tokens whose probabilities add up to this are considered; 1 considers all.
    public var topP: Double
    /// Tokens less likely than this share of the likeliest are dropped; 0 drops none.
    public var minP: Double
    /// Above 1 makes tokens that occurred lately less likely; 1 changes nothing.
    public var repetitionPenalty: Double
    public var maxTokens: Int
    public var stopSequences: [String]
    /// `nil` takes a random one.
    public var seed: UInt32?
    /// A GBNF grammar that the answer must follow; `nil` leaves it free.
    public var grammar: String?

    public init(
        temperature: Double = 0.3, topK: Int = 40, topP: Double = 0.95, minP: Double = 0.05,
        repetitionPenalty: Double = 1.0, maxTokens: Int = 512, stopSequences: [String] = [], seed: UInt32? = nil,
        grammar: String? = nil
    ) {
        self.temperature = temperature
        self.topK = topK
        self.topP = topP
        self.minP = minP
        self.repetitionPenalty = repetitionPenalty
        self.maxTokens = maxTokens
        self.stopSequences = stopSequences
        self.seed = seed
        self.grammar = grammar
    }
}

public enum ResponseEvent: Sendable {
    /// The next piece of the answer.
    case text(String)
    /// The last event.
    case final(ModelResponse)
}

public struct ModelResponse: Sendable {
    /// The whole answer.
    public var text: String
    public var usage: TokenUsage
    public var timings: Timings
    public var finishReason: FinishReason
    /// What a person should know about how the answer came about, one sentence each; usually none.
    public var notes: [String]

    public init(
        text: String, usage: TokenUsage, timings: Timings, finishReason: FinishReason, notes: [String] = []
    ) {
        self.text = text
        self.usage = usage
        self.timings = timings
        self.finishReason = finishReason
        self.notes = notes
    }
}

public enum FinishReason: String, Codable, Sendable { case stop, length }

public struct TokenUsage: Hashable, Codable, Sendable {
    public var promptTokens: Int
    public var completionTokens: Int
    /// Prompt tokens that an earlier turn had left evaluated.
    public var cachedTokens: Int

    public init(promptTokens: Int = 0, completionTokens: Int = 0, cachedTokens: Int = 0) {
        self.promptTokens = promptTokens
        self.completionTokens = completionTokens
        self.cachedTokens = cachedTokens
    }
}

/// Seconds.
public struct Timings: Hashable, Codable, Sendable {
    public var prompt: Double
    public var generation: Double

    public init(prompt: Double = 0, generation: Double = 0) {
        self.prompt = prompt
        self.generation = generation
    }
}
