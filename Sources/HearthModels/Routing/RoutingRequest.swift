public import HearthCore

/// What a caller asks of the router.
public struct RoutingRequest: Hashable, Sendable {
    public var task: TaskKind
    /// The strictest label of what will be sent.
    public var label: SensitivityLabel
    /// The engine that the caller insists on; `nil` lets mode and order decide.
    public var engine: Engine?
    /// `nil` takes the policy's mode.
    public var mode: RoutingMode?
    /// Refuses every engine that needs a network, whatever the settings say.
    public var requireOffline: Bool

    public init(
        task: TaskKind, label: SensitivityLabel = .personal, engine: Engine? = nil, mode: RoutingMode? = nil,
        requireOffline: Bool = false
    ) {
        self.task = task
        self.label = label
        self.engine = engine
        self.mode = mode
        self.requireOffline = requireOffline
    }
}

/// What the user allows.
public struct RoutingPolicy: Hashable, Sendable {
    public var mode: RoutingMode
    /// The order in which engines are considered, and in which they stand in for each other.
    public var order: [Engine]
    /// Nothing may leave this machine.
    public var isOffline: Bool
    public var consents: [Consent]

    /// Privacy first: what stays on the device before what could leave it, and the engine that is always there last.
    public static let defaultOrder: [Engine] = [.apple, .local, .openai, .anthropic, .custom, .basic]

    public init(
        mode: RoutingMode = .auto, order: [Engine] = RoutingPolicy.defaultOrder, isOffline: Bool = false,
        consents: [Consent] = []
    ) {
        self.mode = mode
        self.order = order
        self.isOffline = isOffline
        self.consents = consents
    }
}
