public import HearthCore

/// What the user allows. A value: a decision is made from one snapshot of it.
public struct RoutingPolicy: Hashable, Sendable {
    public var mode: RoutingMode
    /// The order in which engines are considered, and in which they stand in for each other. An engine that is not in it
    /// serves only when it is asked for by name.
    public var order: [Engine]
    /// The global offline switch: nothing may leave this machine. On-device Apple, local and basic engines are on it, and a
    /// custom endpoint whose address is the loopback interface is as well.
    public var isOffline: Bool
    public var consents: [Consent]
    /// Whether the router replaces names, addresses, numbers and keys before a prompt leaves the process.
    public var redactsPrompts: Bool
    /// Whether the ledger keeps the text of prompts. The user turns this on; it is off by default.
    public var recordsPrompts: Bool

    /// Privacy first: what stays on the device before what could leave it, and the engine that is always there last.
    public static let defaultOrder: [Engine] = [.apple, .local, .openai, .anthropic, .custom, .basic]

    public init(
        mode: RoutingMode = .auto, order: [Engine] = RoutingPolicy.defaultOrder, isOffline: Bool = false,
        consents: [Consent] = [], redactsPrompts: Bool = false, recordsPrompts: Bool = false
    ) {
        self.mode = mode
        self.order = order
        self.isOffline = isOffline
        self.consents = consents
        self.redactsPrompts = redactsPrompts
        self.recordsPrompts = recordsPrompts
    }

    /// The consent that lets an engine at a host see personal text of a task: the one for that very task before the one for
    /// every task. `nil` when there is none.
    public func consent(for engine: Engine, host: String, task: TaskKind) -> Consent? {
        var general: Consent?
        for consent in consents where consent.engine == engine && HostAddress.isSame(consent.host, host) {
            if consent.task == task { return consent }
            if consent.task == nil, general == nil { general = consent }
        }
        return general
    }
}

extension RoutingMode {
    /// Whether the mode considers an engine at all.
    public func admits(_ engine: Engine) -> Bool {
        switch self {
        case .auto: true
        case .appleOnly: engine == .apple
        case .localOnly: engine == .local || engine == .basic
        case .byoOnly: engine.isRemote
        }
    }
}
