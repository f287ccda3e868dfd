public import HearthCore

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
