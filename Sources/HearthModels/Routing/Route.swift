public import HearthCore

/// A decision together with the model that it allows.
public struct Route: Sendable {
    public let decision: RoutingDecision
    /// Checks each request against the decision and writes the ledger.
    public let model: any LanguageModel

    /// The same model for requests whose text nobody is given, such as the summary of what a prompt has no room for: another
    /// engine can still take over after them.
    public var aside: any LanguageModel {
        guard var routed = model as? RoutedModel else { return model }
        routed.emission = Emission()
        return routed
    }

    init(decision: RoutingDecision, model: any LanguageModel) {
        self.decision = decision
        self.model = model
    }
}
