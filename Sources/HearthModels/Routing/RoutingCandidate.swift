public import HearthCore

/// What a decision needs to know of an engine, as values.
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
    public let capabilities: ModelCapabilities
    private let reason: UnavailableReason
    private let message: String

    public init(
        engine: Engine, reason: UnavailableReason, message: String, tasks: Set<TaskKind> = Set(TaskKind.allCases)
    ) {
        self.engine = engine
        self.reason = reason
        self.message = message
        capabilities = ModelCapabilities(
            offline: engine == .apple || engine == .local || engine == .basic, contextLength: nil, tasks: tasks)
    }

    public func availability() async -> Availability { .unavailable(reason: reason, message: message) }
}
