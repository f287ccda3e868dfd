public import HearthCore

/// What a caller asks of the router.
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
    /// Tokens that prompt and answer need together; `nil` when the caller fits them to the engine.
    public var contextTokens: Int?

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
        request.origins = origins.union(others)
        return request
    }
}
