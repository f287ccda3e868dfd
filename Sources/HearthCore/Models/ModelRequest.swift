/// One request to an engine.
public struct ModelRequest: Sendable {
    public var task: TaskKind
    public var messages: [Message]
    public var options: GenerationOptions
    /// What stands behind the gap that a ``TaskKind/textCompletion`` fills, with the messages before it; `nil` goes on with
    /// them. Only an engine that can (``ModelCapabilities/infill``) may be asked then. Of no meaning for other tasks.
    public var suffix: String?
    /// The strictest label of anything in the messages. A route that was decided for a milder one refuses the request.
    public var label: SensitivityLabel
    /// The form that the answer must have; `nil` leaves it free.
    public var schema: GenerationSchema?
    public var tools: [ToolDefinition]
    /// Whether and which of ``tools`` the model must call; ignored when there are no tools.
    public var toolChoice = ToolChoice()
    /// The ledger's record of the decision that allowed this request, set by the router. A remote engine refuses a request
    /// without one.
    public var ledgerRecord: Int?
    /// Set by the router: asks again whether the prompt may leave, with the labels and the policy of that moment. Whoever sends
    /// it to another host calls it before each attempt; what it throws ends the request.
    public var mayLeave: (@Sendable () async throws -> Void)?
    /// Whether the provider may repeat the request after a failed attempt. Set by the router; `false` when another server of the
    /// same model is asked instead.
    public var mayRetry = true
    /// The conversation that the messages belong to. An engine may keep what it evaluated under this name, and take it up
    /// again after a restart; `nil` keeps nothing.
    public var conversationID: String?
    /// Taken before the texts of the messages were read. What was evaluated is kept only where nothing was forgotten since;
    /// `nil` takes the moment at which the engine gets the request.
    public var conversationMark: PromptStateMark?

    public init(
        task: TaskKind, messages: [Message], options: GenerationOptions = GenerationOptions(),
        label: SensitivityLabel = .personal, schema: GenerationSchema? = nil, tools: [ToolDefinition] = [],
        conversationID: String? = nil
    ) {
        self.task = task
        self.messages = messages
        self.options = options
        self.label = label
        self.schema = schema
        self.tools = tools
        self.conversationID = conversationID
    }
}

extension ModelRequest {
    /// Whether a message of it has a picture. Only an engine that sees (``ModelCapabilities/vision``) may be asked then.
    public var hasPictures: Bool { messages.contains { $0.pictures != nil } }
}

/// Sampling parameters, limits and stop sequences of a generation.
public struct GenerationOptions: Hashable, Codable, Sendable {
    /// Limits of an answer that mean something: no model writes a million tokens, so a larger number is a mistake.
    public static let sensibleTokens = 1...1_000_000
    /// Temperatures that services take; above 2 every model writes noise.
    public static let sensibleTemperatures = 0.0...2.0
    /// Presence and frequency penalties, in OpenAI's measure.
    public static let sensiblePenalties = -2.0...2.0
    /// The number of alternatives per token that a request may ask for, which is OpenAI's limit.
    public static let sensibleLogprobs = 0...20

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
    /// Taken from the score of every token that occurred in the answer, see ``sensiblePenalties``; 0 changes nothing.
    public var presencePenalty: Double
    /// A penalty on tokens that occurred before, added once for each occurrence.
    public var frequencyPenalty: Double
    public var maxTokens: Int
    public var stopSequences: [String]
    /// `nil` takes a random one.
    public var seed: UInt32?
    /// A GBNF grammar that the answer must follow; `nil` leaves it free.
    public var grammar: String?
    /// Asks how likely each token of the answer was, and for this many of the likeliest tokens at its place, 0 to 20; `nil`
    /// does not ask. An engine that cannot tell (``ModelCapabilities/logprobs``) refuses the request.
    public var logprobs: Int?
    /// What the caller chose itself. The rest are defaults, in whose place an engine may put what a person set for its model.
    /// Not written down with the other options.
    public var chosen: Choices = []

    /// Options that a caller can have chosen.
    public struct Choices: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let temperature = Choices(rawValue: 1)
        public static let topK = Choices(rawValue: 2)
        public static let topP = Choices(rawValue: 4)
        public static let maxTokens = Choices(rawValue: 8)
    }

    /// Takes what a caller chose itself; what is `nil` stays as it is.
    public mutating func choose(
        temperature: Double? = nil, topK: Int? = nil, topP: Double? = nil, maxTokens: Int? = nil
    ) {
        if let temperature { (self.temperature, _) = (temperature, chosen.insert(.temperature)) }
        if let topK { (self.topK, _) = (topK, chosen.insert(.topK)) }
        if let topP { (self.topP, _) = (topP, chosen.insert(.topP)) }
        if let maxTokens { (self.maxTokens, _) = (maxTokens, chosen.insert(.maxTokens)) }
    }

    private enum CodingKeys: String, CodingKey {
        case temperature, topK, topP, minP, repetitionPenalty, presencePenalty, frequencyPenalty, maxTokens
        case stopSequences, seed, grammar, logprobs
    }

    public init(
        temperature: Double = 0.3, topK: Int = 40, topP: Double = 0.95, minP: Double = 0.05,
        repetitionPenalty: Double = 1.0, presencePenalty: Double = 0, frequencyPenalty: Double = 0,
        maxTokens: Int = 512, stopSequences: [String] = [], seed: UInt32? = nil, grammar: String? = nil,
        logprobs: Int? = nil
    ) {
        self.temperature = temperature
        self.topK = topK
        self.topP = topP
        self.minP = minP
        self.repetitionPenalty = repetitionPenalty
        self.presencePenalty = presencePenalty
        self.frequencyPenalty = frequencyPenalty
        self.maxTokens = maxTokens
        self.stopSequences = stopSequences
        self.seed = seed
        self.grammar = grammar
        self.logprobs = logprobs
    }
}

// MARK: - Messages and tools

/// One message of a prompt.
public struct Message: Hashable, Codable, Sendable {
    public enum Role: String, Codable, Sendable { case system, user, assistant, tool }

    public var role: Role
    public var content: String
    /// Pictures that belong to the text, in their order; only in messages of the user and of tools. `nil` when there are none.
    public var pictures: [Picture]?
    /// The model's reasoning before its answer, kept apart from the answer; not sent back to a model.
    public var reasoning: String?
    /// The tool calls that the model requests; only in messages of the assistant.
    public var toolCalls: [ToolCall]?
    /// The call that this message is the result of; only in messages of a tool.
    public var toolCallID: String?

    public init(
        _ role: Role, _ content: String, pictures: [Picture]? = nil, reasoning: String? = nil,
        toolCalls: [ToolCall]? = nil, toolCallID: String? = nil
    ) {
        self.role = role
        self.content = content
        self.pictures = pictures?.isEmpty == true ? nil : pictures
        self.reasoning = reasoning
        self.toolCalls = toolCalls
        self.toolCallID = toolCallID
    }
}

/// A function that a model may ask the caller to run.
public struct ToolDefinition: Hashable, Sendable {
    public var name: String
    public var description: String
    /// The JSON Schema of the arguments, an object.
    public var parameters: JSONValue

    public init(name: String, description: String, parameters: JSONValue) {
        self.name = name
        self.description = description
        self.parameters = parameters
    }
}

/// A model's wish to have a tool run. Nothing is ever run on its own: the caller decides.
public struct ToolCall: Hashable, Codable, Sendable {
    public var id: String
    public var name: String
    /// JSON as the model wrote it, not checked.
    public var arguments: String

    public init(id: String, name: String, arguments: String) {
        self.id = id
        self.name = name
        self.arguments = arguments
    }
}

// MARK: -

/// Whether a model may call tools or has to, and how many at once.
public struct ToolChoice: Hashable, Codable, Sendable {
    /// Whether the answer has to be a call. An engine that cannot be kept to that (``ModelCapabilities/requiredTools``) is not asked.
    public var isRequired: Bool
    /// Whether one answer may call several.
    public var allowsSeveral: Bool

    public init(isRequired: Bool = false, allowsSeveral: Bool = true) {
        self.isRequired = isRequired
        self.allowsSeveral = allowsSeveral
    }
}

/// A piece of a call, while a model writes it. The first piece with an ``index`` begins that call, the first piece with another
/// one ends it; in between come its arguments.
public struct ToolCallDelta: Hashable, Sendable {
    /// Which of the answer's calls it is, from 0.
    public var index: Int
    /// Those of the call, the same in all of its pieces.
    public var id: String
    public var name: String
    /// The next piece of the JSON; empty where the call begins.
    public var arguments: String

    public init(index: Int, id: String, name: String, arguments: String = "") {
        self.index = index
        self.id = id
        self.name = name
        self.arguments = arguments
    }
}
