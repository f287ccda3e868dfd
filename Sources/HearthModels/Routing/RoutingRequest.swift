public import HearthCore

/// A caller's request to the router.
public struct RoutingRequest: Hashable, Sendable {
    public var task: TaskKind
    /// The strictest label of what will be sent; see ``HearthCore/SensitivityLabel/strictest(of:)``.
    public var label: SensitivityLabel
    /// What the prompt is made of. The router asks what labels these have now, when it decides and again before each request to
    /// an engine, so that a label which rose meanwhile holds; ``label`` can only make it stricter.
    public var origins: Set<LabelOrigin> = []
    /// The engine that the caller insists on; `nil` lets mode and order decide. A pin overrides the order, never the policy.
    public var engine: Engine?
    /// `nil` takes the policy's mode.
    public var mode: RoutingMode?
    /// Refuses every engine that is not on this machine, whatever the settings say.
    public var requireOffline: Bool
    /// Goes on where redaction is unsure; see ``HearthCore/RedactionOptions/acceptsDoubt``.
    public var acceptsDoubt = false
    /// Only engines that take tools.
    public var requiresTools: Bool
    /// Only engines that tell how likely their tokens were.
    public var requiresLogprobs: Bool
    /// Only engines that see.
    public var requiresVision = false
    /// Only engines that fill a gap in a text.
    public var requiresInfill = false
    /// Tokens that prompt and answer need together; `nil` when the caller fits them to the engine.
    public var contextTokens: Int?
    /// What the request goes on with: of a group of endpoints, the same one gets all requests of a conversation, as far as it can, because
    /// it still has what it read of it. Told to nobody. `nil` for a request on its own.
    public var conversation: String?

    public init(
        task: TaskKind, label: SensitivityLabel = .personal, engine: Engine? = nil, mode: RoutingMode? = nil,
        requireOffline: Bool = false, requiresTools: Bool = false, requiresLogprobs: Bool = false,
        contextTokens: Int? = nil
    ) {
        self.task = task
        self.label = label
        self.engine = engine
        self.mode = mode
        self.requireOffline = requireOffline
        self.requiresTools = requiresTools
        self.requiresLogprobs = requiresLogprobs
        self.contextTokens = contextTokens
    }
}

/// What a caller may say about where one piece of work is done; the rest is the user's policy.
public struct RoutingChoice: Hashable, Sendable {
    /// The engine that is insisted on; `nil` lets mode and order decide.
    public var engine: Engine?
    /// `nil` takes the policy's mode.
    public var mode: RoutingMode?
    /// Refuses every engine that is not on this machine, whatever the settings say.
    public var requireOffline: Bool
    /// How private the caller's own words are. Documents that come into a prompt can only make it stricter.
    public var label: SensitivityLabel
    /// What the caller's text was taken from; see ``RoutingRequest/origins``.
    public var origins: Set<LabelOrigin> = []
    /// Goes on where redaction is unsure what is private. The user says this for one request, having been told what the doubt
    /// is.
    public var acceptsDoubt = false
    /// See ``RoutingRequest/conversation``.
    public var conversation: String?

    public init(
        engine: Engine? = nil, mode: RoutingMode? = nil, requireOffline: Bool = false,
        label: SensitivityLabel = .personal, origins: Set<LabelOrigin> = []
    ) {
        self.origins = origins
        self.engine = engine
        self.mode = mode
        self.requireOffline = requireOffline
        self.label = label
    }

    /// The same for words that are at least as private as `label`.
    public func atLeast(_ label: SensitivityLabel) -> RoutingChoice {
        var choice = self
        choice.label = max(choice.label, label)
        return choice
    }

    /// The request for a task whose prompt also holds texts of these labels, which were taken from these origins.
    public func request(
        _ task: TaskKind, with labels: some Sequence<SensitivityLabel> = [], of others: Set<LabelOrigin> = []
    ) -> RoutingRequest {
        var request = RoutingRequest(
            task: task, label: labels.reduce(label, max), engine: engine, mode: mode, requireOffline: requireOffline)
        request.acceptsDoubt = acceptsDoubt
        request.conversation = conversation
        request.origins = origins.union(others)
        return request
    }
}

// MARK: - Candidates

/// The facts about an engine that a routing decision needs.
public struct RoutingCandidate: Hashable, Sendable {
    public var engine: Engine
    public var model: String
    /// Where a request goes; `nil` when it stays in the process.
    public var host: String?
    public var capabilities: ModelCapabilities
    public var availability: Availability
    /// How far a request goes; derived once, because a decision asks several times.
    public let reach: Reach

    /// How far from this process a request goes, nearest first.
    public enum Reach: Int, Comparable, Sendable {
        /// It stays in the process, or in the operating system.
        case process
        /// It goes to another program on this machine, which Hearth cannot vouch for: it may send on what it gets.
        case machine
        /// It goes to another host.
        case network

        public static func < (a: Reach, b: Reach) -> Bool { a.rawValue < b.rawValue }
    }

    public init(
        engine: Engine, model: String, host: String? = nil, capabilities: ModelCapabilities,
        availability: Availability = .available
    ) {
        self.engine = engine
        self.model = model
        self.host = host
        self.capabilities = capabilities
        self.availability = availability
        // What an engine is called, where it connects and what it says of itself must all agree before it counts as here.
        if let host, HostAddress.isLoopback(host) {
            reach = .machine
        } else if engine.isRemote || host != nil || !capabilities.offline {
            reach = .network
        } else {
            reach = .process
        }
    }

    /// An engine as a candidate. Opens no connection.
    public init(_ model: any RoutableEngine) async {
        // First: a local model reads the head of its file for it, beside the pool, and knows its capabilities then.
        let availability = await model.availability()
        self.init(
            engine: model.engine, model: model.modelID, host: model.host, capabilities: model.capabilities,
            availability: availability)
    }

    /// Whether two are the same engine, model and place.
    func isSame(as other: RoutingCandidate) -> Bool {
        engine == other.engine && model == other.model && host == other.host
    }
}

/// Stands in the router for an engine that cannot serve here, so that a decision names it and says why.
public struct UnavailableEngine: RoutableEngine {
    public let engine: Engine
    public let modelID = ""
    public let host: String?
    public let capabilities: ModelCapabilities
    private let reason: UnavailableReason
    private let message: String

    /// - Parameters:
    ///   - host: Where its requests would go, where that is set already.
    ///   - message: What is missing. What to do about it is the router's to say, in ``RoutingError/help``.
    public init(
        engine: Engine, host: String? = nil, reason: UnavailableReason, message: String,
        tasks: Set<TaskKind> = Set(TaskKind.allCases)
    ) {
        self.engine = engine
        self.host = host
        self.reason = reason
        self.message = message
        capabilities = ModelCapabilities(
            offline: engine == .apple || engine == .local || engine == .basic, contextLength: nil, tasks: tasks)
    }

    public func availability() async -> Availability { .unavailable(reason: reason, message: message) }
}

// MARK: - Names of models

/// The way from a name that a program asks for to the model that it gets, along the names that the owner gave.
///
/// A name may lead to another one of them, and stands above a model of the same name. One that leads back to itself leads nowhere:
/// the way ends where a name comes a second time, so that it has no more steps than there are names.
package struct ModelAliasPath: Sendable, Equatable {
    /// The name by which any engine answers from the documents; with a slash and another name, the engine or model of that name.
    package static let documents = "documents"

    /// All names on the way, the one that was asked for first. The last is no alias, or was on the way before.
    package let names: [String]
    /// Whether the way leads back to a name that it came by.
    package let isCircle: Bool

    package init(from name: String, in aliases: [String: String]) {
        var names = [name]
        var seen: Set<String> = [name]
        var isCircle = false
        while !isCircle, let last = names.last, let next = Self.next(last, aliases) {
            names.append(next)
            isCircle = !seen.insert(next).inserted
        }
        self.names = names
        self.isCircle = isCircle
    }

    /// Where it leads; `nil` where it leads nowhere.
    package var target: String? { isCircle ? nil : names.last }

    /// The way as people read it: `a → b → a`.
    package var description: String { names.joined(separator: " → ") }

    /// Behind `documents/` stands a name of its own. `documents/a` where `a` leads to `documents/b` is that: documents of documents
    /// are none.
    private static func next(_ name: String, _ aliases: [String: String]) -> String? {
        if let target = aliases[name] { return target }
        let prefix = documents + "/"
        guard name.hasPrefix(prefix), let target = aliases[String(name.dropFirst(prefix.count))] else { return nil }
        return target == documents || target.hasPrefix(prefix) ? target : prefix + target
    }
}

// MARK: - Defaults of tasks

/// The default temperature and length of an answer for each kind of task: the one table of these numbers.
public enum TaskDefaults {
    /// Temperature and length for a task; the rest are the defaults of ``HearthCore/GenerationOptions``.
    public static func options(for task: TaskKind) -> GenerationOptions {
        GenerationOptions(temperature: temperature(for: task), maxTokens: maxTokens(for: task))
    }

    public static func temperature(for task: TaskKind) -> Double {
        switch task {
        // The same words must give the same action every time.
        case .intentToAction: 0.0
        // Facts are copied, vectors and scores are not sampled at all.
        case .extract, .embed, .rerank, .transcribe: 0.0
        // Questions should differ from each other.
        case .studyQuestionGen: 0.7
        // Another wording is wanted, the meaning is to stay.
        case .rewrite: 0.5
        // Close to the sources, not stiff.
        case .summarize, .textCompletion, .chat, .answer: 0.3
        }
    }

    /// Three limits, because there are three sizes of answers.
    public static func maxTokens(for task: TaskKind) -> Int {
        switch task {
        case .intentToAction, .embed, .rerank, .textCompletion: short
        case .summarize, .answer, .chat, .extract: medium
        case .rewrite, .studyQuestionGen, .transcribe: long
        }
    }

    /// One action or one line.
    public static let short = 256
    /// About 700 words: more is not read, and a small model loses the thread.
    public static let medium = 1_024
    /// As long as a text that is written anew, or a set of questions with answers.
    public static let long = 2_048
}
