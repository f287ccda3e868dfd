/// The kinds of engine, by the names used in settings and on the command line.
public enum Engine: String, Codable, Sendable, CaseIterable {
    case apple, local, openai, anthropic, custom, basic

    /// Whether its requests go to a service of somebody's, with the user's own key ("bring your own").
    public var isRemote: Bool {
        switch self {
        case .openai, .anthropic, .custom: true
        case .apple, .local, .basic: false
        }
    }
}

/// What is asked of an engine.
public enum TaskKind: String, Codable, Sendable, CaseIterable {
    case intentToAction, summarize, rewrite, studyQuestionGen, textCompletion, chat
    case answer, extract, embed, rerank, transcribe
}

/// What an engine can do, known without asking it.
public struct ModelCapabilities: Hashable, Codable, Sendable {
    /// How an engine keeps an answer to a schema.
    public enum StructuredOutput: String, Codable, Sendable {
        /// It cannot; the schema stands in the prompt and the answer is checked afterwards.
        case prompted
        /// Tokens that the schema forbids are never chosen.
        case constrained
    }

    /// Works with no network.
    public var offline: Bool
    /// Tokens of prompt and answer together; `nil` when the engine has no such bound.
    public var contextLength: Int?
    /// The most tokens of one answer; `nil` when only ``contextLength`` bounds it.
    public var maximumOutput: Int?
    public var tasks: Set<TaskKind>
    /// Takes ``ModelRequest/tools``.
    public var tools: Bool
    /// Can be kept to calling a tool: takes ``ToolChoice/isRequired``.
    public var requiredTools = false
    /// Tells how likely its tokens were: takes ``GenerationOptions/logprobs``.
    public var logprobs: Bool
    public var structuredOutput: StructuredOutput
    /// Seconds until the first token of a short prompt, a rough expectation; `nil` when nothing is known.
    public var estimatedLatency: Double?

    public init(
        offline: Bool, contextLength: Int?, maximumOutput: Int? = nil, tasks: Set<TaskKind>, tools: Bool = false,
        logprobs: Bool = false, structuredOutput: StructuredOutput = .prompted, estimatedLatency: Double? = nil
    ) {
        self.offline = offline
        self.contextLength = contextLength
        self.maximumOutput = maximumOutput
        self.tasks = tasks
        self.tools = tools
        self.logprobs = logprobs
        self.structuredOutput = structuredOutput
        self.estimatedLatency = estimatedLatency
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
    /// The device is too old for it.
    case deviceNotEligible
    /// It is switched off in the system's settings.
    case notEnabled
    /// The system is still downloading or preparing it.
    case modelNotReady
    /// It failed several times just now and is left alone for a while.
    case coolingDown
}
