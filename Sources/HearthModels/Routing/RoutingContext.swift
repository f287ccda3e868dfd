public import HearthCore

/// The engines and what the user allows, of one moment.
///
/// Both come from one reading, so that switching the environment is atomic: a request is decided wholly in the old one or
/// wholly in the new one.
public struct RoutingContext: Sendable {
    public var models: [any LanguageModel]
    public var policy: RoutingPolicy

    public init(models: [any LanguageModel], policy: RoutingPolicy) {
        self.models = models
        self.policy = policy
    }
}
