public import HearthCore

/// What the policy says to a request: who may serve it, in order, and why the others may not.
public struct RoutingOutcome: Sendable {
    /// A candidate that may serve.
    public struct Choice: Hashable, Sendable {
        /// Its place among the candidates.
        public var index: Int
        public var reason: String
        /// The consent that allows it to see a personal prompt.
        public var consentID: String?
    }

    /// The best first; those after it may stand in for it when it fails.
    public var choices: [Choice]
    /// In the order in which they were considered.
    public var rejected: [RoutingDecision.Rejection]
    /// Set when there is no choice.
    public var error: RoutingError?
}
