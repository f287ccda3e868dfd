public import HearthCore

/// A decision together with the model that it allows.
public struct Route: Sendable {
    public let decision: RoutingDecision
    /// Checks each request against the decision and writes the ledger.
    public let model: any LanguageModel

    init(decision: RoutingDecision, model: any LanguageModel) {
        self.decision = decision
        self.model = model
    }
}
