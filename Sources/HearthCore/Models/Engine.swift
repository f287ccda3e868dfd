/// Who may serve: the kinds of engine, and among them each endpoint that the owner named.
///
/// An endpoint is an engine of its own, because everything that is asked by engine (consents, ceilings, keys, records of the
/// ledger) has to be asked for each of them alone. It stays an enum, so that a new kind does not compile until each place that
/// tells kinds apart says what it does with it.
public enum Engine: Hashable, Sendable, CaseIterable, RawRepresentable, Codable {
    case apple, local, openai, anthropic
    /// The one endpoint that has no name but this, set by `custom-url` and `custom-model`.
    case custom
    case basic
    /// An endpoint with a name.
    case endpoint(EndpointName)

    /// The engines that are there without being named. Endpoints are not among them: only settings know those.
    public static let allCases: [Engine] = [.apple, .local, .openai, .anthropic, .custom, .basic]

    /// What stands before an endpoint's name: so a mistyped engine is none, and never taken for an endpoint.
    private static let prefix = "custom:"

    /// The name used in settings, on the command line and in records: `openai`, and for an endpoint `custom:lab`.
    public init?(rawValue: String) {
        if let kind = Self.allCases.first(where: { $0.rawValue == rawValue }) {
            self = kind
        } else if rawValue.hasPrefix(Self.prefix),
            let name = EndpointName(String(rawValue.dropFirst(Self.prefix.count)))
        {
            self = .endpoint(name)
        } else {
            return nil
        }
    }

    public var rawValue: String {
        switch self {
        case .apple: "apple"
        case .local: "local"
        case .openai: "openai"
        case .anthropic: "anthropic"
        case .custom: "custom"
        case .basic: "basic"
        case .endpoint(let name): Self.prefix + name.text
        }
    }

    /// Whether its requests go to a service of somebody's, with the user's own key ("bring your own").
    public var isRemote: Bool {
        switch self {
        case .openai, .anthropic, .custom, .endpoint: true
        case .apple, .local, .basic: false
        }
    }

    /// Whether it is a server that the owner set up by its address, of which nothing is known before it is asked.
    public var isOwnServer: Bool {
        switch self {
        case .custom, .endpoint: true
        case .apple, .local, .openai, .anthropic, .basic: false
        }
    }

    /// The name of an endpoint that has one.
    public var endpointName: EndpointName? {
        if case .endpoint(let name) = self { name } else { nil }
    }

    /// The setting that holds a part of what is set of a service, such as its `model` or `url`. Those of endpoints with names
    /// stand together in one.
    public func setting(_ part: String) -> String {
        endpointName == nil ? "\(rawValue)-\(part)" : "endpoints"
    }
}

/// The kind of work that an engine is asked to do.
public enum TaskKind: String, Codable, Sendable, CaseIterable {
    case intentToAction, summarize, rewrite, studyQuestionGen, textCompletion, chat
    case answer, extract, embed, rerank, transcribe
}

/// The capabilities of an engine, known without a request to it.
public struct ModelCapabilities: Hashable, Codable, Sendable {
    /// How an engine keeps an answer to a schema.
    public enum StructuredOutput: String, Codable, Sendable {
        /// The engine cannot enforce a schema: the schema is part of the prompt, and the answer is validated afterwards.
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
    /// Can be forced to call a tool: honours ``ToolChoice/isRequired``.
    public var requiredTools = false
    /// Accepts pictures as input (``Message/pictures``).
    public var vision = false
    /// Takes ``ModelRequest/suffix``. Whether a local model knows how to fill a gap is known only when its vocabulary is
    /// read; one that does not refuses.
    public var infill = false
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
    /// The platform does not offer this engine.
    case platform
    /// The device's hardware does not support this engine.
    case deviceNotEligible
    /// The engine is switched off in the system's settings.
    case notEnabled
    /// The system is still downloading or preparing it.
    case modelNotReady
    /// The engine failed several times in a row and is not used for a while.
    case coolingDown
}

// MARK: - Who was chosen

/// Which engine serves a request and why, and why every other candidate does not.
public struct RoutingDecision: Hashable, Codable, Sendable {
    public struct Rejection: Hashable, Codable, Sendable {
        public var engine: Engine
        /// A sentence for a person, such as "no model file is set; give one with --model".
        public var reason: String
        /// Whether the privacy policy, not a missing ability, was against it.
        public var byPolicy: Bool

        public init(engine: Engine, reason: String, byPolicy: Bool = false) {
            self.engine = engine
            self.reason = reason
            self.byPolicy = byPolicy
        }
    }

    public var task: TaskKind
    public var mode: RoutingMode
    public var label: SensitivityLabel
    public var engine: Engine
    public var model: String
    /// The host that the request goes to; `nil` when it stays in this process.
    public var host: String?
    public var reason: String
    /// In the order in which they were considered.
    public var rejected: [Rejection]
    /// Whether an engine before this one was tried and failed, or is set up with a model whose file cannot be used.
    public var wasFallback: Bool
    /// The error of the engine that was tried before this one, or the reason why its model was not used.
    public var fallbackReason: String?
    /// The consent that allows a remote engine to see a personal prompt.
    public var consentID: String?
    /// The ledger's record of this decision; `nil` when it was only explained, not acted on.
    public var ledgerRecord: Int?

    public init(
        task: TaskKind, mode: RoutingMode = .auto, label: SensitivityLabel = .personal, engine: Engine, model: String,
        host: String? = nil, reason: String, rejected: [Rejection] = [], wasFallback: Bool = false,
        fallbackReason: String? = nil, consentID: String? = nil, ledgerRecord: Int? = nil
    ) {
        self.task = task
        self.mode = mode
        self.label = label
        self.engine = engine
        self.model = model
        self.host = host
        self.reason = reason
        self.rejected = rejected
        self.wasFallback = wasFallback
        self.fallbackReason = fallbackReason
        self.consentID = consentID
        self.ledgerRecord = ledgerRecord
    }

    /// The decision as it is told of a result that the engine had no part in, because there was nothing to ask it: nothing was
    /// sent, and its name does not stand above what code made.
    ///
    /// - Parameter reason: Why no engine was asked.
    public func withoutEngine(_ reason: String) -> RoutingDecision {
        guard engine != .basic else { return self }
        var decision = self
        (decision.engine, decision.model, decision.host) = (.basic, RoutingDecision.basicModel, nil)
        (decision.consentID, decision.reason) = (nil, reason)
        return decision
    }

    /// The name of the basic engine where the name of a model is expected.
    public static let basicModel = "extractive"
}

/// Which engines may be considered at all.
public enum RoutingMode: String, Codable, Sendable, CaseIterable {
    /// All, in the order that the user set.
    case auto
    /// Apple's on-device model only.
    case appleOnly
    /// Models on this machine through llama.cpp, and the basic engine.
    case localOnly
    /// The user's own remote or custom endpoints.
    case byoOnly
}

// MARK: - Endpoints

/// The name that an owner gave an endpoint: a server that speaks OpenAI's protocol, one of any number.
///
/// It stands in consents, in the ledger and in the names of models, so it is short, lower-case and safe wherever names are
/// written: 1 to 20 characters of `a-z`, `0-9` and single `-`, which stand neither first nor last. What already means an engine,
/// a mode or a model is no name of an endpoint.
public struct EndpointName: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name by itself, such as `lab`.
    public let text: String

    /// The most characters. The name is part of the name of a key, which has at most 64 with that of its environment.
    public static let longest = 20
    /// What a name must look like, as the end of a sentence.
    public static let allowed =
        "1 to \(longest) characters of a-z, 0-9 and single - inside, and no name of an engine or a mode"

    /// What else a name would mean. The first, which is the engine before there were names, stays an endpoint of its own. The
    /// second is the tag that clients of Ollama put behind any model: `custom:latest` is `custom`.
    private static let taken: Set<String> = [
        "custom", "latest", "apple", "local", "openai", "anthropic", "basic", "huggingface", "auto", "byo", "hearth",
        "documents",
        "appleonly", "localonly", "byoonly",
    ]

    /// `nil` where the text is no such name.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...Self.longest).contains(bytes.count), !Self.taken.contains(text) else { return nil }
        var before = UInt8(ascii: "-")
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "-") where before != UInt8(ascii: "-"): break
            default: return nil
            }
            before = byte
        }
        guard before != UInt8(ascii: "-") else { return nil }
        self.text = text
    }

    public var description: String { text }

    public static func < (a: EndpointName, b: EndpointName) -> Bool { a.text < b.text }
}
